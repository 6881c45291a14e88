/// Data of a chart that are not of the type that its declaration promises. It never contains the data, which might be
/// secret.
public struct TypedDataProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// What does not fit: a field, an argument, a result.
  public let part: String

  /// Makes a problem.
  public init(_ part: String) { self.part = part }

  /// One plain sentence.
  public var description: String { "`\(part)` is not of the type that the chart declares." }
}

extension TypedData {
  /// Reads a part of something, by its name.
  static func reading(_ value: ChartValue, _ name: String) throws(TypedDataProblem) -> Self {
    do {
      return try Self(chartValue: value)
    } catch {
      throw TypedDataProblem(error.part == "value" ? name : "\(name).\(error.part)")
    }
  }
}

extension ChartValue {
  /// A field of a map as a Swift value.
  ///
  /// - Throws: `TypedDataProblem` when it is of another type.
  public func read<Data: TypedData>(_ name: String) throws(TypedDataProblem) -> Data {
    try Data.reading(self[field: name], name)
  }
}

extension HandlerCall {
  /// An argument as a Swift value.
  ///
  /// - Throws: `TypedDataProblem` when it is of another type.
  public func argument<Data: TypedData>(_ name: String) throws(TypedDataProblem) -> Data {
    try Data.reading(arguments[name] ?? .unset, name)
  }

  /// A field of the current event's payload as a Swift value.
  ///
  /// - Throws: `TypedDataProblem` when it is of another type.
  public func payload<Data: TypedData>(_ name: String) throws(TypedDataProblem) -> Data {
    try (event?.data ?? .unset).read(name)
  }
}

extension ContextValues {
  /// A variable as a Swift value; nil when it has none, or one of another type.
  public func read<Data: TypedData>(_ name: String) -> Data? { try? Data(chartValue: self[name]) }
}
