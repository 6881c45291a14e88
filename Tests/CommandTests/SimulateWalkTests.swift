import Foundation
import Testing

@testable import statechart

/// A walk through a chart in a folder of its own, without a terminal.
private func walk(
  _ chart: String, _ lines: [String], _ options: [String] = [],
  _ body: (_ output: String, ScratchFolder) throws -> Void
) throws {
  let folder = try ScratchFolder()
  defer { folder.remove() }
  try folder.write(chart, to: "a.yaml")
  let outcome = try BuiltCommand.run(
    ["simulate", "a.yaml"] + options, input: lines.map { $0 + "\n" }.joined(), in: folder.url)
  #expect(outcome.exitCode == 0, "\(outcome.errors)")
  try body(outcome.output, folder)
}

@Suite("Saved walks")
struct SavedWalkTests {
  /// The type of a secret, what is typed, and what is saved.
  private static let secrets = [
    ("type: string", "canary", #""made-up-1""#),
    ("type: int", "7217", "1"),
    ("type: number", "72.17", "1"),
    ("type: duration", "777s", #""1s""#),
    ("type: bool", "yes", "false"),
    ("type: error", "wrongCode", #""timeout""#),
    ("type: string, values: [home, work]", "work", #""home""#),
    ("type: [duration]", #"["777s", "778s", "777s"]"#, #"["1s","2s","1s"]"#),
    ("type: { pin: int, ok: bool }", #"{"pin": 7217, "ok": true}"#, #"{"ok":false,"pin":1}"#),
    ("type: map", #"{"canary": {"canary": true}}"#, #"{"made-up-1":{"made-up-1":false}}"#),
    ("type: any", "[7217, [true]]", "[1,[false]]"),
    (#"type: "duration?""#, "777s", #""1s""#),
  ]

  @Test("no secret is saved, whatever its type, and the walk is replayed", arguments: secrets)
  func secret(type: String, typed: String, saved: String) throws {
    let chart = """
      statechart: 1
      id: vault
      errors: { wrongCode: }
      events: { give: { payload: { it: { \(type), secret: true } } } }
      initial: asking
      states: { asking: { on: { give: given } }, given: { type: final } }

      """
    try walk(chart, ["1", typed, "save walk.jsonl"]) { output, folder in
      #expect(output.contains("Now in: given\n"), "\(output)")
      // Nothing shows it either.
      #expect(output.contains("  it: \n"), "\(output)")
      #expect(output.contains("Made-up values stand in the file in place of secrets.\n"))
      #expect(!output.contains("With these values"))
      let text = try folder.text(of: "walk.jsonl")
      #expect(text == "{\"event\": \"give\", \"data\": {\"it\":\(saved)}}\n")
      let replay = try BuiltCommand.run(["simulate", "a.yaml", "--replay", "walk.jsonl"], in: folder.url)
      #expect(replay.exitCode == 0 && replay.output.hasSuffix("The flow has ended.\n"), "\(replay)")
    }
  }

  @Test("a secret inside of a result is not shown and not saved, also in a list and where it is optional")
  func secretInside() throws {
    let chart = """
      statechart: 1
      id: vault
      handlers:
        services:
          list: { result: [{ name: string, pin: { type: string, secret: true } }], errors: [] }
          one: { result: { type: { pin: { type: string, secret: true } }, optional: true }, errors: [] }
      initial: listing
      states:
        listing: { invoke: { service: list, done: asking } }
        asking: { invoke: { service: one, done: done } }
        done: { type: final }

      """
    let answers = [
      "1", #"[{"name": "Ada", "pin": "canary"}]"#, "1", #"{"pin": "canary"}"#, "save walk.jsonl",
    ]
    try walk(chart, answers) { output, folder in
      #expect(output.contains("Now in: done\n") && !output.contains("canary"), "\(output)")
      let saved = try folder.text(of: "walk.jsonl")
      #expect(
        saved == """
          {"service": "list", "done": [{"name":"Ada","pin":"made-up-1"}]}
          {"service": "one", "done": {"pin":"made-up-1"}}

          """)
    }
  }

  private static let gate = """
    statechart: 1
    id: gate
    context: { pin: { type: string, secret: true, input: true, optional: true } }
    events: { enter: { payload: { code: { type: string, secret: true } } }, knock: }
    initial: locked
    states:
      locked:
        on: { enter: { guard: event.data.code == '4711', target: open }, knock: locked }
        always: { guard: pin == '0815', target: open }
      open: { type: final }

    """

  @Test("the line is named that does something else with a made-up value")
  func divergingLine() throws {
    let message = "does not do what it did in this run. Write values there that fit the chart.\n"
    try walk(Self.gate, ["2", "1", "4711", "save walk.jsonl"]) { output, _ in
      #expect(output.contains("With these values, line 2 \(message)"), "\(output)")
    }
    // In this walk the secret leads nowhere.
    try walk(Self.gate, ["2", "1", "4712", "save walk.jsonl"]) { output, _ in
      #expect(output.contains("Made-up values stand") && !output.contains("With these values"), "\(output)")
    }
    try walk(Self.gate, ["save walk.jsonl"], ["--input", "pin=0815"]) { output, folder in
      #expect(output.contains("With these values, line 1 \(message)"), "\(output)")
      let saved = try folder.text(of: "walk.jsonl")
      #expect(saved == #"{"input": {"pin":"made-up-1"}}"# + "\n")
    }
  }

  @Test("a step that the chart rejects is no step of the walk")
  func rejected() throws {
    let chart = """
      statechart: 1
      id: list
      errors: { full: }
      events: { give: { payload: { it: error } } }
      initial: asking
      states: { asking: { on: { give: given } }, given: { type: final } }

      """
    try walk(chart, ["1", "empty", "1", "full", "save walk.jsonl"]) { output, folder in
      #expect(output.contains("  Not possible: "))
      let saved = try folder.text(of: "walk.jsonl")
      #expect(saved == #"{"event": "give", "data": {"it":"full"}}"# + "\n")
    }
  }

  @Test("a file that was there before is not replaced")
  func existing() throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    try folder.write(Self.gate, to: "a.yaml")
    try folder.write("mine", to: "walk.jsonl")
    let outcome = try BuiltCommand.run(
      ["simulate", "a.yaml"], input: "1\n\nsave walk.jsonl\nsave other.jsonl\n", in: folder.url)
    #expect(
      outcome.output.contains("`walk.jsonl` already exists, so nothing was saved. Choose another name.\n"))
    #expect(outcome.output.contains("Saved 0 steps in `other.jsonl`. A replay needs a step.\n"))
    #expect(try folder.text(of: "walk.jsonl") == "mine")
  }

  @Test("the file of a walk is replaced while nobody has changed it")
  func savedTwice() throws {
    try walk(Self.gate, ["2", "save walk.jsonl", "2", "save walk.jsonl"]) { output, folder in
      #expect(output.contains("Saved 2 steps in `walk.jsonl`."), "\(output)")
      let knock = "{\"event\": \"knock\"}\n"
      let saved = try folder.text(of: "walk.jsonl")
      #expect(saved == knock + knock)
    }
    let folder = try ScratchFolder()
    defer { folder.remove() }
    try folder.write(Self.gate, to: "a.yaml")
    // The second `save` is typed after the edit.
    let outcome = try BuiltCommand.shell(
      """
      { echo 'save walk.jsonl'; n=0
        until [ -s walk.jsonl ] || [ $n -gt 1000 ]; do sleep 0.02; n=$((n + 1)); done
        echo edited > walk.jsonl; echo 'save walk.jsonl'; } | statechart simulate a.yaml --input pin=1
      """, in: folder.url)
    #expect(outcome.exitCode == 0)
    let told =
      "The file `walk.jsonl` was changed meanwhile, so it was not written. Save the run under another name.\n"
    #expect(outcome.output.contains(told), "\(outcome)")
    #expect(try folder.text(of: "walk.jsonl") == "edited\n")
  }

  @Test("what to type next is written for a shell")
  func hint() throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    try folder.write(Self.gate, to: "my gate.yaml")
    let outcome = try BuiltCommand.run(
      ["simulate", "my gate.yaml"], input: "2\nsave w w.jsonl\nq\n", in: folder.url)
    let line = try #require(outcome.output.split(separator: "\n").first { $0.contains("--replay") })
    #expect(line == "  statechart simulate 'my gate.yaml' --replay 'w w.jsonl'")
    #expect(try BuiltCommand.shell(String(line), in: folder.url).exitCode == 0)
  }
}

@Suite("Questions and keys of a walk")
struct WalkQuestionTests {
  private static let chart = """
    statechart: 1
    id: greeting
    context:
      who: { type: string, input: true, description: The person's name. }
      pin: { type: int, input: true, secret: true }
      times: { type: int, initial: 2, input: true }
    initial: ready
    states: { ready: { on: { go: { actions: { log: who } } } } }

    """

  @Test("the inputs that the chart needs are asked for, and others keep their defaults")
  func inputs() throws {
    try walk(Self.chart, ["", "Ada", "x", "4711", "d", "save walk.jsonl"]) { output, folder in
      #expect(output.hasPrefix("greeting\n\nThe app gives this flow 2 values at its start.\n"), "\(output)")
      #expect(output.contains("  The person's name. Type a text.\n  who: "))
      #expect(output.contains("  The flow cannot start without this value.\n"))
      #expect(output.contains("  Type an integer, not shown while you type.\n  pin: "))
      #expect(output.contains("  That is not an integer.\n"))
      #expect(output.contains("  who: Ada\n  pin: [secret]\n  times: 2\n"), "\(output)")
      #expect(!output.contains("4711"))
      let saved = try folder.text(of: "walk.jsonl")
      #expect(saved == #"{"input": {"pin":1,"who":"Ada"}}"# + "\n")
    }
    // Those that the command line gives are not asked for.
    try walk(Self.chart, ["4711", "d"], ["--input", #"who="Ada""#]) { output, _ in
      #expect(
        output.contains("The app gives this flow a value at its start.\n") && !output.contains("who: \n"))
      // A text is what is typed, with its quotes.
      #expect(output.contains("  who: \"Ada\"\n"), "\(output)")
    }
  }

  @Test("a list or an object that does not fit is refused at once, without what may be a secret")
  func wrongValues() throws {
    let chart = """
      statechart: 1
      id: order
      events:
        give:
          payload:
            items: [int]
            card: { type: { pin: { type: string, secret: true }, name: string } }
            note: string
      initial: asking
      states: { asking: { on: { give: given } }, given: { type: final } }

      """
    let lines = [
      "1", "true", #"["x"]"#, "[1]", "{}", #"{"pin": "4711", "name": "Ada", "canary": 1}"#,
      #"{"pin": "4711", "name": "Ada"}"#, "a note",
    ]
    try walk(chart, lines) { output, _ in
      #expect(output.contains("  That is not a JSON list: the field `items` must be "), "\(output)")
      #expect(output.contains("  That is not a JSON list: the field `items[0]` must be "))
      #expect(output.contains("  That is not a JSON object: the field `card.pin` is missing."))
      #expect(output.contains("  That is not a JSON object: a field is not declared; its name is hidden"))
      #expect(!output.contains("4711") && !output.contains("canary"))
      #expect(output.components(separatedBy: "  note: ").count == 2)
      #expect(output.contains("Now in: given\n"))
    }
  }

  @Test("the guide lists the keys as the help does")
  func keys() throws {
    let page = try String(
      contentsOf: BuiltCommand.root.appendingPathComponent("Docs/guide/simulating.md"), encoding: .utf8)
    let rows = ConversationCommand.allCases.map { "| `\($0.usage)` | \($0.meaning) |\n" }
    #expect(page.contains("| a number | make that happen |\n" + rows.joined()))
    try walk(Self.chart, ["Ada", "1", "?"]) { output, _ in
      for command in ConversationCommand.allCases {
        let row = output.split(separator: "\n").first { $0.hasPrefix("  \(command.usage) ") }
        #expect(row?.hasSuffix("  \(command.meaning)") == true, "\(command)")
      }
    }
  }

  @Test("every word of a key works and is shown", arguments: ["q", "quit", "exit", "EXIT"])
  func quit(word: String) throws {
    try walk(Self.chart, ["Ada", "1", word, "1"]) { output, _ in
      #expect(output.hasSuffix("> \(word)\nStopped.\n"), "\(output)")
    }
  }

  @Test("what may be a secret at the wrong place is not shown")
  func secretAtWrongPlace() throws {
    try walk(Self.chart, ["Ada", "1", "canary", "q canary"]) { output, _ in
      #expect(!output.contains("canary"), "\(output)")
    }
  }
}
