/// A query of a chart with its arguments, for `Session.query(_:)`. `statechart generate` makes these.
public struct TypedQuery<Chart: TypedChart, Answer: TypedData>: Sendable {
  /// The name of the query in the chart.
  public let name: String
  let arguments: [String: ChartValue]

  /// Names a query.
  public init(_ name: String, _ arguments: [String: ChartValue] = [:]) {
    self.name = name
    self.arguments = arguments
  }
}

extension TypedQuery: CustomStringConvertible, CustomReflectable {
  /// The name; no arguments, which may be secret.
  public var description: String { name }

  /// No arguments, which may be secret.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

extension Session {
  /// Asks a query of the chart, which answers from its arguments alone.
  ///
  /// - Throws: `QueryProblem` if no active state lists the query; what the handler throws.
  public func query<Answer>(_ query: TypedQuery<Chart, Answer>) async throws -> Answer {
    try Answer(chartValue: await untyped.query(query.name, query.arguments))
  }
}
