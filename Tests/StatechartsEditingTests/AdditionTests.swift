import ReferenceEngine
import StatechartsEditing
import StatechartsYAML
import TestExtent
import Testing

@Suite("Adding entries")
struct AdditionTests {
  private func added(
    _ keys: [String], _ value: String = "{}", to text: String, in invocation: String? = nil
  ) throws -> String {
    let source = RenamingTests.source(text)
    let offset = invocation.flatMap { text.firstRange(of: $0) }.map {
      text.utf8.distance(from: text.startIndex, to: $0.lowerBound)
    }
    let edit = try ChartAddition(keys, value: value, invocation: offset).edit(of: source)
    return String(decoding: TextEdits([edit]).apply(to: source.bytes).bytes, as: UTF8.self)
  }

  @Test(
    "an entry is added in the form that the text has",
    arguments: [
      ("events: { push: {} }\n", "events: { push: {}, pull: {} }\n"),
      ("events: { push: }\n", "events: { push: , pull: {} }\n"),
      ("events: {}\n", "events: { pull: {} }\n"),
      ("events:\n", "events: { pull: {} }\n"),
      ("events: # all of them\n", "events: { pull: {} } # all of them\n"),
      ("events:\n  push: {} # hard\n", "events:\n  push: {} # hard\n  pull: {}\n"),
      ("events:\n  push:\n    # hard\n", "events:\n  push:\n    # hard\n  pull: {}\n"),
      (
        "events:\n    push:\n        title: x\n        # deeper\n    # about what follows\n",
        "events:\n    push:\n        title: x\n        # deeper\n    pull: {}\n    # about what follows\n"
      ),
      (
        "events:\n  push:\n    description: |\n      x\n\n",
        "events:\n  push:\n    description: |\n      x\n  pull: {}\n\n"
      ),
    ])
  func forms(before: String, after: String) throws {
    let head = "statechart: 1\nid: door\n"
    let rest = "initial: a\nstates: { a: {} }\n"
    #expect(try added(["events", "pull"], to: head + before + rest) == head + after + rest)
    let lines = (head + before + rest).replacing("\n", with: "\r\n")
    #expect(
      try added(["events", "pull"], to: lines) == (head + after + rest).replacing("\n", with: "\r\n"))
  }

  @Test("missing keys are added where the formatter puts them")
  func missingKeys() throws {
    let text = "statechart: 1\nid: door\ntitle: x\ninitial: a\nstates: { a: {} }\n"
    #expect(
      try added(["handlers", "guards", "isFree"], to: text)
        == text.replacing("title: x\n", with: "title: x\nhandlers:\n  guards:\n    isFree: {}\n"))
    #expect(
      try added(["handlers", "guards", "isFree"], to: text.replacing("title", with: "handlers: {}\ntitle"))
        == text.replacing("title", with: "handlers: { guards: { isFree: {} } }\ntitle"))
  }

  @Test("an entry of an invocation is added to the one at an offset")
  func invocation() throws {
    let text = """
      statechart: 1
      id: door
      initial: a
      states:
        a:
          invoke:
            - { service: turn, done: a }
            - service: push
              done: a

      """
    #expect(
      try added(["timeout"], "15s", to: text, in: "turn")
        == text.replacing("turn,", with: "turn, timeout: 15s,"))
    #expect(
      try added(["failed", "any"], "a", to: text, in: "push")
        == text.replacing("        done: a\n", with: "        done: a\n        failed:\n          any: a\n"))
  }

  @Test("entries are added to random charts, and each comment stays with its key")
  func randomComments() throws {
    var changed = 0
    let count = TestExtent.count(4, whole: 1_000)
    for seed in 0..<UInt64(count) {
      let text = try CommentedChart(seed: seed).text
      for keys in [["events"], ["context"], ["outputs"], ["handlers", "guards"]] {
        guard let after = try? added(keys + ["zz"], to: text) else { continue }
        changed += 1
        try FormatterTests.checkComments(FormatterTests.formatted(after), "seed \(seed), \(keys)")
      }
    }
    #expect(changed > 3 * count, "\(changed)")
  }

  @Test(
    "a name is added at the end of a list",
    arguments: [
      ("errors: [a]\n", "errors: [a, zz]\n"),
      ("errors: [ a, b ] # all\n", "errors: [ a, b, zz ] # all\n"),
      (
        "errors:\n      - a # one\n      - b # two\n",
        "errors:\n      - a # one\n      - b # two\n      - zz\n"
      ),
      ("errors:\n    -   a\n\n", "errors:\n    -   a\n    -   zz\n\n"),
    ])
  func lists(before: String, after: String) throws {
    let (head, rest) = ("statechart: 1\nstates:\n  s:\n    ", "    on: { x: s }\n")
    for lineEnd in ["\n", "\r\n"] {
      let text = (head + before + rest).replacing("\n", with: lineEnd)
      let source = RenamingTests.source(text)
      let errors = try #require(text.firstRange(of: /errors:\s*[-\[]\s*/)?.upperBound)
      let offset = text.utf8.distance(from: text.startIndex, to: errors)
      let edit = try ListAddition("zz", besideItemAt: offset).edit(of: source)
      #expect(
        String(decoding: TextEdits([edit]).apply(to: source.bytes).bytes, as: UTF8.self)
          == (head + after + rest).replacing("\n", with: lineEnd))
      #expect(throws: EditRefusal.self) { try ListAddition("zz", besideItemAt: 0).edit(of: source) }
    }
  }

  @Test("what is there already, and what is no mapping, is refused")
  func refusals() {
    for text in ["events: { pull: {} }", "events: [push]", "events: none", "events: {"] {
      #expect(throws: EditRefusal.self, "\(text)") {
        try added(["events", "pull"], to: "statechart: 1\n\(text)\n")
      }
    }
  }
}

