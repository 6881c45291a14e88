import Statecharts
import StatechartsModel
import Testing

@testable import statechart

@Suite("Charts that convert would write")
struct ConvertedChartTests {
  /// A chart whose state `inner` in `outer` leads to a state.
  private func chart(_ target: ChartName) -> Statechart {
    var inner = StateNode("inner")
    inner.on = [EventTransition(EventDescriptor("go"), ChartTransition([target]))]
    var outer = StateNode("outer")
    outer.states = [StateNode("first"), inner]
    outer.initial = InitialTransition(["inner"])
    var root = StateNode("door")
    root.states = [outer, StateNode("last")]
    root.initial = InitialTransition(["outer"])
    return Statechart("door", root: root)
  }

  private func shown(_ charts: [ConvertedChart]) -> [String] {
    ConvertedChart.problems(of: charts).map { "\($0.path) \($0.state.id): \($0.message)" }
  }

  @Test("a chart that can be used has no problem")
  func usable() {
    #expect(shown([ConvertedChart(chart("last"), path: "door.yaml")]) == [])
  }

  @Test(
    "an error is reported at the innermost state around it"
  )
  func place() {
    let problems = shown([ConvertedChart(chart("lost"), path: "door.yaml")])
    #expect(problems == ["door.yaml inner: `lost` is not a state."])
    var second = chart("last")
    second.root.states[1].on = [EventTransition(EventDescriptor("states"), ChartTransition(["lost"]))]
    let others = shown([ConvertedChart(second, path: "door.yaml")])
    #expect(others == ["door.yaml last: `lost` is not a state."])
  }

  @Test("a chart that runs another is refused where that one is not written with it, or is wrong")
  func children() {
    var parent = chart("last")
    parent.root.states[1].invoke = [ChartInvocation(.chart("kid.yaml"))]
    let alone = shown([ConvertedChart(parent, path: "door.yaml")])
    #expect(alone.count == 1 && alone[0].hasPrefix("door.yaml last: "), "\(alone)")
    let both = shown([
      ConvertedChart(parent, path: "door.yaml"), ConvertedChart(chart("lost"), path: "kid.yaml"),
    ])
    #expect(both == ["kid.yaml inner: `lost` is not a state."])
  }
}
