import Statecharts
import StatechartsModel
import StatechartsYAML

/// The nodes of a chart's text with the comments and empty lines that belong to each.
struct ChartLayout {
  /// A line without a key or value.
  enum Line: Hashable {
    case empty
    case comment(String)

    var isComment: Bool { self != .empty }
  }

  /// What belongs to an entry of a mapping or an item of a list.
  struct Surroundings: Hashable {
    /// The lines before it.
    var leadingLines: [Line] = []
    /// The comments behind it, in the same line.
    var trailingComments: [String] = []
  }

  let nodes: ChartNodes
  let root: Int32
  /// The lines before the first key of the chart. They belong to the file.
  private(set) var header: [Line] = []
  /// By the number of an entry's key or of an item.
  private var surroundings: [Int32: Surroundings] = [:]
  /// The lines after the last entry or item of a mapping or list.
  private var footers: [Int32: [Line]] = [:]
  private let comments: [YAMLDocument.Comment]
  /// The comments that a finding is about, because they may be meant as text.
  private let reported: Set<String>

  /// Finds out what belongs where.
  init(_ document: YAMLDocument, root: Int32) {
    self.root = root
    nodes = ChartNodes(document)
    comments = document.comments
    reported = Set(
      comments.filter(\.mayBeText).map { LayoutWalk.text($0, in: document.source) })
    var walk = LayoutWalk(document, nodes)
    walk.visit(root)
    walk.finish(root)
    header = walk.header
    surroundings = walk.surroundings
    footers = walk.footers
  }

  /// What belongs to an entry or item. Only one comment fits behind it; the others are put before it.
  func surroundings(of entry: Int32) -> Surroundings {
    guard var result = surroundings[entry] else { return Surroundings() }
    if result.trailingComments.count > 1 {
      result.leadingLines += result.trailingComments.dropLast().map(Line.comment)
      result.trailingComments.removeFirst(result.trailingComments.count - 1)
    }
    return result
  }

  /// The spaces between a text and a comment behind it. Without a space after its `#`, one space would look as if the
  /// comment were meant as text.
  func space(before comment: String, behind node: Int32) -> String {
    let isClear = nodes.kind(node) != .scalar || comment.hasPrefix("# ") || reported.contains(comment)
    return isClear ? " " : "  "
  }

  /// Whether a comment of the linter is about the line of an entry or item, which then stays one line.
  func isPinned(_ entry: Int32) -> Bool {
    guard let own = surroundings[entry] else { return false }
    return own.trailingComments.contains { $0.contains("lint:disable") }
      || own.leadingLines.contains {
        if case .comment(let text) = $0 { text.contains("lint:disable") } else { false }
      }
  }

  /// The entries of a mapping in the order in which they are written.
  func entries(of node: Int32, as object: FormatObject?) -> [(key: Int32, value: Int32)] {
    // The first line of an item is that of its first key.
    KeyOrder.entries(of: node, in: nodes, as: isPinned(node) ? nil : object)
  }

  /// The lines after the last entry or item of a mapping or list.
  func footer(of node: Int32) -> [Line] { footers[node] ?? [] }

  /// The first entry or item of a mapping or list as it is written; nil in an empty one.
  func first(in node: Int32, at place: ChartPlace) -> Int32? {
    if nodes.kind(node) == .sequence { return nodes.first(node) < 0 ? nil : nodes.first(node) }
    return entries(of: node, as: place.object(of: node, in: nodes)).first?.key
  }

  /// Whether a comment is inside a node.
  func hasComment(in node: Int32) -> Bool {
    let range = nodes.range(node)
    let next = comments.partitioningIndex { $0.range.lowerBound >= range.lowerBound }
    return next < comments.count && comments[next].range.lowerBound < range.upperBound
  }
}

extension ChartLayout {
  /// Compares two texts, comments included.
  ///
  /// - Parameter other: A text in which the keys of the format have their order.
  /// - Returns: The node of this text that the other one has not in the same form; nil when they are equal.
  func firstDifference(from other: ChartLayout) -> Int32? {
    guard fileComments == other.fileComments else { return root }
    return difference(root, other, other.root, .root, isInner: true)
  }

