extension FormatKey {
  /// A key of a mapping by its number.
  package struct ID: Hashable, Sendable {
    /// The mapping that has the key.
    package let object: FormatObject
    /// The place among the keys of the mapping.
    package let place: Int
  }
}

/// Finds what the text of a key means in a mapping of the format; built once for a run.
///
/// Charts have a key for every twenty bytes, so what the reader asks for most lies ready in small arrays. A class,
/// because copying a struct retains each array.
package final class FormatIndex: Sendable {
  private struct Slot {
    var text: String
    var name: FormatName
  }

  /// A key that must be there.
  struct Requirement {
    var name: FormatName
    var kinds: StateKinds
  }

  /// Lists of names by a number made of their length and their first and last letter.
  private let buckets: [[Slot]]
  /// For each mapping, the place of each name among its keys, or 255.
  private let places: [[UInt8]]
  /// For each mapping, its keys; the other lists have the same order.
  private let keys: [[FormatKey]]
  private let required: [[Requirement]]
  private let nameKinds: [[FormatShape.NameKind?]]
  private let namedObjects: [[FormatObject?]]
  private let fixedObjects: [[FormatObject?]]
  private let stateKinds: [[StateKinds]]
  /// The kinds of YAML values that are allowed, as bits, and those that are allowed without content.
  private let valueKinds: [[(filled: UInt8, empty: UInt8)]]

  package static let shared = FormatIndex()

  private init() {
    var buckets = [[Slot]](repeating: [], count: 256)
    for name in FormatName.allCases {
      buckets[FormatIndex.bucket(name.text)].append(Slot(text: name.text, name: name))
    }
    self.buckets = buckets
    keys = FormatObject.allCases.map(\.keys)
    places = keys.map { keys in
      var row = [UInt8](repeating: 255, count: FormatName.allCases.count)
      // proven: no mapping has 255 keys, and names are numbered from 0.
      for (place, key) in keys.enumerated() { row[Int(key.name.rawValue)] = UInt8(truncatingIfNeeded: place) }
      return row
    }
    required = keys.map { keys in
      keys.filter(\.isRequired).map { Requirement(name: $0.name, kinds: $0.kinds) }
    }
    nameKinds = keys.map { keys in keys.map { $0.shape.nameKind } }
    fixedObjects = keys.map { keys in keys.map { $0.shape.fixedObject } }
    namedObjects = keys.map { keys in keys.map { $0.shape.namedObject } }
    stateKinds = keys.map { keys in keys.map(\.kinds) }
    valueKinds = keys.map { keys in
      keys.map { key in
        let kinds = key.shape.kinds
        return (FormatIndex.bits(kinds), FormatIndex.bits(kinds.subtracting(key.shape.filledKinds)))
      }
    }
  }

  /// A key of a mapping by its text; nil when the mapping has no such key.
  package func find(_ text: String, in object: FormatObject) -> (name: FormatName, id: FormatKey.ID)? {
    for slot in buckets[FormatIndex.bucket(text)] where slot.text == text {
      return id(of: slot.name, in: object).map { (slot.name, $0) }
    }
    return nil
  }

  /// Whether a mapping has a key with this text.
  package func has(_ text: String, in object: FormatObject) -> Bool { find(text, in: object) != nil }

  /// The keys of a mapping.
  package func keys(of object: FormatObject) -> [FormatKey] { keys[Int(object.rawValue)] }

  /// A key of a mapping by its name; nil when the mapping has no such key.
  package func key(_ name: FormatName, in object: FormatObject) -> FormatKey? {
    id(of: name, in: object).map(key)
  }

  /// The keys of a mapping that must be there.
  func requirements(of object: FormatObject) -> [Requirement] { required[Int(object.rawValue)] }

  private func id(of name: FormatName, in object: FormatObject) -> FormatKey.ID? {
    let place = places[Int(object.rawValue)][Int(name.rawValue)]
    return place == 255 ? nil : FormatKey.ID(object: object, place: Int(place))
  }

  private static func bucket(_ text: String) -> Int {
    let utf8 = text.utf8
    guard let first = utf8.first, let last = utf8.last else { return 0 }
    return (utf8.count &* 29 &+ Int(first) &* 7 &+ Int(last) &* 3) & 255
  }

  // MARK: One key

  // proven: in all of these, the place comes from `places`.
  package func key(_ id: FormatKey.ID) -> FormatKey { keys[Int(id.object.rawValue)][id.place] }

  /// The kind of names that stand behind a key.
  func nameKind(_ id: FormatKey.ID) -> FormatShape.NameKind? { nameKinds[Int(id.object.rawValue)][id.place] }

  /// The mapping of fixed keys that a key may hold.
  package func fixedObject(_ id: FormatKey.ID) -> FormatObject? {
    fixedObjects[Int(id.object.rawValue)][id.place]
  }

  /// By what the names behind a key are described; nil also for states, which may be called like any key.
  package func namedObject(_ id: FormatKey.ID) -> FormatObject? {
    namedObjects[Int(id.object.rawValue)][id.place]
  }

  /// The kinds of state that may have a key.
  func kinds(of id: FormatKey.ID) -> StateKinds { stateKinds[Int(id.object.rawValue)][id.place] }

  /// Whether a kind of YAML value, with or without content, is allowed behind a key.
  package func allows(_ kind: YAMLDocument.Kind, isEmpty: Bool, behind id: FormatKey.ID) -> Bool {
    let bits = valueKinds[Int(id.object.rawValue)][id.place]
    return (isEmpty ? bits.empty : bits.filled) & 1 << kind.rawValue != 0
  }

  private static func bits(_ kinds: Set<YAMLDocument.Kind>) -> UInt8 {
    kinds.reduce(0) { $0 | 1 << $1.rawValue }
  }
}
