import Statecharts

extension ChartBuilder {
  // MARK: Mappings of fixed keys

  /// Takes in the keys of a mapping and reports wrong ones and missing ones.
  ///
  /// Call `close` when the mapping is read; the mappings inside are opened and closed between.
  mutating func open(_ node: Int32, as object: FormatObject, owner: Int32) -> Fields {
    let fields = takeIn(node, as: object, owner: owner)
    check(fields)
    return fields
  }

  /// Opens the mapping of fixed keys behind a key, if there is one.
  mutating func open(_ name: FormatName, in fields: Fields) -> Fields? {
    guard let entry = value(name, in: fields), let object = index.fixedObject(entry.format) else {
      return nil
    }
    return open(entry.value, as: object, owner: entry.key)
  }

  /// Ends the reading of a mapping.
  mutating func close(_ fields: Fields) { entries.removeLast(entries.count - fields.range.lowerBound) }

  /// Takes in the keys of a mapping and reports those that it does not have.
  mutating func takeIn(_ node: Int32, as object: FormatObject, owner: Int32) -> Fields {
    let start = entries.count
    var taken: Set<String>?
    var previous: Int32 = -1
    var key = first(node)
    while key >= 0 {
      let value = next(key)
      guard value >= 0 else { break }
      if kind(key) == .scalar {
        let text = text(key)
        if let (name, format) = index.find(text, in: object) {
          entries.append(Entry(name: name, format: format, key: key, value: value))
          if isEmpty(value) { ask(.emptyKey(key, ofMapping: node, format)) }
          if chart.isBlock(value) { ask(.block(key, ofMapping: node, format)) }
        } else if !chart.isExtension(text) {
          if previous >= 0, ask(.laterKey(key, after: previous, ofMapping: node, object, owner: owner)) != nil
          {
            break
          }
          var others = taken ?? knownKeys(of: node, in: object)
          takeInUnknown(key, of: node, as: object, beside: &others)
          taken = others
        }
      }
      previous = value
      key = next(value)
    }
    return Fields(object: object, range: start..<entries.count, owner: owner)
  }

  /// The keys of a mapping that the format has.
  private func knownKeys(of node: Int32, in object: FormatObject) -> Set<String> {
    Set(chart.entries(of: node).lazy.map { text($0.key) }.filter { index.has($0, in: object) })
  }

  /// - Parameter others: The keys that stand beside it, and those that are meant by misspelled ones.
  private mutating func takeInUnknown(
    _ key: Int32, of node: Int32, as object: FormatObject, beside others: inout Set<String>
  ) {
    // YAML has reported keys that say nothing.
    guard !text(key).utf8.isEmpty else { return }
    guard
      case .key(let meant, let isCertain)? = report(.unknownKey(key, ofMapping: node, object, others: others)),
      others.insert(meant).inserted, let (name, format) = index.find(meant, in: object)
    else { return }
    entries.append(
      Entry(
        name: name, format: format, key: key, value: next(key), standing: isCertain ? .corrected : .misspelled
      ))
  }

  /// Reports keys that are missing, that shut one another out, or that only other kinds of state have.
  mutating func check(_ fields: Fields, kind: StateKinds = .all, isKindCertain: Bool = true) {
    if kind != .all, isKindCertain {
      for place in fields.range where entries[place].standing == .valid {
        let entry = entries[place]
        guard !index.kinds(of: entry.format).contains(kind) else { continue }
        entries[place].standing = .refused
        report(.keyOfOtherKind(entry.key, entry.format, in: kind))
      }
    }
    for key in index.requirements(of: fields.object) where kind == .all || key.kinds.contains(kind) {
      if !contains(key.name, in: fields) { reportMissing(key.name, in: fields) }
    }
    guard let group = fields.object.exclusiveGroup else { return }
    var found: Entry?
    for place in fields.range where [.valid, .refused].contains(entries[place].standing) {
      let entry = entries[place]
      guard group.names.contains(entry.name) else { continue }
      guard let earlier = found else {
        found = entry
        continue
      }
      guard earlier.name != entry.name else { continue }
      entries[place].standing = .refused
      report(.exclusiveKeys(entry.key, after: earlier.key))
    }
    if found == nil, group.isRequired, !group.names.contains(where: { contains($0, in: fields) }) {
      report(.missingKeys(group.names, owner: fields.owner, fields.object))
    }
  }

