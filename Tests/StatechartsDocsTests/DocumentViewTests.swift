import Statecharts
import StatechartsDocs
import StatechartsModel
import Testing

@Suite("Reference tables")
struct DocumentViewTests {
  private func lines(_ view: DocumentView, _ chart: Statechart = Samples.everything) -> [String] {
    view.markdown(of: chart).split(separator: "\n").map(String.init)
  }

  @Test("the diagram stands in a fence")
  func diagram() {
    let text = DocumentView.diagram.markdown(of: Samples.parallelRoot)
    let diagram = MermaidDiagram(Samples.parallelRoot)
    #expect(text == "```mermaid\n\(diagram.text)```\n\n\(diagram.legend)\n")
  }

  @Test("states are listed with all that lies around them")
  func states() {
    let lines = lines(.states)
    #expect(lines[0] == "| State | Id | Kind | What happens | Runs | Errors | Queries |")
    #expect(
      lines[2] == "| Start | `start` |  | The person types an address. |  | Too many requests | `hint` |")
    #expect(lines.contains("| Asking › Second factor › Inner › Deep | `deep` |  |  |  |  |  |"))
    #expect(lines.contains("| Checking account | `checking` |  |  | `checkAccount`, `consent` |  |  |"))
    #expect(lines.contains("| Asking › timer › last time | `shallow` | history |  |  |  |  |"))
    #expect(lines.count == 2 + 17)
  }

  @Test("every transition has a row, and every default entry")
  func transitions() {
    let lines = lines(.transitions)
    #expect(lines[0] == "| From | When | If | To | Actions | Note |")
    #expect(lines[2] == "| Start |  |  | Start | openPage |  |")
    #expect(lines[3] == "| Any state | cancelled `cancel` |  | Gone | closePage |  |")
    #expect(lines[4] == "| Any state | `tick` |  | (stays) | log |  |")
    #expect(
      lines.contains(
        "| Start | address entered `submit` | `emailIsValid and attempts < 3` | Checking account | update attempts |  |"
      ))
    #expect(lines.contains("| Checking account | checkAccount: done |  | result |  | the server answered |"))
    #expect(lines.contains("| result |  | `attempts == 2` | inner2, other2 |  |  |"))
    #expect(lines.contains("| result |  | else | Signed in |  |  |"))
    #expect(lines.contains("| last time | first time |  | other | log |  |"))
    #expect(lines.contains("| Asking | `retry` | `pin == …` | Asking |  |  |"))
  }

  @Test("events, errors, outputs and handlers are listed with their data")
  func declarations() {
    #expect(lines(.events)[2] == "| address entered | `submit` | `email` string (personal) |  |")
    #expect(lines(.events)[4] == "|  | `code` | `digits` string (secret) | A code from the app. |")
    #expect(
      lines(.errors)[2]
        == "| Too many requests | `tooMany` | `retryAfter` int? | Start | `checkAccount` | The server asks to wait. |"
    )
    #expect(lines(.outputs) == ["| Name | Data |", "| --- | --- |", "| `problem` | `code` error |"])
    let handlers = lines(.handlers)
    #expect(handlers[0] == "| Handler | Kind | Takes | Returns | Fails with | Sends | Meaning |")
    #expect(handlers[2] == "| `emailIsValid` | guard |  |  |  |  | the address is well-formed |")
    #expect(
      handlers[5]
        == "| `checkAccount` | service | `email` string | {exists: bool} | `tooMany`, `offline` | `tick` "
        + "| Asks the server whether the account exists. |")
    #expect(handlers[6] == "| `hint` | query | `text` string | \\[string?\\] |  |  |  |")
  }

  @Test("an error of nearly all services names those that do not fail with it")
  func servicesOfErrors() {
    func services(_ count: Int, of total: Int) -> String {
      let names = (0..<total).map { ChartName("s\($0)") }
      var chart = Statechart("c", errors: [ErrorDeclaration("late")], root: StateNode("c"))
      chart.handlers.services = names.enumerated().map {
        HandlerDeclaration($1, errors: $0 < count ? ["late"] : [])
      }
      return lines(.errors, chart).last ?? ""
    }
    #expect(services(3, of: 3) == "| `late` | `s0`, `s1`, `s2` |")
    #expect(services(4, of: 4) == "| `late` | all |")
    #expect(services(4, of: 6) == "| `late` | all but `s4`, `s5` |")
    #expect(services(4, of: 7) == "| `late` | `s0`, `s1`, `s2`, `s3` |")
  }

  @Test("a chart that declares nothing says so")
  func nothing() {
    let chart = Statechart("c", root: StateNode("c"))
    #expect(DocumentView.events.markdown(of: chart) == "This chart declares no events.\n")
    #expect(DocumentView.states.markdown(of: chart) == "This chart has no states.\n")
    for view in DocumentView.allCases { #expect(view.markdown(of: chart).hasSuffix("\n")) }
  }

  @Test("no secret's literal or permitted text is shown in any view")
  func secrets() {
    var chart = Samples.everything
    chart.events?[2].payload[0].values = ["987654"]
    chart.context[1].initial = "'5555'"
    for view in DocumentView.allCases {
      let text = view.markdown(of: chart)
      for secret in ["1234", "000000", "987654", "5555"] { #expect(!text.contains(secret)) }
    }
  }

  @Test("any text in any place keeps to its cell and its line", arguments: Samples.hostile)
  func hostileTexts(_ hostile: String) {
    let chart = Samples.everywhere(hostile)
    for view in DocumentView.allCases where ![.diagram, .overview, .path].contains(view) {
      let text = view.markdown(of: chart)
      let plain = view.markdown(of: Samples.everywhere("plain"))
      func cells(_ text: String) -> [Int] {
        text.split(separator: "\n").map { line in
          line.replacing("\\\\", with: "").replacing("\\|", with: "").count { $0 == "|" }
        }
      }
      // In code that stands in no cell a bar is one.
      if view != .reference { #expect(cells(text) == cells(plain)) }
      let region = "<!-- statechart: a.yaml -->\n\(text)<!-- /statechart -->\n"
      #expect(DocumentRegions(Array(region.utf8)).problems.isEmpty)
      #expect(!text.contains("<script") || text.contains("`<script"))
    }
  }

  @Test("each state has a section with what happens there and where each way leads")
  func reference() {
    let text = DocumentView.reference.markdown(of: Samples.everything)
    #expect(
      text.hasPrefix(
        "<a id=\"state-signIn\"></a>\n\n### Anywhere\n\n- When the flow starts: sets `attempts = 0`\n"))
    #expect(
      text.contains(
        "\n<a id=\"state-start\"></a>\n\n### Start `start`\n\nThe person types an address.\n\n- On entry: sends `tick` after "
      ))
    #expect(text.contains("\n- The app can send: `submit`\n- The app can query: `hint`\n"))
    #expect(text.contains("\n- Errors it can show: Too many requests (`tooMany`)\n"))
    #expect(
      text.contains(
        "\n- address entered `submit`, if `emailIsValid and attempts < 3` → "
          + "[Checking account](#state-checking); sets `attempts = attempts + 1`\n"
      ))
    #expect(
      text.contains(
        "\n- Runs: checkAccount, at most 15s, retried up to 2 times on Too many requests, first after 1s"))
    #expect(text.contains("\n- the server answered (checkAccount: done) → [result](#state-result)\n"))
    #expect(text.contains("\n### result `result`\n\nA decision point.\n"))
    #expect(text.contains("\n- otherwise → [Signed in](#state-finished)\n"))
    #expect(text.contains("\n- `retry`, if `pin == …` → [Asking](#state-asking)\n"))
    #expect(text.contains("\n- Returns: `attempts`\n"))
    #expect(!text.contains("1234"))
  }

  @Test(
    "a section shows the formula that sets a variable, without a secret's literals, and bars in code as they are"
  )
  func sectionValues() {
    let assign = ChartAction(
      .assign([
        NamedExpression("method", "'inApp'"), NamedExpression("tries", " 3 "),
        NamedExpression("pin", "'1234'"), NamedExpression("isPaid", "true"),
        NamedExpression("other", "method"), NamedExpression("last", " unset "),
        NamedExpression("sum", "1 + 1"),
        NamedExpression("shown", "pin + '9'"),
      ]))
    let go = EventTransition("go", ChartTransition(["a"], guard: "method == 'a|b'", actions: [assign]))
    var chart = Statechart("c", root: StateNode("c", states: [StateNode("a", on: [go])]))
    chart.context = [
      ContextVariable(FieldDeclaration("pin", .string, isSecret: true)),
      ContextVariable(FieldDeclaration("isPaid", .bool, isSecret: true)),
    ]
    let words =
      "sets `method = 'inApp'`, `tries = 3`, `pin = …`, `isPaid = …`, `other = method`, `sum = 1 + 1`, "
      + "`shown = pin + …`, clears `last`"
    let text = DocumentView.reference.markdown(of: chart)
    #expect(text.contains("`go`, if `method == 'a|b'` → [a](#state-a); \(words)\n"))
    let table = DocumentView.transitions.markdown(of: chart)
    #expect(
      table.contains("`method == 'a\\|b'`")
        && table.contains(
          " set method to inApp, tries to 3, update pin, isPaid, other, sum, shown, clear last ")
    )
  }

  @Test("a way into its own state that does not leave it says so")
  func internalWays() {
    let ways = [
      EventTransition("up", ChartTransition(["b"], isInternal: true)),
      EventTransition("re", ChartTransition(["b"])),
    ]
    let states = [StateNode("a"), StateNode("b")]
    let group = StateNode("g", title: "Group", initial: InitialTransition(["a"]), on: ways, states: states)
    let chart = Statechart("c", root: StateNode("c", initial: InitialTransition(["g"]), states: [group]))
    let reference = DocumentView.reference.markdown(of: chart)
    #expect(
      reference.contains(
        "- `up` → [b](#state-b), without leaving Group\n- `re` → [b](#state-b)\n"))
    let table = DocumentView.transitions.markdown(of: chart)
    #expect(table.contains("| Group | `up` | b (internal) |") && table.contains("| Group | `re` | b |"))
    #expect(DotDiagram(chart).text.contains("• up (internal)\\n• re"))
  }

  @Test(
    "a text at the beginning of a line makes no heading, list or rule",
    arguments: [
      ("# Big", "\\# Big"), ("- dash", "\\- dash"), ("+ plus", "\\+ plus"), ("1. one", "1\\. one"),
      ("12) twelve", "12\\) twelve"), ("---", "\\---"), ("-5 degrees", "-5 degrees"), ("#5", "#5"),
      ("1.5 times", "1.5 times"), ("2", "2"),
    ])
  func lineStarts(_ text: String, _ written: String) {
    let states = [StateNode("a", description: text)]
    let reference = DocumentView.reference.markdown(of: Statechart("c", root: StateNode("c", states: states)))
    #expect(reference == "<a id=\"state-a\"></a>\n\n### a `a`\n\n\(written)\n")
  }

  @Test("what a chart does at its start is not drawn as done in any state")
  func startOfChart() {
    let ways = [EventTransition("quit", ChartTransition(["a"]))]
    func texts(_ entry: [ChartAction]) -> [String] {
      let root = StateNode(
        "c", initial: InitialTransition(["a"]), on: ways, entry: entry, states: [StateNode("a")])
      let chart = Statechart("c", title: "Door", root: root)
      return [MermaidDiagram(chart).text, DotDiagram(chart).text]
    }
    for text in texts([]) { #expect(text.contains("Any state")) }
    for text in texts([ChartAction(.log("1"))]) {
      #expect(!text.contains("Any state") && text.contains("Door"))
    }
  }

  @Test("a chart ends where its states do, one of parts when all of them have ended")
  func ends() {
    func ends(_ root: StateNode) -> String {
      let lines = DocumentView.properties.markdown(of: Statechart("c", root: root)).split(separator: "\n")
      return lines.first { $0.hasPrefix("| Ends |") }.map(String.init) ?? ""
    }
    let inner = [StateNode("x"), StateNode("y", kind: .final), StateNode("z", kind: .final, title: "Zed")]
    #expect(ends(StateNode("c", states: inner)) == "| Ends | in y, Zed |")
    #expect(ends(StateNode("c", states: [StateNode("x")])) == "| Ends | never by itself |")
    let parts = [
      StateNode("a", states: inner), StateNode("b", title: "Bee", states: [StateNode("e", kind: .final)]),
    ]
    #expect(
      ends(StateNode("c", kind: .parallel, states: parts))
        == "| Ends | when all regions have ended: a in y or Zed, Bee in e |")
    #expect(
      ends(StateNode("c", kind: .parallel, states: parts + [StateNode("d")])) == "| Ends | never by itself |")
    let both = [StateNode("in", kind: .parallel, states: parts), StateNode("h", kind: .history(deep: false))]
    #expect(
      ends(StateNode("c", kind: .parallel, states: both))
        == "| Ends | when all regions have ended: a in y or Zed, Bee in e |")
  }

  @Test("without declared events the app can send what is handled, but not what the platform sends")
  func undeclaredEvents() {
    func text(_ descriptors: [EventDescriptor]) -> String {
      let on = descriptors.map { EventTransition($0, ChartTransition(["b"])) }
      let root = StateNode("a", initial: InitialTransition(["b"]), states: [StateNode("b", on: on)])
      return DocumentView.reference.markdown(of: Statechart("a", root: root))
    }
    let platform: [EventDescriptor] = [
      "done.invoke.x", "done.state.x", "error", "error.x", "after.b.5s", "done.*",
    ]
    #expect(
      text(platform + ["go", "page.*", "*"]).contains("- The app can send: `go`, `page.*`, any event\n"))
    #expect(!text(platform).contains("The app can send"))
    #expect(text(["doneness", "errors"]).contains("- The app can send: `doneness`, `errors`\n"))
  }

  @Test("tables of thousands of events have a row only for the states that answer theirs")
  func largeMatrix() {
    let count = 3_000
    let states = (0..<count).map { index in
      StateNode(
        ChartName("s\(index)"),
        on: ["s0", "s1", "s0"].map {
          EventTransition(EventDescriptor(ChartName("e\(index)")), ChartTransition([$0]))
        })
    }
    let chart = Statechart("a", root: StateNode("a", initial: InitialTransition(["s0"]), states: states))
    let lines = DocumentView.matrix.markdown(of: chart).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("| State |") } == count / 6)
    #expect(lines.count == count / 6 * 2 + count)
    #expect(lines[2] == "| s0 | s0 or s1 |  |  |  |  |  |")
  }

  @Test("a table says where each event leads in each state, six events aside")
  func matrix() {
    let lines = lines(.matrix)
    #expect(lines[0] == "| State | `submit` | `cancel` | `code` | `tick` | `retry` | `page.*` |")
    #expect(lines[2] == "| Any state |  | Gone |  | stays |  |  |")
    #expect(lines[3].hasPrefix("| Start | Checking account (if) or Start |"))
    #expect(lines.count { $0.hasPrefix("| State |") } == 2)
  }

  @Test("variables are listed without what a secret starts with")
  func context() {
    let chart = Statechart(
      "a",
      context: [
        ContextVariable(FieldDeclaration("tries", .int), initial: "0", isInput: true, clearedOnExitOf: ["b"]),
        ContextVariable(FieldDeclaration("pin", .string, isSecret: true), initial: "'4711'"),
        ContextVariable(
          FieldDeclaration("plan", .string, values: ["free", "paid"], isPersonal: true), persistence: .never),
      ], root: StateNode("a", initial: InitialTransition(["b"]), states: [StateNode("b", title: "Bee")]))
    #expect(
      lines(.context, chart) == [
        "| Variable | Type | Initial value | Notes |", "| --- | --- | --- | --- |",
        "| `tries` | int | `0` | set by the app; cleared on exit from Bee |",
        "| `pin` | string |  | secret; not stored |",
        "| `plan` | string: free, paid |  | personal; not stored |",
      ])
    #expect(lines(.properties, chart).contains("| Ends | never by itself |"))
  }
}
