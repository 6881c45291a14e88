/// Guards and actions of one type, which are called by number. Generated code conforms to it.
///
/// A handler's number is its place in `guards` or `actions`. Names are looked up once, when a machine is made, so the
/// chart may use the handlers in any order, and may leave out those that it only declares.
///
/// ```swift
/// struct DoorHandlers: StaticHandlers {
///   static let guards = [StaticHandler("isLocked"), StaticHandler("codeIsRight", takesCall: true)]
///   static let actions = [StaticHandler("ringBell")]
///
///   let door: Door
///
///   func answer(guard number: Int) throws -> Bool {
///     switch number {
///     case 0: door.isLocked
///     default: false
///     }
///   }
///
///   func answer(guard number: Int, _ call: HandlerCall) throws -> Bool {
///     switch number {
///     case 1: call.event?.data == .map(["code": .string(door.code)])
///     default: try answer(guard: number)
///     }
///   }
///
///   func perform(action number: Int) throws {
///     switch number {
///     case 0: door.ringBell()
///     default: break
///     }
///   }
/// }
/// ```
///
/// `ChartHandlers(DoorHandlers(door: door))` makes the handlers of a machine or a session from them.
public protocol StaticHandlers: Sendable {
  // Decision: Docs/decisions/engine.md#handlers-are-called-by-number
  /// The guards that the type answers.
  static var guards: [StaticHandler] { get }
  /// The actions that the type does.
  static var actions: [StaticHandler] { get }

  /// Answers a guard that takes no call. Throwing counts as no, and raises `error.execution`.
  func answer(guard number: Int) throws -> Bool
  /// Answers a guard that takes the call. Throwing counts as no, and raises `error.execution`.
  func answer(guard number: Int, _ call: HandlerCall) throws -> Bool
  /// Does an action that takes no call. Throwing ends the list of actions and raises `error.execution`.
  func perform(action number: Int) throws
  /// Does an action that takes the call. Throwing ends the list of actions and raises `error.execution`.
  func perform(action number: Int, _ call: HandlerCall) throws
}

extension StaticHandlers {
  /// No guards.
  public static var guards: [StaticHandler] { [] }
  /// No actions.
  public static var actions: [StaticHandler] { [] }
  /// Does not hold.
  public func answer(guard number: Int) throws -> Bool { false }
  /// Answers without looking at the call.
  public func answer(guard number: Int, _ call: HandlerCall) throws -> Bool { try answer(guard: number) }
  /// Does nothing.
  public func perform(action number: Int) throws {}
  /// Does the action without looking at the call.
  public func perform(action number: Int, _ call: HandlerCall) throws { try perform(action: number) }
}

extension ChartHandlers {
  /// Provides all guards and actions of a type.
  public init(_ handlers: some StaticHandlers) {
    self.init()
    add(handlers)
  }

  /// Provides all guards and actions of a type; what had their names before gives way.
  public mutating func add<Static: StaticHandlers>(_ handlers: Static) {
    for (number, each) in Static.guards.enumerated() {
      if each.takesCall {
        self.guard(each.name) { call in try handlers.answer(guard: number, call) }
      } else {
        self.guard(each.name) { try handlers.answer(guard: number) }
      }
    }
    for (number, each) in Static.actions.enumerated() {
      if each.takesCall {
        action(each.name) { call in try handlers.perform(action: number, call) }
      } else {
        action(each.name) { try handlers.perform(action: number) }
      }
    }
  }
}
