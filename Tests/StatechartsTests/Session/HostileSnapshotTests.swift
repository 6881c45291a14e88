import Foundation
import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

@Suite("Snapshots that no session made")
struct HostileSnapshotTests {
  /// A chart with everything that snapshots have numbers of: a timer, a service with a timeout, a retry, a child chart.
  private static let child = chart([StateNode("inside", after: [delayed(5, "inside")])])
  private static let flow = chart(
    kind: .parallel, context: [variable("x", .any)],
    [
      compound("waits", [StateNode("a", after: [delayed(10, "b")]), StateNode("b")]),
      compound(
        "works",
        [StateNode("w", invoke: [ChartInvocation(.service("work"), timeout: .literal(.seconds(9)))])]),
      compound(
        "repeats",
        [
          StateNode(
            "r",
            invoke: [
              ChartInvocation(
                .service("again"), retry: .init(attempts: 2, backoff: .literal(.seconds(60))))
            ])
        ]),
      compound("runs", [StateNode("c", invoke: [ChartInvocation(.chart("kid.yaml"))])]),
    ])

  private func bind(_ clock: ManualClock) throws -> BoundChart {
    try SessionFixture.bind(
      Self.flow, ChartHandlers(), ["kid.yaml": Self.child], ScriptedServices(clock: clock))
  }

