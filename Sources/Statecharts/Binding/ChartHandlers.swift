/// The Swift code behind the names of a chart's guards, actions, services and queries.
///
/// Binding looks every name up once; while the chart runs, handlers are numbers. Handlers that need neither
/// arguments, nor the event, nor the context are best given as closures without a parameter: nothing is then
/// prepared for them.
public struct ChartHandlers: Sendable {
  /// Answers a question without side effects. Throwing counts as no, and raises `error.execution`.
  public typealias Guard = @Sendable (HandlerCall) throws -> Bool
  /// Does something at once. Throwing ends the list of actions and raises `error.execution`.
  public typealias Action = @Sendable (HandlerCall) throws -> Void
  /// Does work that takes time, in a task that is cancelled when its state is left. Throwing a `CodedError` fails
  /// with its code, throwing anything else with a code that only the branch `any` takes.
  public typealias Service = @Sendable (ServiceCall) async throws -> ChartValue
  /// Answers a question of the app, from its arguments by name.
  public typealias Query = @Sendable ([String: ChartValue]) throws -> ChartValue

  private(set) var guards: [String: GuardHook] = [:]
  private(set) var actions: [String: ActionHook] = [:]
  private(set) var services: [String: Service] = [:]
  private(set) var queries: [String: Query] = [:]

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

  /// Provides a service; a second one under the name takes the place of the first.
  public mutating func service(_ name: String, _ body: @escaping Service) { services[name] = body }

  /// Provides a query; a second one under the name takes the place of the first.
  public mutating func query(_ name: String, _ body: @escaping Query) { queries[name] = body }

  /// The same without services: a test answers in their place.
  public var withoutServices: ChartHandlers {
    var handlers = self
    handlers.services = [:]
    return handlers
  }

  /// The service of a name, or nil.
  package func service(named name: String) -> Service? { services[name] }

  /// The query of a name, or nil.
  package func query(named name: String) -> Query? { queries[name] }
}

/// A guard as it is bound.
enum GuardHook: Sendable {
  case plain(@Sendable () throws -> Bool)
  case call(ChartHandlers.Guard)
}

/// An action as it is bound.
enum ActionHook: Sendable {
  case plain(@Sendable () throws -> Void)
  case call(ChartHandlers.Action)
}
