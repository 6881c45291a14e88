import Statecharts
import StatechartsModel

extension ChartBuilder {
  /// Reads a name behind a key of the format.
  mutating func name(_ name: FormatName, in fields: Fields) -> ChartName? {
    guard let entry = value(name, in: fields), let kind = index.nameKind(entry.format) else { return nil }
    return self.name(entry.value, kind)
  }

  /// Reads a list of names, or where the format allows it a single one.
  mutating func names(_ name: FormatName, in fields: Fields) -> [ChartName] {
    guard let entry = value(name, in: fields), let kind = index.nameKind(entry.format) else { return [] }
    if self.kind(entry.value) == .scalar { return self.name(entry.value, kind).map { [$0] } ?? [] }
    return names(inList: entry.value, key: entry.key, kind)
  }

  /// Reads the names of a list.
  mutating func names(inList node: Int32, key: Int32, _ kind: FormatShape.NameKind) -> [ChartName] {
    var known: [String: ChartName] = [:]
    return texts(of: node, key: key, expected: .name(kind)) { builder, item in
      guard let name = builder.name(item, kind) else { return nil }
      if let earlier = known[name.text] {
        builder.report(.duplicateValue(item, after: earlier.origin.rawValue))
      } else {
        known[name.text] = name
      }
      return name
    }
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
}
