import Foundation
import Statecharts
import StatechartsModel
import StatechartsTesting
import Synchronization
import TestExtent
import Testing

/// Processes that end at any moment between a step, storing it and its effects: what the store, the bank and the reader
/// of outputs have is all that is left.
@Suite("Sessions that are killed")
struct SessionKillTests {
  /// What outlives a process.
  private final class World: Sendable {
    struct State {
      var random: SplitMix
      var killsLeft: Int
      var kills = 0
      /// The number of the process that lives.
      var process = 0
      var isAlive = false
      /// The last snapshot.
      var store: Data?
      /// The keys in it.
      var storedKeys: Set<String> = []
      /// By service and order: the keys of the requests.
      var requests: [String: [String]] = [:]
      var keylessRequests = 0
      /// By number: the outputs that the reader has seen.
      var outputs: [UInt64: String] = [:]
      var contradictions = 0
    }
    let state: Mutex<State>

    init(kills: Int, seed: UInt64) {
      state = Mutex(State(random: SplitMix(state: seed), killsLeft: kills))
    }

    /// A point at which the process may end.
    ///
    /// - Returns: whether it lives on.
    func survives(_ process: Int) -> Bool {
      state.withLock { state in
        guard state.isAlive, state.process == process else { return false }
        guard state.killsLeft > 0, state.random.next() % 4 == 0 else { return true }
        state.killsLeft -= 1
        state.kills += 1
        state.isAlive = false
        return false
      }
    }

    func begin() -> (process: Int, snapshot: Data?) {
      state.withLock { state in
        state.process += 1
        state.isAlive = true
        return (state.process, state.store)
      }
    }

    func save(_ snapshot: SessionSnapshot) throws {
      let bytes = try JSONEncoder().encode(snapshot)
      state.withLock {
        $0.store = bytes
        $0.storedKeys = Set(snapshot.chart.services.compactMap(\.idempotencyKey))
      }
    }

    /// A service asks a server, unless its process is gone.
    func request(_ call: ServiceCall, _ process: Int) throws {
      guard survives(process) else { throw CancellationError() }
      guard case .map(let input) = call.input, case .int(let order)? = input["order"] else { return }
      state.withLock { state in
        if !state.storedKeys.contains(call.run.idempotencyKey) { state.keylessRequests += 1 }
        state.requests["\(call.service) \(order)", default: []].append(call.run.idempotencyKey)
      }
      // The server has done it, and the process ends before it hears of it.
      guard survives(process) else { throw CancellationError() }
    }

    func read(_ update: SessionUpdate) {
      state.withLock { state in
        for (place, output) in update.outputs.enumerated() {
          let number = update.firstOutput + UInt64(place)
          let text = "\(output.name) \(output.data)"
          if let known = state.outputs[number], known != text { state.contradictions += 1 }
          state.outputs[number] = text
        }
      }
    }
  }

  private struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  /// Each order is charged, then shipped; the app is told of both.
  private var orders: Statechart {
    func work(_ service: ChartName, _ output: ChartName, _ next: ChartName) -> StateNode {
      let told = ChartAction.emit(output, [field("order", "order")])
      return StateNode(
        service,
        invoke: [
          ChartInvocation(
            .service(service), input: [field("order", "order")],
            retry: .init(attempts: 1_000_000, codes: ["interrupted"]), done: [to(next, do: [told])])
        ])
    }
    return chart(
      context: [variable("order", .int, "0")],
      [
        StateNode("idle", on: [on("order", "charge", do: [.assign("order", "order + 1")])]),
        work("charge", "charged", "ship"), work("ship", "shipped", "idle"),
      ])
  }

  /// One process: from the store to its end, or until all is done.
  private func live(_ world: World, _ compiled: CompiledChart, _ delivery: Delivery) async throws {
    let (process, stored) = world.begin()
    var handlers = ChartHandlers()
    for service in ["charge", "ship"] {
      handlers.service(service) { call in
        try world.request(call, process)
        return .unset
      }
    }
    let bound = try BoundChart(compiled, handlers: handlers)
    let clock = ManualClock()
    let session: ChartSession
    if let stored {
      let snapshot = try JSONDecoder().decode(SessionSnapshot.self, from: stored)
      session = try ChartSession(bound, restoring: snapshot, delivery: delivery, clock: clock)
    } else {
      session = try ChartSession(bound, id: "shop", delivery: delivery, clock: clock)
    }
    guard world.survives(process) else { return }
    await session.start()
    while world.survives(process) {
      await clock.settle()
      while let step = await session.heldStep() {
        guard world.survives(process) else { return }
        try world.save(step.snapshot)
        guard world.survives(process) else { return }
        await session.confirm(step)
        await clock.settle()
      }
      guard world.survives(process) else { return }
      if delivery == .immediate { try world.save(await session.snapshot()) }
      var updates = await session.updates().makeAsyncIterator()
      if let update = await updates.next(), !update.outputs.isEmpty {
        world.read(update)
        guard world.survives(process) else { return }
        await session.acknowledge(update)
        try world.save(await session.snapshot())
      }
      guard await session.current.configuration == ["idle"] else { continue }
      if world.state.withLock({ $0.killsLeft == 0 }) { return }
      await session.send("order")
    }
  }

  @Test("1,000 kills lose no order and no output, and nothing is asked for without a stored key")
  func kills() async throws {
    let kills = TestExtent.count(100, whole: 1_000)
    let world = World(kills: kills, seed: 7)
    let compiled = try CompiledChart(orders)
    while world.state.withLock({ $0.killsLeft > 0 || !$0.isAlive }) {
      try await live(world, compiled, .confirmed)
    }
    let end = world.state.withLock { $0 }
    #expect(end.kills == kills && end.process == kills + 1)
    let last = try JSONDecoder().decode(SessionSnapshot.self, from: try #require(end.store))
    guard case .int(let count)? = last.chart.context["order"] else {
      Issue.record("no orders")
      return
    }
    #expect(count > kills / 20)
    var told: [String] = []
    for order in 1...count {
      for (service, output) in [("charge", "charged"), ("ship", "shipped")] {
        let keys = end.requests["\(service) \(order)"] ?? []
        #expect(Set(keys).count == 1, "\(service) \(order): \(keys)")
        told.append("\(output) \(ChartValue.map(["order": .int(order)]))")
      }
    }
    #expect(end.requests.count == 2 * count)
    let keys = end.requests.values.map { $0[0] }
    #expect(Set(keys).count == keys.count)
    // Some requests were made twice, so that the key was needed.
    #expect(end.requests.values.contains { $0.count > 1 })
    #expect(end.keylessRequests == 0 && end.contradictions == 0)
    #expect(end.outputs.sorted { $0.key < $1.key }.map(\.value) == told)
    #expect(end.outputs.keys.max() == UInt64(told.count))
  }

  @Test("the same kills without the outbox make requests that no snapshot knows of")
  func withoutOutbox() async throws {
    let world = World(kills: 20, seed: 7)
    let compiled = try CompiledChart(orders)
    while world.state.withLock({ $0.killsLeft > 0 || !$0.isAlive }) {
      try await live(world, compiled, .immediate)
    }
    #expect(world.state.withLock { $0.keylessRequests } > 0)
  }
}
