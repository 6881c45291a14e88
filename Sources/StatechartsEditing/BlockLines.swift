import StatechartsYAML

/// The lines that entries of blocks have in a text.
struct BlockLines {
  private let nodes: ChartNodes
  private let source: SourceText

  init(_ nodes: ChartNodes) {
    self.nodes = nodes
    source = nodes.document.source
  }

  func column(of offset: Int) -> Int { offset - source.lineStarts[source.line(at: offset) - 1] }

  /// The last offset with something in it of an entry or item, its comments left out.
  ///
  /// - Parameters:
  ///   - start: The key of the entry, or the item itself.
  func contentEnd(_ start: Int32, _ value: Int32) -> Int {
    var end = nodes.range(start).upperBound
    if !nodes.isEmpty(value) { end = max(end, nodes.range(value).upperBound) }
    while end > nodes.range(start).lowerBound, source.bytes[end - 1] <= 0x20 { end -= 1 }
    return end
  }

  /// The end of the last line of an entry, with the comment in it. The comments below a block that are indented deeper
  /// belong to it.
  func end(ofEntry key: Int32, _ value: Int32, at start: Int? = nil) -> Int {
    let column = column(of: start ?? nodes.range(key).lowerBound)
    var line = source.line(at: max(contentEnd(key, value) - 1, 0))
    guard nodes.nodes[Int(value)].style == .block || nodes.isEmpty(value) else {
      return source.end(ofLine: line)
    }
    var next = line + 1
    while next <= source.lineStarts.count {
      let text = source.lineText(next).utf8
      let indentation = text.prefix { $0 == 0x20 }.count
      next += 1
      guard text.count > indentation else { continue }
      guard indentation > column, text.dropFirst(indentation).first == UInt8(ascii: "#") else { break }
      line = next - 1
    }
    return source.end(ofLine: line)
  }

  /// The lines of an entry or item, from 1.
  func lines(ofEntry key: Int32, _ value: Int32, at start: Int? = nil) -> ClosedRange<Int> {
    let first = source.line(at: start ?? nodes.range(key).lowerBound)
    return first...max(first, source.line(at: max(contentEnd(key, value) - 1, 0)))
  }
}
