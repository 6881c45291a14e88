/// The Swift code behind the names of a chart's guards and actions.
///
/// Binding looks every name up once; while the chart runs, handlers are numbers. Handlers that need neither
/// arguments, nor the event, nor the context are best given as closures without a parameter: nothing is then
/// prepared for them.
public struct Handlers: Sendable {
  /// Answers a question without side effects. Throwing counts as no, and raises `error.execution`.
  public typealias Guard = @Sendable (HandlerCall) throws -> Bool
  /// Does something at once. Throwing ends the list of actions and raises `error.execution`.
  public typealias Action = @Sendable (HandlerCall) throws -> Void

  private(set) var guards: [String: GuardHook] = [:]
  private(set) var actions: [String: ActionHook] = [:]

  /// Makes an empty set of handlers.
  public init() {}

  /// Provides a guard; a second one under the name takes the place of the first.
  public mutating func `guard`(_ name: String, _ body: @escaping Guard) { guards[name] = .call(body) }

  /// Provides an action; a second one under the name takes the place of the first.
  public mutating func action(_ name: String, _ body: @escaping Action) { actions[name] = .call(body) }

  /// Provides a guard that needs to know nothing of the call.
  public mutating func `guard`(_ name: String, _ body: @escaping @Sendable () throws -> Bool) {
    guards[name] = .plain(body)
  }

  /// Provides an action that needs to know nothing of the call.
  public mutating func action(_ name: String, _ body: @escaping @Sendable () throws -> Void) {
    actions[name] = .plain(body)
  }
}

/// A guard as it is bound.
enum GuardHook: Sendable {
  case plain(@Sendable () throws -> Bool)
  case call(Handlers.Guard)
}

/// An action as it is bound.
enum ActionHook: Sendable {
  case plain(@Sendable () throws -> Void)
  case call(Handlers.Action)
}