  /// The comments before the first key: those of the file, and those of the key that became the first.
  private var fileComments: [String] {
    let first = first(in: root, at: .root)
    return Self.comments(header + (first.map { surroundings(of: $0).leadingLines } ?? []))
  }

  // The reader bounds how deep the nodes nest.
  /// - Parameter isInner: Whether what precedes the first entry was compared with what is around the node.
  private func difference(
    _ node: Int32, _ other: ChartLayout, _ match: Int32, _ place: ChartPlace, isInner: Bool = false
  ) -> Int32? {
    guard nodes.kind(node) == other.nodes.kind(match), nodes.text(node) == other.nodes.text(match),
      nodes.isEmpty(node) == other.nodes.isEmpty(match), nodes.count(node) == other.nodes.count(match),
      Self.comments(footer(of: node)) == Self.comments(other.footer(of: match))
    else { return node }
    if nodes.kind(node) == .sequence {
      var (item, matching) = (nodes.first(node), other.nodes.first(match))
      while item >= 0, matching >= 0 {
        let isCompared = isInner && item == nodes.first(node)
        guard
          isCompared
            || comments(ofItem: item, at: place.item) == other.comments(ofItem: matching, at: place.item)
        else { return item }
        if let node = difference(item, other, matching, place.item, isInner: true) { return node }
        (item, matching) = (nodes.next(item), other.nodes.next(matching))
      }
      return nil
    }
    let object = place.object(of: node, in: nodes)
    let matches = other.nodes.entries(of: match)
    for (number, entry) in entries(of: node, as: object).enumerated() {
      let key = matches[number].key
      guard nodes.text(entry.key) == other.nodes.text(key) else { return entry.key }
      let isCompared = isInner && number == 0
      let own = isCompared ? surroundings(of: entry.key).trailingComments : comments(of: entry.key)
      let its = isCompared ? other.surroundings(of: key).trailingComments : other.comments(of: key)
      guard own == its else { return entry.key }
      let inner = place.value(of: nodes.text(entry.key), in: object)
      if let node = difference(entry.value, other, matches[number].value, inner) { return node }
    }
    return nil
  }

  static func comments(_ lines: [Line]) -> [String] {
    lines.compactMap { if case .comment(let text) = $0 { text } else { nil } }
  }

  /// The comments before and behind an entry or item.
  func comments(of entry: Int32) -> [String] {
    let own = surroundings(of: entry)
    return Self.comments(own.leadingLines) + own.trailingComments
  }

  /// The comments of an item, with those before the first entry inside it.
  private func comments(ofItem item: Int32, at place: ChartPlace) -> [String] {
    let own = comments(of: item)
    guard nodes.kind(item) != .scalar, let first = first(in: item, at: place) else { return own }
    return own
      + (nodes.kind(item) == .sequence
        ? comments(ofItem: first, at: place.item) : Self.comments(surroundings(of: first).leadingLines))
  }
}

/// Goes through a text once, in its order, and gives each comment to a node.
struct LayoutWalk {
  let source: SourceText
  let nodes: ChartNodes
  let comments: [YAMLDocument.Comment]
  var header: [ChartLayout.Line] = []
  var surroundings: [Int32: ChartLayout.Surroundings] = [:]
  var footers: [Int32: [ChartLayout.Line]] = [:]
  private var nextComment = 0
  /// The entry or item that a comment in the same line belongs to.
  private var current: Int32 = -1
  /// The blocks that have ended since, the innermost first.
  private var ended: [(node: Int32, column: Int)] = []
  /// The number of the last line with something in it, from 1; 0 at the start.
  private var lastLine = 0
  private var lineCursor = 0
  /// Whether empty lines belong to the last text.
  private var keepsEmptyLines = false

  init(_ document: YAMLDocument, _ nodes: ChartNodes) {
    source = document.source
    self.nodes = nodes
    comments = document.comments
  }

