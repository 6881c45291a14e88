import Foundation
import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

/// Seals with nothing but SHA-256. For tests of what is sealed; not for anything else.
struct HashSealer: SecretSealer {
  struct Refused: Error {}
  var key: [UInt8] = [1]

  private func mixed(_ bytes: [UInt8]) -> [UInt8] {
    bytes.enumerated().map { place, byte in
      byte ^ (SHA256.hash(key + [UInt8(truncatingIfNeeded: place)]).first ?? 0)
    }
  }

  func seal(_ secret: [UInt8], context: [UInt8]) -> [UInt8] {
    let text = mixed(secret)
    return SHA256.hash(key + context + text) + text
  }

  func open(_ sealed: [UInt8], context: [UInt8]) throws -> [UInt8] {
    let text = Array(sealed.dropFirst(32))
    guard Array(sealed.prefix(32)) == SHA256.hash(key + context + text) else { throw Refused() }
    return mixed(text)
  }
}

struct BrokenSealer: SecretSealer {
  func seal(_: [UInt8], context: [UInt8]) throws -> [UInt8] { throw HashSealer.Refused() }
  func open(_: [UInt8], context: [UInt8]) throws -> [UInt8] { throw HashSealer.Refused() }
}

@Suite("Secrets in snapshots that the app seals", .bothWays)
struct SealedSecretTests {
  private let canary = "canary-5b1d"
  private var account: ChartValue { ["name": "Ann", "token": .string(canary)] }

  private func stored(_ snapshot: SessionSnapshot) throws -> SessionSnapshot {
    try JSONDecoder().decode(SessionSnapshot.self, from: JSONEncoder().encode(snapshot))
  }

  /// Two secrets, a secret that is never kept, and a record with a secret field.
  private func flow(_ more: [StateNode] = []) -> Statechart {
    let secrets = ["password", "pin", "code"].map {
      FieldDeclaration(ChartName($0), .optional(.string), isSecret: true)
    }
    let record = ChartValueType.record([
      FieldDeclaration("name", .string), FieldDeclaration("token", .string, isSecret: true),
    ])
    let account = FieldDeclaration("account", .optional(record))
    let names = ["password", "pin", "code", "account"]
    return chart(
      context: [
        ContextVariable(secrets[0]), ContextVariable(secrets[1]),
        ContextVariable(secrets[2], persistence: .never), ContextVariable(account),
      ], events: [EventDeclaration("set", payload: secrets + [account]), EventDeclaration("look")],
      [
        StateNode(
          "a",
          on: [
            on("set", do: names.map { .assign(ChartName($0), ChartExpression("event.data.\($0)")) }),
            on("look", do: [.log("account"), .emit("seen", [field("name", "account.name")])]),
          ])
      ] + more)
  }

  private func session(
    _ flow: Statechart, id: String = "order-17", _ sealer: (any SecretSealer)? = HashSealer(),
    inspector: (any SessionInspector)? = nil
  ) async throws -> ChartSession {
    let bound = try BoundChart(CompiledChart(flow))
    let session = try ChartSession(bound, id: id, sealer: sealer, clock: ManualClock(), inspector: inspector)
    await session.start()
    await session.send(
      "set",
      data: [
        "password": .string(canary), "pin": .string(canary + "-pin"), "code": .string(canary),
        "account": account,
      ])
    return session
  }

  private func restored(
    _ snapshot: SessionSnapshot, _ flow: Statechart, _ sealer: (any SecretSealer)? = HashSealer()
  ) async throws -> (ChartSession, Recorder) {
    let recorder = Recorder()
    let bound = try BoundChart(CompiledChart(flow))
    let session = try ChartSession(
      bound, restoring: try stored(snapshot), sealer: sealer, clock: ManualClock(), inspector: recorder)
    await session.start()
    return (session, recorder)
  }

  @Test("sealed secrets come back, and stay secret; their text is nowhere in the snapshot")
  func sealed() async throws {
    let snapshot = try await session(flow()).snapshot()
    let text = String(decoding: try JSONEncoder().encode(snapshot), as: UTF8.self)
    #expect(!text.contains(canary))
    #expect(!text.contains(canary.utf8.map { String($0, radix: 16) }.joined()))
    #expect(snapshot.chart.sealed?.keys.sorted() == ["account", "password", "pin"])
    #expect(snapshot.chart.lost == ["code"])
    let (session, recorder) = try await restored(snapshot, flow())
    let context = await session.current.context
    #expect(context["password"] == .string(canary) && context["pin"] == .string(canary + "-pin"))
    #expect(context["account"] == account && context["code"] == .unset)
    await session.send("look")
    // Only the field that is declared secret is masked, as before the restore.
    #expect(recorder.kinds.contains(.output("seen", data: ["name": "Ann"])))
    #expect(!recorder.events.map { "\($0)" }.joined().contains(canary))
    let again = await session.snapshot()
    #expect(again.chart.sealed?.keys.sorted() == ["account", "password", "pin"])
  }

