/// The classes of boxes in a diagram, with their members. Of styles that contradict each other the later one counts.
struct MermaidClasses {
  enum Name: String, CaseIterable {
    case anyState, finalState, history, lines, waits, works, decides, passes, afterFailure
    case endsWell, endsBadly, ends, folded, outside, visited, active

    var style: String {
      switch self {
      case .anyState: "fill:none,stroke-dasharray:4 3"
      case .finalState: "stroke-width:4px"
      case .history: "stroke-dasharray:4 3"
      case .lines: "fill:none,stroke:none"
      case .folded: "stroke-dasharray:1 2"
      case .outside: "stroke-dasharray:6 3"
      case .visited: "fill:#fff3bf,stroke:#b35900,color:#1f1f1f"
      case .active: "fill:#ffc078,stroke:#b35900,stroke-width:3px,color:#1f1f1f"
      case .afterFailure, .endsBadly: meaning?.mermaidStyle(frame: "stroke-dasharray:5 3") ?? ""
      case .decides: meaning?.mermaidStyle(frame: "rx:20,ry:20") ?? ""
      case .waits, .works, .passes, .endsWell, .ends: meaning?.mermaidStyle() ?? ""
      }
    }

    /// What a legend says of it; nil for what its words explain.
    var words: String? { meaning?.words ?? BoxMark(rawValue: rawValue)?.words }

    private var meaning: BoxMeaning? { BoxMeaning(rawValue: rawValue) }
  }

  /// The members by class.
  private var members = [[Int]](repeating: [], count: Name.allCases.count)

  private var used: [(name: Name, members: [Int])] {
    zip(Name.allCases, members).filter { !$0.1.isEmpty }.map { ($0.0, $0.1) }
  }

  /// What the boxes mean that need it, a sentence for each class.
  var legend: String { BoxMeaning.legend(used.compactMap(\.name.words)) }

  /// Puts a node in a class.
  mutating func add(_ node: Int, to name: Name) {
    guard let place = Name.allCases.firstIndex(of: name) else { return }
    members[place].append(node)
  }

  /// Writes the styles.
  func writeStyles(to output: inout LineBuffer) {
    for (name, _) in used { output.append("  classDef \(name.rawValue) \(name.style)\n") }
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
      output.append(" \(name.rawValue)\n")
    }
  }
}
