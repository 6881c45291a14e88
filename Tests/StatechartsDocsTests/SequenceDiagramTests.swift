import Statecharts
import StatechartsDocs
import StatechartsModel
import Synchronization
import Testing

@Suite("Sequence diagrams")
struct SequenceDiagramTests {
  private final class Recorder: SessionInspector {
    private let state = Mutex<[TraceEvent]>([])
    func record(_ event: TraceEvent) { state.withLock { $0.append(event) } }
    var events: [TraceEvent] { state.withLock { $0 } }
  }

  @Test("a run is drawn with the app, the chart, its services and what went between them")
  func drawing() async throws {
    let check = ChartInvocation(
      .service("check"), done: [ChartTransition(["in"], actions: [ChartAction(.emit("welcome", data: []))])])
    let root = StateNode(
      "login", initial: InitialTransition(["out"]),
      states: [
        StateNode("out", on: [EventTransition("go", ChartTransition(["checking"]))]),
        StateNode("checking", invoke: [check]), StateNode("in"),
      ])
    var handlers = ChartHandlers()
    handlers.service("check") { _ in .unset }
    let recorder = Recorder()
    let session = try ChartSession(
      BoundChart(CompiledChart(Statechart("login", root: root)), handlers: handlers), inspector: recorder)
    await session.start()
    await session.send("go")
    try await session.settled()
    await session.send("#odd; words:")
    #expect(
      SequenceDiagram(recorder.events).text == """
        sequenceDiagram
          participant p0 as app
          participant p1 as login
          participant p2 as check
          Note over p1: to login, out
          p0->>p1: go
          Note over p1: from out to checking
          p1->>p2: start
          p2-->>p1: done
          Note over p1: from checking to in
          p1->>p0: welcome
          p0->>p1: #35;odd#59; words#58;
          Note over p1: ignored

        """)
  }
}
