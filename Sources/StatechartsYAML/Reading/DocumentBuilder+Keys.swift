extension DocumentBuilder {
  /// A key of an open mapping.
  struct Key {
    /// A hash of its text with ASCII letters in lower case.
    var hash: UInt64
    var node: Int32
  }

  mutating func rememberKey(_ node: Int32) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    let place = nodes[Int(node)]
    let text = texts[Int(place.content)]
    if place.style == .plain, Int(place.end - place.start) == text.utf8.count, invisible.isEmpty {
      // The text as it is written; its bytes are at hand.
      for index in Int(place.start)..<Int(place.end) {
        hash = (hash ^ UInt64(DocumentBuilder.lowercase(bytes[index]))) &* 0x100_0000_01B3
      }
    } else {
      for byte in text.utf8 { hash = (hash ^ UInt64(DocumentBuilder.lowercase(byte))) &* 0x100_0000_01B3 }
    }
    keys.append(Key(hash: hash, node: node))
  }

  /// Reports the keys of a mapping that are there twice, or nearly. The mapping is closed already.
  mutating func judgeKeys(from first: Int, of node: Int32) {
    let count = keys.count - first
    defer { keys.removeLast(count) }
    guard count > 1 else { return }
    if count <= 8 {
      var isClean = true
      for left in first..<keys.count - 1 {
        for right in left + 1..<keys.count where keys[left].hash == keys[right].hash { isClean = false }
      }
      if isClean { return }
    }
    // Equal hashes may be an accident or made on purpose, so the texts decide the order within them.
    let sorted = keys[first...].sorted { left, right in
      left.hash != right.hash ? left.hash < right.hash : folded(left, isBefore: right)
    }
    var copies: [(first: Key, second: Key)] = []
    var start = 0
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, sorted[end].hash == sorted[start].hash,
        !folded(sorted[start], isBefore: sorted[end], byText: true)
      { end += 1 }
      if end - start > 1 { reportTwins(sorted[start..<end], &copies) }
      start = end
    }
    report(copies.sorted { $0.second.node < $1.second.node }, of: node)
  }

  /// Reports keys that are equal but for upper and lower case, and collects those that are equal; they come in document
  /// order.
  private mutating func reportTwins(_ twins: ArraySlice<Key>, _ copies: inout [(first: Key, second: Key)]) {
    let ordered = twins.sorted { left, right in
      let (a, b) = (key(left).utf8, key(right).utf8)
      return a.elementsEqual(b) ? left.node < right.node : a.lexicographicallyPrecedes(b)
    }
    var firsts: [Key] = []
    for twin in ordered {
      guard let known = firsts.last, key(known).utf8.elementsEqual(key(twin).utf8) else {
        firsts.append(twin)
        continue
      }
      copies.append((known, twin))
    }
    firsts.sort { $0.node < $1.node }
    guard let first = firsts.first else { return }
    let (name, place) = (key(first), range(first))
    for twin in firsts.dropFirst() {
      let other = key(twin)
      findings.add(
        .similarKeys, .warning, range(twin),
        "The keys `\(name)` and `\(other)` differ only in upper and lower case.",
        help: "If they are the same key, spell them the same. If not, rename one.",
        related: [Diagnostic.Related(range: place, message: "the other key")])
    }
  }

  /// Reports the keys of a mapping that are there twice, in document order.
  private mutating func report(_ copies: [(first: Key, second: Key)], of node: Int32) {
    guard let start = copies.first else { return }
    let source = source
    var copies = copies
    if open.isEmpty, let copy = copies.first(where: { key($0.second) == "statechart" }),
      copies.contains(where: { key($0.second) == "states" && $0.second.node > copy.second.node })
    {
      let (first, second) = (range(copy.first), range(copy.second))
      let ids = copies.first { key($0.second) == "id" }
      let id = ids.flatMap { text(of: value(of: $0.first)) }
      let isSame = id != nil && id == ids.flatMap { text(of: value(of: $0.second)) }
      let help =
        isSame
        ? help(forChart: first, copiedTo: second)
        : "Move everything from line \(firstLine(ofChart: second)) on to a file of its own."
      findings.add(
        .duplicateKey, .error, second,
        isSame ? "The file contains the chart twice." : "The file contains two charts.",
        help: help,
        related: [Diagnostic.Related(range: first, message: "the first chart")])
      copies.removeAll { $0.second.node >= copy.second.node }
    }
    let isState = node > 0 && nodes[Int(node) - 1].next == node && text(ofNode: node - 1) == "states"
    let help: String
    if isState {
      help = "Give the second state an id of its own."
    } else if copies.count == 1 {
      help = self.help(for: start)
    } else {
      let line = source.line(at: range(start.second).lowerBound)
      help =
        open.last?.isMapping == false
        ? "If another list item begins in line \(line), write `- ` before its first line. If not, delete one of the two."
        : "If something else begins in line \(line), write its name and a `:` above it, indented less than this line. "
          + "If not, delete one of the two."
    }
    let isEach = copies.allSatisfy(areEqual)
    for copy in copies {
      let (name, first) = (key(copy.second), range(copy.first))
      let own = isEach || isState && (hasEmptyValue(copy) || areEqual(copy)) ? self.help(for: copy) : help
      findings.add(
        .duplicateKey, .error, range(copy.second),
        "The \(isState ? "state" : "key") `\(name)` appears twice. The first is in line \(source.line(at: first.lowerBound)).",
        help: own,
        related: [Diagnostic.Related(range: first, message: "the first `\(name)`")])
    }
  }

  /// The line in which a chart begins that follows another one: comments before its first key belong to it.
  private func firstLine(ofChart key: SourceRange) -> Int {
    let lines = TextLines(source)
    var first = source.line(at: key.lowerBound)
    for line in (1..<first).reversed() {
      let start = lines.firstNonBlank(from: source.lineStarts[line - 1])
      if bytes[lines.span(start, start + 1)].first == 0x23 {
        first = line
      } else if !lines.word(at: start).isEmpty {
        break
      }
    }
    return first
  }

  /// What to do about a chart and its copy, of which either may be the newer one.
  private func help(forChart key: SourceRange, copiedTo copy: SourceRange) -> String {
    let lines = TextLines(source)
    let start = firstLine(ofChart: copy)
    var (left, right): (Int?, Int?) = (key.lowerBound, copy.lowerBound)
    var last = copy.lowerBound
    while let one = left, let other = right, one < copy.lowerBound,
      bytes[lines.line(of: one)].elementsEqual(bytes[lines.line(of: other)])
    {
      last = other
      (left, right) = (lines.nextText(after: one), lines.nextText(after: other))
    }
    if right == nil, left.map({ $0 >= copy.lowerBound }) == true {
      return "Both copies say the same. Delete everything from line \(start) on."
    }
    while let line = lines.nextText(after: last) { last = line }
    let end = lines.textBefore(copy.lowerBound).map(source.line) ?? 1
    return "The two copies differ, first in line \(source.line(at: right ?? left ?? last)). "
      + "Keep one of them: lines 1 to \(end), or lines \(start) to \(source.line(at: last))."
  }

  /// What to do about a single key that is there twice.
  private func help(for copy: (first: Key, second: Key)) -> String {
    let rename = "or rename one if they are different things."
    let merge = "Put everything under the first and delete the second, \(rename)"
    guard let first = value(of: copy.first), let second = value(of: copy.second) else { return merge }
    let lines = [copy.first, copy.second].map { source.line(at: range($0).lowerBound) }
    func delete(_ number: Int) -> String {
      lines[0] == lines[1] ? "Delete it." : "Delete the one in line \(lines[number])."
    }
    if areEqual(copy) {
      let last = source.line(at: Int(second.end))
      return "Both have the same value. "
        + (lines[0] == lines[1]
          ? "Delete one." : lines[1] < last ? "Delete the second (lines \(lines[1]) to \(last))." : delete(1))
    }
    if isEmpty(first) { return "The first has no value. \(delete(0))" }
    if isEmpty(second) { return "The second has no value. \(delete(1))" }
    return first.kind == .scalar && second.kind == .scalar ? "Delete one of the two, \(rename)" : merge
  }

  /// Whether a key that is there twice has the same value both times, and has one.
  private func areEqual(_ copy: (first: Key, second: Key)) -> Bool {
    guard let first = value(of: copy.first), let second = value(of: copy.second), first.start < first.end,
      second.start < second.end
    else { return false }
    return bytes[Int(first.start)..<Int(first.end)].elementsEqual(
      bytes[Int(second.start)..<Int(second.end)])
  }

  private func hasEmptyValue(_ copy: (first: Key, second: Key)) -> Bool {
    [copy.first, copy.second].contains { value(of: $0).map(isEmpty) == true }
  }

  /// The value of a key; nil where a syntax error comes before it.
  private func value(of key: Key) -> YAMLDocument.Node? {
    let value = Int(nodes[Int(key.node)].next)
    return nodes.indices.contains(value) ? nodes[value] : nil
  }

  private func isEmpty(_ value: YAMLDocument.Node) -> Bool {
    value.style != .doubleQuoted && value.style != .singleQuoted && text(of: value) == ""
  }

  /// The text of a scalar; nil for anything else.
  private func text(of value: YAMLDocument.Node?) -> String? {
    value.flatMap { $0.kind == .scalar ? texts[Int($0.content)] : nil }
  }

  /// Orders by the text in lower case; then, unless only the text is to count, by the place.
  private func folded(_ left: Key, isBefore right: Key, byText: Bool = false) -> Bool {
    var rest = key(right).utf8.makeIterator()
    for byte in key(left).utf8 {
      guard let other = rest.next() else { return false }
      let (a, b) = (DocumentBuilder.lowercase(byte), DocumentBuilder.lowercase(other))
      if a != b { return a < b }
    }
    if rest.next() != nil { return true }
    return !byText && left.node < right.node
  }

  private func key(_ key: Key) -> String { texts[Int(nodes[Int(key.node)].content)] }

  private func text(ofNode node: Int32) -> String? {
    nodes[Int(node)].kind == .scalar ? texts[Int(nodes[Int(node)].content)] : nil
  }

  private func range(_ key: Key) -> SourceRange {
    let node = nodes[Int(key.node)]
    return Int(node.start)..<Int(node.end)
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }
}
