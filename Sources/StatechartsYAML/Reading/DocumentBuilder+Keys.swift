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
    guard !copies.isEmpty else { return }
    let isValue = node > 0 && nodes[Int(node) - 1].next == node
    let keys = DuplicateKeys(
      text: TextLines(source),
      pairs: copies.map { DuplicateKeys.Pair(first: entry($0.first), second: entry($0.second)) },
      holder: isValue ? text(ofNode: node - 1) : nil, isRoot: open.isEmpty,
      isItem: open.last?.isMapping == false)
    for explanation in explainer.duplicateKeys(keys) { findings.add(explanation) }
  }

  private func entry(_ key: Key) -> DuplicateKeys.Entry {
    let value = Int(nodes[Int(key.node)].next)
    return DuplicateKeys.Entry(
      key: self.key(key), range: range(key),
      value: nodes.indices.contains(value)
        ? DuplicateKeys.Value(
          range: Int(nodes[value].start)..<Int(nodes[value].end), text: text(ofNode: Int32(value)),
          isQuoted: nodes[value].style == .singleQuoted || nodes[value].style == .doubleQuoted) : nil)
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

  func text(ofNode node: Int32) -> String? {
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
