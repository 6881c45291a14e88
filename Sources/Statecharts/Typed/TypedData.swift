/// A Swift type that data of a chart can be read into and made from. Generated types conform to it, and so do the
/// standard types for what charts can declare.
public protocol TypedData: Sendable {
  /// Reads a datum.
  ///
  /// - Throws: `TypedDataProblem` when it is of another type.
  init(chartValue: ChartValue) throws(TypedDataProblem)
  /// The datum.
  var chartValue: ChartValue { get }
}

extension TypedData where Self: RawRepresentable, RawValue == String {
  /// Reads a text.
  ///
  /// - Throws: `TypedDataProblem` when it is none of the permitted ones.
  public init(chartValue: ChartValue) throws(TypedDataProblem) {
    guard case .string(let text) = chartValue, let known = Self(rawValue: text) else {
      throw TypedDataProblem("value")
    }
    self = known
  }

  /// The text.
  public var chartValue: ChartValue { .string(rawValue) }
}

extension ChartValue: TypedData {
  /// Takes any datum.
  public init(chartValue: ChartValue) throws(TypedDataProblem) { self = chartValue }

  /// The datum itself.
  public var chartValue: ChartValue { self }

  /// A field of a map; `.unset` when there is none, or when it is no map.
  public subscript(field name: String) -> ChartValue {
    guard case .map(let fields) = self else { return .unset }
    return fields[name] ?? .unset
  }
}

extension Bool: TypedData {
  /// Reads a truth value.
  public init(chartValue: ChartValue) throws(TypedDataProblem) {
    guard case .bool(let value) = chartValue else { throw TypedDataProblem("value") }
    self = value
  }

  /// The datum.
  public var chartValue: ChartValue { .bool(self) }
}

extension Int: TypedData {
  /// Reads a whole number.
  public init(chartValue: ChartValue) throws(TypedDataProblem) {
    guard case .int(let value) = chartValue else { throw TypedDataProblem("value") }
    self = value
  }

  /// The datum.
  public var chartValue: ChartValue { .int(self) }
}

extension Double: TypedData {
  /// Reads a number; a whole one is a number too.
  public init(chartValue: ChartValue) throws(TypedDataProblem) {
    switch chartValue {
    case .number(let value): self = value
    case .int(let value): self = Double(value)
    default: throw TypedDataProblem("value")
    }
  }

  /// The datum.
  public var chartValue: ChartValue { .number(self) }
}

extension String: TypedData {
  /// Reads a text.
  public init(chartValue: ChartValue) throws(TypedDataProblem) {
    guard case .string(let value) = chartValue else { throw TypedDataProblem("value") }
    self = value
  }

  /// The datum.
  public var chartValue: ChartValue { .string(self) }
}

extension Duration: TypedData {
  /// Reads a span of time.
  public init(chartValue: ChartValue) throws(TypedDataProblem) {
    guard case .duration(let value) = chartValue else { throw TypedDataProblem("value") }
    self = value
  }

  /// The datum.
  public var chartValue: ChartValue { .duration(self) }
}

extension Optional: TypedData where Wrapped: TypedData {
  /// Reads a datum or none.
  public init(chartValue: ChartValue) throws(TypedDataProblem) {
    self = chartValue == .unset ? .none : try Wrapped(chartValue: chartValue)
  }

  /// The datum; `.unset` for nil.
  public var chartValue: ChartValue { self?.chartValue ?? .unset }
}

extension Array: TypedData where Element: TypedData {
  /// Reads a list.
  public init(chartValue: ChartValue) throws(TypedDataProblem) {
    guard case .list(let values) = chartValue else { throw TypedDataProblem("value") }
    var elements: [Element] = []
    elements.reserveCapacity(values.count)
    for value in values { elements.append(try Element(chartValue: value)) }
    self = elements
  }

  /// The datum.
  public var chartValue: ChartValue { .list(map(\.chartValue)) }
}

extension Dictionary: TypedData where Key == String, Value == Statecharts.ChartValue {
  /// Reads a map.
  public init(chartValue: Statecharts.ChartValue) throws(TypedDataProblem) {
    guard case .map(let fields) = chartValue else { throw TypedDataProblem("value") }
    self = fields
  }

  /// The datum.
  public var chartValue: Statecharts.ChartValue { .map(self) }
}
