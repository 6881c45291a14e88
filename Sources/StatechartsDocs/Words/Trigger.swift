import StatechartsModel

internal import Statecharts

/// What a transition waits for, as written in its state.
enum Trigger {
  /// An event from outside or inside.
  case event(EventDescriptor)
  /// The end of a running service or child chart. Services are large and rare, so that they lie elsewhere.
  indirect case completed(ChartInvocation)
  /// A failure of a running service or child chart; nil is `any`.
  indirect case failed(ChartInvocation, ChartName?)
  /// The end of all that happens inside the state.
  case done
  /// A time in the state, as written.
  case after(ChartName)
  /// Nothing: it is taken as soon as its guard holds.
  case always
}

extension StateNode {
  /// All transitions of the state with what they wait for. The order is that of the kinds here and, within a
  /// kind, that of the document: the model keeps no order between kinds.
  ///
  /// In line and without iterators, because each copy of a state, with its dozen lists, or of a transition costs more than to
  /// draw it.
  @inline(__always)
  func forEachTransition(_ body: (Trigger, ChartTransition) -> Void) {
    for place in on.indices { body(.event(on[place].event), on[place].transition) }
    for place in invoke.indices {
      let done = invoke[place].done
      for way in done.indices { body(.completed(invoke[place]), done[way]) }
      let failed = invoke[place].failed
      for way in failed.indices { body(.failed(invoke[place], failed[way].code), failed[way].transition) }
    }
    for place in done.indices { body(.done, done[place]) }
    for place in after.indices { body(.after(after[place].name), after[place].transition) }
    for place in always.indices { body(.always, always[place]) }
  }
}
