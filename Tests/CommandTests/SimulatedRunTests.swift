import Foundation
import Statecharts
import StatechartsTesting
import StatechartsYAML
import Testing

@testable import statechart

@Suite("Runs in the page of the preview")
struct SimulatedRunTests {
  /// A chart of a few lines with everything that a run can meet.
  private static let vault = """
    statechart: 1
    id: vault
    context:
      pin: { type: string, optional: true, secret: true }
      tries: { type: int, initial: 0 }
      limit: { type: int, initial: 3, input: true }
    events:
      give: { title: PIN typed, payload: { pin: { type: string, secret: true }, isSure: bool } }
      leave:
    errors: { wrongPin: { payload: { left: "int?" } }, noNetwork: }
    outputs: { opened: { payload: { tries: int } } }
    handlers:
      guards: { isOnline: { title: the device is online } }
      services:
        check: { title: Check the PIN, result: { isRight: bool }, errors: [wrongPin, noNetwork] }
    initial: asking
    states:
      asking:
        title: Asking
        on: { give: { target: checking, guard: isOnline, actions: [{ assign: { pin: event.data.pin } }] } }
      checking:
        title: Checking
        invoke:
          service: check
          timeout: 15s
          done: { target: open, guard: event.data.isRight, actions: [{ emit: opened, data: { tries: tries } }] }
          failed: { any: { target: asking, actions: [{ assign: { tries: tries + 1 } }] } }
      open: { title: Open, type: final }

    """

  private static let give = #"{"event": "give", "data": {"pin": "canary", "isSure": true}}"#

  private func run(_ lines: [String], of chart: String = vault) throws -> SimulatedRun {
    SimulatedRun(lines, on: try ChartLoader().load(SourceText(name: "vault.yaml", bytes: Array(chart.utf8))))
  }

  private func now(_ lines: [String], of chart: String = vault) throws -> RunView.Now {
    try #require(try run(lines, of: chart).view.now)
  }