  /// The JSON of a snapshot in which a timer, a service, a wait before a repetition and a child chart are.
  private func snapshot() async throws -> String {
    let fixture = try SessionFixture(Self.flow, children: ["kid.yaml": Self.child])
    await fixture.start()
    try await fixture.services.fail("again", code: "odd")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(await fixture.session.snapshot()), as: UTF8.self)
  }

  /// The problems for which a changed snapshot is refused; the session goes on when there are none.
  private func problems(_ json: String) async throws -> [RestoreProblem] {
    let snapshot = try JSONDecoder().decode(SessionSnapshot.self, from: Data(json.utf8))
    let clock = ManualClock()
    do {
      let recorder = Recorder()
      let session = try ChartSession(bind(clock), restoring: snapshot, clock: clock, inspector: recorder)
      await session.start()
      await session.send("unheard")
      await clock.advance(by: .seconds(100))
      #expect(!recorder.events.isEmpty)
      return []
    } catch let refusal as RestoreProblems {
      return refusal.problems
    }
  }

  /// A text with the first match of something replaced, which must be there.
  private func changed(_ text: String, _ old: String, _ new: String) throws -> String {
    let range = try #require(text.range(of: old, options: .regularExpression), "\(old) in \(text)")
    return text.replacingCharacters(in: range, with: new)
  }

  @Test("a snapshot that was not changed goes on")
  func unchanged() async throws {
    #expect(try await problems(snapshot()).isEmpty)
  }

  @Test("counts are refused by their names above 2^53, from where no session can overflow them")
  func counts() async throws {
    let json = try await snapshot()
    let most = "9007199254740992"
    for (name, number) in [
      ("updates", "18446744073709551615"), ("updates", "9007199254740993"),
      ("traced", "18446744073709551615"), ("lastNumber", "18446744073709551615"),
    ] {
      // The first `lastNumber` is the first chart's, for children come behind it.
      let pattern = "\"\(name)\":[0-9]+"
      let found = try await problems(changed(json, pattern, "\"\(name)\":\(number)"))
      #expect(found == [.tooLarge(name)])
      #expect(try await problems(changed(json, pattern, "\"\(name)\":\(most)")).isEmpty)
    }
    let child = "\"number\":1,\"path\":\"kid.yaml\""
    #expect(
      try await problems(changed(json, child, "\"number\":9223372036854775807,\"path\":\"kid.yaml\""))
        == [.child("kid", .tooLarge("number"))])
    #expect(try await problems(changed(json, child, "\"number\":\(most),\"path\":\"kid.yaml\"")).isEmpty)
  }

  @Test("times of timers are held to what timers can wait")
  func times() async throws {
    let json = try await snapshot()
    for span in ["[9223372036854775807,18446744073709551615]", "[-9223372036854775808,0]"] {
      for name in ["delay", "remaining"] {
        #expect(
          try await problems(changed(json, "\"\(name)\":\\[[-0-9,]*\\]", "\"\(name)\":\(span)")).isEmpty)
      }
    }
  }

  @Test("a duration that no chart has is refused in a variable, and does no harm to a sealer")
  func longSpan() async throws {
    let json = try await snapshot()
    var snapshot = try JSONDecoder().decode(SessionSnapshot.self, from: Data(json.utf8))
    for numbers in ["[9223372036854775807,18446744073709551615]", "[-9223372036854775808,0]"] {
      let span = ChartValue.duration(try JSONDecoder().decode(Duration.self, from: Data(numbers.utf8)))
      for value in [span, .list([.map(["for": span])])] {
        snapshot.chart.context["x"] = value
        let changed = String(decoding: try JSONEncoder().encode(snapshot), as: UTF8.self)
        #expect(try await problems(changed) == [.variable("x", problem: "its value is too large")])
        #expect(ChartValue(bytes: value.bytes) != nil)
      }
    }
  }

  @Test("a timer belongs to one delay, timeout or repetition, under its own label")
  func timers() async throws {
    let json = try await snapshot()
    let snapshot = try JSONDecoder().decode(SessionSnapshot.self, from: Data(json.utf8))
    #expect(snapshot.chart.timers.map(\.label) == ["after.a.10s", "timeout work", "retry again"])
    func refusal(_ change: (inout SessionSnapshot) -> Void) async throws -> [RestoreProblem] {
      var changed = snapshot
      change(&changed)
      return try await problems(String(decoding: try JSONEncoder().encode(changed), as: UTF8.self))
    }
    for number in 0..<3 {
      let label = snapshot.chart.timers[number].label
      let twice = try await refusal { snapshot in
        var timer = snapshot.chart.timers[number]
        // The number of the run of the child chart, which no timer has.
        timer.number = snapshot.chart.services[1].run
        snapshot.chart.timers.append(timer)
      }
      #expect(twice == [.timer(label)])
      #expect(try await refusal { $0.chart.timers[number].label = "x" }.contains(.timer("x")))
    }
    #expect(try await refusal { $0.chart.services[0].run = $0.chart.services[1].run }.count == 1)
    #expect(try await refusal { $0.chart.timers.remove(at: 1) } == [.timer("timeout work")])
  }

  @Test("more timers and services than a session of the chart can have are refused at once")
  func manyEntries() async throws {
    let json = try await snapshot()
    let snapshot = try JSONDecoder().decode(SessionSnapshot.self, from: Data(json.utf8))
    var changed = snapshot
    changed.chart.timers += Array(repeating: snapshot.chart.timers[0], count: 12_000)
    #expect(
      try await problems(String(decoding: JSONEncoder().encode(changed), as: UTF8.self)) == [
        .tooLarge("timers")
      ])
    changed = snapshot
    changed.chart.services += Array(repeating: snapshot.chart.services[0], count: 12_000)
    #expect(
      try await problems(String(decoding: JSONEncoder().encode(changed), as: UTF8.self)) == [
        .tooLarge("services")
      ])
  }

  @Test("a child chart that does not run is refused")
  func children() async throws {
    let json = try await snapshot()
    for status in ["final", "stopped", "fresh"] {
      // The child's status is the first.
      let changed = try changed(json, "\"status\":\"running\"", "\"status\":\"\(status)\"")
      #expect(try await problems(changed) == [.service("kid", state: "c")])
    }
  }

  @Test("values too large for a chart are refused by the names of their places")
  func values() async throws {
    let json = try await snapshot()
    let deep = String(repeating: "[", count: 66) + String(repeating: "]", count: 66)
    #expect(
      try await problems(changed(json, "\"x\":null", "\"x\":\(deep)"))
        == [.variable("x", problem: "its value is too large")])
    #expect(
      try await problems(changed(json, "\"result\":null", "\"result\":\(deep)"))
        == [.tooLarge("result")])
  }

  @Test("nesting beyond all charts is refused while it is read, also on a stack of 1 MiB")
  func nesting() async throws {
    let json = try await snapshot()
    let list = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
    let map = String(repeating: "{\"m\":{\"k\":", count: 120) + "1" + String(repeating: "}}", count: 120)
    var texts = try [list, map].map { try changed(json, "\"x\":null", "\"x\":\($0)") }
    // The child in the place of its own child, many times.
    let start = try #require(json.range(of: "\"child\":"))
    let inner = "{\"number\":1,\"path\":\"kid.yaml\",\"content\":["
    let bare =
      "\"chart\":\"chart\",\"version\":1,\"digest\":\"\",\"status\":\"running\",\"states\":[],\"history\":{},"
      + "\"context\":{},\"personal\":[],\"timers\":[],\"work\":{},\"lastNumber\":1,\"result\":null,\"services\":"
    let service = "[{\"work\":{\"state\":\"c\",\"id\":\"kid\"},\"run\":1,\"attempt\":0,\"child\":"
    let nested =
      String(repeating: inner + "{" + bare + service, count: 60) + "null"
      + String(repeating: "}]}]}", count: 60)
    texts.append(json.replacingCharacters(in: start, with: "\"child\":\(nested),\"other\":"))
    for text in texts {
      let outcome = await withCheckedContinuation { continuation in
        let thread = Thread {
          do {
            _ = try JSONDecoder().decode(SessionSnapshot.self, from: Data(text.utf8))
            continuation.resume(returning: "read")
          } catch DecodingError.dataCorrupted(let context) {
            continuation.resume(returning: context.debugDescription)
          } catch {
            continuation.resume(returning: "\(error)")
          }
        }
        thread.stackSize = 1 << 20
        thread.start()
      }
      #expect(outcome == "The snapshot is nested too deeply.")
    }
  }

  @Test("a session that was not started keeps what it was given")
  func unstarted() async throws {
    let flow = chart(
      context: [ContextVariable(FieldDeclaration("name", .string), isInput: true)], [StateNode("a")])
    let fixture = try SessionFixture(flow, input: ["name": "Ann"])
    let snapshot = await fixture.session.snapshot()
    let session = try ChartSession(fixture.session.bound, restoring: snapshot, clock: ManualClock())
    #expect(await session.start() == .taken)
    #expect(await session.current.context["name"] == "Ann")
  }
}
