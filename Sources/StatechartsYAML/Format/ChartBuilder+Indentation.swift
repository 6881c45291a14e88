import Statecharts

/// Blocks that are indented too deep or not deep enough, so that YAML reads them as parts of something else.
///
/// Where that is beyond doubt they are taken out and read where they are meant: whatever else would be told, and fixed,
/// only follows from it.
extension ChartBuilder {
  /// How many keys with nothing behind them are judged, for each of which all of a chart is looked through. Nobody makes
  /// so many slips of this kind.
  private static let mostHollowKeys = 100
  /// How many of the keys that follow one with nothing behind it are looked at for slips.
  private static let mostSlips = 20

  /// Takes a key such as `next:` out of a mapping whose keys below it belong to it, and makes it a sibling of the name
  /// that the mapping belongs to; so too a key with all that it holds.
  ///
  /// - Returns: Whether it was one.
  mutating func takeOutSibling(
    _ key: Int32, _ value: Int32, after previous: Int32, of node: Int32, _ owner: Int32,
    _ object: FormatObject
  ) -> Bool {
    guard previous >= 0, next(owner) == node, isBlock(node), isPlain(key),
      NameSpelling.isLegal(text(key).utf8, allows: [.dots, .underscoreFirst])
    else { return false }
    let isHollow = isEmpty(value)
    guard
      isHollow
        ? begins(next(value), object) && isHollowSibling(key, of: node, object)
        : isWholeSibling(key, value, object)
    else { return false }
    let what = "\(name(of: key)) is indented like the keys of \(name(of: owner))"
    report(
      .misplacedKey, at: range(key), isHollow ? "\(what), and nothing is below it." : "\(what).",
      help: "\(indentation(of: key, as: owner))"
        + (isHollow ? ". What follows then belongs to it." : ", together with what belongs to it."),
      related: [Diagnostic.Related(range: range(owner), message: "probably on the same level")])
    moveOut(key, value, after: previous, of: node, withRest: isHollow)
    return true
  }

  /// Whether a key with nothing behind it is another name, to which the keys below it belong.
  private mutating func isHollowSibling(_ key: Int32, of node: Int32, _ object: FormatObject) -> Bool {
    guard hollowKeysJudged < Self.mostHollowKeys else { return false }
    hollowKeysJudged += 1
    return withdrawTwins(across: key, in: node) || object == .state && isTarget(text(key))
  }

  /// Whether a key that a mapping does not have is another name with what belongs to it. A state may stand inside
  /// another, so there it is asked for.
  private func isWholeSibling(_ key: Int32, _ value: Int32, _ object: FormatObject) -> Bool {
    switch object {
    case .transition, .variable, .field, .event, .error, .output, .guardHandler, .actionHandler, .service,
      .query:
      return kind(value) == .mapping && begins(first(value), object) && !isMisspelt(text(key), in: object)
    default: return false
    }
  }

  /// Whether a key is one of a kind of mapping.
  private func begins(_ key: Int32, _ object: FormatObject) -> Bool {
    key >= 0 && kind(key) == .scalar && index.find(text(key), in: object) != nil
  }

  /// Where a key is to begin.
  private func indentation(of key: Int32, as other: Int32) -> String {
    let start = range(other).lowerBound
    let column = document.source.position(at: start).column - 1
    return
      "Indent it \(column == 0 ? "not at all" : "by \(column) spaces"), like \(name(of: other)) in line \(document.source.line(at: start))"
  }

  /// Takes the keys that follow a key with nothing behind it into it, where only it can hold them.
  mutating func takeIn(_ entry: Entry, of node: Int32, in object: FormatObject) {
    let start = next(entry.value)
    guard start >= 0, isBlock(node), isPlain(entry.key), hollowKeysJudged < Self.mostHollowKeys else {
      return
    }
    let holder = index.fixedObjects[Int(object.rawValue)][entry.place]
    var holdsExpressions = false
    if case .expressions = index.keys[Int(object.rawValue)][entry.place].shape { holdsExpressions = true }
    guard
      holder != nil || index.namedObjects[Int(object.rawValue)][entry.place] != nil || entry.name == .states
        || holdsExpressions, kind(start) == .scalar, index.find(text(start), in: object) == nil
    else { return }
    hollowKeysJudged += 1
    var last: Int32 = -1
    var key = start
    var count = 0
    while key >= 0, kind(key) == .scalar, next(key) >= 0, !isExtension(text(key)),
      index.find(text(key), in: object) == nil,
      holder.map({ index.find(text(key), in: $0) != nil })
        ?? (count >= Self.mostSlips || !isMisspelt(text(key), in: object))
    {
      count += 1
      last = next(key)
      key = next(last)
    }
    guard last >= 0 else { return }
    let (from, to) = (
      document.source.line(at: range(start).lowerBound),
      document.source.line(at: max(range(last).upperBound, range(start).upperBound))
    )
    report(
      .misplacedKey, at: range(start),
      "\(name(of: start)) is indented like `\(entry.name.text)` in line \(document.source.line(at: range(entry.key).lowerBound)), so `\(entry.name.text)` has no value.",
      help: "Indent \(from == to ? "it" : "lines \(from) to \(to)") by 2 more spaces.",
      related: [Diagnostic.Related(range: range(entry.key), message: "the key that it probably belongs to")])
    let end = nodes[Int(last)].end
    nodes[Int(last)].next = -1
    fill(entry.value, from: start, to: end)
    nodes[Int(entry.value)].next = key
    isRearranged = true
  }

