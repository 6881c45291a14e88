/// The Swift code behind the names of a chart's guards and actions.
///
/// Binding looks every name up once; while the chart runs, handlers are numbers.
public struct Handlers: Sendable {
  /// Answers a question without side effects. Throwing counts as no, and raises `error.execution`.
  public typealias Guard = @Sendable (HandlerCall) throws -> Bool
  /// Does something at once. Throwing ends the list of actions and raises `error.execution`.
  public typealias Action = @Sendable (HandlerCall) throws -> Void

  private(set) var guards: [String: Guard] = [:]
  private(set) var actions: [String: Action] = [:]

  /// Makes an empty set of handlers.
  public init() {}

  /// Provides a guard; a second one under the name takes the place of the first.
  public mutating func `guard`(_ name: String, _ body: @escaping Guard) { guards[name] = body }

  /// Provides an action; a second one under the name takes the place of the first.
  public mutating func action(_ name: String, _ body: @escaping Action) { actions[name] = body }
}
