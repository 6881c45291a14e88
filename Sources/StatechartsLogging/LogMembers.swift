#if SwiftLog
  import Logging
  import Statecharts

  /// What belongs to one event, as metadata.
  struct LogMembers: TraceWriter {
    private(set) var metadata: Logger.Metadata = [:]

    mutating func add(_ name: String, _ value: ChartValue) { metadata[name] = Self.metadata(value, depth: 0) }
    mutating func add(_ name: String, _ text: String) { metadata[name] = .string(Self.line(text)) }
    mutating func add(_ name: String, _ number: UInt64) { metadata[name] = .string(String(number)) }
    mutating func add(_ name: String, _ texts: [String]) {
      metadata[name] = .array(texts.map { .string(Self.line($0)) })
    }
    mutating func add<Element>(_ name: String, _ elements: [Element], _ body: (inout Self, Element) -> Void) {
      metadata[name] = .array(
        elements.map { element in
          var members = LogMembers()
          body(&members, element)
          return .dictionary(members.metadata)
        })
    }
    mutating func add(_ name: String, _ span: Duration) { metadata[name] = .string(span.secondsText) }

    private static func metadata(_ value: ChartValue, depth: Int) -> Logger.MetadataValue {
      guard depth <= ExpressionLimits.depth else { return "…" }
      return switch value {
      case .unset: "unset"
      case .bool(let value): .string(String(value))
      case .int(let value): .string(String(value))
      case .number(let value): .string("\(value)")
      case .duration(let value): .string(value.literalText)
      case .string(let text): .string(line(text))
      case .list(let elements): .array(elements.map { metadata($0, depth: depth + 1) })
      case .map(let fields):
        .dictionary(
          Dictionary(
            fields.map { (line($0.key), metadata($0.value, depth: depth + 1)) }, uniquingKeysWith: { $1 }))
      }
    }

    /// A text in one line: what could end it or take hold of a terminal is written as Swift writes it.
    private static func line(_ text: String) -> String {
      guard text.unicodeScalars.contains(where: \.isUnsafeInLine) else { return text }
      return text.unicodeScalars.map { scalar in
        scalar.isUnsafeInLine ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
      }
      .joined()
    }
  }
#endif
