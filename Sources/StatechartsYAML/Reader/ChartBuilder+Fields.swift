import Statecharts

extension ChartBuilder {
  /// Takes in the keys of a mapping and reports those that it does not have.
  ///
  /// Call `close` when the mapping is read; the mappings inside are opened and closed between.
  mutating func open(_ node: Int32, as object: FormatObject, owner: Int32) -> Fields {
    let start = entries.count
    var meant: [String: Int32] = [:]
    var taken: Set<String>?
    var previous: Int32 = -1
    var key = first(node)
    while key >= 0 {
      let value = next(key)
      guard value >= 0 else { break }
      if kind(key) == .scalar {
        let text = text(key)
        if let (name, place) = index.find(text, in: object) {
          entries.append(Entry(name: name, place: place, key: key, value: value))
          if isEmpty(value) { _ = ask(.emptyKey(key, ofMapping: node, object, place: place)) }
          if chart.isBlock(value) { _ = ask(.block(key, ofMapping: node, object, place: place)) }
        } else if !chart.isExtension(text) {
          if previous >= 0, ask(.laterKey(key, after: previous, ofMapping: node, object, owner: owner)) != nil
          {
            break
          }
          let others = taken ?? knownKeys(of: node, in: object)
          taken = others
          reportUnknownKey(key, of: node, as: object, beside: others, &meant)
        }
      }
      previous = value
      key = next(value)
    }
    return Fields(object: object, range: start..<entries.count, owner: owner, meant: meant)
  }

  /// The keys of a mapping that the format has.
  func knownKeys(of node: Int32, in object: FormatObject) -> Set<String> {
    Set(chart.entries(of: node).lazy.map { text($0.key) }.filter { index.find($0, in: object) != nil })
  }

  /// Reports keys that are missing, that shut one another out, or that only other kinds of state have.
  mutating func check(_ fields: Fields, kind: StateKinds = .all, isKindCertain: Bool = true) {
    let object = Int(fields.object.rawValue)
    if kind != .all, isKindCertain {
      for place in fields.range where !index.stateKinds[object][entries[place].place].contains(kind) {
        entries[place].isRefused = true
        reportMisplaced(entries[place], index.keys[object][entries[place].place], in: kind)
      }
    }
    for key in index.requirements[object] where kind == .all || key.kinds.contains(kind) {
      if !isMeant(key.name, in: fields) { reportMissing(index.keys[object][key.place], in: fields) }
    }
    guard let group = fields.object.exclusiveGroup else { return }
    var found: Entry?
    for place in fields.range where group.names.contains(entries[place].name) {
      guard let earlier = found else {
        found = entries[place]
        continue
      }
      guard earlier.name != entries[place].name else { continue }
      entries[place].isRefused = true
      reportExclusive(entries[place].key, after: earlier.key)
    }
    if found == nil, group.isRequired, !group.names.contains(where: { isMeant($0, in: fields) }) {
      reportMissing(oneOf: group.names, in: fields)
    }
  }

  /// Ends the reading of a mapping.
  mutating func close(_ fields: Fields) { entries.removeLast(entries.count - fields.range.lowerBound) }

  /// An entry by its name; of equal ones, which YAML reports, the first.
  func entry(_ name: FormatName, in fields: Fields) -> Entry? {
    for place in fields.range where entries[place].name == name && !entries[place].isRefused {
      return entries[place]
    }
    return nil
  }

  func contains(_ name: FormatName, in fields: Fields) -> Bool {
    for place in fields.range where entries[place].name == name { return true }
    return false
  }

  /// Whether a key is there, be it misspelled.
  func isMeant(_ name: FormatName, in fields: Fields) -> Bool {
    fields.meant[name.text] != nil || contains(name, in: fields)
  }

  /// What the format says of an entry.
  func key(_ entry: Entry, in fields: Fields) -> FormatKey {
    index.keys[Int(fields.object.rawValue)][entry.place]
  }

  // MARK: Values behind keys

  mutating func string(_ name: FormatName, in fields: Fields) -> String? {
    guard let entry = entry(name, in: fields) else { return nil }
    guard kind(entry.value) == .scalar, !isEmpty(entry.value) else {
      reportWrongKind(entry, in: fields)
      return nil
    }
    let text = text(entry.value)
    reportHiddenEscapes(entry.value)
    _ = ask(.text(entry.value))
    // A folded text ends with a line break, which nobody means.
    return text.utf8.last == UInt8(ascii: "\n") ? trimmedAtEnd(text) : text
  }

  /// Reports escapes that put a character into a title that nobody sees, or that steers a terminal.
  private mutating func reportHiddenEscapes(_ node: Int32) {
    guard chart.nodes[Int(node)].style == .doubleQuoted else { return }
    let written = range(node)
    let bytes = chart.document.source.bytes
    var index = written.lowerBound
    while index < written.upperBound {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < written.upperBound else {
        index += 1
        continue
      }
      let (scalar, length) = TextScan.escape(bytes, at: index, upTo: written.upperBound)
      if let scalar {
        let kind = CharacterKind(scalar)
        switch kind {
        case .control, .lineBreak, .invisible:
          findings.add(
            .hiddenCharacter, .error, index..<index + length,
            "The escape `\(String(decoding: bytes[index..<index + length], as: UTF8.self))` puts an invisible character into the text: \(CharacterKind.code(scalar)).",
            help: "Delete it.")
        default: break
        }
      }
      index += length
    }
  }

  private func trimmedAtEnd(_ text: String) -> String {
    var bytes = Array(text.utf8)
    while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: " ") {
      bytes.removeLast()
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  mutating func bool(_ name: FormatName, in fields: Fields) -> Bool? {
    guard let entry = entry(name, in: fields) else { return nil }
    guard kind(entry.value) == .scalar, !isEmpty(entry.value) else {
      reportWrongKind(entry, in: fields)
      return nil
    }
    let text = text(entry.value)
    if isPlain(entry.value) {
      if text == "true" { return true }
      if text == "false" { return false }
    }
    reportWrongKind(entry, in: fields)
    return nil
  }

  mutating func count(_ name: FormatName, in fields: Fields) -> Int? {
    guard let entry = entry(name, in: fields) else { return nil }
    guard kind(entry.value) == .scalar, !isEmpty(entry.value), isPlain(entry.value),
      let number = chart.wholeNumber(entry.value), number >= 1
    else {
      reportWrongKind(entry, in: fields)
      return nil
    }
    return number
  }

  mutating func choice(_ name: FormatName, in fields: Fields) -> String? {
    guard let entry = entry(name, in: fields) else { return nil }
    guard case .choice(let words) = key(entry, in: fields).shape else { return nil }
    guard kind(entry.value) == .scalar, !isEmpty(entry.value) else {
      reportWrongKind(entry, in: fields)
      return nil
    }
    let text = text(entry.value)
    if let word = words.first(where: { $0 == text }) { return word }
    report(.notAllowed(entry.value, key: name, words: words))
    return nil
  }
}
