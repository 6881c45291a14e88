#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Statecharts

/// The floor of W11 and W12: what an actor around a machine costs that does nothing else.
actor BareActor {
  private var machine: Machine

  init(_ machine: Machine) {
    self.machine = machine
    self.machine.begin()
  }

  func send(_ event: String) -> SendResult { machine.send(event) }
}

/// An inspector that does nothing with what it looks at.
struct IdleInspector: SessionInspector {
  var kinds: TraceKinds
  func record(_ event: TraceEvent) {}
}

/// W11 to W13: sessions.
struct SessionWorkloads {
  var effort: Effort

  /// W11: one session, one event after the other.
  func sequential() async throws -> [Result] {
    let count = effort.loops(300_000) / 3 * 3
    let bound = try BoundChart(Charts.ring())
    let bare = BareActor(try Machine(Charts.ring()))
    let silent = try ChartSession(bound)
    let unwatched = try ChartSession(bound, inspector: IdleInspector(kinds: []))
    let inspected = try ChartSession(bound, inspector: IdleInspector(kinds: .all))
    await silent.start()
    await unwatched.start()
    await inspected.start()
    let event = ChartEvent("next")
    let floor = await effort.processorTime("W11, bare actor", "ns/event", count: count) {
      for _ in 0..<count { _ = await bare.send("next") }
    }
    let plain = await effort.processorTime("W11", "ns/event", count: count) {
      for _ in 0..<count { await silent.send(event) }
    }
    let off = await effort.processorTime("W11, inspector off", "ns/event", count: count) {
      for _ in 0..<count { await unwatched.send(event) }
    }
    let traced = await effort.processorTime("W11, inspector on", "ns/event", count: count) {
      for _ in 0..<count { await inspected.send(event) }
    }
    try CheckFailure.check("W11 state", await silent.current.configuration, ["A"])
    try CheckFailure.check("W11 state", await inspected.current.configuration, ["A"])
    return [floor, plain, off, traced]
  }

  /// W12: many sessions, eight tasks, each with its own part of them.
  func concurrent() async throws -> [Result] {
    let tasks = 8
    let perTask = effort.loops(100_000) / tasks
    let rounds = 6
    let chart = try Charts.ring()
    let bound = try BoundChart(chart)
    let prototype = try Machine(chart)
    var actors: [BareActor] = []
    var sessions: [ChartSession] = []
    for _ in 0..<(tasks * perTask) {
      actors.append(BareActor(prototype))
      let session = try ChartSession(bound)
      await session.start()
      sessions.append(session)
    }
    let event = ChartEvent("next")
    let (allActors, allSessions) = (actors, sessions)
    let count = tasks * perTask * rounds
    var floors: [Double] = []
    var rates: [Double] = []
    var parts: [Double] = []
    for run in -1..<effort.runs {
      let floor = await Self.rate(count, tasks) { task in
        for _ in 0..<rounds {
          for place in (task * perTask)..<((task + 1) * perTask) { _ = await allActors[place].send("next") }
        }
      }
      let rate = await Self.rate(count, tasks) { task in
        for _ in 0..<rounds {
          for place in (task * perTask)..<((task + 1) * perTask) { await allSessions[place].send(event) }
        }
      }
      guard run >= 0 else { continue }
      floors.append(floor.wall)
      rates.append(rate.wall)
      parts.append(rate.processor / floor.processor)
    }
    try CheckFailure.check("W12 state", await sessions[0].current.configuration, ["A"])
    return [
      Result("W12, bare actors", "events/s", floors), Result("W12", "events/s", rates),
      Result("W12, part of bare", "ratio", parts),
    ]
  }

  /// Events in a second, and in a second of processor time, with which other processes interfere less.
  private static func rate(_ count: Int, _ tasks: Int, _ body: @escaping @Sendable (Int) async -> Void) async
    -> (wall: Double, processor: Double)
  {
    let start = (wall: Clock.wallNanoseconds(), processor: Clock.processNanoseconds())
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<tasks { group.addTask { await body(task) } }
    }
    let events = Double(count) * 1e9
    return (
      events / (Clock.wallNanoseconds() - start.wall),
      events / (Clock.processNanoseconds() - start.processor)
    )
  }

  /// W13: what a session takes that was made and started, and what one with a timer or a running service takes.
  func starts() async throws -> [Result] {
    let count = effort.loops(20_000)
    var handlers = ChartHandlers()
    handlers.service("work") { _ in
      try await Task.sleep(for: .seconds(3_600))
      return .unset
    }
    let waiting = try BoundChart(Charts.waiting())
    let working = try BoundChart(Charts.working(), handlers: handlers)
    var results: [Result] = []
    for (name, bound, event, state) in [
      ("W13, start", waiting, nil, "Start"),
      ("W13, start with a timer", waiting, ChartEvent("go"), "Waiting"),
      ("W13, start with a service", working, nil, "Working"),
    ] {
      var times: [Double] = []
      var bytes: [Double] = []
      for run in 0..<effort.runs {
        var sessions: [ChartSession] = []
        sessions.reserveCapacity(count)
        let memory = Clock.residentBytes()
        let start = Clock.processNanoseconds()
        for _ in 0..<count {
          let session = try ChartSession(bound)
          await session.start()
          if let event { await session.send(event) }
          sessions.append(session)
        }
        times.append((Clock.processNanoseconds() - start) / Double(count))
        // Later runs reuse memory of earlier ones, so only the first run counts.
        if run == 0 { bytes = [Double(Clock.residentBytes() - memory) / Double(count)] }
        let last = await opaque(sessions)[count - 1].current.configuration
        try CheckFailure.check("W13 state", last, [state])
        for session in sessions { await session.stop() }
      }
      results += [Result(name, "ns/session", times), Result(name, "bytes/session", bytes)]
    }
    return results
  }

  /// W13: a snapshot, as JSON, and back to a session that goes on.
  func snapshots() async throws -> [Result] {
    let count = effort.loops(10_000)
    let bound = try BoundChart(Charts.waiting())
    let session = try ChartSession(bound)
    await session.start()
    await session.send("go")
    let taken = await effort.processorTime("W13, snapshot", "ns/session", count: count) {
      for _ in 0..<count { _ = opaque(await session.snapshot()) }
    }
    let snapshot = await session.snapshot()
    let encoder = JSONEncoder()
    let encoded = try effort.nanoseconds("W13, encoding", "ns/session", count: count) {
      for _ in 0..<count { _ = opaque(try encoder.encode(snapshot)) }
    }
    let bytes = try encoder.encode(snapshot)
    let decoder = JSONDecoder()
    let restored = try await effort.processorTime("W13, restoring", "ns/session", count: count) {
      for _ in 0..<count {
        let snapshot = try decoder.decode(SessionSnapshot.self, from: bytes)
        await opaque(try ChartSession(bound, restoring: snapshot)).start()
      }
    }
    try CheckFailure.check("W13 state", await session.current.configuration, ["Waiting"])
    return [taken, encoded, restored, Result("W13, encoded", "bytes/session", [Double(bytes.count)])]
  }
}
