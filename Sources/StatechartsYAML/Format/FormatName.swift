/// The text of every key that the chart format knows, whatever mapping it stands in.
package enum FormatName: String, CaseIterable, Sendable {
  case statechart, id, title, version, description
  case context, events, errors, outputs, handlers
  case type, initial, states, on, always, after, done, entry, exit, invoke
  case `default`, history, output, queries
  case target, `guard`, actions, `internal`, label
  case service, chart, input, timeout, retry, failed, finalize, forward
  case attempts, backoff
  case optional, values, secret, personal, persist, clear
  case payload, arguments, result, sends, guards, services
  case assign, raise, send, cancel, emit, log, `if`, then, `else`, foreach, `as`, index, `do`
  case data, delay, to

  /// The name's place among all names.
  var index: Int { FormatName.indices[self] ?? 0 }

  private static let indices: [FormatName: Int] = {
    var result: [FormatName: Int] = [:]
    for (index, name) in allCases.enumerated() { result[name] = index }
    return result
  }()
}

/// Finds the name that a key's text spells, and which key of which mapping it is; built once for a run.
struct FormatIndex {
  private struct Slot {
    var text: String
    var name: FormatName
    var index: UInt8
  }

  /// Lists of names by a number made of their length and their first and last letter.
  private var buckets: [[Slot]]
  /// For each mapping, the place of each name among its keys, or 255.
  private var places: [[UInt8]]
  /// The keys of each mapping.
  let keys: [[FormatKey]]

  static let shared = FormatIndex()

  private init() {
    var buckets = [[Slot]](repeating: [], count: 256)
    for (index, name) in FormatName.allCases.enumerated() {
      // proven: the format has fewer than 255 names, and so has each mapping fewer keys.
      buckets[FormatIndex.bucket(name.rawValue)].append(
        Slot(text: name.rawValue, name: name, index: UInt8(truncatingIfNeeded: index)))
    }
    self.buckets = buckets
    keys = FormatObject.allCases.map(\.keys)
    places = keys.map { keys in
      var row = [UInt8](repeating: 255, count: FormatName.allCases.count)
      for (place, key) in keys.enumerated() { row[key.name.index] = UInt8(truncatingIfNeeded: place) }
      return row
    }
  }

  /// A key of a mapping by its text; nil when the mapping has no such key.
  func find(_ text: String, in object: FormatObject) -> (name: FormatName, place: Int)? {
    for slot in buckets[FormatIndex.bucket(text)] where slot.text == text {
      let place = places[object.index][Int(slot.index)]
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
