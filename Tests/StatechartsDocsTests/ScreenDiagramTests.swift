import Foundation
import Statecharts
import StatechartsDocs
import StatechartsYAML
import Testing

@Suite("Pictures of screens")
struct ScreenDiagramTests {
  /// A sign-in with a service that can fail, and screens that only a failure reaches.
  static let signIn = """
    statechart: 1
    id: signIn
    title: Sign-in
    errors:
      wrong: { title: Wrong password }
      offline: { title: No connection }
    context: { lastError: { type: error, optional: true } }
    events: { submit: { title: password typed }, cancel: { title: cancelled }, back: { title: back }, help: { title: help } }
    handlers:
      guards: {}
      actions: {}
      services: { check: { result: { needsCode: bool }, errors: [wrong, offline] } }
    on: { cancel: canceled }
    initial: asking
    states:
      asking:
        title: Password
        on: { submit: checking, help: {} }
      checking:
        invoke:
          service: check
          timeout: 5s
          done:
            - { guard: event.data.needsCode, target: code, label: code needed }
            - { target: done, label: password right }
          failed:
            wrong: { target: asking, actions: { assign: { lastError: event.error } } }
            any: { target: broken, actions: { assign: { lastError: event.error } } }
            timeout: asking
      code:
        title: Code
        on: { submit: done, back: asking }
      broken:
        title: Not reached
        on: { submit: asking }
      done: { type: final, ending: success, title: Signed in }
      canceled: { type: final, ending: canceled, title: Given up }
    """

