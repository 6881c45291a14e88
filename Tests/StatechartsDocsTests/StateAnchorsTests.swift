import Statecharts
import StatechartsModel
import Testing

@testable import StatechartsDocs

@Suite("Links and what is sent in sections and tables")
struct StateAnchorsTests {
  private static let chart: Statechart = {
    let show = ChartAction(
      .emit(
        "showError",
        data: [
          NamedExpression("error", "'late'"), NamedExpression("code", "lastError"),
          NamedExpression("pin", "'1234'"), NamedExpression("note", "'plain'"),
        ]))
    let go = EventTransition("go", ChartTransition(["b", "c.d"], guard: "true", actions: [show]))
    let states = [
      StateNode("a", title: "A [b]", on: [go], errors: ["late"]), StateNode("b", title: "Bee"),
      StateNode("c.d"),
      StateNode("b", title: "Again"),
    ]
    return Statechart(
      "door", errors: [ErrorDeclaration("late", title: "Too late")],
      outputs: [
        OutputDeclaration("showError", payload: [FieldDeclaration("pin", .string, isSecret: true)]),
        OutputDeclaration("opened", title: "the door is open"),
      ],
      root: StateNode("door", initial: InitialTransition(["a"]), states: states))
  }()

  private func text(_ view: DocumentView, _ anchors: StateAnchors? = StateAnchors()) -> String {
    view.markdown(of: DocumentedChart(Self.chart), DiagramSettings(), anchors: anchors)
  }

  @Test("a target is a link to the state's section, whose anchor is made of the id and is there once")
  func links() {
    let reference = text(.reference)
    #expect(reference.contains("→ [Bee](#state-b), [c.d](#state-c.d); emits"))
    for id in ["a", "b", "c.d"] {
      #expect(reference.ranges(of: "<a id=\"state-\(id)\"></a>\n").count == 1)
    }
    #expect(text(.transitions).contains("| [A \\[b\\]](#state-a) | `go` | `true` | [Bee](#state-b), [c.d]"))
    #expect(text(.matrix).contains("| [A \\[b\\]](#state-a) | [Bee](#state-b), [c.d](#state-c.d) (if) |"))
    #expect(text(.errors).contains("| [A \\[b\\]](#state-a) |"))
    #expect(text(.states).contains("| [Bee](#state-b) | `b` |") && text(.states).contains("| Again | `b` |"))
  }

  @Test("tables of a page without sections have no links, and a second chart has anchors of its own")
  func pages() {
    #expect(!text(.transitions, nil).contains("](#"))
    var page = PageAnchors()
    page.add("door.yaml", id: "door")
    page.add("door.yaml", id: "door")
    page.add("other.yaml", id: "door")
    page.add("third.yaml", id: "a b")
    #expect(page["door.yaml"]?.prefix.isEmpty == true && page["nowhere.yaml"] == nil)
    #expect(page["other.yaml"]?.anchor("x") == "door-state-x")
    #expect(page["third.yaml"]?.anchor("x") == "a~20~b-state-x")
    let elsewhere = text(.reference, page["other.yaml"])
    #expect(elsewhere.contains("[Bee](#door-state-b)") && !elsewhere.contains("<a id="))
  }

  @Test("a section says which error is sent to the app, and no literal of a secret field")
  func payload() {
    let sent = "emits `showError` (error: `late`, code: `lastError`, pin: `…`, note: `'plain'`)"
    #expect(text(.reference).contains(sent))
    let sheet = SVGSheet(Self.chart).text
    #expect(sheet.contains("emits showError (error: late, code: lastError, pin: …, note: 'plain')"))
    #expect(!sheet.contains("1234"))
  }

  @Test("an output without a title is called by its id where others have titles")
  func outputTitles() {
    #expect(
      text(.outputs).contains("| `showError` | `showError` |")
        && text(.outputs).contains("| the door is open | `opened` |"))
  }
}
