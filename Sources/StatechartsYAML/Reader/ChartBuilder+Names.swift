import Statecharts
import StatechartsModel

extension ChartBuilder {
  /// Reads a name behind a key of the format.
  mutating func name(_ name: FormatName, in fields: Fields) -> ChartName? {
    guard let entry = entry(name, in: fields) else { return nil }
    guard let kind = nameKind(entry, in: fields) else { return nil }
    guard self.kind(entry.value) == .scalar, !isEmpty(entry.value) else {
      reportWrongKind(entry, in: fields)
      return nil
    }
    return self.name(entry.value, kind)
  }

  /// Reads a list of names, or where the format allows it a single one.
  mutating func names(_ name: FormatName, in fields: Fields) -> [ChartName] {
    guard let entry = entry(name, in: fields) else { return [] }
    guard let kind = nameKind(entry, in: fields) else { return [] }
    if self.kind(entry.value) == .scalar, !isEmpty(entry.value), isOneEnough(entry, in: fields) {
      return self.name(entry.value, kind).map { [$0] } ?? []
    }
    guard self.kind(entry.value) == .sequence else {
      let isName = self.kind(entry.value) == .scalar && isLegal(text(entry.value), kind)
      reportWrongKind(
        entry, in: fields,
        help: isName ? "Write it in brackets: `\(name.text): [\(text(entry.value))]`." : nil)
      return []
    }
    if first(entry.value) < 0, isOneEnough(entry, in: fields) { reportWrongKind(entry, in: fields) }
    return names(inList: entry.value, key: entry.key, kind)
  }

  /// What the names behind a key stand for.
  func nameKind(_ entry: Entry, in fields: Fields) -> FormatShape.NameKind? {
    index.nameKinds[Int(fields.object.rawValue)][entry.place]
  }

  /// Whether a single name may stand in the place of a list.
  private func isOneEnough(_ entry: Entry, in fields: Fields) -> Bool {
    if case .oneOrMoreNames = index.keys[Int(fields.object.rawValue)][entry.place].shape { return true }
    return false
  }

  /// Reads the names of a list.
  mutating func names(inList node: Int32, key: Int32, _ kind: FormatShape.NameKind) -> [ChartName] {
    var result: [ChartName] = []
    var known: [String: ChartName] = [:]
    var item = first(node)
    while item >= 0 {
      if self.kind(item) == .scalar, !isEmpty(item) {
        if let name = name(item, kind) {
          if let earlier = known[name.text] { reportTwice(item, earlier) } else { known[name.text] = name }
          result.append(name)
        }
      } else {
        reportWrongKind(item, key: key, expected: .name(kind))
      }
      item = next(item)
    }
    return result
  }

  mutating func reportTwice(_ item: Int32, _ earlier: ChartName) {
    report(
      .duplicateValue, at: range(item), "\(shown(text(item))) is in this list twice.",
      help: "Delete \(shown(text(item))) here.",
      related: [Diagnostic.Related(range: range(earlier.origin.rawValue), message: "first used here")])
  }

  /// Reads a scalar as a name. An illegal name is reported and read all the same, so that references to it are found.
  mutating func name(_ node: Int32, _ kind: FormatShape.NameKind) -> ChartName? {
    let text = text(node)
    let origin = ModelOrigin(node)
    if isLegal(text, kind) { return ChartName(text, origin: origin) }
    switch report(.illegalName(node, kind)) {
    case .name(let name)?: return ChartName(name, origin: origin)
    case .some: return nil
    case nil: return text.utf8.isEmpty ? nil : ChartName(text, origin: origin)
    }
  }

  /// What to do where a state is missing, or something that says so.
  static let noState = "Write the id of a state, or remove the key."
}
