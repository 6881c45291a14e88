import Foundation
import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

/// What stores have kept for an app must go on after an update of this package, so its form is here as it was written.
@Suite("The stored form of a session")
struct StoredFormTests {
  private struct PlainSealer: SecretSealer {
    func seal(_ secret: [UInt8], context: [UInt8]) -> [UInt8] { secret }
    func open(_ sealed: [UInt8], context: [UInt8]) -> [UInt8] { sealed }
  }

  private static let child = chart([StateNode("inside", after: [delayed(5, "inside")])])
  /// With a timer of each purpose, a service, a repetition, a child chart, a history, a secret and an output. No other test
  /// uses it, because its stored form is fixed.
  private static let flow = chart(
    kind: .parallel,
    context: [
      variable("count", .int, "1"),
      ContextVariable(FieldDeclaration("token", .optional(.string), isSecret: true)),
    ],
    outputs: [
      OutputDeclaration(
        "shown",
        payload: [FieldDeclaration("count", .int), FieldDeclaration("token", .string, isSecret: true)])
    ],
    [
      compound(
        "waits",
        [
          StateNode(
            "a", after: [delayed(10, "b")], entry: [.send("later", after: .seconds(50), id: "reminder")]),
          StateNode("b"),
        ]),
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
      compound(
        "moves",
        [
          compound(
            "inner",
            [
              history("before", ["m"]),
              StateNode(
                "m",
                on: [
                  on(
                    "go", "out",
                    do: [
                      .assign("token", "'abc'"),
                      .emit("shown", [field("count", "count"), field("token", "'abc'")]),
                    ])
                ]),
            ]),
          StateNode("out", on: [on("back", "before")]),
        ]),
    ])

  private func bound(_ clock: ManualClock) throws -> (BoundChart, ScriptedServices) {
    let services = ScriptedServices(clock: clock)
    return (
      try SessionFixture.bind(Self.flow, ChartHandlers(), ["kid.yaml": Self.child], services), services
    )
  }

  private func text(_ snapshot: SessionSnapshot) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(snapshot), as: UTF8.self)
  }

  @Test("a session is stored as before")
  func writing() async throws {
    let clock = ManualClock()
    let (bound, services) = try bound(clock)
    let session = try ChartSession(
      bound, id: "one", delivery: .acknowledged, sealer: PlainSealer(), clock: clock)
    await session.start()
    await clock.settle()
    try await services.fail("again", code: "odd")
    await session.send("go")
    await clock.settle()
    // The keys of services are random.
    let written = try text(await session.snapshot(at: .seconds(5))).replacing(
      /one\.[0-9a-z]+-/, with: "one.key-")
    #expect(written == Self.stored, "\(written)")
  }

  @Test("a session that was stored before goes on")
  func reading() async throws {
    let snapshot = try JSONDecoder().decode(SessionSnapshot.self, from: Data(Self.stored.utf8))
    // Nothing of it is lost.
    #expect(try text(snapshot) == Self.stored)
    let clock = ManualClock()
    let session = try ChartSession(
      bound(clock).0, restoring: snapshot, at: .seconds(6), delivery: .acknowledged, sealer: PlainSealer(),
      clock: clock)
    await session.start()
    await clock.settle()
    #expect(await session.current.configuration.sorted() == ["a", "c", "out", "r", "w"])
    #expect(await session.current.context["token"] == "abc")
    await session.send("back")
    #expect(await session.current.configuration.contains("m"))
    await clock.advance(by: .seconds(9))
    #expect(await session.current.configuration.contains("b"))
  }

  /// As format 1 has it. Do not change it: make another one for another format.
  private static let stored = #"""
    {"chart":{"chart":"chart","context":{"count":1},\#
    "digest":"3b665aa862266fe7ee95523fa2202bc1cf743161b0334a45a1894236ecfc5dec",\#
    "event":{"kind":"external","name":"go"},"history":{"before":["m"]},"lastNumber":7,"lost":[],\#
    "personal":[],"result":null,"sealed":{"token":"017303616263"},"services":[{"attempt":0,\#
    "idempotencyKey":"one.key-3","run":3,"timer":4,"work":{"id":"work","state":"w"}},{"attempt":0,\#
    "child":{"content":[{"chart":"chart","context":{},\#
    "digest":"a09fc08ceb53005f5f9e0f0aae5667828da5ee266a8b40ae7ab1b151e30375b2","history":{},\#
    "lastNumber":1,"lost":[],"personal":[],"result":null,"services":[],"states":["inside"],\#
    "status":"running","timers":[{"delay":[0,5000000000000000000],"label":"after.inside.5s","number":1,\#
    "purpose":{"after":{"state":"inside"}},"remaining":[0,5000000000000000000]}],"version":1,\#
    "work":{"inside":"after 5s"}}],"number":1,"path":"kid.yaml"},"idempotencyKey":"one.key-6","run":6,\#
    "work":{"id":"kid","state":"c"}}],"states":["waits","a","works","w","repeats","r","runs","c",\#
    "moves","out"],"status":"running","timers":[{"delay":[2,13106511852580896768],"label":"send later",\#
    "number":1,"purpose":{"send":{"_0":{"kind":"external","name":"later","origin":"#_scxml_one",\#
    "sendID":"reminder"},"sendID":"reminder"}},"remaining":[2,13106511852580896768]},{"delay":[0,\#
    10000000000000000000],"label":"after.a.10s","number":2,"purpose":{"after":{"state":"a"}},\#
    "remaining":[0,10000000000000000000]},{"delay":[0,9000000000000000000],"label":"timeout work",\#
    "number":4,"purpose":{"timeout":{"_0":{"id":"work","state":"w"}}},"remaining":[0,\#
    9000000000000000000]},{"delay":[3,4659767778871345152],"label":"retry again","number":7,\#
    "purpose":{"retry":{"_0":{"id":"again","state":"r"},"attempt":1,"key":"one.key-5"}},"remaining":[3,\#
    4659767778871345152]}],"version":1,"wholeSecrets":[],"work":{"a":"after 10s",\#
    "c":"chart kid kid.yaml","r":"service again again","w":"service work work"}},"format":1,"id":"one",\#
    "outputs":{"kept":[{"chart":"chart","data":{"m":{"count":1}},"name":"shown",\#
    "sealed":"016d0205636f756e7401690105746f6b656e017303616263"}],"last":1},"takenAt":[0,\#
    5000000000000000000],"traced":0,"updates":2}
    """#
}
