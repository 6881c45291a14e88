/// An error that a chart knows by its code. What a service throws of this kind takes the branch of the code; every
/// other error takes the branch `any`.
public protocol CodedError: Error, Sendable {
  /// The code, as the chart declares it.
  var code: String { get }
  /// The fields that come with the code; `.unset`, the default, for none.
  var data: ChartValue { get }
}

extension CodedError {
  /// `.unset`: most errors have no fields.
  public var data: ChartValue { .unset }
}

/// With what one service of a chart fails: `statechart generate` makes these, with a case for each declared code.
public protocol DeclaredFailure: CodedError {
  /// Reads a failure.
  ///
  /// - Throws: `TypedDataProblem` when the service does not declare the code, or the data are of another type.
  init(code: String, data: ChartValue) throws(TypedDataProblem)
}

extension DeclaredFailure {
  /// The failure of this service that another error stands for; nil when the service does not declare it.
  ///
  /// A client of a server can so have one error for all that goes wrong, and services that pass on what they declare.
  public init?(_ error: some CodedError) {
    guard let failure = try? Self(code: error.code, data: error.data) else { return nil }
    self = failure
  }
}

/// A failure by its code, for services that are bound by name.
public struct ServiceFailure: CodedError, Hashable, CustomStringConvertible {
  /// The code, as the chart declares it.
  public let code: String
  /// The fields that come with the code; `.unset` for none.
  public let data: ChartValue

  /// Makes a failure.
  public init(_ code: String, data: ChartValue = .unset) {
    self.code = code
    self.data = data
  }

  /// The code alone: the data may be secret.
  public var description: String { code }
}
