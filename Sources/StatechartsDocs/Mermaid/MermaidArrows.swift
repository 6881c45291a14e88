/// The arrows between nodes, one for each pair: of several loops at a state Mermaid draws only the last one, and
/// of several arrows side by side it makes a thicket. The labels stand in lines.
struct MermaidArrows {
  private struct Arrow {
    let source: Int
    let target: Int
    /// The first and the last of its labels, by number.
    let first: Int
    var last: Int
  }

  private struct Line: Hashable {
    let arrow: Int
    let text: [UInt8]
  }

  private struct Label {
    /// Where the text stands in `texts`.
    let range: Range<Int>
    /// The next label of the same arrow; -1 for none.
    var next = -1
  }

  private var arrows: [Arrow] = []
  private var labels: [Label] = []
  /// The arrows by source and target, each in a half of the key.
  private var numbers: [UInt64: Int] = [:]
  /// The escaped texts of all labels.
  private var texts: [UInt8] = []
  /// Overviews only: what is said already.
  private var lines: Set<Line> = []

  /// About how many bytes it takes to write them all.
  var size: Int { texts.count + arrows.count * 64 }

  /// Makes room for the arrows of so many states.
  init(states: Int) {
    arrows.reserveCapacity(states * 4)
    labels.reserveCapacity(states * 4)
    numbers.reserveCapacity(states * 4)
    texts.reserveCapacity(states * 32)
  }

  /// Adds a transition between nodes. An overview says the same thing only once.
  mutating func add(from source: Int, to target: Int, label: [UInt8], isOverview: Bool) {
    let pair = UInt64(truncatingIfNeeded: source) << 32 | UInt64(truncatingIfNeeded: target)
    let known = numbers[pair]
    if isOverview, !lines.insert(Line(arrow: known ?? arrows.count, text: label)).inserted { return }
    let number = labels.count
    let start = texts.count
    MermaidEscape.append(label, to: &texts)
    labels.append(Label(range: start..<texts.count))
    if let known {
      labels[arrows[known].last].next = number
      arrows[known].last = number
    } else {
      numbers[pair] = arrows.count
      arrows.append(Arrow(source: source, target: target, first: number, last: number))
    }
  }

  /// Writes the arrows in the order in which their first transitions were added.
  ///
  /// - Parameter mostLines: How many lines a label may have; of the rest only the number is told.
  func write(_ identifiers: [String], mostLines: Int, to output: inout [UInt8]) {
    for arrow in arrows {
      output.append("  ")
      output.append(identifiers[arrow.source])
      output.append(" --> ")
      output.append(identifiers[arrow.target])
      // A colon without a text after it is a syntax error, so a single arrow without a label has none.
      let isBare = arrow.first == arrow.last && labels[arrow.first].range.isEmpty
      var step = isBare ? -1 : arrow.first
      var separator = " : "
      var lines = 0
      while step >= 0 {
        lines += 1
        if lines == mostLines, labels[step].next >= 0 {
          output.append("\(separator)and \(rest(from: step)) more")
          break
        }
        output.append(separator)
        separator = "<br/>"
        let range = labels[step].range
        if range.isEmpty { output.append("always") } else { output.append(contentsOf: texts[range]) }
        step = labels[step].next
      }
      output.append("\n")
    }
  }

  /// How many labels an arrow has from one on.
  private func rest(from label: Int) -> Int {
    var count = 0
    var step = label
    while step >= 0 {
      count += 1
      step = labels[step].next
    }
    return count
  }
}
