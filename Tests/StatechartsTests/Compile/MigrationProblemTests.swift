import Statecharts
import StatechartsModel
import Testing

@Suite("Problems of migrations")
struct MigrationProblemTests {
  private func problems(version: Int = 3, _ migrations: ChartMigration...) -> [ModelProblem] {
    var chart = chart(
      context: [variable("n", .int, "0"), variable("t", .string, "''")],
      [
        compound("p", [StateNode("a"), StateNode("timed", after: [delayed(1, "a")]), history("h", ["a"])]),
        StateNode("fork", kind: .choice, always: [to("a")]), StateNode("basket"),
      ])
    chart.version = version
    chart.migrations = migrations
    return chart.problems()
  }

  @Test("migrations that lead somewhere have no problems")
  func clean() {
    #expect(
      problems(
        ChartMigration(
          from: 1, states: [.init("x", to: "y"), .init("old", to: "h")], droppedStates: ["z"],
          enteredStates: ["gone", "p"], variables: [.init("k", to: "m")], droppedVariables: ["u"],
          values: [field("m", "4"), field("dropped", "'any'")]),
        ChartMigration(
          from: 2, states: [.init("y", to: "basket")], droppedStates: ["gone"],
          variables: [.init("m", to: "n")],
          droppedVariables: ["dropped"])
      ).isEmpty)
  }

  @Test("names that are nowhere are reported with a near one, or with what a later migration makes of them")
  func nowhere() {
    let found = problems(
      ChartMigration(from: 1, states: [.init("x", to: "y")], variables: [.init("k", to: "m")]),
      ChartMigration(
        from: 2, states: [.init("y", to: "baskt")], enteredStates: ["pp"], variables: [.init("m", to: "nn")],
        values: [field("tt", "''")]))
    #expect(
      found.map(\.message) == [
        "`baskt` is not a state of this chart.", "`pp` is not a state of this chart.",
        "`nn` is not a variable of this chart.", "`tt` is not a variable of this chart.",
        "A later migration renames the state `y` to `baskt`, which does not exist.",
        "A later migration renames the variable `m` to `nn`, which does not exist.",
      ])
    #expect(found.first?.rule == .unknownState)
    #expect(found.first?.suggestion == "basket")
  }

  @Test("versions stand in order, each once, and before the chart's own")
  func order() {
    #expect(
      problems(version: 2, ChartMigration(from: 2)).map(\.message) == [
        "Version 2 is not older than the chart, which has version 2."
      ])
    #expect(
      problems(version: 2, ChartMigration(from: 2)).map(\.help) == [
        "If the chart has changed, write `version: 3` at its top. If not, write the version of the stored sessions after `from:`, at most 1."
      ])
    #expect(
      problems(ChartMigration(from: 2), ChartMigration(from: 1)).map(\.message) == [
        "The migration from version 1 comes after the one from version 2."
      ])
    #expect(
      problems(ChartMigration(from: 1), ChartMigration(from: 1)).map(\.message) == [
        "Version 1 has two migrations."
      ])
  }

  @Test("rules that contradict each other or the states are reported")
  func contradictions() {
    let found = problems(
      ChartMigration(
        from: 1, states: [.init("x", to: "fork"), .init("y", to: "basket")], droppedStates: ["y"],
        enteredStates: ["h", "timed"], variables: [.init("k", to: "n"), .init("l", to: "n")],
        droppedVariables: ["k"], values: [field("t", "4")]))
    #expect(
      found.map(\.message) == [
        "`fork` is left at once, so no session can continue there.",
        "`h` is left at once, so no session can continue there.",
        "A session that continues in `timed` starts none of its timers and services, because the state is not entered.",
        "The state `y` is renamed and dropped.", "Two variables would become `n`.",
        "The variable `k` is renamed and dropped.", "Text is needed here, but this is an integer.",
      ])
    #expect(found.allSatisfy { $0.help != nil || $0.rule == .badExpression })
    #expect(found.first?.help == "Write another state instead of `fork`, for example `a`.")
  }

  @Test("branches of one timer agree on how it goes on")
  func resumption() {
    func flow(_ first: Resumption?, _ second: Resumption?) -> Statechart {
      let delay = ChartDelay.literal(.seconds(1))
      return chart([
        StateNode(
          "a",
          after: [
            DelayedTransition(delay, name: "1s", resume: first, to("b", if: "1 > 2")),
            DelayedTransition(delay, name: "1s", resume: second, to("b")),
          ]), StateNode("b"),
      ])
    }
    #expect(rules(flow(.restart, nil)).isEmpty && rules(flow(nil, .restart)).isEmpty)
    #expect(rules(flow(.restart, .restart)).isEmpty)
    #expect(rules(flow(.restart, .deadline)) == [.notAllowed])
  }
}