  // The reader bounds how deep the nodes nest.
  mutating func visit(_ node: Int32, owner: Int32 = -1, isInFlow: Bool = false) {
    let range = nodes.range(node)
    let isFlow = nodes.nodes[Int(node)].style == .flow
    if owner >= 0, owner != node, isFlow || nodes.kind(node) == .scalar {
      giveComments(between: owner, and: node, isInFlow: isInFlow)
    }
    let column = column(of: range.lowerBound)
    switch nodes.kind(node) {
    case .scalar:
      if !nodes.isEmpty(node) { lastLine = line(of: max(range.lowerBound, range.upperBound - 1)) }
      keepsEmptyLines = isKeeping(node)
      return
    case .mapping:
      var isFirst = true
      for (key, value) in nodes.entries(of: node) {
        enter(key, column, isFirst: isFirst, isFlow: isFlow, ofRoot: owner < 0)
        isFirst = false
        lastLine = line(of: nodes.range(key).lowerBound)
        visit(value, owner: key, isInFlow: isFlow)
      }
    case .sequence:
      var item = nodes.first(node)
      var isFirst = true
      while item >= 0 {
        enter(item, column, isFirst: isFirst, isFlow: isFlow, isItem: !isFlow)
        isFirst = false
        visit(item, owner: item)
        item = nodes.next(item)
      }
    }
    guard isFlow else {
      ended.append((node, column))
      return
    }
    let isEmpty = nodes.first(node) < 0
    for comment in takeComments(before: range.upperBound) {
      if isEmpty {
        surroundings[owner, default: .init()].trailingComments.append(text(comment))
      } else if comment.isOnOwnLine {
        footers[node, default: []].append(.comment(text(comment)))
      } else {
        surroundings[current, default: .init()].trailingComments.append(text(comment))
      }
    }
    lastLine = line(of: range.upperBound - 1)
    keepsEmptyLines = false
    if owner >= 0 { current = owner }
  }

  /// Gives a key the comments between it and its value. A key without a value gets the comments below it that are
  /// indented deeper.
  private mutating func giveComments(between key: Int32, and value: Int32, isInFlow: Bool) {
    let isEmpty = nodes.isEmpty(value)
    let start = nodes.range(value).lowerBound
    let keyColumn = column(of: nodes.range(key).lowerBound)
    var end = nodes.range(key).upperBound
    while nextComment < comments.count {
      let comment = comments[nextComment]
      let first = comment.range.lowerBound
      let text = text(comment)
      if isEmpty {
        let isNext = first >= end && source.bytes[end..<first].allSatisfy { Self.separators.contains($0) }
        guard isNext, !isInFlow else { return }
        // A comment of the linter is about the next line.
        let isBelow = column(of: first) > keyColumn && !text.contains("lint:disable")
        guard isBelow || !comment.isOnOwnLine else { return }
      } else if first >= start {
        return
      }
      if comment.isOnOwnLine {
        var own = surroundings[key] ?? .init()
        if !isEmpty {
          // A comment behind the key stays before those below it.
          own.leadingLines += own.trailingComments.map(ChartLayout.Line.comment)
          own.trailingComments = []
        }
        own.leadingLines.append(.comment(text))
        surroundings[key] = own
      } else {
        surroundings[key, default: .init()].trailingComments.append(text)
      }
      lastLine = line(of: first)
      end = comment.range.upperBound
      nextComment += 1
    }
  }

