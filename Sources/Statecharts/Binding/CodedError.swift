/// An error that a chart knows by its code. What a service throws of this kind takes the branch of the code; every
/// other error takes the branch `any`.
public protocol CodedError: Error, Sendable {
  /// The code, as the chart declares it.
  var code: String { get }
  /// The fields that come with the code; `.unset` for none.
  var data: Value { get }
}

/// A failure by its code, for services that are bound by name.
public struct ServiceFailure: CodedError, Hashable, CustomStringConvertible {
  /// The code, as the chart declares it.
  public let code: String
  /// The fields that come with the code; `.unset` for none.
  public let data: Value

  /// Makes a failure.
  public init(_ code: String, data: Value = .unset) {
    self.code = code
    self.data = data
  }

  /// The code alone: the data may be secret.
  public var description: String { code }
}
