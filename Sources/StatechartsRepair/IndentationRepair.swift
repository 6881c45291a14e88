import Statecharts
import StatechartsYAML

/// Blocks that are indented too deep or not deep enough, so that YAML reads them as children of something else.
///
/// Where that is beyond doubt they are moved to where they are meant: all other findings about them, and their fixes, would
/// only follow from it.
struct IndentationRepair: ChartRepair {
  /// How many keys without a value are checked. The whole chart is searched for each.
  private static let mostEmptyKeys = 100
  /// How many of the keys that follow one without a value are checked for typos.
  private static let mostTypos = 20

  private var checkedEmptyKeys = 0

  mutating func advice(on problem: ShapeProblem, in chart: ChartNodes) -> Advice? {
    switch problem {
    case .emptyKey(let key, let node, let id): takeIn(key, of: node, id, in: chart)
    case .block(let key, let node, let id):
      chart.index.key(id).name == .states && id.object != .migration
        ? chart.takeInKey(of: chart.next(key)) : chart.takeOutKey(of: key, in: node, id)
    case .laterKey(let key, let previous, let node, let object, let owner):
      takeOutSibling(key, after: previous, of: node, object, owner, in: chart)
    default: nil
    }
  }

  /// Takes a key such as `next:` out of a mapping whose keys below it belong to it, and makes it a sibling of the name
  /// that the mapping belongs to. The same for a key with its value.
  private mutating func takeOutSibling(
    _ key: Int32, after previous: Int32, of node: Int32, _ object: FormatObject, _ owner: Int32,
    in chart: ChartNodes
  ) -> Advice? {
    let value = chart.next(key)
    guard chart.next(owner) == node, chart.isBlock(node), chart.isPlain(key),
      chart.isLegal(chart.text(key), .event) || chart.isLegal(chart.text(key), .handler)
    else { return nil }
    let hasNoValue = chart.isEmpty(value)
    var twins: Set<Int> = []
    if hasNoValue {
      guard chart.begins(chart.next(value), object), checkedEmptyKeys < Self.mostEmptyKeys else { return nil }
      checkedEmptyKeys += 1
      twins = chart.twins(across: key, in: node)
      guard !twins.isEmpty || object == .state && chart.isTarget(chart.text(key)) else { return nil }
    } else if !chart.isWholeSibling(key, value, object) {
      return nil
    }
    let what = "\(chart.name(of: key)) is indented like the keys of \(chart.name(of: owner))"
    var advice = Advice(
      .misplacedKey, at: chart.range(key), hasNoValue ? "\(what), and nothing is below it." : "\(what).",
      help: "\(chart.indentation(of: key, as: owner))"
        + (hasNoValue ? ". What follows then belongs to it." : ", together with what belongs to it."),
      related: [Diagnostic.Related(range: chart.range(owner), message: "probably on the same level")])
    advice.explained = [.duplicateKey: twins]
    advice.nodes = chart.movingOut(key, after: previous, of: node, withRest: hasNoValue)
    return advice
  }

  /// Takes the keys that follow a key without a value into it, where only it can hold them.
  private mutating func takeIn(
    _ owner: Int32, of node: Int32, _ id: FormatKey.ID, in chart: ChartNodes
  ) -> Advice? {
    let value = chart.next(owner)
    let start = chart.next(value)
    guard start >= 0, chart.isBlock(node), chart.isPlain(owner), checkedEmptyKeys < Self.mostEmptyKeys else {
      return nil
    }
    let (index, object) = (chart.index, id.object)
    let holder = index.fixedObject(id)
    let format = index.key(id)
    var holdsExpressions = false
    if case .expressions = format.shape { holdsExpressions = true }
    guard
      holder != nil || index.namedObject(id) != nil || format.name == .states
        || holdsExpressions, chart.kind(start) == .scalar, !index.has(chart.text(start), in: object)
    else { return nil }
    checkedEmptyKeys += 1
    var last: Int32 = -1
    var key = start
    var count = 0
    while key >= 0, chart.kind(key) == .scalar, chart.next(key) >= 0, !chart.isExtension(chart.text(key)),
      !index.has(chart.text(key), in: object),
      holder.map({ index.has(chart.text(key), in: $0) })
        ?? (count >= Self.mostTypos || !chart.isMisspelled(chart.text(key), in: object))
    {
      count += 1
      last = chart.next(key)
      key = chart.next(last)
    }
    guard last >= 0 else { return nil }
    let source = chart.document.source
    let (from, to) = (
      source.line(at: chart.range(start).lowerBound),
      source.line(at: max(chart.range(last).upperBound, chart.range(start).upperBound))
    )
    var advice = Advice(
      .misplacedKey, at: chart.range(start),
      "\(chart.name(of: start)) is indented like `\(format.name.text)` in line \(source.line(at: chart.range(owner).lowerBound)), so `\(format.name.text)` has no value.",
      help: "Indent \(from == to ? "it" : "lines \(from) to \(to)") by 2 more spaces.",
      related: [
        Diagnostic.Related(range: chart.range(owner), message: "the key that it probably belongs to")
      ])
    var children = chart.filling(value, from: start, to: chart.nodes[Int(last)].end)
    children.next = key
    var end = chart.nodes[Int(last)]
    end.next = -1
    advice.nodes = [value: children, last: end]
    return advice
  }
}

