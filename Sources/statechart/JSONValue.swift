import Statecharts

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A chart's value in JSON. Spans of time are texts such as `15s`; no value is `null`.
struct JSONValue: Codable {
  let value: Value

  init(_ value: Value) { self.value = value }

  /// Reads JSON text; nil when it is none.
  init?(parsing text: String) {
    guard let decoded = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) else { return nil }
    self = decoded
  }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: AnyKey.self) {
      var map: [String: Value] = [:]
      for key in container.allKeys {
        map[key.stringValue] = try container.decode(JSONValue.self, forKey: key).value
      }
      value = .map(map)
      return
    }
    if var container = try? decoder.unkeyedContainer() {
      var list: [Value] = []
      while !container.isAtEnd { list.append(try container.decode(JSONValue.self).value) }
      value = .list(list)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      value = .unset
    } else if let bool = try? container.decode(Bool.self) {
      value = .bool(bool)
    } else if let int = try? container.decode(Int.self) {
      value = .int(int)
    } else if let number = try? container.decode(Double.self) {
      value = .number(number)
    } else {
      value = .string(try container.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .list(let list):
      var container = encoder.unkeyedContainer()
      for element in list { try container.encode(JSONValue(element)) }
    case .map(let map):
      var container = encoder.container(keyedBy: AnyKey.self)
      for (key, element) in map { try container.encode(JSONValue(element), forKey: AnyKey(key)) }
    default:
      var container = encoder.singleValueContainer()
      switch value {
      case .bool(let bool): try container.encode(bool)
      case .int(let int): try container.encode(int)
      case .number(let number): try container.encode(number)
      case .string(let string): try container.encode(string)
      case .duration: try container.encode(value.description)
      default: try container.encodeNil()
      }
    }
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ string: String) { stringValue = string }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { return nil }
  }
}
