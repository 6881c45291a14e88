import Statecharts
import StatechartsModel
import Testing

@Suite("Timers that sessions share")
struct SharedTimersTests {
  /// Waits for as long as it is told, then is `late`; `again` waits anew.
  private let waiting = chart(
    context: [ContextVariable(FieldDeclaration("wait", .duration), isInput: true)],
    [
      StateNode(
        "a", on: [on("again", "a"), on("stop", "b")],
        after: [DelayedTransition(.expression("wait"), name: "wait", ChartTransition(["late"]))]),
      StateNode("b"),
      final("late"),
    ])

  @Test("sessions are woken when their time is over, in whatever order they asked, and not before")
  func order() async throws {
    let bound = try BoundChart(CompiledChart(waiting))
    let clock = ContinuousClock()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        // Neither ascending nor descending.
        let wait = Duration.milliseconds(1 + number * 37 % 101)
        group.addTask {
          let session = try ChartSession(bound, input: ["wait": .duration(wait)])
          let start = clock.now
          await session.start()
          for await update in await session.updates() where update.isOver {
            #expect(update.configuration == ["late"])
          }
          #expect(clock.now - start >= wait)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("a timer that is set anew waits its whole time, and one that was given up wakes nobody")
  func anew() async throws {
    let bound = try BoundChart(CompiledChart(waiting))
    let clock = ContinuousClock()
    let given = try ChartSession(bound, input: ["wait": .duration(.milliseconds(5))])
    await given.start()
    await given.send("stop")
    let session = try ChartSession(bound, input: ["wait": .duration(.seconds(1))])
    await session.start()
    let updates = await session.updates()
    var again = clock.now
    for _ in 0..<10 {
      again = clock.now
      await session.send("again")
    }
    for await update in updates where update.isOver {}
    #expect(clock.now - again >= .seconds(1))
    #expect(await given.current.configuration == ["b"])
  }

  @Test("a session that nobody holds is gone although a timer waits for it")
  func released() async throws {
    let bound = try BoundChart(CompiledChart(waiting))
    weak var gone: ChartSession?
    do {
      let session = try ChartSession(bound, input: ["wait": .duration(.seconds(3_600))])
      await session.start()
      gone = session
    }
    #expect(gone == nil)
  }
}
