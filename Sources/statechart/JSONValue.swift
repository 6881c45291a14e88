import Statecharts

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A chart's value in JSON. Spans of time are texts such as `15s`; no value is `null`.
struct JSONValue: Encodable {
  let value: ChartValue

  init(_ value: ChartValue) { self.value = value }

  /// The value in one line.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Values of a chart are what JSON can say; numbers are finite.
    guard let data = try? encoder.encode(self) else { return "null" }
    return String(decoding: data, as: UTF8.self)
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
