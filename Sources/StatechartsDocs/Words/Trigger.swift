internal import Statecharts

/// What a transition waits for, as written in its state.
enum Trigger {
  /// An event from outside or inside.
  case event(EventDescriptor)
  /// The end of a running service or child chart.
  case completed(Invocation)
  /// A failure of a running service or child chart; nil is `any`.
  case failed(Invocation, Name?)
  /// The end of all that happens inside the state.
  case done
  /// A time in the state, as written.
  case after(Name)
  /// Nothing: it is taken as soon as its guard holds.
  case always
}

extension State {
  /// All transitions of the state with what they wait for. The order is that of the kinds here and, within a
  /// kind, that of the document: the model keeps no order between kinds.
  ///
  /// In line, because a state that is handed over to be looked at is copied, with its dozen lists.
  @inline(__always)
  func forEachTransition(_ body: (Trigger, Transition) -> Void) {
    for entry in on { body(.event(entry.event), entry.transition) }
    for invocation in invoke {
      for transition in invocation.done { body(.completed(invocation), transition) }
      for failure in invocation.failed { body(.failed(invocation, failure.code), failure.transition) }
    }
    for transition in done { body(.done, transition) }
    for entry in after { body(.after(entry.name), entry.transition) }
    for transition in always { body(.always, transition) }
  }
}
