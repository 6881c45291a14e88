/// The text of every key that the chart format knows, whatever mapping it stands in.
package enum FormatName: UInt8, CaseIterable, Sendable {
  case statechart, id, title, version, description
  case context, events, errors, outputs, handlers
  case type, initial, states, on, always, after, done, entry, exit, invoke
  case `default`, history, output, queries, ending
  case target, `guard`, actions, `internal`, label
  case service, chart, input, timeout, retry, failed, finalize, forward
  case attempts, backoff
  case optional, values, secret, personal, persist, clear
  case payload, arguments, result, sends, guards, services
  case assign, raise, send, cancel, emit, log, `if`, then, `else`, foreach, `as`, index, `do`
  case data, delay, to, content, idTo, among
  case migrations, from, rename, drop, enter, resume, onRestore

  /// The key as it is written.
  package var text: String { FormatName.texts[Int(rawValue)] }

  private static let texts: [String] = allCases.map { "\($0)" }
}

/// Finds the name that a key's text spells, and which key of which mapping it is; built once for a run.
///
/// Charts have a key for every twenty bytes, so what the reader asks for most lies ready in small arrays.
package struct FormatIndex {
  private struct Slot {
    var text: String
    var name: FormatName
  }

  /// A key that must be there.
  struct Requirement {
    var name: FormatName
    var place: Int
    var kinds: StateKinds
  }

  /// Lists of names by a number made of their length and their first and last letter.
  private var buckets: [[Slot]]
  /// For each mapping, the place of each name among its keys, or 255.
  private var places: [[UInt8]]
  /// The keys of each mapping.
  package let keys: [[FormatKey]]
  /// The keys of each mapping that must be there.
  let requirements: [[Requirement]]
  /// For each mapping and key, the kind of names that stand behind it.
  let nameKinds: [[FormatShape.NameKind?]]
  /// For each mapping and key that holds names, by what they are described; nil also for states, which may be called
  /// like any key.
  package let namedObjects: [[FormatObject?]]
  /// For each mapping and key, the mapping of fixed keys that it may hold.
  package let fixedObjects: [[FormatObject?]]
  /// For each mapping and key, the kinds of state that may have it.
  let stateKinds: [[StateKinds]]

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
    requirements = keys.map { keys in
      keys.enumerated().filter { $0.element.isRequired }.map {
        Requirement(name: $0.element.name, place: $0.offset, kinds: $0.element.kinds)
      }
    }
    nameKinds = keys.map { keys in keys.map { $0.shape.nameKind } }
    fixedObjects = keys.map { keys in keys.map { $0.shape.fixedObject } }
    namedObjects = keys.map { keys in keys.map { $0.shape.namedObject } }
    stateKinds = keys.map { keys in keys.map(\.kinds) }
  }

  /// A key of a mapping by its text; nil when the mapping has no such key.
  package func find(_ text: String, in object: FormatObject) -> (name: FormatName, place: Int)? {
    for slot in buckets[FormatIndex.bucket(text)] where slot.text == text {
      let place = places[Int(object.rawValue)][Int(slot.name.rawValue)]
      return place == 255 ? nil : (slot.name, Int(place))
    }
    return nil
  }

  private static func bucket(_ text: String) -> Int {
    let utf8 = text.utf8
    guard let first = utf8.first, let last = utf8.last else { return 0 }
    return (utf8.count &* 29 &+ Int(first) &* 7 &+ Int(last) &* 3) & 255
  }
}
