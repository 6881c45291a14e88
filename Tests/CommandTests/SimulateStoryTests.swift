import Foundation
import Testing

@Suite("What a walk says when the flow stays where it is")
struct SimulateStoryTests {
  private func story(_ chart: String, _ lines: [String], _ options: [String] = []) throws -> String {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    try folder.write("statechart: 1\nid: a\n\(chart)", to: "a.yaml")
    let outcome = try BuiltCommand.run(
      ["simulate", "a.yaml"] + options, input: lines.map { $0 + "\n" }.joined(), in: folder.url)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test("a failed service that is retried, and the end of the wait")
  func retry() throws {
    let chart = """
      errors: { down: }
      handlers: { services: { load: { errors: [down] } } }
      initial: loading
      states:
        loading:
          invoke: { service: load, retry: { attempts: 2, backoff: 4s }, done: ended, failed: { any: ended } }
        ended: { type: final }

      """
    let output = try story(chart, ["2", "t", "2", "t", "2"])
    #expect(output.contains("  Retry 1 of 2 in 4 s.\n"), "\(output)")
    #expect(output.contains("  Retry 2 of 2 in 8 s.\n"))
    #expect(output.components(separatedBy: "  The wait is over: `load` starts again.\n").count == 3)
    #expect(output.contains("0:12  Now in: ended\n"))
    #expect(!output.contains("stays here") && !output.contains("A timer is over"))
  }

  @Test("conditions that are not met")
  func conditions() throws {
    let chart = """
      context: { count: { type: int, initial: 1 } }
      handlers: { guards: { isOpen: } }
      initial: shut
      states:
        shut:
          on:
            one: { guard: isOpen, target: open }
            two: [{ guard: isOpen, target: open }, { guard: count > 1, target: open }]
        open: { type: final }

      """
    let output = try story(chart, ["1", "2"], ["--guard", "isOpen=false"])
    #expect(
      output.contains("  The flow stays here: the condition `isOpen` in `shut` is not met.\n"), "\(output)")
    #expect(
      output.contains(
        "  The flow stays here: the conditions `isOpen` in `shut`, `count > 1` in `shut` are not met.\n"))
    #expect(!output.contains("no transition handles this"))
  }

  @Test("a timer whose event is not handled, time without a timer that is due, and time without a timer")
  func timers() throws {
    let chart = """
      initial: early
      states:
        early: { entry: { send: ring, delay: 5s }, on: { go: late } }
        late: { on: { ring: ended } }
        ended: { type: final }

      """
    let lines = ["t 1s", "t", "t 1s", "t"]
    let output = try story(chart, lines)
    #expect(output.contains("  Time passes. No timer is due yet.\n"), "\(output)")
    #expect(output.contains("  A timer is over, and no transition waits for it.\n"))
    #expect(output.contains("  Time passes. No timer is running.\n"))
    #expect(output.contains("No timer is running.\n>"))
    let folder = try ScratchFolder()
    defer { folder.remove() }
    try folder.write("statechart: 1\nid: a\n\(chart)", to: "a.yaml")
    let answers = try BuiltCommand.run(
      ["simulate", "a.yaml", "--jsonl"], input: #"{"advance": "5s"}"#, in: folder.url)
    #expect(answers.output.contains(#""reason":"A timer is over, and no transition is taken.""#))
  }

  @Test(
    "a service whose failures only `any` handles can fail, and the walk is replayed",
    arguments: ["handlers: { services: { work: { errors: [] } } }\n", ""])
  func unexpectedFailure(handlers: String) throws {
    let chart = """
      \(handlers)initial: working
      states:
        working: { invoke: { service: work, done: good, failed: { any: bad } } }
        good: { type: final }
        bad: { type: final }

      """
    let folder = try ScratchFolder()
    defer { folder.remove() }
    try folder.write("statechart: 1\nid: a\n\(chart)", to: "a.yaml")
    let outcome = try BuiltCommand.run(["simulate", "a.yaml"], input: "2\nsave walk.jsonl\n", in: folder.url)
    #expect(outcome.output.contains("  2  work fails: an unexpected error\n"), "\(outcome)")
    #expect(outcome.output.contains("Now in: bad\n"))
    let replay = try BuiltCommand.run(["simulate", "a.yaml", "--replay", "walk.jsonl"], in: folder.url)
    #expect(replay.exitCode == 0 && replay.output.contains("• work fails: an unexpected error\n  → bad\n"))
    // Nobody handles it here.
    let unhandled = try story(chart.replacingOccurrences(of: ", failed: { any: bad }", with: ""), ["q"])
    #expect(!unhandled.contains("work fails"))
  }

  @Test("a line of a run that cannot be understood is told about the inputs of a first line too")
  func shapes() throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    try folder.write("statechart: 1\nid: a\ninitial: b\nstates: { b: }\n", to: "a.yaml")
    try folder.write("{}\n", to: "walk.jsonl")
    let outcome = try BuiltCommand.run(["simulate", "a.yaml", "--replay", "walk.jsonl"], in: folder.url)
    #expect(outcome.errors.contains(#"The first line of a saved run may be {"input": {NAME: VALUE}}."#))
  }

  @Test("try shows that the code was wrong, and ends well")
  func firstLook() throws {
    let outcome = try BuiltCommand.run(["try"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(
      outcome.output.contains(
        "• “Check the code of the authenticator app” is done: Invalid TOTP code → Your turn › TOTP verification needed\n"
      ),
      "\(outcome.output)")
    #expect(outcome.output.contains("The flow has ended.\n"))
  }
}