extension ChartNodes {
  // MARK: Moving

  /// An empty value as the mapping of the keys from one on.
  fileprivate func filling(_ value: Int32, from first: Int32, to end: Int32) -> YAMLDocument.Node {
    var node = nodes[Int(value)]
    node.kind = .mapping
    node.style = .block
    node.content = first
    node.start = nodes[Int(first)].start
    node.end = max(end, nodes[Int(first)].end)
    return node
  }

  /// A key with its value, moved after the mapping that contains it.
  ///
  /// - Parameter withRest: Whether the keys below it are its value.
  fileprivate func movingOut(
    _ key: Int32, after previous: Int32, of node: Int32, withRest: Bool
  ) -> [Int32: YAMLDocument.Node] {
    let value = next(key)
    var (mapping, before, moved) = (nodes[Int(node)], nodes[Int(previous)], nodes[Int(value)])
    before.next = -1
    if withRest {
      moved = filling(value, from: next(value), to: mapping.end)
    } else {
      before.next = next(value)
    }
    if before.next < 0 { mapping.end = before.end }
    moved.next = mapping.next
    mapping.next = key
    return [node: mapping, previous: before, value: moved]
  }

  /// Takes a key with its value into the mapping that is before it.
  fileprivate func movingIn(_ key: Int32, after mapping: Int32, of node: Int32) -> [Int32: YAMLDocument.Node]
  {
    let value = next(key)
    var last = first(mapping)
    while next(last) >= 0 { last = next(last) }
    var (before, end, moved) = (nodes[Int(mapping)], nodes[Int(last)], nodes[Int(value)])
    end.next = key
    before.next = moved.next
    before.end = max(moved.end, nodes[Int(key)].end)
    moved.next = -1
    return [mapping: before, last: end, value: moved]
  }

  /// Takes a key of a state with a block, such as `invoke`, that is among the names of states into the state before it.
  fileprivate func takeInKey(of states: Int32) -> Advice? {
    var previous: (key: Int32, value: Int32)?
    for (key, value) in entries(of: states) {
      defer { previous = (key, value) }
      guard let previous, isPlain(key), isBlock(previous.value), isBlock(value),
        let (_, id) = index.find(text(key), in: .state), isOfState(value, id),
        self.value(of: text(key), in: previous.value) == nil
      else { continue }
      let own = first(previous.value)
      let isWhole = column(of: first(value)) <= column(of: own)
      // After the last state, a whole block may belong to what is around the states.
      if isWhole, next(value) < 0 { return nil }
      var advice = Advice(
        .misplacedKey, at: range(key),
        "\(name(of: key)) is indented like \(name(of: previous.key)), so it counts as a state.",
        help: "\(indentation(of: key, as: own))\(isWhole ? ", together with what belongs to it" : "").",
        related: [
          Diagnostic.Related(range: range(previous.key), message: "the state that it probably belongs to")
        ])
      advice.nodes = movingIn(key, after: previous.value, of: states)
      return advice
    }
    return nil
  }

  private func column(of node: Int32) -> Int {
    document.source.position(at: range(node).lowerBound).column - 1
  }

  /// Whether a block can be meant behind a key of a state, and not as a state.
  private func isOfState(_ block: Int32, _ id: FormatKey.ID) -> Bool {
    let keys = entries(of: block).map { text($0.key) }
    guard let key = keys.first, !index.has(key, in: .state) else { return false }
    if let object = index.fixedObject(id) { return keys.allSatisfy { index.has($0, in: object) } }
    return index.namedObject(id) != nil && !keys.contains { index.has($0, in: .state) }
  }

