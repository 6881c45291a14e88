/// The classes of boxes in a diagram, with their members. Of styles that contradict each other the later one counts.
struct MermaidClasses {
  enum Name: Hashable {
    case anyState, finalState, history, lines
    case box(BoxMeaning)
    case mark(BoxMark)

    /// All classes, in the order in which they are written.
    static let all =
      [anyState, finalState, history, lines] + BoxMeaning.allCases.map(box) + BoxMark.allCases.map(mark)

    /// The name in the text of the diagram.
    var text: String {
      switch self {
      case .anyState: "anyState"
      case .finalState: "finalState"
      case .history: "history"
      case .lines: "lines"
      case .box(let meaning): meaning.rawValue
      case .mark(let mark): mark.rawValue
      }
    }

    var style: String {
      switch self {
      case .anyState: "fill:none,stroke-dasharray:4 3"
      case .finalState: "stroke-width:4px"
      case .history: "stroke-dasharray:4 3"
      case .lines: "fill:none,stroke:none"
      case .box(let meaning):
        switch meaning {
        case .afterFailure, .endsBadly: meaning.mermaidStyle(frame: "stroke-dasharray:5 3")
        case .decides: meaning.mermaidStyle(frame: "rx:20,ry:20")
        case .waits, .works, .passes, .endsWell, .ends: meaning.mermaidStyle()
        }
      case .mark(.folded): "stroke-dasharray:1 2"
      case .mark(.outside): "stroke-dasharray:6 3"
      case .mark(.visited): "fill:#fff3bf,stroke:#b35900,color:#1f1f1f"
      case .mark(.active): "fill:#ffc078,stroke:#b35900,stroke-width:3px,color:#1f1f1f"
      }
    }

    /// What a legend says of it; nil for what its words explain.
    var words: String? {
      switch self {
      case .anyState, .finalState, .history, .lines: nil
      case .box(let meaning): meaning.words
      case .mark(let mark): mark.words
      }
    }
  }

  private var members: [Name: [Int]] = [:]

  private var used: [(name: Name, members: [Int])] {
    Name.all.compactMap { name in members[name].map { (name, $0) } }
  }

  /// What the boxes mean that need it, a sentence for each class.
  var legend: String { BoxMeaning.legend(used.compactMap(\.name.words)) }

  /// Puts a node in a class.
  mutating func add(_ node: Int, to name: Name) { members[name, default: []].append(node) }

  /// Writes the styles.
  func writeStyles(to output: inout LineBuffer) {
    for (name, _) in used { output.append("  classDef \(name.text) \(name.style)\n") }
  }

  /// Writes which boxes are in which class.
  func writeMembers(_ identifiers: MermaidIdentifiers, to output: inout LineBuffer) {
    for (name, members) in used {
      output.append(literal: "  class ")
      var isFirst = true
      for member in members {
        if !isFirst { output.append(literal: ",") }
        isFirst = false
        identifiers.append(member, to: &output)
      }
      output.append(" \(name.text)\n")
    }
  }
}