  private func diagram(_ settings: DiagramSettings = DiagramSettings(), _ text: String = signIn) throws
    -> ScreenDiagram
  {
    let reading = ChartReader().read(SourceText(name: "chart.yaml", bytes: Array(text.utf8)))
    return ScreenDiagram.diagrams(of: try CompiledChart(try #require(reading.chart)), settings)[0]
  }

  @Test("outcomes of the one event stand at the arrows, the event and what stays in the box")
  func outcomes() throws {
    let text = try diagram().text
    #expect(text.contains("s_asking --> s_code : code needed\n"))
    #expect(text.contains("s_asking --> s_done : password right\n"))
    #expect(
      text.contains(
        "\"<b>Password</b><br/><i>password typed</i><br/>stays#58; help #183; password<br/>typed<br/>stays after#58; Wrong<br/>password\""
      ))
    #expect(!text.contains("checking"))
  }

  @Test("a state that runs another chart is a screen, and that chart fails with no error of this one")
  func chartInside() throws {
    let text = """
      statechart: 1
      id: settings
      events: { open: { title: opened } }
      errors: { wrongCode: { title: This code is wrong. } }
      outputs: { show: { payload: { error: error } } }
      initial: closed
      states:
        closed: { on: { open: choosing } }
        choosing:
          title: New password
          invoke: { chart: parts/password.yaml, forward: true, done: saved, failed: { any: canceled } }
        saved: { type: final, ending: success }
        canceled: { type: final, ending: canceled }
      """
    let shown = try diagram(DiagramSettings(), text).text.replacing("<br/>", with: " ")
    #expect(shown.contains("<b>New password</b> shows the screens of password"), "\(shown)")
    #expect(shown.contains("s_closed --> s_choosing : opened"), "\(shown)")
    #expect(shown.contains("s_choosing --> s_saved : password#58; done"), "\(shown)")
    #expect(!shown.contains("This code is wrong"), "\(shown)")
  }

  @Test("what leads back is a note, and what leads to one screen from all others is said once")
  func notes() throws {
    let text = try diagram().text
    #expect(text.contains("\"<b>Code</b><br/>back #8594; Password\""))
    #expect(text.contains("s_several --> s_canceled : cancelled\n"))
    #expect(text.components(separatedBy: "cancelled").count == 2)
  }

  @Test("ends are colored as the chart says, and what only a failure reaches is amber")
  func colors() throws {
    let diagram = try diagram()
    #expect(diagram.text.contains("  class s_done endsWell\n"))
    #expect(diagram.text.contains("  class s_canceled ends\n"))
    #expect(diagram.text.contains("  class s_broken afterFailure\n"))
    #expect(diagram.legend.contains("green boxes end well"))
    #expect(!diagram.legend.contains("red"))
  }

  @Test("a screen that only a failure reaches has an arrow to what follows it, and a note if that leads back")
  func onwardFailure() throws {
    let text = """
      statechart: 1
      id: setup
      events: { retry: { title: try again } }
      errors: { offline: { title: \"No connection, sorry.\" }, full: { title: Disk is full. } }
      outputs: { show: { payload: { error: error } } }
      handlers: { guards: {}, actions: {}, services: { create: { errors: [offline, full] } } }
      initial: creating
      states:
        creating:
          invoke:
            service: create
            timeout: 5s
            done: created
            failed: { any: { target: failed, actions: { emit: show, data: { error: event.error } } } }
        failed: { title: Not created, errors: [offline, full], on: { retry: creating } }
        created: { title: Created, type: final, ending: success }
      """
    let shown = try diagram(DiagramSettings(), text).text.replacing("<br/>", with: " ")
    #expect(shown.contains("s_failed --> s_created : try again\n"), "\(shown)")
    let errors = "No connection, sorry #183; Disk is full #183; no answer in time"
    #expect(shown.contains("stays after#58; \(errors)\""), "\(shown)")
    let back = try diagram().text
    #expect(!back.contains("s_broken -->") && back.contains("password typed"), "\(back)")
  }

  @Test("failures can be left out")
  func failures() throws {
    #expect(!(try diagram(DiagramSettings(failures: .off)).text.contains("error")))
    #expect(try diagram().text.contains("s_asking --> s_broken : No connection\n"))
  }

  @Test("another order has the same boxes and arrows, the same each time")
  func order() throws {
    let first = try diagram().text
    let other = try diagram(DiagramSettings(order: 7)).text
    #expect(other != first)
    #expect(other.split(separator: "\n").sorted() == first.split(separator: "\n").sorted())
    #expect(try diagram(DiagramSettings(order: 7)).text == other)
    #expect(try diagram(DiagramSettings(order: -1)).text.contains("s_asking"))
  }

  @Test(
    "an event that stays at first and leads on later says both, with conditions where there are no labels")
  func stayingAndLeaving() throws {
    let text = try diagram(
      DiagramSettings(),
      """
      statechart: 1
      id: limited
      context: { tries: { type: int, initial: 0 } }
      events: { answer: { title: answered } }
      initial: ask
      states:
        ask:
          title: Ask
          on:
            answer:
              - { guard: tries < 2, target: ask, actions: { assign: { tries: tries + 1 } } }
              - out
        out: { title: Out, type: final }
      """
    ).text
    #expect(text.replacing("<br/>", with: " ").contains("stays#58; answered#58; tries #60; 2"))
    #expect(text.replacing("<br/>", with: " ").contains("s_ask --> s_out : answered#58; otherwise"))
  }

  @Test("several ways without labels are told apart by their conditions")
  func conditions() throws {
    let text = try diagram(
      DiagramSettings(),
      """
      statechart: 1
      id: three
      context: { tries: { type: int, initial: 0, input: true } }
      initial: ask
      states:
        ask:
          on:
            go:
              - { guard: tries < 2, target: one }
              - { guard: tries < 3, target: two }
              - out
        one: { type: final }
        two: { type: final }
        out: { type: final }
      """
    ).text
    #expect(text.contains("s_ask --> s_one : tries #60; 2\n"))
    #expect(text.contains("s_ask --> s_two : tries #60; 3\n"))
    #expect(text.contains("s_ask --> s_out : otherwise\n"))
  }

  @Test("a condition is named even if a failure after it leads to another screen")
  func conditionBeforeFailure() throws {
    let text = try diagram(
      DiagramSettings(),
      """
      statechart: 1
      id: pay
      context: { amount: { type: int, initial: 0 } }
      events: { submit: { payload: { amount: int } }, approve: {} }
      errors: { refused: { title: Refused }, lost: {} }
      outputs: { show: { payload: { error: error } } }
      handlers: { services: { pay: { errors: [refused] } } }
      initial: writing
      states:
        writing: { on: { submit: { target: deciding, actions: { assign: { amount: event.data.amount } } } } }
        deciding: { type: choice, always: [{ guard: amount <= 50, target: paying }, waiting] }
        paying: { invoke: { service: pay, timeout: 5s, done: paid, failed: { any: notPaid } } }
        waiting: { on: { approve: paid } }
        notPaid: { on: { approve: paid } }
        paid: { type: final }
      """
    ).text
    #expect(text.contains("s_writing --> s_paid : amount #60;= 50\n"), "\(text)")
    #expect(text.contains("s_writing --> s_waiting : otherwise\n"))
    #expect(text.contains("s_writing --> s_notPaid : Refused\n"))
  }

  private static let setup = """
    statechart: 1
    id: setup
    initial: settingUp
    states:
      settingUp:
        type: parallel
        done: ready
        states:
          profile:
            initial: asking
            states:
              asking: { title: Asking, on: { submit: confirming } }
              confirming: { title: Confirming, on: { confirm: confirmed, change: asking } }
              confirmed: { title: Confirmed, type: final }
          account:
            title: Account
            initial: waiting
            states:
              waiting: { title: Waiting, on: { create: created } }
              created: { title: Created, type: final }
          gate:
            title: Gate
            initial: shut
            states:
              shut: { title: Shut, on: { open: { actions: { raise: opened } }, opened: passed } }
              passed: { type: final }
      ready: { type: final }
    """

  @Test("outcomes that only other regions tell apart never both say otherwise")
  func otherRegions() throws {
    let text = try diagram(DiagramSettings(), Self.setup).text.replacing("<br/>", with: " ")
    #expect(text.contains("s_confirming --> s_confirmed : otherwise\n"), "\(text)")
    #expect(text.contains("s_confirming --> s_ready : all other regions are done\n"))
    #expect(text.contains("  class s_ready ends\n"), "what only a region ends with is no end: \(text)")
    let lines = Self.setup.split(separator: "\n", omittingEmptySubsequences: false)
    let gate = try #require(lines.firstIndex { $0.contains("gate:") })
    let two = (lines[..<gate] + lines[(gate + 6)...]).joined(separator: "\n")
    let other = try diagram(DiagramSettings(), two).text
    #expect(other.contains("s_confirming --> s_ready : Account is done\n"), "\(other)")
  }

  @Test("each screen is in a picture, or a sentence says that it is not")
  func allScreens() throws {
    let reading = ChartReader().read(SourceText(name: "chart.yaml", bytes: Array(Self.setup.utf8)))
    let diagrams = ScreenDiagram.diagrams(of: try CompiledChart(try #require(reading.chart)))
    #expect(diagrams.map(\.regionID) == ["profile", "gate", "account"])
    #expect(diagrams.map(\.screens)[2].contains("Waiting"))
    let inner = Self.setup.replacing(
      "waiting: { title: Waiting, on: { create: created } }",
      with: """
        waiting:
                        type: parallel
                        on: { create: created }
                        states:
                          left: { initial: l1, states: { l1: { title: L1, on: { l: l2 } }, l2: { title: L2, on: { k: l1 } } } }
                          right: { initial: r1, states: { r1: { title: R1, on: { r: r2 } }, r2: { title: R2 } } }
        """)
    let chart = try #require(
      ChartReader().read(SourceText(name: "chart.yaml", bytes: Array(inner.utf8))).chart)
    let missing = ScreenDiagram.diagrams(of: try CompiledChart(chart)).compactMap(\.missing)
    #expect(missing == ["Not drawn: R1, R2."])
  }

  @Test("of a chart with many regions only the first ones have pictures, and a sentence names the others")
  func manyRegions() throws {
    let regions = (0..<200).map {
      "      r\($0): { initial: a\($0), states: { a\($0): { on: { go: b\($0) } }, b\($0): {} } }\n"
    }
    let text =
      "statechart: 1\nid: many\ninitial: all\nstates:\n  all:\n    type: parallel\n    states:\n"
      + regions.joined()
    let chart = try #require(
      ChartReader().read(SourceText(name: "chart.yaml", bytes: Array(text.utf8))).chart)
    let diagrams = ScreenDiagram.diagrams(of: try CompiledChart(chart))
    #expect(diagrams.map(\.regionID) == (0..<12).map { "r\($0)" })
    #expect(diagrams.last?.missing == "Not drawn: a12, b12, a13, b13, a14, b14, a15, b15 and 368 more.")
  }

  /// No sample is above 100 when it is halved.
  private static let unreached = """
    statechart: 1
    id: report
    title: Report
    context: { amount: { type: number, initial: 0 } }
    events: { submit: { title: submitted, payload: { amount: number } }, ok: { title: approved } }
    initial: writing
    states:
      writing:
        title: Writing
        on: { submit: { target: deciding, actions: { assign: { amount: event.data.amount } } } }
      deciding:
        type: choice
        always: [{ guard: amount / 2 <= 100, target: small }, waiting]
      small: { title: Small, type: final }
      waiting:
        title: Waiting
        on: { ok: done }
        initial: one
        states: { one: { title: One, after: { 2d: two } }, two: { title: Two } }
      done: { title: Done, type: final }
    """

  @Test(
    "what was not reached is said in each format and in pages: groups, states in them, and ends",
    arguments: ["Waiting, Done", "One, Two, Done"])
  func unreached(_ titles: String) throws {
    let sentence = "Not drawn: \(titles)."
    // A state of the group with an event of its own makes each of them a screen.
    let hasOwn = !titles.hasPrefix("Waiting")
    let text = Self.unreached.replacing(
      "title: Two", with: "title: Two\(hasOwn ? ", on: { submit: one }" : "")")
    let chart = try #require(
      ChartReader().read(SourceText(name: "chart.yaml", bytes: Array(text.utf8))).chart)
    for format in [ScreenDiagram.Format.mermaid, .svg] {
      let diagram = ScreenDiagram.diagrams(of: try CompiledChart(chart), format: format)[0]
      #expect(diagram.missing == sentence)
      #expect(diagram.text.contains(format == .svg ? sentence : sentence.replacing(":", with: "#58;")))
    }
    #expect(DocumentView.screens.markdown(of: chart).contains(sentence))
  }

