/// The arrows between nodes, one for each pair: of several loops at a state Mermaid draws only the last one, and
/// of several arrows side by side it makes a thicket. The labels stand in lines.
struct MermaidArrows {
  private struct Arrow {
    let source: Int
    let target: Int
    /// The first and the last of its labels, by number.
    let first: Int
    var last: Int
    /// The arrow before it that leads to the same target; -1 for none.
    let previous: Int
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
  /// For each node the first arrow that leaves it and the last one that leads to it; -1 for none.
  private var ends: [(first: Int, last: Int)]
  /// The escaped texts of all labels, each as the end of an arrow, ` : text` with its line end.
  private var texts: LineBuffer
  /// Where a label is escaped that cannot stay as it is.
  private var escaped: [UInt8] = []
  /// Overviews only: what is said already.
  private var lines: Set<Line> = []

  /// About how many bytes it takes to write them all.
  var size: Int { texts.count + arrows.count * 32 }

  /// Makes room for the arrows of so many states.
  init(states: Int) {
    arrows.reserveCapacity(states * 4)
    labels.reserveCapacity(states * 4)
    ends = Array(repeating: (-1, -1), count: states)
    texts = LineBuffer(room: states * 32)
  }

  /// Adds a transition between nodes. An overview says the same thing only once.
  mutating func add(from source: Int, to target: Int, label: [UInt8], isOverview: Bool) {
    label.withUnsafeBufferPointer { add(from: source, to: target, label: $0, isOverview: isOverview) }
  }

  /// Adds a transition between nodes, of no overview.
  mutating func add(from source: Int, to target: Int, label: String) {
    var label = label
    label.withUTF8 { add(from: source, to: target, label: $0, isOverview: false) }
  }

  private mutating func add(from source: Int, to target: Int, label: LineBuffer.Bytes, isOverview: Bool) {
    while ends.count <= max(source, target) { ends.append((-1, -1)) }
    // The arrows of a state are added nearly one after the other, so that few have come between.
    let first = ends[source].first < 0 ? arrows.count : ends[source].first
    var known = ends[target].last
    while known >= first, arrows[known].source != source { known = arrows[known].previous }
    let isNew = known < first
    let arrow = isNew ? arrows.count : known
    if isOverview, !lines.insert(Line(arrow: arrow, text: Array(label))).inserted { return }
    let number = labels.count
    let start = texts.count + 3
    // What stands around the only label of an arrow is kept with it.
    let colon = (" : " as StaticString).bytes
    let lineEnd = ("\n" as StaticString).bytes
    if MermaidEscape.isPlain(label) {
      texts.append(colon, label, lineEnd)
    } else {
      escaped.removeAll(keepingCapacity: true)
      MermaidEscape.append(label, to: &escaped)
      escaped.withUnsafeBufferPointer { texts.append(colon, $0, lineEnd) }
    }
    labels.append(Label(range: start..<texts.count - 1))
    guard isNew else {
      labels[arrows[arrow].last].next = number
      arrows[arrow].last = number
      return
    }
    arrows.append(
      Arrow(source: source, target: target, first: number, last: number, previous: ends[target].last))
    if first == arrow { ends[source].first = arrow }
    ends[target].last = arrow
  }

  /// Writes the arrows in the order in which their first transitions were added.
  ///
  /// - Parameter mostLines: How many lines a label may have; of the rest only the number is told.
  func write(_ identifiers: MermaidIdentifiers, mostLines: Int, to output: inout LineBuffer) {
    var several: [UInt8] = []
    texts.withBytes { texts in
      identifiers.lines.withBytes { names in
        for arrow in arrows {
          let source = LineBuffer.Bytes(rebasing: names[identifiers.place(source: arrow.source)])
          let target = LineBuffer.Bytes(rebasing: names[identifiers.place(of: arrow.target)])
          let only = labels[arrow.first].range
          guard arrow.first == arrow.last else {
            several.removeAll(keepingCapacity: true)
            writeLabels(of: arrow, texts, mostLines: mostLines, to: &several)
            several.withUnsafeBufferPointer { output.append(source, target, $0) }
            continue
          }
          // A colon without a text after it is a syntax error.
          let end = (only.isEmpty ? only.upperBound : only.lowerBound - 3)..<only.upperBound + 1
          output.append(source, target, LineBuffer.Bytes(rebasing: texts[end]))
        }
      }
    }
  }

  private func writeLabels(
    of arrow: Arrow, _ texts: LineBuffer.Bytes, mostLines: Int, to output: inout [UInt8]
  ) {
    var step = arrow.first
    var lines = 0
    while step >= 0 {
      lines += 1
      output.append(literal: lines == 1 ? " : " : "<br/>")
      if lines == mostLines, labels[step].next >= 0 {
        output.append("and \(rest(from: step)) more")
        break
      }
      let range = labels[step].range
      if range.isEmpty {
        output.append(literal: "always")
      } else {
        output.append(contentsOf: LineBuffer.Bytes(rebasing: texts[range]))
      }
      step = labels[step].next
    }
    output.append(0x0A)
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