  /// Whether a key is like one of a mapping, or what other tools call it.
  private func isMisspelt(_ key: String, in object: FormatObject) -> Bool {
    let known = index.keys[Int(object.rawValue)].lazy.map(\.name.text)
    return ForeignKey.find(key, in: object) != nil || NearNames.suggestion(for: key, in: known) != nil
  }

  /// Makes a mapping of an empty value.
  private mutating func fill(_ value: Int32, from first: Int32, to end: Int32) {
    // proven: all of them are nodes of the document.
    nodes[Int(value)].kind = .mapping
    nodes[Int(value)].style = .block
    nodes[Int(value)].content = first
    nodes[Int(value)].start = nodes[Int(first)].start
    nodes[Int(value)].end = max(end, nodes[Int(first)].end)
  }

  /// Takes a key of a mapping out of what another of its keys holds, such as `services` out of the names of `actions`, or
  /// `on` out of `invoke`.
  mutating func takeOutKey(from entry: Entry, in object: FormatObject, of node: Int32) {
    let named = index.namedObjects[Int(object.rawValue)][entry.place]
    guard isBlock(entry.value), let inner = named ?? index.fixedObjects[Int(object.rawValue)][entry.place]
    else {
      return
    }
    var previous: Int32 = -1
    var key = first(entry.value)
    while key >= 0 {
      let value = next(key)
      guard value >= 0 else { return }
      if previous >= 0, kind(key) == .scalar, let (_, place) = index.find(text(key), in: object),
        isPlain(key),
        named != nil
          ? isMisplaced(key, value, among: inner, place, in: object)
          : isForeign(key, value, to: inner, place, in: object),
        self.value(of: text(key), in: node) == nil
      {
        let isHollow = isEmpty(value)
        let isWhole = nodes[Int(value)].style == .block
        report(
          .misplacedKey, at: range(key),
          named != nil
            ? "\(name(of: key)) is inside `\(entry.name.text):`, so it counts as a name."
            : "\(name(of: key)) is not allowed inside `\(entry.name.text):`.",
          help: "\(indentation(of: key, as: entry.key))"
            + (isWhole ? ", together with what belongs to it." : ".")
            + (named != nil ? " If it is a name, put it in quotes." : ""),
          related: [Diagnostic.Related(range: range(entry.key), message: "the key on the same level")])
        return moveOut(key, value, after: previous, of: entry.value, withRest: isHollow)
      }
      previous = value
      key = next(value)
    }
  }

  /// Whether a mapping of fixed keys has no such key, and what stands behind it fits the mapping around.
  private func isForeign(
    _ key: Int32, _ value: Int32, to inner: FormatObject, _ place: Int, in object: FormatObject
  ) -> Bool {
    guard index.find(text(key), in: inner) == nil else { return false }
    if isEmpty(value) { return next(value) >= 0 }
    let shape = index.keys[Int(object.rawValue)][place].shape
    return shape.kinds.contains(kind(value)) && ForeignKey.find(text(key), in: inner) == nil
  }