  mutating func reportMissing(_ name: FormatName, in fields: Fields) {
    report(.missingKey(name, owner: fields.owner, fields.object))
  }

  /// Reports a key that has a meaning only beside another one, which is not there.
  mutating func refuse(_ name: FormatName, in fields: Fields) {
    if let entry = entry(name, in: fields) { report(.keyWithoutPartner(entry.key, name, in: fields.object)) }
  }

  // MARK: Entries

  /// An entry by its name; of equal ones, which YAML reports, the first.
  func entry(_ name: FormatName, in fields: Fields) -> Entry? {
    fields.range.first { entries[$0].name == name && [.valid, .corrected].contains(entries[$0].standing) }
      .map { entries[$0] }
  }

  /// Whether a key is there, even if it is misspelled or refused.
  func contains(_ name: FormatName, in fields: Fields) -> Bool {
    fields.range.contains { entries[$0].name == name }
  }

  // MARK: Values

  /// An entry whose value is of a kind that the format allows; reports another one.
  mutating func value(_ name: FormatName, in fields: Fields) -> Entry? {
    guard let entry = entry(name, in: fields) else { return nil }
    let node = entry.value
    let isEmpty = kind(node) == .scalar ? isEmpty(node) : first(node) < 0
    guard index.allows(kind(node), isEmpty: isEmpty, behind: entry.format) else {
      reportWrongKind(entry)
      return nil
    }
    return entry
  }

  /// The result of a function for the value of an entry. Reports a value for which it has no result.
  mutating func value<Value>(
    _ name: FormatName, in fields: Fields, _ read: (ChartNodes, Int32) -> Value?
  ) -> Value? {
    guard let entry = value(name, in: fields) else { return nil }
    let value = read(chart, entry.value)
    if value == nil { reportWrongKind(entry) }
    return value
  }

  mutating func reportWrongKind(_ entry: Entry) {
    let format = index.key(entry.format)
    report(.wrongKind(entry.value, key: entry.key, expected: format.shape, behind: format))
  }

  mutating func string(_ name: FormatName, in fields: Fields) -> String? {
    guard let entry = value(name, in: fields) else { return nil }
    for escape in chart.hiddenEscapes(in: entry.value) { report(.hiddenEscape(escape)) }
    ask(.text(entry.value))
    let text = text(entry.value)
    // A folded text ends with a line break, which nobody means.
    return text.utf8.last == UInt8(ascii: "\n") ? text.trimmedAtEnd : text
  }

  mutating func bool(_ name: FormatName, in fields: Fields) -> Bool? {
    value(name, in: fields) { $0.isPlain($1) ? Bool($0.text($1)) : nil }
  }

  mutating func count(_ name: FormatName, in fields: Fields) -> Int? {
    value(name, in: fields) { chart, node in
      guard chart.isPlain(node), let number = chart.wholeNumber(node), number >= 1 else { return nil }
      return number
    }
  }

  mutating func choice(_ name: FormatName, in fields: Fields) -> String? {
    guard let entry = value(name, in: fields), case .choice(let words) = index.key(entry.format).shape
    else { return nil }
    if let word = words.first(where: { $0 == text(entry.value) }) { return word }
    report(.notAllowed(entry.value, key: name, words: words))
    return nil
  }
}

extension String {
  /// Without the line breaks and spaces at the end.
  fileprivate var trimmedAtEnd: String {
    let kept = utf8.reversed().drop { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: " ") }.count
    return String(decoding: utf8.prefix(kept), as: UTF8.self)
  }
}
