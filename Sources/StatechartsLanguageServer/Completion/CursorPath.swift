internal import StatechartsYAML

/// Where the cursor is among the keys of a YAML text, found by indentation and brackets, so that the text may be broken.
struct CursorPath {
  /// One step from a collection to what is inside it.
  enum Step {
    /// The value of a key, with the keys before it in its mapping and their values where those are short texts.
    case key(String, siblings: [String: String])
    /// An element of a list.
    case item
  }

  /// What may be typed at the cursor.
  enum Expected {
    /// A key of the mapping at the end of the path.
    case key
    /// A value of what is at the end of the path.
    case value
    /// A value, or the first key of a mapping.
    case keyOrValue
  }

  /// The steps from the root of the text.
  private(set) var steps: [Step] = []
  private(set) var expected = Expected.key
  /// The keys that the mapping around the cursor has already.
  private(set) var siblings: [String: String] = [:]
  /// Whether the collection around the cursor is in brackets.
  private(set) var isInFlow = false

  /// Looks for the path; nil in a comment and in a text of several lines.
  init?(_ source: SourceText, at cursor: Int) {
    var scan = CursorScan(source, cursor)
    guard let end = scan.run() else { return nil }
    expected = end.expected
    siblings = end.siblings
    steps = end.steps
    isInFlow = scan.isInFlow
    for (name, value) in scan.laterKeys() where siblings[name] == nil { siblings[name] = value }
  }
}

/// Reads a text up to the cursor.
private struct CursorScan {
  struct Frame {
    var isSequence: Bool
    /// The column of a block collection; nil in brackets.
    var indentation: Int?
    var keys: [String: String] = [:]
    var current: String?

    var step: CursorPath.Step? {
      isSequence ? .item : current.map { .key($0, siblings: keys) }
    }
  }

  struct End {
    var steps: [CursorPath.Step]
    var expected: CursorPath.Expected
    var siblings: [String: String] = [:]
  }

  let source: SourceText
  let bytes: [UInt8]
  let cursor: Int
  var frames: [Frame] = []
  /// The column of the mapping around the cursor, where that is a block.
  var column: Int?

  init(_ source: SourceText, _ cursor: Int) {
    self.source = source
    bytes = source.bytes
    self.cursor = min(max(cursor, 0), bytes.count)
  }

  var isInFlow: Bool { frames.last.map { $0.indentation == nil } ?? false }
  private var steps: [CursorPath.Step] { frames.compactMap(\.step) }

  mutating func run() -> End? {
    let last = source.line(at: cursor)
    /// The indentation of the key whose value is a text of several lines.
    var block: Int?
    for line in 1...last {
      let start = source.lineStarts[line - 1]
      let end = min(source.end(ofLine: line), cursor)
      let isLast = line == last
      guard end >= start else { return nil }
      leaveUnclosedBrackets(start, end, isLast: isLast)
      if isInFlow {
        if let result = readFlow(start, end, isLast: isLast) { return result.end }
        continue
      }
      let content = firstNonBlank(start, end)
      if let limit = block {
        // An empty line may be the next key.
        if content < end ? content - start > limit : !isLast || cursor - start > limit {
          if isLast { return nil }
          continue
        }
        block = nil
      }
      if content == end {
        if isLast { return blockEnd(at: end - start) }
        continue
      }
      if bytes[content] == UInt8(ascii: "#") {
        if isLast { return nil }
        continue
      }
      switch readBlock(start, content, end, isLast: isLast) {
      case .end(let result): return result
      case .text(let indentation): block = indentation
      case .next: continue
      }
    }
    return nil
  }

  /// Brackets hold only lines that are indented further than their key, so at another line one was forgotten.
  private mutating func leaveUnclosedBrackets(_ start: Int, _ end: Int, isLast: Bool) {
    guard isInFlow, let outer = frames.last(where: { $0.indentation != nil })?.indentation else { return }
    let content = firstNonBlank(start, end)
    guard content < end || isLast, content - start <= outer else { return }
    if content < end, "}],#".utf8.contains(bytes[content]) { return }
    while isInFlow { frames.removeLast() }
  }

