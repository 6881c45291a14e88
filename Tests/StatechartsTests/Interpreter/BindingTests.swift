import Statecharts
import StatechartsModel
import Testing

/// Handlers that are bound by name.
@Suite(.bothWays) struct BindingTests {
  private let chart = Statechart(
    "c",
    handlers: HandlerCatalogue(services: [
      HandlerDeclaration("load", errors: ["broken"]), HandlerDeclaration("later"),
    ]),
    root: StateNode(
      "c", initial: InitialTransition(["a"]),
      states: [
        StateNode(
          "a",
          on: [
            EventTransition(
              "go",
              ChartTransition(
                ["b"], guard: "isReady", actions: [ChartAction(.handler("note", arguments: []))]))
          ],
          invoke: [ChartInvocation(.service("load"))], queries: ["check"]),
        StateNode("b"),
      ]))

  @Test("missing, unused and misspelled names of all kinds are reported at once, with what was meant")
  func everything() throws {
    var handlers = ChartHandlers()
    handlers.guard("isRedy") { true }
    handlers.service("note") { _ in .unset }
    handlers.service("laod") { _ in .unset }
    handlers.service("later") { _ in .unset }
    handlers.query("unrelated") { _ in true }
    let problems = try CompiledChart(chart).problems(binding: handlers)
    #expect(problems.missingGuards == ["isReady"])
    #expect(problems.missingActions == ["note"])
    #expect(problems.missingServices == ["load"])
    #expect(problems.missingQueries == ["check"])
    #expect(problems.unusedGuards == ["isRedy"])
    #expect(problems.unusedServices == ["laod", "note"])
    #expect(problems.unusedQueries == ["unrelated"])
    #expect(
      problems.description == """
        Guards without a handler: isReady (did you mean `isRedy`?)
        Actions without a handler: note (provided as a service, but the chart has an action)
        Services without a handler: load (did you mean `laod`?)
        Queries without a handler: check
        Handlers of guards that the chart does not have: isRedy (did you mean `isReady`?)
        Handlers of services that the chart does not have: laod (did you mean `load`?), note (provided as a \
        service, but the chart has an action)
        Handlers of queries that the chart does not have: unrelated
        """)
  }

  @Test("a machine asks for no services, for it runs none")
  func servicesOfMachines() throws {
    var handlers = ChartHandlers()
    handlers.guard("isReady") { true }
    handlers.action("note") {}
    _ = try Machine(CompiledChart(chart), handlers: handlers)
    handlers.service("laod") { _ in .unset }
    let problems = #expect(throws: BindingProblems.self) {
      try Machine(CompiledChart(chart), handlers: handlers)
    }
    #expect(problems?.unusedServices == ["laod"])
  }

  @Test("a failure tells its code and nothing of its data")
  func failureText() {
    #expect("\(ServiceFailure("broken", data: ["token": "canary"]))" == "broken")
  }
}
