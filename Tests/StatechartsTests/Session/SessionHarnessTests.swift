import Statecharts
import StatechartsTesting
import Testing

@Suite("The harness for app tests", .bothWays)
struct SessionHarnessTests {
  private let flow = chart([
    State("idle", on: [on("go", "busy")]),
    State(
      "busy", on: [on("stop", "idle")],
      invoke: [
        Invocation(
          .service("work"), input: [field("n", "2")],
          done: [to("idle", do: [.emit("ready", [field("n", "event.data")])])])
      ]),
  ])

  private func problems(_ body: () async throws -> Void) async -> [String] {
    do {
      try await body()
      return []
    } catch { return (error as? HarnessFailure)?.problems ?? ["\(error)"] }
  }

  @Test("a test that asks for all that happens passes")
  func complete() async throws {
    let harness = try SessionHarness(CompiledChart(flow))
    await harness.start()
    #expect(await harness.send("go") == .taken)
    try harness.expect(started: "work", input: ["n": 2])
    try await harness.expect(configuration: ["busy"])
    try await harness.services.complete("work", with: 5)
    try harness.expect(output: "ready", data: ["n": 5])
    try await harness.expect(configuration: ["idle"])
    try await harness.finish()
  }

  @Test(
    "an output or a start that nobody asked for fails, unless it is passed over or the harness is not exhaustive"
  )
  func incomplete() async throws {
    for (isExhaustive, skips, expected) in [
      (true, false, ["The output `ready` was not expected.", "The start of `work` was not expected."]),
      (true, true, []), (false, false, []),
    ] {
      let harness = try SessionHarness(CompiledChart(flow), isExhaustive: isExhaustive)
      await harness.start()
      await harness.send("go")
      try await harness.services.complete("work", with: 5)
      if skips { harness.skip() }
      #expect(await problems { try await harness.finish() } == expected)
    }
  }

  @Test("what is asked for and is not so fails, and says what is")
  func wrong() async throws {
    let harness = try SessionHarness(CompiledChart(flow))
    await harness.start()
    #expect(
      await problems { try await harness.expect(configuration: ["busy"]) } == [
        "The active states are `idle`, not `busy`."
      ])
    #expect(
      await problems { try harness.expect(output: "ready") } == ["There was no output; `ready` was expected."]
    )
    await harness.send("go")
    #expect(
      await problems { try harness.expect(started: "wrk") } == ["`work` was started, not `wrk`."])
    let unknown = await problems { try await harness.services.complete("wrk") }
    #expect(unknown == ["No service `wrk` waits for an answer; those that do: work."])
  }
}
