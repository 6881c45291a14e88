/// A Swift type that data of a chart can be read into and made from. Generated types conform to it, and so do the
/// standard types for what charts can declare.
public protocol ChartData: Sendable {
  /// Reads a datum.
  ///
  /// - Throws: `ChartDataProblem` when it is of another type.
  init(chartValue: Value) throws(ChartDataProblem)
  /// The datum.
  var chartValue: Value { get }
}

extension ChartData where Self: RawRepresentable, RawValue == String {
  /// Reads a text.
  ///
  /// - Throws: `ChartDataProblem` when it is none of the permitted ones.
  public init(chartValue: Value) throws(ChartDataProblem) {
    guard case .string(let text) = chartValue, let known = Self(rawValue: text) else {
      throw ChartDataProblem("value")
    }
    self = known
  }

  /// The text.
  public var chartValue: Value { .string(rawValue) }
}

extension Value: ChartData {
  /// Takes any datum.
  public init(chartValue: Value) throws(ChartDataProblem) { self = chartValue }

  /// The datum itself.
  public var chartValue: Value { self }

  /// A field of a map; `.unset` when there is none, or when it is no map.
  public subscript(field name: String) -> Value {
    guard case .map(let fields) = self else { return .unset }
    return fields[name] ?? .unset
  }
}

extension Bool: ChartData {
  /// Reads a truth value.
  public init(chartValue: Value) throws(ChartDataProblem) {
    guard case .bool(let value) = chartValue else { throw ChartDataProblem("value") }
    self = value
  }

  /// The datum.
  public var chartValue: Value { .bool(self) }
}

extension Int: ChartData {
  /// Reads a whole number.
  public init(chartValue: Value) throws(ChartDataProblem) {
    guard case .int(let value) = chartValue else { throw ChartDataProblem("value") }
    self = value
  }

  /// The datum.
  public var chartValue: Value { .int(self) }
}

extension Double: ChartData {
  /// Reads a number; a whole one is a number too.
  public init(chartValue: Value) throws(ChartDataProblem) {
    switch chartValue {
    case .number(let value): self = value
    case .int(let value): self = Double(value)
    default: throw ChartDataProblem("value")
    }
  }

  /// The datum.
  public var chartValue: Value { .number(self) }
}

extension String: ChartData {
  /// Reads a text.
  public init(chartValue: Value) throws(ChartDataProblem) {
    guard case .string(let value) = chartValue else { throw ChartDataProblem("value") }
    self = value
  }

  /// The datum.
  public var chartValue: Value { .string(self) }
}

extension Duration: ChartData {
  /// Reads a span of time.
  public init(chartValue: Value) throws(ChartDataProblem) {
    guard case .duration(let value) = chartValue else { throw ChartDataProblem("value") }
    self = value
  }

  /// The datum.
  public var chartValue: Value { .duration(self) }
}

extension Optional: ChartData where Wrapped: ChartData {
  /// Reads a datum or none.
  public init(chartValue: Value) throws(ChartDataProblem) {
    self = chartValue == .unset ? .none : try Wrapped(chartValue: chartValue)
  }

  /// The datum; `.unset` for nil.
  public var chartValue: Value { self?.chartValue ?? .unset }
}

extension Array: ChartData where Element: ChartData {
  /// Reads a list.
  public init(chartValue: Value) throws(ChartDataProblem) {
    guard case .list(let values) = chartValue else { throw ChartDataProblem("value") }
    var elements: [Element] = []
    elements.reserveCapacity(values.count)
    for value in values { elements.append(try Element(chartValue: value)) }
    self = elements
  }

  /// The datum.
  public var chartValue: Value { .list(map(\.chartValue)) }
}

extension Dictionary: ChartData where Key == String, Value == Statecharts.Value {
  /// Reads a map.
  public init(chartValue: Statecharts.Value) throws(ChartDataProblem) {
    guard case .map(let fields) = chartValue else { throw ChartDataProblem("value") }
    self = fields
  }

  /// The datum.
  public var chartValue: Statecharts.Value { .map(self) }
}