  private enum LineResult {
    case end(End?)
    case text(indentation: Int)
    case next
  }

  /// A line outside of brackets.
  private mutating func readBlock(_ start: Int, _ content: Int, _ end: Int, isLast: Bool) -> LineResult {
    var index = content
    leave(index - start, startsItem: isDash(index, end))
    while isDash(index, end) {
      let column = index - start
      if frames.last.map({ !$0.isSequence || $0.indentation != column }) ?? true {
        frames.append(Frame(isSequence: true, indentation: column))
      }
      index = firstNonBlank(index + 1, end)
      if index == end {
        return isLast ? .end(End(steps: steps, expected: .keyOrValue)) : .next
      }
    }
    let column = index - start
    if bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "[") {
      return readFlow(index, end, isLast: isLast).map { LineResult.end($0.end) } ?? .next
    }
    guard let key = key(index, end) else {
      guard isLast else { return .next }
      if index > content { return .end(End(steps: steps, expected: .keyOrValue)) }
      return .end(blockEnd(at: column))
    }
    if let top = frames.last, !top.isSequence, top.indentation == column {
      frames[frames.count - 1].current = key.name
    } else {
      frames.append(Frame(isSequence: false, indentation: column, current: key.name))
    }
    let value = firstNonBlank(key.end, end)
    frames[frames.count - 1].keys[key.name] = shortText(value, source.end(ofLine: source.line(at: start)))
    guard value < end else {
      // Behind the colon there is a space before the value.
      return isLast ? .end(cursor > key.end ? End(steps: steps, expected: .value) : nil) : .next
    }
    switch bytes[value] {
    case UInt8(ascii: "|"), UInt8(ascii: ">"): return isLast ? .end(nil) : .text(indentation: column)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return readFlow(value, end, isLast: isLast).map { LineResult.end($0.end) } ?? .next
    default:
      guard isLast else { return .next }
      return .end(hasComment(value, end) ? nil : End(steps: steps, expected: .value))
    }
  }

  /// Ends the block collections that a line with this indentation does not belong to.
  private mutating func leave(_ column: Int, startsItem: Bool) {
    while let top = frames.last, let indentation = top.indentation {
      guard indentation > column || indentation == column && top.isSequence && !startsItem else { return }
      frames.removeLast()
    }
  }

  /// What may be typed at the start of a line.
  private mutating func blockEnd(at column: Int) -> End {
    leave(column, startsItem: false)
    self.column = column
    if let top = frames.last, !top.isSequence, top.indentation == column {
      frames[frames.count - 1].current = nil
      return End(steps: steps, expected: .key, siblings: top.keys)
    }
    return End(steps: steps, expected: frames.isEmpty ? .key : .keyOrValue)
  }

  private struct FlowEnd { var end: End? }

  /// Text in brackets; nil where the cursor is not in it.
  private mutating func readFlow(_ start: Int, _ end: Int, isLast: Bool) -> FlowEnd? {
    var index = start
    /// Where the text since the last sign starts.
    var token = start
    var wasQuoted = false
    while index < end {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        frames.append(Frame(isSequence: byte == UInt8(ascii: "["), indentation: nil))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        note(token, index - 1)
        frames.removeLast()
        guard isInFlow else {
          // What follows the brackets is not read.
          return isLast ? FlowEnd(end: nil) : nil
        }
      case UInt8(ascii: ","):
        note(token, index - 1)
        frames[frames.count - 1].current = nil
      case UInt8(ascii: ":"):
        let endsKey = wasQuoted || index >= end || " \t,{}[]".utf8.contains(bytes[index])
        guard endsKey, let top = frames.last, !top.isSequence, top.current == nil else { continue }
        let name = unquoted(token, index - 1)
        frames[frames.count - 1].current = name
        frames[frames.count - 1].keys[name] = ""
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        guard firstNonBlank(token, index) == index - 1 else { continue }
        while index < end {
          if bytes[index] == UInt8(ascii: "\\"), byte == UInt8(ascii: "\"") {
            index += 1
          } else if bytes[index] == byte {
            // `''` is a quote in the text.
            guard byte == UInt8(ascii: "'"), index + 1 < end, bytes[index + 1] == byte else { break }
            index += 1
          }
          index += 1
        }
        index = min(index + 1, end)
        wasQuoted = true
        continue
      case UInt8(ascii: "#"):
        guard index - 1 == start || bytes[index - 2] <= 0x20 else { continue }
        return isLast ? FlowEnd(end: nil) : nil
      default: continue
      }
      token = index
      wasQuoted = false
    }
    guard isLast, let top = frames.last else { return nil }
    if top.isSequence { return FlowEnd(end: End(steps: steps, expected: .keyOrValue)) }
    return FlowEnd(
      end: top.current == nil
        ? End(steps: steps, expected: .key, siblings: top.keys) : End(steps: steps, expected: .value))
  }

  /// Remembers the value of the current key in brackets.
  private mutating func note(_ start: Int, _ end: Int) {
    guard let top = frames.last, !top.isSequence, let current = top.current else { return }
    let value = unquoted(start, end)
    if !value.isEmpty { frames[frames.count - 1].keys[current] = value }
  }

  /// Keys below the cursor in its block mapping.
  func laterKeys() -> [String: String] {
    guard let column else { return [:] }
    var result: [String: String] = [:]
    var line = source.line(at: cursor) + 1
    while line <= source.lineStarts.count {
      let start = source.lineStarts[line - 1]
      let end = source.end(ofLine: line)
      let content = firstNonBlank(start, end)
      line += 1
      guard content < end, bytes[content] != UInt8(ascii: "#") else { continue }
      if content - start < column { break }
      if content - start == column, let key = key(content, end) {
        result[key.name] = shortText(firstNonBlank(key.end, end), end)
      }
    }
    return result
  }

  // MARK: Pieces of lines

  private func firstNonBlank(_ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    return index
  }

  private func isDash(_ index: Int, _ end: Int) -> Bool {
    index < end && bytes[index] == UInt8(ascii: "-") && (index + 1 == end || bytes[index + 1] == 0x20)
  }

  /// A key with its colon at an offset, and where its value may start.
  private func key(_ start: Int, _ end: Int) -> (name: String, end: Int)? {
    var index = start
    if bytes[index] == UInt8(ascii: "'") || bytes[index] == UInt8(ascii: "\"") {
      let quote = bytes[index]
      index += 1
      while index < end, bytes[index] != quote { index += 1 }
      index += 1
      guard index < end, bytes[index] == UInt8(ascii: ":") else { return nil }
      return (unquoted(start, index), index + 1)
    }
    while index < end {
      if bytes[index] == UInt8(ascii: ":"), index + 1 >= end || bytes[index + 1] == 0x20 {
        return (unquoted(start, index), index + 1)
      }
      if bytes[index] == UInt8(ascii: "#"), index > start, bytes[index - 1] == 0x20 { return nil }
      index += 1
    }
    return nil
  }

  private func hasComment(_ start: Int, _ end: Int) -> Bool {
    guard end > start else { return false }
    return (start..<end).contains { index in
      bytes[index] == UInt8(ascii: "#") && index > 0 && bytes[index - 1] == 0x20
    }
  }

  /// A value in one line; empty for a longer one.
  private func shortText(_ start: Int, _ end: Int) -> String {
    guard end > start, end - start <= 100, !"{[|>".utf8.contains(bytes[start]) else { return "" }
    var last = start
    while last < end, !(bytes[last] == UInt8(ascii: "#") && bytes[last - 1] == 0x20) { last += 1 }
    return unquoted(start, last)
  }

  private func unquoted(_ start: Int, _ end: Int) -> String {
    guard start < end else { return "" }
    var slice = bytes[start..<end]
    while let byte = slice.first, byte == 0x20 || byte == 0x09 { slice = slice.dropFirst() }
    while let byte = slice.last, byte == 0x20 || byte == 0x09 { slice = slice.dropLast() }
    if let first = slice.first, first == UInt8(ascii: "'") || first == UInt8(ascii: "\""), slice.count > 1,
      slice.last == first
    {
      slice = slice.dropFirst().dropLast()
    }
    return String(decoding: slice, as: UTF8.self)
  }
}