  /// The bytes between a key and a comment below it.
  private static let separators: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ":")]

  /// Assigns the comments after the last node.
  mutating func finish(_ root: Int32) {
    for comment in takeComments(before: source.bytes.count + 1) {
      guard comment.isOnOwnLine || current < 0 else {
        surroundings[current, default: .init()].trailingComments.append(text(comment))
        continue
      }
      let column = column(of: comment.range.lowerBound)
      let block = block(for: column) ?? root
      footers[block, default: []] += emptyLine(before: comment) + [.comment(text(comment))]
    }
  }

  /// Assigns the comments between the last node and an entry or item.
  private mutating func enter(
    _ entry: Int32, _ column: Int, isFirst: Bool, isFlow: Bool, isItem: Bool = false, ofRoot: Bool = false
  ) {
    let start = nodes.range(entry).lowerBound
    let gap = takeComments(before: start)
    let mark = isItem && !gap.isEmpty ? hyphen(before: start, gap) : start
    var before: [ChartLayout.Line] = []
    var isOwn = false
    for comment in gap {
      let text = text(comment)
      guard comment.isOnOwnLine, comment.range.lowerBound < mark else {
        if comment.range.lowerBound > mark || current < 0 {
          before.append(.comment(text))
        } else {
          surroundings[current, default: .init()].trailingComments.append(text)
        }
        // A comment behind `|` or `>` precedes the text.
        lastLine = max(lastLine, line(of: comment.range.lowerBound))
        continue
      }
      // Deeper than what follows, and after a block: it ends that block.
      let ownColumn = self.column(of: comment.range.lowerBound)
      if !isOwn, !isFlow, ownColumn > column, let block = block(for: ownColumn) {
        footers[block, default: []] += emptyLine(before: comment) + [.comment(text)]
        continue
      }
      if !(isFirst && before.isEmpty) || isOwn { before += isFlow ? [] : emptyLine(before: comment) }
      lastLine = line(of: comment.range.lowerBound)
      isOwn = true
      before.append(.comment(text))
    }
    let isAfterEmptyLine = line(of: mark) > lastLine + 1
    if isAfterEmptyLine, !isFlow, !keepsEmptyLines, lastLine > 0, !(isFirst && before.isEmpty) {
      before.append(.empty)
    }
    if ofRoot, isFirst {
      header = before
    } else if !before.isEmpty {
      surroundings[entry, default: .init()].leadingLines = before
    }
    current = entry
    ended = []
    keepsEmptyLines = false
    lastLine = line(of: mark)
  }

  /// The block that has ended and that a comment in a column belongs to. Those inside it take no more comments.
  private mutating func block(for column: Int) -> Int32? {
    guard !ended.isEmpty else { return nil }
    // The outermost of those with the greatest column that is not greater.
    var best = ended.count - 1
    for (number, block) in ended.enumerated() where block.column <= column {
      if ended[best].column > column || block.column >= ended[best].column { best = number }
    }
    ended.removeFirst(best)
    return ended.first?.node
  }

  private mutating func takeComments(before offset: Int) -> ArraySlice<YAMLDocument.Comment> {
    let first = nextComment
    while nextComment < comments.count, comments[nextComment].range.lowerBound < offset { nextComment += 1 }
    return comments[first..<nextComment]
  }

  /// An empty line, if there is one before a comment.
  private mutating func emptyLine(before comment: YAMLDocument.Comment) -> [ChartLayout.Line] {
    let line = line(of: comment.range.lowerBound)
    defer {
      lastLine = line
      keepsEmptyLines = false
    }
    return line > lastLine + 1 && lastLine > 0 && !keepsEmptyLines ? [.empty] : []
  }

  /// Where the hyphen of an item is, when comments are between it and the text before.
  private func hyphen(before start: Int, _ gap: ArraySlice<YAMLDocument.Comment>) -> Int {
    var end = start
    for comment in gap.reversed() {
      if let hyphen = source.bytes[comment.range.upperBound..<end].firstIndex(of: UInt8(ascii: "-")) {
        return hyphen
      }
      end = comment.range.lowerBound
    }
    // It precedes all of them, or there is no item after them.
    return gap.first.map { $0.range.lowerBound - 1 } ?? start
  }

  /// The number of a line, from 1. The walk asks in the order of the text.
  private mutating func line(of offset: Int) -> Int {
    while lineCursor > 0, source.lineStarts[lineCursor] > offset { lineCursor -= 1 }
    while lineCursor + 1 < source.lineStarts.count, source.lineStarts[lineCursor + 1] <= offset {
      lineCursor += 1
    }
    return lineCursor + 1
  }

  private mutating func column(of offset: Int) -> Int { offset - source.lineStarts[line(of: offset) - 1] }

  private func text(_ comment: YAMLDocument.Comment) -> String { Self.text(comment, in: source) }

  /// A comment without the spaces at its end.
  static func text(_ comment: YAMLDocument.Comment, in source: SourceText) -> String {
    let text = source.text(in: comment.range)
    let end = text.utf8.lastIndex { $0 != 0x20 && $0 != 0x09 }
    return end.map { String(text[...$0]) } ?? text
  }

  /// Whether a text keeps all line breaks at its end, as after `|+`.
  private func isKeeping(_ node: Int32) -> Bool {
    let style = nodes.nodes[Int(node)].style
    guard style == .literal || style == .folded else { return false }
    return BlockText.header(of: node, nodes).contains(UInt8(ascii: "+"))
  }
}