@Suite("Grouping states")
struct GroupingTests {
  private static let text = """
    statechart: 1
    id: door
    initial: opening
    states:
      shut: { on: { push: opening } }
      # Opens by itself.
      opening:
        on:
          done: open # wide

      open:
        on: { pull: shut }
        # The end of `open`.
      # The last one.
      gone: { type: final }

    """

  private func grouping(_ first: String, _ last: String, in text: String = Self.text) throws -> StateGrouping?
  {
    let start = try #require(text.firstRange(of: first)).lowerBound
    let end = try #require(text.firstRange(of: last)).upperBound
    let offsets = [start, end].map { text.utf8.distance(from: text.startIndex, to: $0) }
    return StateGrouping(RenamingTests.source(text), selection: offsets[0]..<offsets[1])
  }

  @Test("the marked states move into a new state with their comments")
  func moved() throws {
    let grouping = try #require(try grouping("done: open", "pull"))
    #expect(grouping.states == ["opening", "open"])
    let source = RenamingTests.source(Self.text)
    let bytes = TextEdits([try grouping.edit()]).apply(to: source.bytes).bytes
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        statechart: 1
        id: door
        initial: opening
        states:
          shut: { on: { push: opening } }
          group:
            title: Group
            initial: opening
            states:
              # Opens by itself.
              opening:
                on:
                  done: open # wide

              open:
                on: { pull: shut }
                # The end of `open`.
          # The last one.
          gone: { type: final }

        """)
  }

  @Test("a selection inside of one state marks nothing, and one of a whole state marks it")
  func selections() throws {
    #expect(try grouping("pull", "shut }") == nil)
    #expect(try grouping("  open:", "shut }")?.states == ["open"])
    #expect(try grouping("# The last", "one.") == nil)
    let inner = Self.text.replacing(
      "  open:\n", with: "  open:\n    initial: a\n    states: \n      a: {}\n      b: {}\n")
    #expect(try grouping("a: {}", "b: {}", in: inner)?.states == ["a", "b"])
  }

  @Test(
    "states whose group would behave differently are refused with a reason",
    arguments: [
      ("gone: { type: final }", "gone: { type: final }", "`gone` is final"),
      ("gone: { type: final }", "gone: { type: history, default: open }", "is a history state"),
      ("initial: opening\n", "type: parallel\n", "is parallel"),
      ("# The last one.\n", "past: { type: history, default: open }\n", "remembers only the states directly"),
    ])
  func refusals(old: String, new: String, reason: String) throws {
    let changed = Self.text.replacing(old, with: new)
    let last = new.hasPrefix("gone") ? new : "pull"
    let grouping = try #require(try grouping("opening:\n", last, in: changed))
    let refusal = #expect(throws: EditRefusal.self) { try grouping.edit() }
    #expect(refusal?.message.contains(reason) == true)
  }

  @Test("all of many sibling states are grouped")
  func manySiblings() throws {
    let count = 1_000
    let states = (0..<count).map { "  s\($0): { on: { push: s\(($0 + 1) % count) } }\n" }.joined()
    let source = RenamingTests.source("statechart: 1\nid: door\ninitial: s0\nstates:\n" + states)
    let grouping = try #require(StateGrouping(source, selection: 0..<source.bytes.count))
    #expect(grouping.states.count == count)
    #expect(throws: Never.self) { try grouping.edit() }
  }

  @Test("states of random charts are grouped, and each comment stays with its key")
  func randomComments() throws {
    var grouped = 0
    let count = TestExtent.count(30, whole: 2_000)
    for seed in 0..<UInt64(count) {
      var random = RandomSource(seed: seed)
      let source = RenamingTests.source(try CommentedChart(seed: seed).text)
      let start = random.below(source.bytes.count)
      let end = min(source.bytes.count, start + 1 + random.below(source.bytes.count))
      guard let grouping = StateGrouping(source, selection: start..<end), let edit = try? grouping.edit()
      else { continue }
      grouped += 1
      let after = String(decoding: TextEdits([edit]).apply(to: source.bytes).bytes, as: UTF8.self)
      try FormatterTests.checkComments(FormatterTests.formatted(after), "seed \(seed): \(grouping.states)") {
        $0.replacing("/\(grouping.group)/states", with: "")
      }
    }
    #expect(grouped > count / 6, "\(grouped)")
  }

  @Test("random charts behave as before on the reference engine with a group of any states in them")
  func randomGroups() throws {
    var grouped = 0
    for seed in 0..<UInt64(TestExtent.count(50, whole: 2_000)) {
      var random = RandomSource(seed: seed)
      let scenario = Scenario(seed: seed)
      let text = ChartWriter().text(of: scenario.chart)
      let source = RenamingTests.source(text)
      let start = random.below(source.bytes.count)
      let end = min(source.bytes.count, start + 1 + random.below(source.bytes.count))
      guard let grouping = StateGrouping(source, selection: start..<end), let edit = try? grouping.edit()
      else {
        continue
      }
      grouped += 1
      let after = String(decoding: TextEdits([edit]).apply(to: source.bytes).bytes, as: UTF8.self)
      let expected = try RandomRenamingTests.behavior(text, scenario.guards, scenario.steps)
      let found = try RandomRenamingTests.behavior(after, scenario.guards, scenario.steps)
      #expect(
        found.map { $0.without(grouping.group).lines } == expected.map(\.lines),
        "seed \(seed): \(grouping.states)\n\(text)")
    }
    #expect(grouped > TestExtent.count(8, whole: 300), "\(grouped)")
  }
}

extension Observation {
  /// What is seen besides a state.
  fileprivate func without(_ state: String) -> Observation {
    var seen = self
    for number in seen.steps.indices {
      seen.steps[number].exited.removeAll { $0 == state }
      seen.steps[number].entered.removeAll { $0 == state }
    }
    seen.configuration.removeAll { $0 == state }
    return seen
  }
}