  @Test("if only one outcome of an event leads on, its arrow says the event")
  func oneArrow() throws {
    let text = try diagram(
      DiagramSettings(),
      """
      statechart: 1
      id: signIn
      events: { next: {}, submit: { title: code typed } }
      handlers: { guards: { isWrong: {} }, actions: {}, services: {} }
      initial: start
      states:
        start: { title: Start, on: { next: asking } }
        asking:
          title: Code
          on: { submit: [{ guard: isWrong, target: start, label: wrong code }, done] }
        done: { type: final }
      """
    ).text.replacing("<br/>", with: " ")
    #expect(text.contains("s_asking --> s_done : code typed\n"), "\(text)")
    #expect(text.contains("code typed#58; wrong code #8594; Start"), "\(text)")
  }

  @Test("of a chart that never waits a page says that there are no screens")
  func noScreens() throws {
    let text = """
      statechart: 1
      id: round
      initial: a
      states: { a: { always: b }, b: { always: a } }
      """
    let chart = try #require(
      ChartReader().read(SourceText(name: "chart.yaml", bytes: Array(text.utf8))).chart)
    #expect(
      DocumentView.screens.markdown(of: chart)
        == "This chart has no screens, because it never waits and never ends.\n")
  }

  @Test("a title with signs of Mermaid is shown as it is")
  func hostile() throws {
    let text = try diagram(
      DiagramSettings(),
      Self.signIn.replacing("title: Code", with: "title: \"A \\\"quoted\\\"; <b>one</b> --> x\"")
    ).text
    #expect(text.contains("#34;quoted#34;#59;"))
    #expect(!text.contains("<b>one"))
  }

  @Test("a page shows them with what the colors mean, and no settings of other pictures")
  func page() {
    let marker = "<!-- statechart: a.yaml view=screens depth=1 -->\n<!-- /statechart -->\n"
    #expect(
      DocumentRegions(Array(marker.utf8)).problems.map(\.message) == [
        "`depth` cannot be used with view `screens`."
      ])
    let other = "<!-- statechart: a.yaml view=diagram failures=on -->\n<!-- /statechart -->\n"
    #expect(
      DocumentRegions(Array(other.utf8)).problems.map(\.message) == ["`failures` needs view `screens`."])
    let reading = ChartReader().read(SourceText(name: "chart.yaml", bytes: Array(Self.signIn.utf8)))
    let shown = reading.chart.map { DocumentView.screens.markdown(of: $0) } ?? ""
    #expect(shown.hasPrefix("```mermaid\nstateDiagram-v2\n"))
    #expect(shown.contains("Blue boxes wait for somebody"))
  }
}
