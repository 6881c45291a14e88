import StatechartsModel
import StatechartsYAML

/// Writes a chart's text in its one layout.
struct LayoutWriter {
  /// The longest line with braces or brackets, in characters.
  static let width = 120

  private let layout: ChartLayout
  private let nodes: ChartNodes
  private(set) var bytes: [UInt8] = []

  /// Writes the whole text.
  init(_ layout: ChartLayout) {
    self.layout = layout
    nodes = layout.nodes
    bytes.reserveCapacity(nodes.document.source.bytes.count)
    write(layout.header, 0)
    writeBlock(layout.root, 0, .root)
  }

  /// Writes one entry or item of a block, without the lines and the indentation before it.
  init(_ layout: ChartLayout, _ entry: BlockEntry, indent: Int) {
    self.layout = layout
    nodes = layout.nodes
    if entry.isItem {
      let inline = inline(entry.value, of: entry.value, entry.place, used: indent + 2)
      writeItem(entry.value, indent, entry.place, inline)
    } else {
      writeEntry(entry.key, entry.value, indent, entry.place, in: entry.object)
    }
  }

  // The reader bounds how deep the nodes nest.

  /// Writes the entries or items of a mapping or list, and the lines after them.
  ///
  /// - Parameter isItem: Whether the first line begins behind the hyphen of an item.
  private mutating func writeBlock(_ node: Int32, _ indent: Int, _ place: ChartPlace, isItem: Bool = false) {
    var isFirst = true
    if nodes.kind(node) == .sequence {
      let place = place.item
      var item = nodes.first(node)
      while item >= 0 {
        let inline = inline(item, of: item, place, used: indent + 2)
        if !(isFirst && isItem) { begin(linesBefore(item: item, inline, indent, place), indent, isFirst) }
        writeItem(item, indent, place, inline)
        isFirst = false
        item = nodes.next(item)
      }
    } else {
      let object = place.object(of: node, in: nodes)
      for (key, value) in layout.entries(of: node, as: object) {
        if !(isFirst && isItem) { begin(layout.surroundings(of: key).leadingLines, indent, isFirst) }
        writeEntry(key, value, indent, place.value(of: nodes.text(key), in: object), in: object)
        isFirst = false
      }
    }
    write(layout.footer(of: node), indent)
  }

  private mutating func writeItem(_ item: Int32, _ indent: Int, _ place: ChartPlace, _ inline: String?) {
    write("-")
    if inline == nil, !isBlockText(item) {
      write(" ")
      writeBlock(item, indent + 2, place, isItem: true)
    } else {
      writeValue(item, indent, place, inline, layout.surroundings(of: item).trailingComments.first)
    }
  }

  /// - Parameters:
  ///   - place: The place of the value.
  ///   - object: Which mapping of fixed keys the entry is in; nil where keys are names.
  private mutating func writeEntry(
    _ key: Int32, _ value: Int32, _ indent: Int, _ place: ChartPlace, in object: FormatObject?
  ) {
    let name = ScalarText.written(key: key, nodes, isInFlow: false, in: object)
    write(name + ":")
    let inline = inline(value, of: key, place, used: indent + name.unicodeScalars.count + 2)
    writeValue(value, indent, place, inline, layout.surroundings(of: key).trailingComments.first)
  }

  /// Writes the lines before an entry or item, and its indentation.
  private mutating func begin(_ lines: [ChartLayout.Line], _ indent: Int, _ isFirst: Bool) {
    write(isFirst ? Array(lines.drop { !$0.isComment }) : lines, indent)
    write(indent)
  }

  /// The lines before an item. Nothing fits between its hyphen and the first entry inside it.
  private func linesBefore(
    item: Int32, _ inline: String?, _ indent: Int, _ place: ChartPlace
  ) -> [ChartLayout.Line] {
    let own = layout.surroundings(of: item)
    guard inline == nil, !isBlockText(item) else { return own.leadingLines }
    var result = own.leadingLines + own.trailingComments.map(ChartLayout.Line.comment)
    guard let first = layout.first(in: item, at: place) else { return result }
    if nodes.kind(item) == .sequence {
      let inner = self.inline(first, of: first, place.item, used: indent + 4)
      result += linesBefore(item: first, inner, indent + 2, place.item)
    } else {
      result += layout.surroundings(of: first).leadingLines.drop { !$0.isComment }
    }
    return result
  }

