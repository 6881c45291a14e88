import Statecharts
import StatechartsModel

extension SessionHarness {
  /// Fails unless an event was taken, or was not, as the step expects.
  func require(_ event: String, isTaken: Bool, _ outcome: EventOutcome) async throws {
    guard (outcome == .taken) != isTaken else { return }
    if outcome == .taken {
      throw HarnessFailure(["`\(event)` was handled, but the step expects that nothing handles it."])
    }
    guard outcome == .ignored(refused: []) else {
      throw HarnessFailure(["`\(event)` was not handled: \(outcome.clause)"])
    }
    let update = await session.current
    let root = session.bound.chart.chart.root
    let active = Set(update.states).union([root.id.text])
    let here = Self.handled(in: root) { state, _ in active.contains(state) }.map(\.event)
    let there = Self.handled(in: root) { _, name in EventDescriptor(ChartName(name)).matches(event) }
    var sentence =
      "`\(event)` is not handled in \(HarnessFailure.list(update.configuration)), which handles "
    sentence += here.isEmpty ? "no event." : "\(HarnessFailure.list(Self.distinct(here)))."
    if !there.isEmpty {
      sentence += " `\(event)` is handled in \(HarnessFailure.list(Self.distinct(there.map(\.state))))."
    }
    throw HarnessFailure([sentence])
  }

  /// The events that states handle, as they are written, in document order. Those of the engine are left out.
  private static func handled(
    in node: StateNode, where isIncluded: (_ state: String, _ event: String) -> Bool
  ) -> [(state: String, event: String)] {
    let own = node.on.filter { !$0.event.isPlatform }.map { (state: node.id.text, event: $0.event.name.text) }
    return own.filter(isIncluded) + node.states.flatMap { handled(in: $0, where: isIncluded) }
  }

  private static func distinct(_ names: [String]) -> [String] {
    var known: Set<String> = []
    return names.filter { known.insert($0).inserted }
  }
}

extension EventOutcome {
  /// Why nothing happened, to stand behind a colon.
  var clause: String {
    let text = reason ?? "\(self)"
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
