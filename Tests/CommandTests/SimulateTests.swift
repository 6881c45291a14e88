import Foundation
import Testing

private let chart = "Docs/examples/sign-in-with-code.yaml"

@Suite("statechart simulate --jsonl")
struct SimulateJSONLinesTests {
  private func answers(_ lines: [String], _ arguments: [String] = [], in folder: URL = BuiltCommand.root)
    throws
    -> (lines: [[String: Any]], outcome: BuiltCommand.Outcome)
  {
    let outcome = try BuiltCommand.run(
      ["simulate", chart, "--jsonl"] + arguments, input: lines.joined(separator: "\n"), in: folder)
    let parsed = outcome.output.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    return (parsed, outcome)
  }

  @Test("the first answer is the start and has every documented key")
  func start() throws {
    let (lines, outcome) = try answers([])
    #expect(outcome.exitCode == 0)
    let first = try #require(lines.first)
    #expect(
      Set(first.keys) == [
        "actions", "configuration", "context", "final", "outcome", "outputs", "services", "states",
      ])
    #expect(first["configuration"] as? [String] == ["askingEmail"])
    #expect(first["states"] as? [String] == ["askingEmail"])
    #expect(first["services"] as? [String] == [])
    #expect(first["final"] as? Bool == false)
    #expect(first["outcome"] as? String == "taken")
    #expect((first["context"] as? [String: Any])?["attempts"] as? Int == 0)
  }

  @Test("an action that fails is named among the problems, with its place and the reason")
  func failedAction() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let text = """
      statechart: 1
      id: dividing
      initial: ready
      context: { parts: { type: int, initial: 0 }, share: { type: number, initial: 1 } }
      states:
        ready:
          on: { divide: { actions: { assign: { share: 10 / parts } } } }
      """
    try scratch.write(text, to: "dividing.yaml")
    let outcome = try BuiltCommand.run(
      ["simulate", "dividing.yaml", "--jsonl"], input: #"{"event": "divide"}"#, in: scratch.url)
    let last = try #require(outcome.output.split(separator: "\n").last)
    let answer = try #require(JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
    let problem =
      "`assign` to `share` in the transition `divide` of `ready` failed at `10 / parts`: division by zero."
    #expect((answer["problems"] as? [String])?.first == problem)
  }

  @Test("a flow walks to its end, one answer for each line")
  func walk() throws {
    let (lines, outcome) = try answers([
      #"{"event": "submitEmail", "data": {"address": "ada@example.org"}}"#,
      #"{"service": "sendCode", "done": null}"#,
      "",
      #"{"event": "submitCode", "data": {"code": "111111"}}"#,
      #"{"service": "checkCode", "failed": "wrongCode"}"#,
      #"{"event": "submitCode", "data": {"code": "222222"}}"#,
      #"{"service": "checkCode", "done": null}"#,
    ])
    #expect(outcome.exitCode == 0)
    #expect(
      lines.map { $0["configuration"] as? [String] } == [
        ["askingEmail"], ["sendingCode"], ["askingCode"], ["checkingCode"], ["askingCode"], ["checkingCode"],
        ["signedIn"],
      ])
    #expect(lines[1]["services"] as? [String] == ["sendCode"])
    let outputs = try #require(lines[4]["outputs"] as? [[String: Any]])
    #expect(outputs.first?["name"] as? String == "showError")
    #expect((outputs.first?["data"] as? [String: Any])?["error"] as? String == "wrongCode")
    #expect(lines.last?["final"] as? Bool == true)
  }

  @Test("time passes in one line, and timers fire on the way")
  func time() throws {
    let (lines, _) = try answers([
      #"{"event": "submitEmail", "data": {"address": "ada@example.org"}}"#, #"{"advance": "14.999s"}"#,
      #"{"advance": "1ms"}"#,
    ])
    #expect(lines[2]["outcome"] as? String == "ignored")
    #expect(lines[3]["configuration"] as? [String] == ["askingEmail"])
    #expect(lines[3]["outcome"] as? String == "taken")
  }

  @Test("a run begins anew in the same process, with its own inputs and its own time")
  func restart() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let text = """
      statechart: 1
      id: waiting
      initial: early
      context: { span: { type: duration, initial: 5s, input: true }, name: { type: string, optional: true, input: true } }
      states:
        early: { after: { span: { target: late, guard: agreed } } }
        late: { type: final }
      handlers: { guards: { agreed: } }
      """
    try scratch.write(text, to: "waiting.yaml")
    func lines(_ input: String) throws -> (answers: [[String: Any]], outcome: BuiltCommand.Outcome) {
      let outcome = try BuiltCommand.run(
        ["simulate", "waiting.yaml", "--jsonl", "--input", "name=Ada"], input: input, in: scratch.url)
      let answers = outcome.output.split(separator: "\n").compactMap {
        try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      }
      return (answers, outcome)
    }
    let (answers, outcome) = try lines(
      """
      {"advance": "5s"}
      {"restart": {"span": "2s"}}
      {"advance": "1999ms"}
      {"advance": "1ms"}
      {"restart": {}, "guards": {"agreed": false}}
      {"advance": "5s"}
      """)
    #expect(outcome.exitCode == 0)
    #expect(
      answers.map { $0["configuration"] as? [String] } == [
        ["early"], ["late"], ["early"], ["early"], ["late"], ["early"], ["early"],
      ])
    #expect(
      answers.map { ($0["context"] as? [String: Any])?["span"] as? String } == [
        "5s", "5s", "2s", "2s", "2s", "5s", "5s",
      ])
    // What the options gave is for the first run only.
    #expect(
      answers.map { ($0["context"] as? [String: Any])?["name"] as? String } == [
        "Ada", "Ada", nil, nil, nil, nil, nil,
      ]
    )
    for (line, message) in [
      (#"{"restart": {"spam": "2s"}}"#, "spam"), (#"{"restart": {"span": 2}}"#, "span"),
      (#"{"restart": 1}"#, "`restart` is not an object."),
      (#"{"restart": {}, "event": "x"}"#, "several steps at once"),
    ] {
      let (answers, outcome) = try lines(line)
      #expect(outcome.exitCode == 2)
      #expect(answers.count == 1)
      #expect(
        outcome.errors.hasPrefix("stdin:1: error: ") && outcome.errors.contains(message), "\(outcome.errors)")
    }
    try scratch.write(#"{"restart": {}}"#, to: "run.jsonl")
    let replay = try BuiltCommand.run(["simulate", "waiting.yaml", "--replay", "run.jsonl"], in: scratch.url)
    #expect(replay.exitCode == 2)
    #expect(replay.errors.hasPrefix("run.jsonl:1: error: A replayed run cannot start again."))
  }

  @Test("an event that nothing answers is ignored, one that is not declared rejected, both with a reason")
  func outcomes() throws {
    let (lines, outcome) = try answers([
      #"{"event": "resendCode"}"#, #"{"event": "resentCode"}"#, #"{"event": "submitEmail"}"#,
      #"{"service": "sendCode", "done": null}"#,
    ])
    #expect(outcome.exitCode == 0)
    #expect(
      lines.dropFirst().map { $0["outcome"] as? String } == ["ignored", "rejected", "rejected", "rejected"])
    #expect((lines[2]["reason"] as? String)?.contains("resendCode") == true)
    #expect(lines.dropFirst().allSatisfy { $0["reason"] is String })
  }

  @Test("an error code or a result that is not declared is rejected, and the service goes on")
  func undeclaredAnswers() throws {
    let (lines, outcome) = try answers([
      #"{"event": "submitEmail", "data": {"address": "ada@example.org"}}"#,
      #"{"service": "sendCode", "failed": "mailNotSnt"}"#,
      #"{"service": "sendCode", "done": {"sent": true}}"#, #"{"service": "sendCode", "done": 1}"#,
      #"{"service": "sendCode", "failed": "timeout"}"#,
    ])
    #expect(outcome.exitCode == 0)
    #expect(
      lines.map { $0["outcome"] as? String } == [
        "taken", "taken", "rejected", "rejected", "rejected", "taken",
      ])
    #expect(lines[2...4].allSatisfy { $0["services"] as? [String] == ["sendCode"] })
    #expect(
      lines[2]["reason"] as? String
        == "`sendCode` is not declared to fail with `mailNotSnt`: it may fail with `mailNotSent`. Did you mean `mailNotSent`?"
    )
    #expect(
      lines[3]["reason"] as? String == "`sendCode` is declared without a `result`, so its `done` is null.")
  }

  @Test("a chart that declares neither errors nor handlers takes every answer of a service")
  func undeclaredServices() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    try scratch.write(
      """
      statechart: 1
      id: sketch
      initial: a
      states:
        a: { invoke: { service: work, done: b, failed: { any: b } } }
        b: { type: final }
      """, to: chart)
    for answer in [#""failed": "anything", "data": {"x": 1}"#, #""done": {"x": 1}"#] {
      let (lines, _) = try answers([#"{"service": "work", \#(answer)}"#], in: scratch.url)
      #expect(lines.last?["outcome"] as? String == "taken")
      #expect(lines.last?["final"] as? Bool == true)
    }
  }

  @Test("a run of another chart is told with its lines, and ends with 1")
  func foreignRun() throws {
    let outcome = try BuiltCommand.run(["simulate", chart, "--replay", "Docs/examples/registration.jsonl"])
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.errors.hasPrefix(
        "Docs/examples/registration.jsonl:1: error: This step is not possible in the chart: `requestRegState` is not a declared event.\n"
      ))
    #expect(outcome.errors.contains("help: 8 more steps are not possible. The run belongs to another chart"))
    #expect(outcome.output.hasSuffix("The run ends here. The flow has not ended.\n"))
  }

  @Test("a run in which the chart is stopped says so, and ends with 1")
  func stoppedRun() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    try scratch.write(
      "statechart: 1\nid: a\ninitial: b\nstates: { b: { on: { go: c } }, c: { always: c } }\n", to: "a.yaml")
    try scratch.write("{\"event\": \"go\"}\n", to: "run.jsonl")
    let outcome = try BuiltCommand.run(["simulate", "a.yaml", "--replay", "run.jsonl"], in: scratch.url)
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.hasSuffix("The flow was stopped and does nothing more.\n"))
    let loop = "The chart ran in a loop for 1000 steps without waiting for an event, through `c`.\n"
    #expect(
      outcome.errors.hasPrefix(
        "run.jsonl:1: error: This step does not work in the chart: \(loop)  help: Walk "))
    try scratch.write(
      "statechart: 1\nid: a\ninitial: c\nstates: { b: { on: { go: c } }, c: { always: c } }\n", to: "a.yaml")
    let start = try BuiltCommand.run(["simulate", "a.yaml", "--replay", "run.jsonl"], in: scratch.url)
    #expect(start.exitCode == 1)
    #expect(start.errors == "run.jsonl: error: The flow does not work at its start: \(loop)")
  }

  @Test("a run with a step whose error nobody handles is reported with its line, and ends with 1")
  func failedStep() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let chart = """
      statechart: 1
      id: a
      context: { n: { type: int, initial: 0 }, list: { type: [int], initial: [] } }
      initial: b
      states: { b: { on: { look: b, go: { target: b, actions: { assign: { n: "list[0]" } } } } } }

      """
    try scratch.write(chart, to: "a.yaml")
    try scratch.write("{\"event\": \"look\"}\n{\"event\": \"go\"}\n", to: "run.jsonl")
    let arguments = ["simulate", "a.yaml", "--replay", "run.jsonl"]
    let outcome = try BuiltCommand.run(arguments, in: scratch.url)
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.errors.hasPrefix(
        "run.jsonl:2: error: This step does not work in the chart: `assign` to `n` in "),
      "\(outcome.errors)")
    // A chart may count on an error.
    try scratch.write(
      chart.replacingOccurrences(of: "look: b,", with: "look: b, error.execution: b,"), to: "a.yaml")
    let handled = try BuiltCommand.run(arguments, in: scratch.url)
    #expect(handled.exitCode == 0 && handled.errors.isEmpty, "\(handled)")
  }

  @Test(
    "a run without steps proves nothing",
    arguments: ["", "\n \n", "{\"guards\": {\"isOpen\": true}, \"input\": {}}\n"])
  func runWithoutSteps(text: String) throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    try scratch.write(
      "statechart: 1\nid: a\ninitial: b\nstates: { b: { on: { go: { guard: isOpen, target: b } } } }\n",
      to: "a.yaml")
    try scratch.write(text, to: "run.jsonl")
    let outcome = try BuiltCommand.run(["simulate", "a.yaml", "--replay", "run.jsonl"], in: scratch.url)
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.errors == """
        run.jsonl: error: The file has no steps.
          help: Record a walk with `save` in `statechart simulate`.

        """)
  }

  @Test("an event that no active state handles does not fit, whether or not another state handles it")
  func unhandledEventOfRun() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    try scratch.write(
      "statechart: 1\nid: a\ninitial: b\nstates: { b: { on: { go: c } }, c: { on: { stop.*: b } } }\n",
      to: "a.yaml")
    try scratch.write("\n{\"event\": \"stop.now\"}\n\n{\"event\": \"goo\"}\n", to: "run.jsonl")
    let outcome = try BuiltCommand.run(["simulate", "a.yaml", "--replay", "run.jsonl"], in: scratch.url)
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.errors
        == """
        run.jsonl:2: error: This step is not possible in the chart: No active state handles `stop.now` now.
        run.jsonl:4: error: This step is not possible in the chart: No state handles `goo`. Did you mean `go`?
          help: The run belongs to another chart, or the chart has changed. Fix the lines, or record the run again with `save` in `statechart simulate`.

        """)
    try scratch.write("{\"event\": \"go\"}\n{\"event\": \"stop.now\"}\n", to: "run.jsonl")
    #expect(
      try BuiltCommand.run(["simulate", "a.yaml", "--replay", "run.jsonl"], in: scratch.url).exitCode == 0)
  }

  @Test("an event that a guard keeps from being taken fits")
  func guardedEventOfRun() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    try scratch.write(
      "statechart: 1\nid: a\ninitial: b\nstates: { b: { on: { go: { guard: isOpen, target: b } } } }\n",
      to: "a.yaml")
    try scratch.write("{\"guards\": {\"isOpen\": false}}\n{\"event\": \"go\"}\n", to: "run.jsonl")
    let outcome = try BuiltCommand.run(["simulate", "a.yaml", "--replay", "run.jsonl"], in: scratch.url)
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
  }

  @Test("an empty line is passed over, and counts as a line")
  func emptyLine() throws {
    let (lines, outcome) = try answers(["", "  ", #"{"advance": "1s"}"#, "", "{"])
    #expect(lines.count == 2)
    #expect(outcome.errors.hasPrefix("stdin:5: error: "))
  }

  @Test("no secret that went in comes out")
  func secrets() throws {
    let (_, outcome) = try answers([
      #"{"event": "submitEmail", "data": {"address": "ada@example.org"}}"#,
      #"{"service": "sendCode", "done": null}"#,
      #"{"event": "submitCode", "data": {"code": "canary-7421"}}"#,
      #"{"event": "submitCode", "data": {"code": 7421742174217421}}"#,
      #"{"event": "submitCode", "data": {"kode": "canary-7421"}}"#,
    ])
    #expect(!(outcome.output + outcome.errors).contains("canary-7421"))
    #expect(!(outcome.output + outcome.errors).contains("7421742174217421"))
  }

  @Test("people are told at most 100 lines of a step and 1,000 characters of a line, machines all")
  func longOutput() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    try scratch.write(
      """
      statechart: 1
      id: much
      initial: a
      events: { go: { payload: { list: [int], text: string } } }
      context: { kept: { type: string, optional: true } }
      states:
        a:
          on:
            go:
              actions:
                - assign: { kept: event.data.text }
                - log: event.data.text
                - { foreach: event.data.list, as: x, do: { log: x } }

      """, to: "much.yaml")
    let list = Array(1...300).map(String.init).joined(separator: ",")
    let text = String(repeating: "é", count: 5000)
    let line = #"{"event": "go", "data": {"list": [\#(list)], "text": "\#(text)"}}"# + "\n"
    try scratch.write(line, to: "lines.jsonl")
    let told = try BuiltCommand.run(["simulate", "much.yaml", "--replay", "lines.jsonl"], in: scratch.url)
    #expect(told.output.contains("… and 201 more, which are not shown\n"))
    #expect(told.output.contains(" … (shortened: 5005 characters)\n"))
    let machine = try BuiltCommand.run(["simulate", "much.yaml", "--jsonl"], input: line, in: scratch.url)
    #expect(machine.output.contains(text) && machine.output.contains(",299,300]"))
    let talk = try BuiltCommand.run(
      ["simulate", "much.yaml"], input: "1\n[1]\n\(text)\nd\nq\n", in: scratch.url)
    #expect(talk.output.contains("(shortened: 5006 characters)\n"))
  }

  private static let secretChart = """
    statechart: 1
    id: pin
    initial: asking
    context: { pin: { type: string, secret: true, optional: true } }
    events:
      enter: { payload: { pin: { type: string, secret: true }, way: { type: string, values: [phone, mail] } } }
      check:
    handlers: { guards: { fits: { arguments: { pin: { type: string, secret: true }, way: string } } } }
    states:
      asking:
        on:
          enter: { actions: { assign: { pin: event.data.pin } } }
          check:
            - { guard: pin == 'canary-7421' and 7421 > 1, target: inside }
            - { guard: "fits(pin: pin, way: 'canary-7421')", target: inside }
      inside: { type: final }

    """

  @Test("what stands beside a secret in a guard, and an unknown name beside a secret field, are not shown")
  func textsBesideSecrets() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    try scratch.write(Self.secretChart, to: "pin.yaml")
    let lines = [
      #"{"event": "enter", "data": {"pin": "x", "way": "mail"}}"#, #"{"event": "check"}"#,
      #"{"event": "enter", "data": {"pin": "x", "way": "mail", "canary-7421": 1}}"#,
    ]
    for option in [["--jsonl"], ["--replay", "lines.jsonl"]] {
      try scratch.write(lines.joined(separator: "\n"), to: "lines.jsonl")
      let outcome = try BuiltCommand.run(
        ["simulate", "pin.yaml", "--guard", "fits=false"] + option, input: lines.joined(separator: "\n"),
        in: scratch.url)
      // A run with a step that is not possible is none of this chart's.
      #expect(outcome.exitCode == (option == ["--jsonl"] ? 0 : 1), "\(outcome.errors)")
      #expect(!(outcome.output + outcome.errors).contains("7421"))
      #expect(
        outcome.output.contains("`pin == … and … > …` in `asking`, `fits(pin: pin, way: …)` in `asking`"))
      #expect(
        outcome.output.contains(
          "a field is not declared; its name is hidden because of the secrets next to it."))
    }
  }

  @Test("what makes a chart inside, or through one the flow, take a transition is taken")
  func takenInside() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    try scratch.write(
      """
      statechart: 1
      id: host
      initial: working
      states:
        working:
          invoke: { chart: kid.yaml, id: kid, forward: true, done: finished }
          on: { up: { target: told, internal: true } }
          initial: quiet
          states: { quiet: {}, told: {} }
        finished:

      """, to: "host.yaml")
    try scratch.write(
      """
      statechart: 1
      id: kid
      initial: x
      states:
        x: { entry: { send: up, to: parent, delay: 1s }, on: { step: y } }
        y: { on: { end: z } }
        z: { type: final }

      """, to: "kid.yaml")
    let lines = [
      #"{"advance": "1s"}"#, #"{"event": "other"}"#, #"{"event": "step"}"#, #"{"event": "end"}"#,
      #"{"event": "end"}"#,
    ]
    let outcome = try BuiltCommand.run(
      ["simulate", "host.yaml", "--jsonl"], input: lines.joined(separator: "\n"), in: scratch.url)
    let answers = outcome.output.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    let configurations = [["quiet"], ["told"], ["told"], ["told"], ["finished"], ["finished"]]
    #expect(answers.map { $0["configuration"] as? [String] } == configurations)
    let outcomes = ["taken", "taken", "ignored", "taken", "taken", "ignored"]
    #expect(answers.map { $0["outcome"] as? String } == outcomes)
    #expect(answers.map { $0["reason"] == nil } == outcomes.map { $0 == "taken" })
  }

  @Test("a step is told in the order in which the chart does it, and a state without words by its id")
  func order() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    try scratch.write(
      """
      statechart: 1
      id: order
      initial: a
      states:
        a:
          invoke: { service: work, id: worker }
          on:
            go:
              actions:
                [ { emit: first }, second, { emit: third }, fourth, { send: fifth, to: worker }, { log: "'sixth'" },
                  { emit: seventh } ]
            next: { target: b, actions: last }
        b: { title: " " }

      """, to: "order.yaml")
    try scratch.write("{\"event\": \"go\"}\n{\"event\": \"next\"}\n", to: "run.jsonl")
    let told = [
      "sends to the app: first", "runs the action second", "sends to the app: third",
      "runs the action fourth", "sends to worker: fifth", "logs sixth", "sends to the app: seventh",
    ]
    let replay = try BuiltCommand.run(["simulate", "order.yaml", "--replay", "run.jsonl"], in: scratch.url)
    #expect(replay.output.contains(told.map { "    \($0)\n" }.joined()))
    #expect(replay.output.contains("  → b\n"))
    try scratch.write(
      "<!-- statechart: order.yaml view=story run=run.jsonl -->\n<!-- /statechart -->\n", to: "page.md")
    let page = try BuiltCommand.run(["docs", "--stdout", "page.md"], in: scratch.url).output
    #expect(page.contains(told.map { "    - \($0)\n" }.joined()))
    #expect(page.contains("3. next → **b**\n    - runs the action last\n"))
  }

  @Test("time that stops because too many timers became due says how far it came")
  func tooManyTimers() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    try scratch.write(
      "statechart: 1\nid: tick\ninitial: t\nstates: { t: { after: { 100ms: t } } }\n", to: "tick.yaml")
    let lines = "\u{FEFF}{\"advance\": \"1s\"}\n{\"advance\": \"30m\"}\n"
    let outcome = try BuiltCommand.run(["simulate", "tick.yaml", "--jsonl"], input: lines, in: scratch.url)
    // A byte order mark before the first line is passed over.
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let answers = outcome.output.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    #expect(answers.map { $0["passed"] as? String } == [nil, nil, "1000s"])
    #expect(
      answers.last?["problems"] as? [String] == [
        "More than 10000 timers became due. The rest was left out, and only 1000s of 30m passed."
      ])
  }

  @Test("a chart that a limit stopped says which one, to programs by a key of its own")
  func stopped() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    try scratch.write(
      """
      statechart: 1
      id: round
      initial: a
      states:
        a: { on: { go: b, work: { actions: { foreach: event.data.list, as: x, do: { log: x } } } } }
        b: { always: c }
        c: { always: b }

      """, to: "round.yaml")
    let outcome = try BuiltCommand.run(
      ["simulate", "round.yaml", "--jsonl"], input: #"{"event": "go"}"#, in: scratch.url)
    let answers = outcome.output.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    #expect(answers.map { $0["stopped"] as? String } == [nil, "endless-steps"])
    let talk = try BuiltCommand.run(["simulate", "round.yaml"], input: "1\n1\nb\n", in: scratch.url)
    #expect(talk.output.contains("The flow was stopped and does nothing more."))
  }

  @Test(
    "the standard input that cannot be read is told, with what came before it answered",
    arguments: ["--jsonl", "--replay -", ""])
  func unreadableInput(options: String) throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    try scratch.write(Self.secretChart, to: "pin.yaml")
    let outcome = try BuiltCommand.shell("statechart simulate pin.yaml \(options) < .", in: scratch.url)
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains("is a folder, not a file."))
    #expect(!outcome.output.isEmpty || options == "--replay -")
  }

  @Test(
    "what is wrong with a line as JSON is told with its place",
    arguments: [
      (#"{"event": "go",}"#, "the comma before the `}` is not allowed (character 15)."),
      (#"{"event": "go", "data": [1, ]}"#, "the comma before the `]` is not allowed (character 27)."),
      (#"{"event": "go", "data": 1e999}"#, "this number is too large (character 25)."),
      (#"{"event": "go", "data": 01}"#, "this is not a number (character 25)."),
    ])
  func placeInLine(line: String, message: String) throws {
    let (_, outcome) = try answers([line])
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.hasPrefix("stdin:1: error: This line is not valid JSON: \(message)\n"))
  }

  @Test("a line that is no UTF-8 is told with its number, and the lines before it are answered")
  func lineThatIsNoText() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    try scratch.write(Self.secretChart, to: "pin.yaml")
    let outcome = try BuiltCommand.shell(
      #"printf '{"event": "check"}\r\n{"event": "\377"}\n' | statechart simulate pin.yaml --jsonl"#,
      in: scratch.url)
    #expect(outcome.exitCode == 2)
    #expect(outcome.output.split(separator: "\n").count == 2)
    #expect(outcome.errors.hasPrefix("stdin:2: error: This line is not UTF-8 text.\n"))
  }

  @Test(
    "a line that cannot be understood ends the run with its number and what to write",
    arguments: [
      "{", "[]", "1", #"{"event": 3}"#, #"{"evnt": "x"}"#, "{}", #"{"event": "a", "advance": "1s"}"#,
      #"{"service": "sendCode"}"#, #"{"service": "sendCode", "done": 1, "failed": "x"}"#,
      #"{"advance": "soon"}"#,
      #"{"advance": 5}"#, #"{"guards": []}"#, #"{"guards": {"a": 1}}"#, #"{"guards": {"nosuch": true}}"#,
      #"{"event": "a", "done": 1}"#,
      #"{"data": {}}"#, String(repeating: "[", count: 100_000), #"{"event": "a", "event": "b"}"#,
      #"{"event": "a", "data": {"x": 1, "y": 2, "x": 3}}"#, #"{"event": "a"} {"event": "b"}"#,
      #"{"event": "a",}"#, #"{"event": "\ud800"}"#, #"{"advance": "1s", "\u0061dvance": "2s"}"#,
    ])
  func badLine(line: String) throws {
    let (lines, outcome) = try answers([#"{"advance": "1s"}"#, line, #"{"advance": "1s"}"#])
    #expect(outcome.exitCode == 2)
    #expect(lines.count == 2)
    #expect(outcome.errors.hasPrefix("stdin:2: error: "))
    #expect(outcome.errors.contains("help: "))
  }

  @Test(
    "a wrong duration is reported with the reason and what to write",
    arguments: [
      (
        "4000d", "this duration is longer than ten years",
        "Write at most `3653d` in a line, and the rest in more lines."
      ),
      ("-5s", "a duration has no sign", "Write a number and a unit: `500ms`, `15s`, `2m`, `1h` or `1d`."),
      (
        "1m30s", "a duration has one number and one unit",
        "Write it in the smaller unit, for example `90m` for an hour and a half."
      ),
    ])
  func wrongSpan(span: String, message: String, help: String) throws {
    let (_, outcome) = try answers([#"{"advance": "\#(span)"}"#])
    #expect(
      outcome.errors.hasPrefix(
        "stdin:1: error: `\(span)` is not a duration: \(message).\n  help: \(help)"))
    let talk = try BuiltCommand.run(["simulate", chart], input: "t \(span)\nq\n")
    #expect(talk.output.contains("`\(span)` is not a duration: \(message). Write "))
  }

  @Test("an answer for a guard that no chart asks is refused with what to do")
  func guardOfNobody() throws {
    let (_, outcome) = try answers([#"{"guards": {"x": true}}"#])
    #expect(
      outcome.errors.hasSuffix("  help: Leave it out: this chart has no guards that the app answers.\n"))
  }

  @Test("a key that stands twice is named")
  func duplicateKey() throws {
    let (_, outcome) = try answers([#"{"event": "submitEmail", "data": {"address": "a", "address": "b"}}"#])
    #expect(outcome.errors.hasPrefix("stdin:1: error: The key `address` appears twice in one object.\n"))
  }

  @Test("JSON is read as it is defined")
  func json() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    try scratch.write(
      """
      statechart: 1
      id: store
      context: { kept: { type: any, initial: 0 } }
      initial: open
      states:
        open: { on: { keep: { actions: { assign: { kept: event.data } } } } }
      """, to: chart)
    let texts = [
      "1", "-0", "1.5", "1.0", "2e3", "9223372036854775807", "9223372036854775808", "true", "false", "null",
      #""a\u00e9\ud83d\ude00\n\/\\""#, "[]", "[1, [2], {}]", #"{"a": {"b": [null]}}"#, #""é🚪""#,
    ]
    let (lines, outcome) = try answers(
      texts.map { #"{"event": "keep", "data": {"x": \#($0)}}"# }, in: scratch.url)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    for (text, line) in zip(texts, lines.dropFirst()) {
      let kept = ((line["context"] as? [String: Any])?["kept"] as? [String: Any])?["x"]
      let expected = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
      #expect((kept as? NSObject) == (expected as? NSObject), "\(text)")
    }
  }

  @Test(
    "the chart and the lines cannot both come from the standard input",
    arguments: [["--jsonl"], [], ["--replay", "-"]])
  func bothFromStandardInput(_ options: [String]) throws {
    let outcome = try BuiltCommand.run(["simulate", "-"] + options, input: "statechart: 1\n")
    #expect(outcome.exitCode == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("cannot both come from the standard input"))
  }

  @Test("an input or a guard that is given twice is refused by its name")
  func twice() throws {
    let input = try BuiltCommand.run([
      "simulate", "charts/fxa-authentication.yaml", "--jsonl", "--input", "method=webBased", "--input",
      "method=webBased",
    ])
    #expect(input.exitCode == 64)
    #expect(input.errors.contains("The input `method` is given twice."))
    let chart =
      "statechart: 1\nid: a\ninitial: b\nstates: { b: { on: { go: { guard: isOpen, target: b } } } }\n"
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    try scratch.write(chart, to: "a.yaml")
    let guards = try BuiltCommand.run(
      ["simulate", "a.yaml", "--jsonl", "--guard", "isOpen=true", "--guard", "isOpen=false"], in: scratch.url)
    #expect(guards.exitCode == 64)
    #expect(guards.errors.contains("The guard `isOpen` is set twice."))
    #expect(guards.errors.contains("[--guard <name=answer> ...]"))
  }

  @Test("values that double with every action stay within the limits, and the chart is told of it")
  func doubling() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let doubled = String(
      repeating: "{ assign: { words: words + words, items: 'concat(items, items)' } }, ", count: 60)
    try scratch.write(
      """
      statechart: 1
      id: growing
      context: { words: { type: string, initial: "'ab'" }, items: { type: [int], initial: "[1]" } }
      initial: open
      states:
        open: { on: { grow: { actions: [\(doubled.dropLast(2))] } } }
      """, to: chart)
    let (lines, outcome) = try answers([#"{"event": "grow"}"#], in: scratch.url)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let context = try #require(lines.last?["context"] as? [String: Any])
    let words = try #require(context["words"] as? String)
    #expect(words.utf8.count > 2 && words.utf8.count <= 1_048_576)
    #expect((context["items"] as? [Any])?.count ?? 0 <= 100_000)
    #expect((lines.last?["problems"] as? [String])?.isEmpty == false)
  }

  @Test("guards answer as the command line and later lines say")
  func guards() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    try scratch.write(
      """
      statechart: 1
      id: gate
      events: { push: }
      handlers: { guards: { isOpen: } }
      initial: outside
      states:
        outside: { on: { push: { guard: isOpen, target: inside } } }
        inside: { type: final }
      """, to: chart)
    let (lines, _) = try answers(
      [#"{"event": "push"}"#, #"{"guards": {"isOpen": true}}"#, #"{"event": "push"}"#],
      ["--guard", "isOpen=false"], in: scratch.url)
    #expect(lines.map { $0["outcome"] as? String } == ["taken", "ignored", "taken", "taken"])
    #expect((lines[1]["reason"] as? String)?.contains("isOpen") == true)
    #expect(lines[3]["final"] as? Bool == true)
  }

  @Test("a chart with a mistake is not run: the finding is shown and the exit code is 1")
  func brokenChart() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    try scratch.write("statechart: 1\nid: a\ninitial: b\nstates:\n  c:\n", to: chart)
    let outcome = try BuiltCommand.run(["simulate", chart, "--jsonl"], in: scratch.url)
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("\(chart):3:10: error: "))
  }

  @Test("a file that cannot be read ends with exit code 2", arguments: ["nowhere.yaml", "charts"])
  func unreadable(path: String) throws {
    let outcome = try BuiltCommand.run(["simulate", path, "--jsonl"])
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains(path))
    #expect(outcome.output.isEmpty)
  }

  @Test("input that is not for the chart is refused with a near name")
  func wrongInput() throws {
    let outcome = try BuiltCommand.run(
      ["simulate", "charts/fxa-authentication.yaml", "--jsonl", "--input", "methot=webBased"])
    #expect(outcome.exitCode == 64)
    #expect(outcome.errors.contains("method"))
  }
}

@Suite("statechart simulate, for people")
struct SimulateConversationTests {
  private func talk(_ lines: [String]) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run(["simulate", chart], input: lines.joined(separator: "\n") + "\n")
  }

  @Test("it shows the place and the choices, asks for data, and follows the answers to the end")
  func walk() throws {
    let outcome = try talk(["1", "ada@example.org", "1", "1", "123456", "1"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("0:00  Now in: Asking for the email address\n"))
    #expect(outcome.output.contains("  1  email address typed (submitEmail)\n"))
    #expect(
      outcome.output.contains(
        "  2  “send the code by mail” fails: We could not send the email. (mailNotSent)\n"))
    #expect(outcome.output.contains("The flow has ended."))
    #expect(!outcome.output.contains("123456"))
    #expect(outcome.output.contains("  1  “send the code by mail” is done\n"))
    #expect(!outcome.output.contains("sendCode is done"))
  }

  @Test(
    "an empty line leaves a question without sending anything, and a text of no length is written in quotes")
  func leavingQuestion() throws {
    let outcome = try talk(["1", "", "1", "\"\"", "q"])
    #expect(outcome.exitCode == 0)
    #expect(
      outcome.output.contains(
        "  An empty line goes back.\n  Type a text.\n  address: \n  Back again: nothing happened.\n"))
    #expect(outcome.output.contains("starts sendCode (send the code by mail)"))
    let over = try BuiltCommand.run(["simulate", chart], input: "1\n")
    #expect(over.exitCode == 0 && over.errors.isEmpty && over.output.hasSuffix("  address: \n"))
  }

  @Test("of a yes-or-no question and one that may stay without an answer the way out is told too")
  func leavingOtherQuestions() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    try scratch.write(
      """
      statechart: 1
      id: asking
      initial: a
      events: { go: { payload: { sure: bool, times: int? } } }
      states: { a: { on: { go: { actions: [ { log: event.data } ] } } } }

      """, to: "asking.yaml")
    let outcome = try BuiltCommand.run(
      ["simulate", "asking.yaml"], input: "1\nq\nyes\n\n1\nyes\n-\nq\n", in: scratch.url)
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("  Type yes or no.\n  sure: "))
    #expect(outcome.output.contains("  That is not yes or no. An empty line goes back.\n"))
    #expect(outcome.output.contains("  Type an integer, or - to leave it out.\n  times: "))
    #expect(outcome.output.components(separatedBy: "logs ").count == 2)
    #expect(outcome.output.contains("Back again: nothing happened."))
  }

  @Test("a line that is not text is told, and asked for again")
  func lineThatIsNoText() throws {
    let outcome = try BuiltCommand.shell(
      #"printf '\377\n1\n\377\nada@example.org\nq\n' | statechart simulate \#(chart)"#,
      in: BuiltCommand.root)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.components(separatedBy: "That is not UTF-8 text").count == 3)
    #expect(outcome.output.contains("starts sendCode"))
  }

  @Test("a service that is still running is not started again")
  func serviceThatStillRuns() throws {
    let outcome = try talk(["1", "ada@example.org", "t 1s", "q"])
    #expect(outcome.output.components(separatedBy: "starts sendCode").count == 2)
    #expect(outcome.output.components(separatedBy: "“send the code by mail” is still running").count == 2)
  }

  @Test("time passes and a step is taken back")
  func timeAndBack() throws {
    let outcome = try talk(["1", "ada@example.org", "t", "b", "t 1s", "q"])
    let places = outcome.output.split(separator: "\n").filter { $0.contains("Now in: ") }
    let (email, code) = ("  Now in: Asking for the email address", "  Now in: Sending the code")
    #expect(places == ["0:00\(email)", "0:00\(code)", "0:15\(email)", "0:00\(code)", "0:01\(code)"])
    #expect(outcome.output.contains("  Undone: wait 15 s.\n"))
    #expect(outcome.output.hasSuffix("Stopped.\n"))
  }

  @Test(
    "an answer that is none of the choices is explained",
    arguments: ["0", "99", "x", "-1", "t soon", "g gate"])
  func wrongAnswer(line: String) throws {
    let outcome = try talk([line, "q"])
    #expect(outcome.exitCode == 0)
    let isCommand = line.hasPrefix("t ") || line.hasPrefix("g ")
    #expect(
      outcome.output.contains(
        isCommand
          ? "`\(line.dropFirst(2))`" : "That is not one of the choices. Type a number, or ? for the keys.\n"))
  }
}