  /// Writes the value behind a colon or hyphen, and ends the line.
  private mutating func writeValue(
    _ node: Int32, _ indent: Int, _ place: ChartPlace, _ inline: String?, _ comment: String?
  ) {
    let end = comment.map { layout.space(before: $0, behind: node) + $0 + "\n" } ?? "\n"
    if let inline {
      write((inline.isEmpty ? "" : " ") + inline + end)
    } else if isBlockText(node) {
      let text = BlockText(node, nodes)
      write(" " + text.header + end)
      for line in text.lines {
        if !line.isEmpty {
          write(indent + 2)
          bytes += line
        }
        write("\n")
      }
    } else {
      write(end)
      writeBlock(node, indent + 2, place)
    }
  }

  private func isBlockText(_ node: Int32) -> Bool {
    let style = nodes.nodes[Int(node)].style
    return style == .literal || style == .folded
  }

  // MARK: One line

  // Decision: Docs/decisions/tooling-and-tests.md#format-follows-the-shipped-charts
  /// A value as it is written in the line of its key or hyphen; nil when it begins in the next line.
  ///
  /// - Parameters:
  ///   - entry: The key or item that it belongs to.
  ///   - used: How many characters of the line are taken.
  private func inline(_ node: Int32, of entry: Int32, _ place: ChartPlace, used: Int) -> String? {
    if nodes.kind(node) == .scalar {
      return isBlockText(node)
        ? nil : ScalarText.written(node, nodes, isInFlow: false)
    }
    if nodes.first(node) < 0 { return nodes.kind(node) == .mapping ? "{}" : "[]" }
    guard nodes.nodes[Int(node)].style == .flow, !layout.hasComment(in: node) else { return nil }
    var text = ""
    var room = layout.isPinned(entry) ? Int.max : Self.width - used
    return addFlow(node, place, to: &text, &room) ? text : nil
  }

  /// Adds a node in braces or brackets; false when it is longer than the room, or not allowed there.
  private func addFlow(_ node: Int32, _ place: ChartPlace, to text: inout String, _ room: inout Int) -> Bool {
    func add(_ piece: String) -> Bool {
      text += piece
      room -= piece.unicodeScalars.count
      return room >= 0
    }
    switch nodes.kind(node) {
    case .scalar:
      // A key without a value is read differently by other tools.
      return !nodes.isEmpty(node) && add(ScalarText.written(node, nodes, isInFlow: true))
    case .sequence:
      guard add("[") else { return false }
      var item = nodes.first(node)
      while item >= 0 {
        guard addFlow(item, place.item, to: &text, &room) else { return false }
        item = nodes.next(item)
        if item >= 0, !add(", ") { return false }
      }
      return add("]")
    case .mapping:
      if nodes.first(node) < 0 { return add("{}") }
      guard add("{ ") else { return false }
      let object = place.object(of: node, in: nodes)
      var isFirst = true
      for (key, value) in layout.entries(of: node, as: object) {
        if !isFirst, !add(", ") { return false }
        isFirst = false
        guard add(ScalarText.written(key: key, nodes, isInFlow: true, in: object) + ": "),
          addFlow(value, place.value(of: nodes.text(key), in: object), to: &text, &room)
        else { return false }
      }
      return add(" }")
    }
  }

  // MARK: Lines

  private mutating func write(_ text: String) { bytes += text.utf8 }

  private mutating func write(_ indent: Int) { bytes += repeatElement(0x20, count: indent) }

  private mutating func write(_ lines: [ChartLayout.Line], _ indent: Int) {
    for line in lines {
      if case .comment(let text) = line {
        write(indent)
        write(text)
      }
      write("\n")
    }
  }
}