  @Test("a harness with a sealer keeps secrets over a restart, and one without a sealer does not")
  func harness() async throws {
    for sealer: HashSealer? in [HashSealer(), nil] {
      let harness = try SessionHarness(CompiledChart(flow()), sealer: sealer)
      await harness.start()
      await harness.send("set", data: ["pin": .string(canary)])
      try await harness.restart()
      try await harness.expect(variable: "pin", sealer == nil ? .unset : .string(canary))
    }
  }

  @Test("a sealer that fails is reported by the names of the secrets")
  func failing() async throws {
    let recorder = Recorder()
    _ = try await session(flow(), BrokenSealer(), inspector: recorder).snapshot()
    let faults = recorder.events.compactMap { if case .fault(let text) = $0.kind { text } else { nil } }
    #expect(
      faults
        == ["password", "pin", "account"].map {
          "The secret `\($0)` could not be sealed, so it is not in the snapshot."
        })
  }

  @Test("without a sealer, or with one that fails, secrets are left out")
  func unsealed() async throws {
    for sealer: (any SecretSealer)? in [nil, BrokenSealer()] {
      let snapshot = try await session(flow(), sealer).snapshot()
      #expect(snapshot.chart.sealed == nil)
      #expect(snapshot.chart.lost == ["password", "pin", "code", "account"])
    }
  }

  @Test("what was changed, moved or sealed with another key is lost, and reported without its value")
  func refused() async throws {
    let snapshot = try await session(flow()).snapshot()
    let other = try await session(flow(), id: "order-18").snapshot()
    let changed = try await session(flow([StateNode("added")])).snapshot()
    let password = try #require(snapshot.chart.sealed?["password"])
    func with(_ sealed: [String: String]?) -> SessionSnapshot {
      var result = snapshot
      result.chart.sealed = sealed
      return result
    }
    let last = password.hasSuffix("0") ? "1" : "0"
    let cases: [(SessionSnapshot, (any SecretSealer)?)] = [
      (with(["password": password.dropLast() + last]), HashSealer()),
      (with(["password": String(password.dropLast(2))]), HashSealer()),
      (with(["password": "no hexadecimal digits"]), HashSealer()),
      (with(["password": ""]), HashSealer()),
      (with(["password": try #require(snapshot.chart.sealed?["pin"])]), HashSealer()),
      (with(["password": try #require(other.chart.sealed?["password"])]), HashSealer()),
      (with(["password": try #require(changed.chart.sealed?["password"])]), HashSealer()),
      (with(["password": password]), HashSealer(key: [2])), (with(["password": password]), nil),
    ]
    for (snapshot, sealer) in cases {
      let (session, recorder) = try await restored(snapshot, flow(), sealer)
      #expect(await session.current.context["password"] == .unset)
      #expect(await session.current.configuration == ["a"])
      let faults = recorder.kinds.compactMap { if case .fault(let text) = $0 { text } else { nil } }
      #expect(faults.count == 1 && faults.allSatisfy { $0.contains("`password`") && !$0.contains(canary) })
      #expect(await session.snapshot().chart.lost?.contains("password") == true)
    }
    let (whole, _) = try await restored(with(["password": password]), flow())
    #expect(await whole.current.context["password"] == .string(canary))
  }

  @Test("each caller is told first what a restore could not bring back, by names")
  func callers() async throws {
    let snapshot = try stored(await session(flow()).snapshot())
    for sealer: (any SecretSealer)? in [HashSealer(), nil] {
      let names = sealer == nil ? ["password", "pin", "code", "account"] : ["code"]
      let recorder = Recorder()
      let session = try ChartSession(
        BoundChart(CompiledChart(flow())), restoring: snapshot, sealer: sealer, clock: ManualClock(),
        inspector: recorder)
      var early = await session.updates().makeAsyncIterator()
      await session.start()
      var late = await session.updates().makeAsyncIterator()
      await session.send("set", data: ["pin": "1"])
      let firsts = [await early.next(), await late.next()].compactMap(\.self)
      #expect(firsts.count == 2)
      for update in firsts {
        #expect(update.lostVariables == names)
        #expect(update.failures.count == (sealer == nil ? 3 : 0))
      }
      // Not again.
      let next = try #require(await late.next())
      #expect(next.lostVariables == [] && next.failures == [])
      #expect(recorder.kinds.first == .restored(states: ["a"], lost: names))
    }
    // Nobody sealed them when the session was stored.
    let unsealed = try stored(await session(flow(), nil).snapshot())
    let (again, _) = try await restored(unsealed, flow())
    var updates = await again.updates().makeAsyncIterator()
    #expect(await updates.next()?.lostVariables == ["password", "pin", "code", "account"])
  }

  @Test("lost variables of a chart inside follow the id under which it runs")
  func children() async throws {
    let pin = ContextVariable(FieldDeclaration("pin", .optional(.string), isSecret: true))
    let kid = chart(context: [pin], entry: [.assign("pin", "'1'")], [StateNode("k")])
    let parent = chart([StateNode("a", invoke: [ChartInvocation(.chart("kid.yaml"), id: "pay")])])
    let clock = ManualClock()
    let bound = try SessionFixture.bind(
      parent, ChartHandlers(), ["kid.yaml": kid], ScriptedServices(clock: clock))
    let session = try ChartSession(bound, clock: clock)
    await session.start()
    let again = try ChartSession(bound, restoring: stored(await session.snapshot()), clock: clock)
    var updates = await again.updates().makeAsyncIterator()
    #expect(await updates.next()?.lostVariables == ["pay.pin"])
  }

  @Test("a migration renames a sealed secret; a later chart that does not keep it loses it")
  func migrations() async throws {
    let snapshot = try await session(flow()).snapshot()
    var renamed = flow()
    renamed.version = 2
    renamed.context[0].field.name = "passphrase"
    renamed.context[1].persistence = .never
    renamed.root.states[0].on.removeFirst()
    renamed.migrations = [
      ChartMigration(from: 1, variables: [.init("password", to: "passphrase")])
    ]
    let (session, _) = try await restored(snapshot, renamed)
    #expect(await session.current.context["passphrase"] == .string(canary))
    #expect(await session.current.context["pin"] == .unset)
  }

  @Test("every kind of value comes back from its bytes, and other bytes are refused")
  func bytes() {
    let values: [ChartValue] = [
      .unset, true, false, 0, -7, .int(.max), .int(.min), 1.5, -0.25, .number(.greatestFiniteMagnitude), "",
      "ein Wort, ☂", .duration(.milliseconds(-1_500)), .duration(.seconds(31_557_600)), [],
      [1, "a", [.unset]],
      ["name": "Ann", "list": [["x": 1.25]]],
    ]
    for value in values {
      #expect(ChartValue(bytes: value.bytes) == value)
      for count in 0..<value.bytes.count {
        #expect(ChartValue(bytes: Array(value.bytes.prefix(count))) == nil)
      }
      #expect(ChartValue(bytes: value.bytes + [0]) == nil)
    }
    #expect(ChartValue(bytes: Array(repeating: 255, count: 40)) == nil)
    let deep = (0..<200).reduce(ChartValue.int(1)) { value, _ in .list([value]) }
    #expect(ChartValue(bytes: deep.bytes) == nil)
  }

  @Test("a restarted service gets a sealed secret")
  func restart() async throws {
    let secret = ContextVariable(FieldDeclaration("pin", .optional(.string), isSecret: true))
    let work = ChartInvocation(
      .service("work"), input: [field("pin", "pin")], onRestore: .restart, failed: [.init(nil, to("failed"))])
    let flow = chart(
      context: [secret],
      [
        StateNode("a", on: [on("go", "busy", do: [.assign("pin", "event.data.pin")])]),
        StateNode("busy", invoke: [work]), StateNode("failed"),
      ])
    let clock = ManualClock()
    let services = ScriptedServices(clock: clock)
    let bound = try SessionFixture.bind(flow, ChartHandlers(), [:], services)
    let session = try ChartSession(bound, sealer: HashSealer(), clock: clock)
    await session.start()
    await session.send("go", data: ["pin": .string(canary)])
    await clock.settle()
    let snapshot = try stored(await session.snapshot())
    let again = try ChartSession(bound, restoring: snapshot, sealer: HashSealer(), clock: clock)
    await again.start()
    await clock.settle()
    #expect(services.starts.map(\.input) == [["pin": .string(canary)], ["pin": .string(canary)]])
  }
}
