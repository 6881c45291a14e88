import Foundation
import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

@Suite("Kept outputs with secrets", .bothWays)
struct SealedOutputTests {
  private let canary = "canary-70c2"
  private var data: ChartValue { ["token": .string(canary), "user": "Ann"] }

  /// A chart that emits what it is sent, a secret and a name.
  private var flow: Statechart {
    let fields = [FieldDeclaration("token", .string, isSecret: true), FieldDeclaration("user", .string)]
    return chart(
      events: [EventDeclaration("set", payload: fields)],
      outputs: [OutputDeclaration("got", payload: fields)],
      [
        StateNode(
          "a",
          on: [
            on(
              "set",
              do: [.emit("got", [field("token", "event.data.token"), field("user", "event.data.user")])])
          ])
      ])
  }

  private func stored(_ snapshot: SessionSnapshot) throws -> SessionSnapshot {
    let bytes = try JSONEncoder().encode(snapshot)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains(canary))
    #expect(!text.contains(canary.utf8.map { String($0, radix: 16) }.joined()))
    return try JSONDecoder().decode(SessionSnapshot.self, from: bytes)
  }

  /// The snapshot of a session that keeps two outputs.
  private func snapshot(
    id: String = "order-17", _ sealer: (any SecretSealer)?, inspector: (any SessionInspector)? = nil
  ) async throws -> SessionSnapshot {
    let session = try ChartSession(
      BoundChart(CompiledChart(flow)), id: id, delivery: .acknowledged, sealer: sealer, clock: ManualClock(),
      inspector: inspector)
    await session.start()
    await session.send("set", data: ["token": .string("first \(canary)"), "user": "Bob"])
    await session.send("set", data: data)
    return try stored(await session.snapshot())
  }

  private func restored(
    _ snapshot: SessionSnapshot, _ sealer: (any SecretSealer)?, inspector: (any SessionInspector)? = nil
  ) async throws -> (session: ChartSession, first: SessionUpdate) {
    let session = try ChartSession(
      BoundChart(CompiledChart(flow)), restoring: snapshot, delivery: .acknowledged, sealer: sealer,
      clock: ManualClock(), inspector: inspector)
    await session.start()
    var updates = await session.updates().makeAsyncIterator()
    let first = try #require(await updates.next())
    return (session, first)
  }

  @Test("with a sealer, they come back whole, and stay secret")
  func sealed() async throws {
    var snapshot = try await snapshot(HashSealer())
    for _ in 0..<2 {
      let (session, first) = try await restored(snapshot, HashSealer())
      #expect(first.failures == [] && first.firstOutput == 1)
      #expect(first.outputs.map(\.data) == [["token": .string("first \(canary)"), "user": "Bob"], data])
      #expect(first.outputs.last?.redactedData == ["token": .redacted, "user": "Ann"])
      snapshot = try stored(await session.snapshot())
    }
  }

  @Test("without a sealer, or with one that fails, their loss is reported, also after another restore")
  func unsealed() async throws {
    for sealer: (any SecretSealer)? in [nil, BrokenSealer()] {
      let recorder = Recorder()
      var snapshot = try await snapshot(sealer, inspector: recorder)
      let faults = recorder.kinds.compactMap { if case .fault(let text) = $0 { text } else { nil } }
      #expect(faults.count == (sealer == nil ? 0 : 2))
      for _ in 0..<2 {
        let recorder = Recorder()
        let (session, first) = try await restored(snapshot, HashSealer(), inspector: recorder)
        #expect(
          first.failures == [1, 2].map { "The secrets of output \($0), `got`, are not in the snapshot." })
        #expect(first.failures.allSatisfy { recorder.kinds.contains(.fault($0)) })
        #expect(first.outputs.map(\.data) == [["user": "Bob"], ["user": "Ann"]])
        snapshot = try stored(await session.snapshot())
      }
    }
  }

  @Test("what was changed, moved or sealed with another key is lost, and reported without its value")
  func refused() async throws {
    let snapshot = try await snapshot(HashSealer())
    let other = try await self.snapshot(id: "order-18", HashSealer())
    let texts = snapshot.outputs?.kept.compactMap(\.sealed) ?? []
    try #require(texts.count == 2)
    func with(_ text: String?) -> SessionSnapshot {
      var result = snapshot
      result.outputs?.kept[1].sealed = text
      return result
    }
    let opened = "could not be opened. They were changed, or sealed with another key."
    let cases: [(SessionSnapshot, (any SecretSealer)?, String)] = [
      (with(texts[0]), HashSealer(), opened), (with("no digits"), HashSealer(), opened),
      (with(other.outputs?.kept[1].sealed), HashSealer(), opened),
      (snapshot, HashSealer(key: [2]), opened),
      (snapshot, nil, "are sealed, but the session has no sealer."),
    ]
    for (snapshot, sealer, problem) in cases {
      let (_, first) = try await restored(snapshot, sealer)
      #expect(first.failures.last == "The secrets of output 2, `got`, \(problem)")
      #expect(first.outputs.last?.data == ["user": "Ann"])
    }
  }

  @Test("an output without a secret is stored as it is, and nothing is sealed")
  func plain() async throws {
    let flow = chart([StateNode("a", on: [on("say", do: [.emit("said", [field("n", "7")])])])])
    let session = try ChartSession(
      BoundChart(CompiledChart(flow)), delivery: .acknowledged, sealer: BrokenSealer(), clock: ManualClock())
    await session.start()
    await session.send("say")
    let output = try #require(await session.snapshot().outputs?.kept.first)
    #expect(output.data == ["n": 7] && output.sealed == nil && output.isIncomplete == nil)
  }
}