  /// Whether a name cannot be meant as one, but as a key that holds names itself.
  private func isMisplaced(
    _ key: Int32, _ value: Int32, among inner: FormatObject, _ place: Int, in object: FormatObject
  ) -> Bool {
    let shape = index.keys[Int(object.rawValue)][place].shape
    if inner == .field {
      // A field without a type is none, and neither is one whose type is a list of several.
      if isEmpty(value) { return next(value) >= 0 && shape.kinds != [.scalar] }
      if kind(value) == .sequence { return shape.kinds == [.sequence] && !isType(first(value)) }
    }
    let name = index.keys[Int(object.rawValue)][place].name
    guard index.namedObjects[Int(object.rawValue)][place] != nil || [.handlers, .states].contains(name) else {
      return false
    }
    if isEmpty(value) {
      switch inner {
      case .event, .output, .error, .guardHandler, .actionHandler, .service, .query, .state:
        return isHolder(of: next(value), inner, place, in: object)
      default: return next(value) >= 0
      }
    }
    guard isBlock(value) else { return false }
    guard inner == .variable || inner == .field else { return !isLike(inner, value) }
    // A variable and a field may be records of any fields, which are described by types.
    guard let object = index.namedObjects[Int(object.rawValue)][place] else { return false }
    let described = next(first(value))
    return described >= 0 && begins(first(described), object) && !begins(first(described), .field)
  }

  /// Whether what follows a name with nothing behind it, which may be a name all the same, belongs to a key of that name.
  private func isHolder(of key: Int32, _ inner: FormatObject, _ place: Int, in object: FormatObject) -> Bool {
    guard key >= 0, kind(next(key)) == .mapping else { return false }
    if let holder = index.fixedObjects[Int(object.rawValue)][place] { return begins(key, holder) }
    guard let held = index.namedObjects[Int(object.rawValue)][place] else { return false }
    var child = first(next(key))
    while child >= 0, next(child) >= 0 {
      if kind(child) == .scalar, index.find(text(child), in: inner) == nil, begins(child, held) {
        return true
      }
      child = next(next(child))
    }
    return false
  }

  /// Whether the only item of a list can be a type.
  private func isType(_ item: Int32) -> Bool {
    item >= 0 && next(item) < 0 && (kind(item) != .scalar || TypeNames.type(text(item)) != nil)
  }

  /// Whether nothing in a mapping speaks against its being of a kind.
  private func isLike(_ object: FormatObject, _ node: Int32) -> Bool {
    guard kind(node) == .mapping else { return node >= 0 && isEmpty(node) }
    let known = index.keys[Int(object.rawValue)].lazy.map(\.name.text)
    var key = first(node)
    if key < 0 { return true }
    while key >= 0, next(key) >= 0 {
      if kind(key) == .scalar {
        let name = text(key)
        if index.find(name, in: object) != nil || isExtension(name) { return true }
        if ForeignKey.find(name, in: object) != nil || NearNames.suggestion(for: name, in: known) != nil {
          return true
        }
      }
      key = next(next(key))
    }
    return false
  }

  /// Whether a word stands anywhere as a value or an item, as the target of a transition does.
  private func isTarget(_ word: String) -> Bool {
    for node in nodes where node.kind != .scalar {
      var child = node.content
      var isKey = node.kind == .mapping
      while child >= 0 {
        if !isKey, kind(child) == .scalar, text(child) == word { return true }
        if node.kind == .mapping { isKey.toggle() }
        child = next(child)
      }
    }
    return false
  }

  /// Takes back that keys below a place are there twice, when their twins stand above it.
  ///
  /// - Returns: Whether there were any.
  private mutating func withdrawTwins(across key: Int32, in node: Int32) -> Bool {
    var above: Set<String> = []
    var twins: Set<Int> = []
    var child = first(node)
    var isAbove = true
    while child >= 0, next(child) >= 0 {
      if child == key { isAbove = false }
      if kind(child) == .scalar {
        if isAbove {
          above.insert(text(child))
        } else if above.remove(text(child)) != nil {
          twins.insert(range(child).lowerBound)
        }
      }
      child = next(next(child))
    }
    findings.withdrawErrors(.duplicateKey, at: twins)
    return !twins.isEmpty
  }

  /// Moves a key with its value behind the mapping that it stands in.
  ///
  /// - Parameter withRest: Whether the keys below it are its value.
  private mutating func moveOut(
    _ key: Int32, _ value: Int32, after previous: Int32, of node: Int32, withRest: Bool
  ) {
    // proven: all of them are nodes of the document.
    let end = nodes[Int(node)].end
    if withRest {
      fill(value, from: next(value), to: end)
      nodes[Int(previous)].next = -1
    } else {
      nodes[Int(previous)].next = next(value)
    }
    if nodes[Int(previous)].next < 0 { nodes[Int(node)].end = nodes[Int(previous)].end }
    nodes[Int(value)].next = next(node)
    nodes[Int(node)].next = key
    isRearranged = true
  }

  private func isBlock(_ node: Int32) -> Bool {
    kind(node) == .mapping && nodes[Int(node)].style == .block
  }
}
