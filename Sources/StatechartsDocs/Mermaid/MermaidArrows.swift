/// The arrows between nodes, one for each pair: of several loops at a state Mermaid draws only the last one, and
/// of several arrows side by side it makes a thicket. Several labels are a list, and each is in it once.
struct MermaidArrows {
  private struct Arrow {
    let source: Int
    /// The arrow before it that leads to the same target; -1 for none.
    let previous: Int
    /// Where its first label stands in `lines`; the line end follows.
    let label: Range<Int>
  }

  private struct Words: Hashable {
    let arrow: Int
    let label: [UInt8]
  }

  private var arrows: [Arrow] = []
  /// For each node the first arrow that leaves it and the last one that leads to it; -1 for none.
  private var ends: [(first: Int, last: Int)]
  /// The arrows as they are written if they have one label.
  private var lines: LineBuffer
  /// The escaped labels that arrows have besides their first one.
  private var further: [Int: [[UInt8]]] = [:]
  /// Where a label is escaped that cannot stay as it is.
  private var escaped: [UInt8] = []
  /// The labels that arrows have besides their first one, each with its arrow.
  private var said: Set<Words> = []

  /// About how many bytes it takes to write them all.
  var size: Int { lines.count }

  /// Makes room for the arrows of so many states, about three each.
  init(states: Int) {
    arrows.reserveCapacity(states * 3)
    ends = Array(repeating: (-1, -1), count: states)
    lines = LineBuffer(room: states * 96)
  }

  /// Adds a transition between nodes.
  mutating func add(from source: Int, to target: Int, label: [UInt8], _ identifiers: MermaidIdentifiers) {
    label.withUnsafeBufferPointer { add(from: source, to: target, label: $0, identifiers) }
  }

  /// Adds a transition between nodes.
  mutating func add(from source: Int, to target: Int, label: String, _ identifiers: MermaidIdentifiers) {
    label.withBytes { add(from: source, to: target, label: $0, identifiers) }
  }

  private mutating func add(
    from source: Int, to target: Int, label: LineBuffer.Bytes, _ identifiers: MermaidIdentifiers
  ) {
    while ends.count <= max(source, target) { ends.append((-1, -1)) }
    let number = arrows.count
    // The arrows of a state are added nearly one after the other, so that few have come between.
    let first = ends[source].first < 0 ? number : ends[source].first
    let previous = ends[target].last
    var known = previous
    while known >= first, arrows[known].source != source { known = arrows[known].previous }
    let isNew = known < first
    guard isNew else { return add(MermaidEscape.line(label), toArrow: known) }
    let place = identifiers.lines.withBytes { names in
      let from = LineBuffer.Bytes(rebasing: names[identifiers.place(source: source)])
      let to = LineBuffer.Bytes(rebasing: names[identifiers.place(of: target)])
      if MermaidEscape.isPlain(label) { return lines.append(from: from, to: to, label: label) }
      escaped.removeAll(keepingCapacity: true)
      MermaidEscape.append(label, to: &escaped)
      // A colon without a text after it is a syntax error.
      if escaped.isEmpty { return lines.append(from: from, to: to) }
      return escaped.withUnsafeBufferPointer { lines.append(from: from, to: to, label: $0) }
    }
    arrows.append(Arrow(source: source, previous: previous, label: place))
    if first == number { ends[source].first = number }
    ends[target].last = number
  }

  /// Adds a label to an arrow that has one, unless it says the same.
  private mutating func add(_ label: [UInt8], toArrow arrow: Int) {
    let isFirst = lines.withBytes { $0[arrows[arrow].label].elementsEqual(label) }
    guard !isFirst, said.insert(Words(arrow: arrow, label: label)).inserted else { return }
    further[arrow, default: []].append(label)
  }

  /// Writes the arrows in the order in which their first transitions were added.
  ///
  /// - Parameter mostLines: How many lines a label may have; of the rest only the number is told.
  func write(mostLines: Int, to output: inout LineBuffer) {
    lines.withBytes { lines in
      var written = 0
      for (arrow, labels) in further.sorted(by: { $0.key < $1.key }) {
        let first = arrows[arrow].label
        output.append(LineBuffer.Bytes(rebasing: lines[written..<first.lowerBound]))
        written = first.upperBound
        if first.isEmpty { output.append(literal: " : ") }
        output.appendListItem(LineBuffer.Bytes(rebasing: lines[first]))
        for (place, label) in labels.enumerated() {
          output.append(literal: "<br/>")
          if place + 2 == mostLines, place + 1 < labels.count {
            output.append(literal: "#8226; ")
            output.append("\(labels.count - place) more")
            break
          }
          label.withUnsafeBufferPointer { output.appendListItem($0) }
        }
      }
      output.append(LineBuffer.Bytes(rebasing: lines[written...]))
    }
  }
}

extension LineBuffer {
  /// Appends one of several labels of an arrow, after a bullet.
  fileprivate mutating func appendListItem(_ label: Bytes) {
    append(literal: "#8226; ")
    if label.isEmpty { append(literal: "always") } else { append(label) }
  }

  /// Appends an arrow with a label; returns where that stands.
  @inline(__always)
  fileprivate mutating func append(from source: Bytes, to target: Bytes, label: Bytes) -> Range<Int> {
    append(source, target, (" : " as StaticString).bytes, label, ("\n" as StaticString).bytes)
    return count - 1 - label.count..<count - 1
  }

  /// Appends an arrow without a label.
  fileprivate mutating func append(from source: Bytes, to target: Bytes) -> Range<Int> {
    append(source, target, ("\n" as StaticString).bytes)
    return count - 1..<count - 1
  }
}