  /// Takes a key of a mapping out of the value of another of its keys, such as `services` out of the names of `actions`,
  /// or `on` out of `invoke`.
  fileprivate func takeOutKey(
    of owner: Int32, in node: Int32, _ id: FormatKey.ID
  ) -> Advice? {
    let holder = next(owner)
    let named = index.namedObject(id)
    guard let inner = named ?? index.fixedObject(id) else { return nil }
    var previous: Int32 = -1
    var key = first(holder)
    while key >= 0 {
      let value = next(key)
      guard value >= 0 else { return nil }
      if previous >= 0, kind(key) == .scalar, let (_, outer) = index.find(text(key), in: id.object),
        isPlain(key),
        named != nil
          ? isMisplaced(key, value, among: inner, outer)
          : isForeign(key, value, to: inner, outer),
        self.value(of: text(key), in: node) == nil
      {
        let isWhole = nodes[Int(value)].style == .block
        var advice = Advice(
          .misplacedKey, at: range(key),
          named != nil
            ? "\(name(of: key)) is inside `\(text(owner)):`, so it counts as a name."
            : "\(name(of: key)) is not allowed inside `\(text(owner)):`.",
          help: "\(indentation(of: key, as: owner))"
            + (isWhole ? ", together with what belongs to it." : ".")
            + (named != nil ? " If it is a name, put it in quotes." : ""),
          related: [Diagnostic.Related(range: range(owner), message: "the key on the same level")])
        advice.nodes = movingOut(key, after: previous, of: holder, withRest: isEmpty(value))
        return advice
      }
      previous = value
      key = next(value)
    }
    return nil
  }

  /// Where keys below a key begin whose twins stand above it.
  fileprivate func twins(across key: Int32, in node: Int32) -> Set<Int> {
    var above: Set<String> = []
    var twins: Set<Int> = []
    var isAbove = true
    for (child, _) in entries(of: node) {
      if child == key { isAbove = false }
      if isAbove {
        above.insert(text(child))
      } else if above.remove(text(child)) != nil {
        twins.insert(range(child).lowerBound)
      }
    }
    return twins
  }

  // MARK: What a key is

  /// Whether a key that a mapping does not have is another name with what belongs to it. A state may stand inside
  /// another, so there it is asked for.
  fileprivate func isWholeSibling(_ key: Int32, _ value: Int32, _ object: FormatObject) -> Bool {
    switch object {
    case .transition, .variable, .field, .event, .error, .output, .guardHandler, .actionHandler, .service,
      .query:
      return kind(value) == .mapping && begins(first(value), object) && !isMisspelled(text(key), in: object)
    default: return false
    }
  }

  /// Whether a key is one of a kind of mapping.
  fileprivate func begins(_ key: Int32, _ object: FormatObject) -> Bool {
    key >= 0 && kind(key) == .scalar && index.has(text(key), in: object)
  }

  /// Where a key is to begin.
  fileprivate func indentation(of key: Int32, as other: Int32) -> String {
    let (line, column) = (document.source.line(at: range(other).lowerBound), column(of: other))
    return
      "Indent it \(column == 0 ? "not at all" : "by \(column) spaces"), like \(name(of: other)) in line \(line)"
  }

  /// Whether a mapping of fixed keys has no such key, and its value fits the outer mapping.
  fileprivate func isForeign(
    _ key: Int32, _ value: Int32, to inner: FormatObject, _ id: FormatKey.ID
  ) -> Bool {
    guard !index.has(text(key), in: inner) else { return false }
    if isEmpty(value) { return next(value) >= 0 }
    let shape = index.key(id).shape
    return shape.kinds.contains(kind(value)) && OtherToolKeyword.find(text(key), in: inner) == nil
  }

  /// Whether a name cannot be meant as one, but as a key that holds names itself.
  fileprivate func isMisplaced(
    _ key: Int32, _ value: Int32, among inner: FormatObject, _ id: FormatKey.ID
  ) -> Bool {
    let shape = index.key(id).shape
    if inner == .field {
      // Each field needs a type, and only one.
      if isEmpty(value) { return next(value) >= 0 && shape.kinds != [.scalar] }
      if kind(value) == .sequence { return shape.kinds == [.sequence] && !isType(first(value)) }
    }
    guard index.namedObject(id) != nil || [.handlers, .states].contains(index.key(id).name) else {
      return false
    }
    if isEmpty(value) {
      switch inner {
      case .event, .output, .error, .guardHandler, .actionHandler, .service, .query, .state:
        return isHolder(of: next(value), inner, id)
      default: return next(value) >= 0
      }
    }
    guard isBlock(value) else { return false }
    guard inner == .variable || inner == .field else { return !fits(value, inner) }
    // A variable and a field may be records of any fields, which are described by types.
    guard let object = index.namedObject(id) else { return false }
    let described = next(first(value))
    return described >= 0 && begins(first(described), object) && !begins(first(described), .field)
  }

  /// Whether the keys after a name without a value belong to a key of that name.
  private func isHolder(of key: Int32, _ inner: FormatObject, _ id: FormatKey.ID) -> Bool {
    guard key >= 0, kind(next(key)) == .mapping else { return false }
    if let holder = index.fixedObject(id) { return begins(key, holder) }
    guard let held = index.namedObject(id) else { return false }
    var child = first(next(key))
    while child >= 0, next(child) >= 0 {
      if kind(child) == .scalar, !index.has(text(child), in: inner), begins(child, held) {
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

  /// Whether a word stands anywhere as a value or an item, as the target of a transition does.
  fileprivate func isTarget(_ word: String) -> Bool {
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
}