  private func text(_ view: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(view), as: UTF8.self)
  }

  @Test("the start shows the active states, what is handled, what is ignored, and the conditions")
  func start() throws {
    let view = try run([]).view
    let now = try #require(view.now)
    #expect(now.place == "Asking" && now.states.map(\.id) == ["asking"] && now.end == nil)
    #expect(now.events.map(\.name) == ["give", "leave"] && now.events.map(\.isHandled) == [true, false])
    let give = try #require(now.events.first)
    #expect(give.title == "PIN typed" && give.fields.map(\.kind) == ["text", "yesNo"])
    #expect(give.fields.map(\.isSecret) == [true, false])
    #expect(give.branches.map(\.place) == ["Checking"] && give.branches.map(\.condition) == ["isOnline"])
    #expect(now.conditions.map(\.title) == ["the device is online"] && now.conditions.map(\.answer) == [true])
    #expect(view.inputs.map(\.name) == ["limit"] && view.inputs.map(\.initial) == ["3"])
    #expect(view.destinations.map(\.id) == ["asking", "checking", "open"])
  }

  @Test("a running service offers its result, each declared error and its time limit")
  func service() throws {
    let now = try now([Self.give])
    let check = try #require(now.services.first)
    #expect(check.title == "Check the PIN" && check.result.map(\.name) == ["isRight"] && !check.isResultWhole)
    #expect(check.failures.map(\.code) == ["wrongPin", "noNetwork"])
    #expect(check.failures.first?.fields.map(\.isOptional) == [true])
    #expect(now.timers.map(\.duration) == ["15s"] && now.timers.map(\.left) == ["15 s"])
    #expect(now.visited == ["asking", "checking"])
  }

  @Test("no secret is in a view, and made-up values replace secrets in the recording")
  func secrets() throws {
    let view = try run([Self.give]).view
    let now = try #require(view.now)
    let all = try text(view)
    #expect(!all.contains("canary"))
    #expect(now.variables.first?.value == "[secret]" && now.variables.first?.isSecret == true)
    #expect(now.variables.first?.isChanged == true && now.variables.last?.isChanged == false)
    #expect(now.steps.last?.data == "isSure: true, pin: [secret]")
    #expect(now.recording == [#"{"event": "give", "data": {"isSure":true,"pin":"made-up-1"}}"#])
    #expect(now.hidesSecrets && now.divergingStep == nil)
  }

  @Test("what the chart refuses is said with its step, and the run stays before it, without the secret")
  func refused() throws {
    let lines = [
      Self.give.replacingOccurrences(of: "true", with: #""canary""#),
      #"{"service": "check", "done": {"isRight": true}}"#, #"{"event": "nothing"}"#, "{", #"{"restart": {}}"#,
    ]
    for line in lines {
      let view = try run([#"{"advance": "1s"}"#, line]).view
      let problem = try #require(view.problem)
      #expect(problem.step == 2 && !problem.message.isEmpty, "\(line)")
      #expect(view.now?.steps.count == 2 && view.now?.place == "Asking")
      let all = try text(view)
      #expect(!all.contains("canary"))
    }
  }

  @Test("an ignored event says which condition is not met, or where the event is handled")
  func ignored() throws {
    let condition = try now([#"{"guards": {"isOnline": false}}"#, Self.give])
    #expect(condition.steps.last?.isIgnored == true && condition.conditions.map(\.answer) == [false])
    #expect(
      condition.steps.last?.lines.map(\.words) == [
        "The flow stays here: the condition `isOnline` in `asking` is not met."
      ])
    let place = try now([Self.give, Self.give])
    #expect(place.steps.last?.lines.last?.words == "`give` is handled in: Asking.")
    #expect(place.steps.first?.isIgnored == false && place.steps[1].isIgnored == false)
  }

  @Test("a failure, time and an output are listed, and messages go between the app, the flow and the service")
  func messages() throws {
    let now = try now([
      Self.give, #"{"service": "check", "failed": "wrongPin", "data": {"left": 2}}"#, Self.give,
      #"{"advance": "15s"}"#, Self.give, #"{"service": "check", "done": {"isRight": true}}"#,
    ])
    #expect(now.lanes.map(\.title) == ["App", "vault", "check"])
    #expect(
      now.end == "The flow has ended." && now.time == "0:15" && now.events.isEmpty && now.services.isEmpty)
    let kinds = now.steps.map { $0.messages.map(\.kind) }
    #expect(
      kinds == [
        ["place"], ["event", "start", "place"], ["failed", "place"], ["event", "start", "place"],
        ["time", "cancel", "place"], ["event", "start", "place"], ["done", "output", "place"],
      ])
    #expect(now.variables.map(\.value) == ["[secret]", "2", "3"])
  }

  @Test("inputs and conditions of the first line count, and wrong ones are said before the start")
  func beginning() throws {
    let header = #"{"input": {"limit": 5}, "guards": {"isOnline": false}}"#
    let now = try now([header])
    #expect(now.variables.last?.value == "5" && now.conditions.map(\.answer) == [false])
    #expect(now.recording == [#"{"input": {"limit":5}, "guards": {"isOnline":false}}"#])
    let wrong = try run([#"{"input": {"limit": "canary"}}"#]).view
    #expect(wrong.problem?.step == 0 && wrong.now == nil && wrong.inputs.count == 1)
    let needed = Self.vault.replacingOccurrences(of: "initial: 3, input", with: "input")
    #expect(try run([], of: needed).view.problem?.message.contains("limit") == true)
  }

  @Test(
    "a run of too many steps ends before the first one that is too many, and one of too many bytes does not start"
  )
  func limits() throws {
    let lines = Array(repeating: #"{"advance": "1s"}"#, count: SimulatedRun.mostSteps + 1)
    let view = try run(lines).view
    #expect(view.problem?.step == SimulatedRun.mostSteps + 1)
    #expect(view.now?.steps.count == SimulatedRun.mostSteps + 1)
    let long = String(repeating: " ", count: SimulatedRun.maximumBytes) + Self.give
    #expect(try run([long]).view.now == nil)
  }

  /// The charts with a recorded run.
  private static let recorded = [
    ("fxa-authentication", "fxa-sign-in"), ("discourse-delegated-auth", "discourse-delegated-auth"),
    ("firebase-totp", "firebase-totp"), ("nextauth-session", "nextauth-session"),
    ("registration", "registration"),
  ]

  @Test("a recorded run leads where the command leads it, and so does its recording", arguments: recorded)
  func recordedRuns(chart: String, file: String) throws {
    let path = BuiltCommand.root.appendingPathComponent("charts/\(chart).yaml").path
    let recorded = try String(
      contentsOf: BuiltCommand.root.appendingPathComponent("Docs/examples/\(file).jsonl"), encoding: .utf8)
    let loaded = try ChartLoader().load(path)
    let run = SimulatedRun(recorded.split(separator: "\n").map(String.init), on: loaded)
    let now = try #require(run.view.now)
    #expect(run.view.problem == nil)
    let answers = try BuiltCommand.run(
      ["simulate", "charts/\(chart).yaml", "--jsonl"], input: Self.withoutHeader(recorded))
    let last = try #require(answers.output.split(separator: "\n").last)
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
    #expect(answer["configuration"] as? [String] == now.states.filter(\.isInnermost).map(\.id))
    let again = SimulatedRun(now.recording, on: loaded)
    // A made-up value can be what a later step compares.
    let same = now.divergingStep ?? now.steps.count
    #expect(same > 1)
    #expect(again.view.now?.steps.prefix(same).map(\.words) == now.steps.prefix(same).map(\.words))
    #expect(again.view.now?.steps.prefix(same).map(\.place) == now.steps.prefix(same).map(\.place))
  }

  /// The lines without the first one, if it holds inputs: the command takes those as options.
  private static func withoutHeader(_ lines: String) -> String {
    lines.hasPrefix("{\"input\"") ? String(lines.drop { $0 != "\n" }.dropFirst()) : lines
  }

  @Test("a service of a chart inside offers what its own chart declares, and its secrets stay secret")
  func children() throws {
    let outer = """
      statechart: 1
      id: outer
      initial: working
      states:
        working: { invoke: { chart: inner.yaml, id: inner, done: ended } }
        ended: { type: final }

      """
    let inner = """
      statechart: 1
      id: inner
      errors: { broken: }
      handlers: { services: { fetch: { result: { token: { type: string, secret: true }, wait: duration }, errors: [broken] } } }
      initial: fetching
      states:
        fetching: { invoke: { service: fetch, done: finished, failed: { broken: finished } } }
        finished: { type: final }

      """
    let folder = try ScratchFolder()
    defer { folder.remove() }
    try folder.write(outer, to: "outer.yaml")
    try folder.write(inner, to: "inner.yaml")
    let loaded = try ChartLoader().load(folder.url.appendingPathComponent("outer.yaml").path)
    let start = try #require(SimulatedRun([], on: loaded).view.now)
    let fetch = try #require(start.services.first { $0.id == "fetch" })
    #expect(fetch.result.map(\.name) == ["token", "wait"] && fetch.failures.map(\.code) == ["broken"])
    #expect(start.children == ["inner: fetching"])
    let done = #"{"service": "fetch", "done": {"token": "canary", "wait": "15s"}}"#
    let view = SimulatedRun([done], on: loaded).view
    #expect(view.problem == nil && view.now?.end == "The flow has ended.")
    let all = try text(view)
    #expect(!all.contains("canary"))
  }
}

@Suite("Jumps to a state")
struct RunJumpTests {
  private func jump(to state: String, after lines: [String] = [], in chart: String) throws -> RunJump {
    let path = BuiltCommand.root.appendingPathComponent(chart).path
    return RunJump(to: state, after: SimulatedRun(lines, on: try ChartLoader().load(path)))
  }

  /// Whether the lines of a jump lead to a state.
  private func leads(_ jump: RunJump, to state: String, after lines: [String] = [], in chart: String) throws
    -> Bool
  {
    let path = BuiltCommand.root.appendingPathComponent(chart).path
    let run = SimulatedRun((jump.isFromStart ? [] : lines) + jump.lines, on: try ChartLoader().load(path))
    return run.problem == nil && run.view.now?.visited.contains(state) == true
  }

  @Test("the fewest steps lead from where the run is, with the data that the chart asks for")
  func fromHere() throws {
    let chart = "Docs/examples/sign-in-with-code.yaml"
    let first = [#"{"event": "submitEmail", "data": {"address": "ada@example.org"}}"#]
    let jump = try jump(to: "askingCode", after: first, in: chart)
    #expect(jump.lines.count == 1 && !jump.isFromStart && jump.message == nil)
    #expect(try leads(jump, to: "askingCode", after: first, in: chart))
  }

  @Test("a state that is active, unknown or not reachable says so")
  func nowhere() throws {
    let chart = "Docs/examples/sign-in-with-code.yaml"
    #expect(try jump(to: "askingEmail", in: chart).message == "The flow is already there.")
    #expect(try jump(to: "unknown", in: chart).message?.hasPrefix("No steps") == true)
  }

  @Test("a state that needs other inputs is reached from another start")
  func otherInputs() throws {
    let chart = "charts/fxa-authentication.yaml"
    let jump = try jump(to: "webBased", after: [#"{"service": "initialize", "done": null}"#], in: chart)
    #expect(jump.isFromStart && jump.lines.first?.hasPrefix(#"{"input": {"#) == true, "\(jump.lines)")
    #expect(try leads(jump, to: "webBased", in: chart))
  }

  @Test("a jump that set an input stands in the way of no later one")
  func afterOtherInputs() throws {
    let chart = "charts/fxa-authentication.yaml"
    let first = try jump(to: "accountDeletionRequest", in: chart).lines
    #expect(first.first?.contains("accountDeletion") == true)
    let second = try jump(to: "checkingCode", after: first, in: chart)
    #expect(second.message == nil)
    #expect(try leads(second, to: "checkingCode", after: first, in: chart))
  }

  /// A jump in a chart, and the run that it leads to.
  private func jump(
    to state: String, after lines: [String] = [], inText text: String,
    limits: RunSearch.Limits = RunSearch.Limits()
  ) throws -> (jump: RunJump, run: SimulatedRun) {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    try folder.write(text, to: "chart.yaml")
    let loaded = try ChartLoader().load(folder.url.appendingPathComponent("chart.yaml").path)
    let jump = RunJump(to: state, after: SimulatedRun(lines, on: loaded), limits: limits)
    return (jump, SimulatedRun((jump.isFromStart ? [] : lines) + jump.lines, on: loaded))
  }

  private static let counting = """
    statechart: 1
    id: counting
    context: { tries: { type: int, initial: 0 } }
    events: { try: , over: }
    initial: idle
    states:
      idle:
        on:
          try: { actions: [{ assign: { tries: tries + 1 } }, { send: over, delay: 5s }] }
          over: { guard: tries >= 3, target: locked }
      locked: { type: final }
    """

  @Test("an event that the chart sends to itself is waited for and not sent, and a counter is counted up")
  func ownEvents() throws {
    let (jump, run) = try jump(to: "locked", inText: Self.counting)
    let tries = jump.lines.filter { $0.contains(#""try""#) }
    #expect(tries.count == 3 && jump.lines.last == #"{"advance": "5s"}"#, "\(jump.lines)")
    #expect(jump.lines.count == 4 && run.view.now?.visited.contains("locked") == true)
  }

  @Test("a state behind 15 screens, each with two conditions, is reached")
  func deepConditions() throws {
    let count = 15
    var variables = ""
    var states = ""
    for number in 0..<count {
      variables +=
        "  a\(number): { type: bool, initial: false }\n  b\(number): { type: bool, initial: false }\n"
      states += """
          s\(number):
            on:
              first: { actions: [{ assign: { a\(number): true } }] }
              second: { actions: [{ assign: { b\(number): true } }] }
              next: { guard: a\(number) and b\(number), target: s\(number + 1) }

        """
    }
    let chart = """
      statechart: 1
      id: screens
      context:
      \(variables)events: { first: , second: , next: }
      initial: s0
      states:
      \(states)  s\(count): { type: final }
      """
    let (jump, run) = try jump(to: "s\(count)", inText: chart)
    #expect(jump.lines.count == 3 * count, "\(jump.message ?? "")")
    #expect(run.problem == nil && run.view.now?.visited.contains("s\(count)") == true)
  }

  @Test("an event of the chart is sent by the app if nothing else leads to the state")
  func ownEventOfApp() throws {
    let chart = """
      statechart: 1
      id: closing
      events: { close: , finish: }
      initial: open
      states:
        open: { on: { close: closed, finish: { actions: [{ raise: close }], target: finished } } }
        finished: {}
        closed: { type: final }
      """
    let (jump, run) = try jump(to: "closed", inText: chart)
    #expect(jump.lines == [#"{"event": "close", "data": {}}"#], "\(jump.message ?? "")")
    #expect(run.view.now?.visited.contains("closed") == true)
  }

  @Test("a state that only a history state leads to is reached again")
  func remembered() throws {
    let chart = """
      statechart: 1
      id: player
      context: { used: { type: bool, initial: false } }
      events: { once: , pause: , resume: }
      initial: playing
      states:
        playing:
          initial: first
          on: { pause: paused }
          states:
            first: { on: { once: { guard: not used, target: second } } }
            second: { entry: [{ assign: { used: true } }] }
            last: { type: history, default: first }
        paused: { on: { resume: last } }
      """
    let before = [#"{"event": "once"}"#, #"{"event": "pause"}"#]
    let (jump, run) = try jump(to: "second", after: before, inText: chart)
    #expect(jump.lines == [#"{"event": "resume", "data": {}}"#] && !jump.isFromStart, "\(jump)")
    #expect(run.report?.states.contains("second") == true)
  }

  @Test("a failure is found that a transition for any event handles")
  func failureForAnyEvent() throws {
    let chart = """
      statechart: 1
      id: loading
      events: { loaded: }
      errors: { noNetwork: }
      handlers: { services: { load: { errors: [noNetwork], sends: [loaded] } } }
      initial: waiting
      states:
        waiting: { invoke: { service: load }, on: { loaded: ready, "*": broken } }
        ready: {}
        broken: {}
      """
    let (jump, run) = try jump(to: "broken", inText: chart)
    #expect(jump.lines.count == 1, "\(jump.message ?? "")")
    #expect(run.view.now?.visited.contains("broken") == true)
  }

  @Test("a jump ends when its time is over")
  func timeLimit() throws {
    let (jump, _) = try jump(to: "locked", inText: Self.counting, limits: RunSearch.Limits(time: .zero))
    #expect(jump.lines.isEmpty && jump.message?.hasPrefix("No steps") == true)
  }

  @Test("a state that needs another answer of the app at the start is reached from another start")
  func otherAnswer() throws {
    let chart = """
      statechart: 1
      id: starting
      handlers: { guards: { nothingStored: } }
      initial: first
      states:
        first:
          type: choice
          always: [{ guard: nothingStored, target: empty }, restored]
        empty: {}
        restored: {}
      """
    let (jump, run) = try jump(to: "restored", inText: chart)
    #expect(
      jump.isFromStart && jump.lines == [#"{"input": {}, "guards": {"nothingStored":false}}"#],
      "\(jump.lines)")
    #expect(run.view.now?.visited.contains("restored") == true)
  }
}
