import Statecharts
import StatechartsModel
import Testing

@Suite("Legal configurations")
struct LegalConfigurationTests {
  private static let chart = Statechart(
    "chart",
    root: StateNode(
      "chart", initial: InitialTransition(["p"]),
      states: [
        StateNode(
          "p", kind: .parallel,
          states: [
            StateNode(
              "r1", initial: InitialTransition(["a"]),
              states: [
                StateNode("h", kind: .history(deep: false), initial: InitialTransition(["a"])),
                StateNode("a"),
                StateNode("c", kind: .choice, always: [ChartTransition(["a"])]),
              ]), StateNode("r2"),
          ]), StateNode("q"),
      ]))

  @Test("a legal configuration is accepted")
  func legal() {
    #expect(LegalConfiguration.violations(["p", "r1", "a", "r2"], in: Self.chart).isEmpty)
    #expect(LegalConfiguration.violations(["q"], in: Self.chart).isEmpty)
  }

  @Test(
    "an impossible configuration is told",
    arguments: [
      ([], "Exactly one state inside `chart` must be active, but none is."),
      (
        ["p", "r1", "a", "r2", "q"],
        "Exactly one state inside `chart` must be active, but `p`, `q` are."
      ),
      (["p", "r1", "a"], "The region `r2` of `p` is not active."),
      (["p", "r1", "r2"], "Exactly one state inside `r1` must be active, but none is."),
      (["p", "r1", "a", "h", "r2"], "The history state `h` is active."),
      (["p", "r1", "c", "r2"], "The chart is waiting in the choice `c`."),
      (["q", "a"], "`a` is active, but the state around it is not."),
      (["q", "nothing"], "`nothing` is active, but the state around it is not."),
      (["q", "q"], "`q` is active twice."),
    ])
  func impossible(active: [String], sentence: String) {
    #expect(LegalConfiguration.violations(active, in: Self.chart) == [sentence])
  }

  @Test("a chart may end while another region is in a choice")
  func choiceAtTheEnd() {
    #expect(
      LegalConfiguration.violations(["p", "r1", "c", "r2"], in: Self.chart, isAtRest: false).isEmpty)
  }
}
