/// A datum of a chart: in its context, in an event's payload, or made by an expression.
public enum ChartValue: Hashable, Sendable {
  /// No value: a variable that was declared without one, or a missing field.
  case unset
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case int(Int)
  /// A number with a fraction. Never NaN or infinite: arithmetic that would make one fails instead.
  case number(Double)
  /// A text.
  case string(String)
  /// A span of time.
  case duration(Duration)
  /// A sequence of values.
  case list([ChartValue])
  /// Values by name. Anything that prints one sorts the names, so that output is the same every time.
  case map([String: ChartValue])
}

extension ChartValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes a truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes a whole number.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// Makes a number with a fraction.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Makes a text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes a list.
  public init(arrayLiteral elements: ChartValue...) { self = .list(elements) }
  /// Makes a map; of equal names the last one wins.
  public init(dictionaryLiteral elements: (String, ChartValue)...) {
    self = .map(Dictionary(elements, uniquingKeysWith: { _, last in last }))
  }
}
