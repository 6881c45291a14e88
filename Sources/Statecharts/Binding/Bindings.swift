/// The handlers of a chart by number. It never changes, and all copies of a machine share it.
final class Bindings: Sendable {
  let chart: CompiledChart
  let guards: ContiguousArray<GuardHook>
  let actions: ContiguousArray<ActionHook>
  /// Which of them want a `HandlerCall`.
  let guardsWantCalls: ContiguousArray<Bool>
  let actionsWantCalls: ContiguousArray<Bool>
  /// Whether there are no handlers: guards answer as a script says, and actions only are recorded.
  let isScripted: Bool
  /// What a machine has until it needs its own; one element each.
  let unusedColdState: ContiguousArray<Interpreter.ColdState>
  let unusedTape: ContiguousArray<MachineHost.Tape> = [MachineHost.Tape()]

  /// Binds the handlers of a chart; every name must have one.
  init(_ chart: CompiledChart, _ handlers: ChartHandlers) {
    self.chart = chart
    guards = ContiguousArray(chart.guardNames.compactMap { handlers.guards[$0] })
    actions = ContiguousArray(chart.actionNames.compactMap { handlers.actions[$0] })
    guardsWantCalls = ContiguousArray(guards.map { if case .call = $0 { true } else { false } })
    actionsWantCalls = ContiguousArray(actions.map { if case .call = $0 { true } else { false } })
    isScripted = false
    unusedColdState = [Interpreter.ColdState(chart)]
  }

  /// Binds nothing.
  init(scripted chart: CompiledChart) {
    self.chart = chart
    guards = []
    actions = []
    guardsWantCalls = ContiguousArray(repeating: false, count: chart.guardNames.count)
    actionsWantCalls = ContiguousArray(repeating: false, count: chart.actionNames.count)
    isScripted = true
    unusedColdState = [Interpreter.ColdState(chart)]
  }
}
