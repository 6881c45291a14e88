import StatechartsModel
package import StatechartsYAML

extension ChartFormatter {
  // Decision: Docs/decisions/tooling-and-tests.md#a-range-is-formatted-by-whole-entries
  /// The edits that format the smallest entries and items of blocks that have lines of a range. Their indentation and
  /// their order stay, and so does everything around them.
  ///
  /// - Throws: `Refusal` when the chart cannot be formatted, or not this range alone.
  package func edits(formatting range: SourceRange, of source: SourceText) throws(Refusal) -> TextEdits {
    let whole = try format(source)
    guard whole != source.bytes, let document = YAMLDocument.read(source).document,
      let root = document.root?.rawValue
    else { return TextEdits([]) }
    let layout = ChartLayout(document, root: root)
    let lines =
      source.line(
        at: range.lowerBound)...source.line(
        at: max(range.upperBound - 1, range.lowerBound))
    let all = BlockLines(layout.nodes).lines(ofEntry: root, root)
    if all.clamped(to: lines) == all {
      let text = String(decoding: whole, as: UTF8.self)
      return TextEdits([TextEdit(range: 0..<source.bytes.count, replacement: text)])
    }
    for entries in BlockEntry.entries(in: lines, of: layout).reversed() {
      let edits = TextEdits(entries.compactMap { Self.edit(of: $0, layout) })
      // All comments belong to the same entries if the rest is formatted as before.
      guard let rest = try? format(edits.apply(to: source)), rest == whole else { continue }
      return edits
    }
    throw Refusal(diagnostics: [
      Diagnostic(
        rule: Self.rule, message: "These lines cannot be formatted without the lines around them.",
        help: "Format the whole chart.", range: range)
    ])
  }

  /// The edit that formats an entry; nil for one that is formatted.
  private static func edit(of entry: BlockEntry, _ layout: ChartLayout) -> TextEdit? {
    let source = layout.nodes.document.source
    let lines = BlockLines(layout.nodes)
    let range = entry.start..<lines.end(ofEntry: entry.key, entry.value, at: entry.start)
    let written = LayoutWriter(layout, entry, indent: lines.column(of: entry.start)).bytes
    let bytes = withLineEnds(of: source, Array(written.dropLast()))
    guard !source.bytes[range].elementsEqual(bytes) else { return nil }
    return TextEdit(range: range, replacement: String(decoding: bytes, as: UTF8.self))
  }
}

/// An entry or item of a block.
struct BlockEntry {
  /// The key; of an item, the item.
  let key: Int32
  let value: Int32
  /// The place of the value.
  let place: ChartPlace
  /// Which mapping of fixed keys it is in; nil where keys are names.
  var object: FormatObject?
  /// The offset of the key or of the hyphen.
  let start: Int

  var isItem: Bool { key == value }

  /// The entries that have some lines, for each level of blocks, the outermost first.
  static func entries(in lines: ClosedRange<Int>, of layout: ChartLayout) -> [[BlockEntry]] {
    let nodes = layout.nodes
    let source = nodes.document.source
    let blocks = BlockLines(nodes)
    var result: [[BlockEntry]] = []
    var block: (node: Int32, place: ChartPlace)? = (layout.root, .root)
    // The reader bounds how deep the nodes nest.
    while let (node, place) = block, nodes.nodes[Int(node)].style == .block {
      let touched = entries(of: node, place, nodes).filter {
        blocks.lines(ofEntry: $0.key, $0.value, at: $0.start).overlaps(lines)
      }
      guard let only = touched.first else { break }
      result.append(touched)
      let inner = source.line(at: nodes.range(only.value).lowerBound)
      block = touched.count == 1 && lines.lowerBound >= inner ? (only.value, only.place) : nil
    }
    return result
  }

  private static func entries(of node: Int32, _ place: ChartPlace, _ nodes: ChartNodes) -> [BlockEntry] {
    guard nodes.kind(node) == .sequence else {
      let object = place.object(of: node, in: nodes)
      return nodes.entries(of: node).map { key, value in
        BlockEntry(
          key: key, value: value, place: place.value(of: nodes.text(key), in: object), object: object,
          start: nodes.range(key).lowerBound)
      }
    }
    return nodes.document.children(of: YAMLDocument.NodeID(node)).compactMap { item in
      let start = nodes.range(item.rawValue).lowerBound
      let before = nodes.document.source.bytes[..<start].lastIndex { $0 != 0x20 }
      // A comment or a line break may be between the hyphen and the item.
      guard let before, nodes.document.source.bytes[before] == UInt8(ascii: "-") else { return nil }
      return BlockEntry(key: item.rawValue, value: item.rawValue, place: place.item, start: before)
    }
  }
}
