import StatechartsLint
import StatechartsYAML
import Testing

@Suite("What to type against a finding")
struct RuleHelpTests {
  @Test(
    "the help for a rule's bad example names what is in it",
    arguments: [
      ("built-url", 0, "for example `name: name`"),
      ("built-url", 1, "for example `code: event.data.code`"),
      ("constant-condition", 0, "write `and` instead of `or`"),
      ("constant-condition", 1, "write `or` instead of `and`"),
      ("constant-condition", 4, "To count, write `assign: { knocks: knocks + 1 }` in line 9."),
      (
        "constant-condition", 5,
        "write `knocks <= 2`. If not, correct the condition that keeps the `assign:` in line 10"
      ),
      ("dead-end", 0, "If the flow ends in `jammed`, write `type: final` in it."),
      ("dead-end", 1, "write `EVENT: closed` under `on:` of `jammed`"),
      ("dead-timer", 0, "shorter than `5s` instead of `10s`, or delete `10s: locked`. If `5s`"),
      ("deep-nesting", 0, "next to `room6`"),
      ("done-as-event", 0, "Write `done: closed` inside `invoke:`"),
      (
        "equal-timers", 0,
        "write `60s: [{ guard: …, target: closed }, locked]` in line 7, and delete `1m:` here."
      ),
      ("eventless-loop", 0, "write `EVENT: closed` under `on:` instead of `always:`"),
      ("eventless-loop", 1, "Instead of `counting`, write a state that waits"),
      ("eventless-loop", 2, "`actions: { assign: { knocks: VALUE } }`"),
      ("eventless-loop", 4, "write a longer duration than 0 in `after:`"),
      ("hard-coded-secret", 0, "Write `input: true` instead of `initial:` and this text."),
      ("hard-coded-secret", 1, "for example `isCorrect(code: event.data.code)`"),
      ("hidden-transition", 0, "Move this transition before the one in line 8."),
      ("hidden-transition", 2, "Move this transition before the one in line 7."),
      (
        "impossible-state", 0, "If the transition must be taken in `open`, delete `guard:` and the condition."
      ),
      ("internal-without-effect", 0, "inside `open` as the target, for example `wide`."),
      (
        "kept-after-migration", 0,
        "delete `open: ajar` here. If the `open` in line 9 is a new state, give it another name."
      ),
      ("kept-after-migration", 1, "If `house` was not removed, delete `drop: house` here."),
      ("key-as-event", 0, "write `always: closed` next to `on:`"),
      ("key-as-event", 1, "write `failed: { any: closed }` inside `invoke:`"),
      ("late-result", 0, "The `done:` in `open` handles the result already."),
      ("leaves-parallel", 0, "write `actions: { raise: switch }`"),
      (
        "missing-timeout", 0,
        "Write `timeout: 15s` next to `service: look`. Then `any` of its `failed:` handles that too."
      ),
      ("mistaken-handler", 0, "Write `{ emit: creak }`."),
      ("naming-style", 0, "Write `lockedUp` here"),
      (
        "never-done", 0,
        "Mark the last state inside `open` as final, for example `wide: { type: final }`. Or delete `done:`."
      ),
      ("never-left", 0, "If the flow ends in `closed`, write `type: final` in it."),
      ("no-effect", 0, "Or delete `push:` with its `guard:`."),
      (
        "optional-value", 0,
        "write `event.data.name ?? ''`. Or add `guard: defined(event.data.name)` to this transition."
      ),
      ("optional-value", 1, "Or add `guard: defined(code)` to the transitions that lead to `checking`."),
      ("optional-value", 2, "write `pause ?? 0s`."),
      ("optional-value", 3, "Or put the action inside `if: defined(name)`."),
      ("optional-value", 4, "write `(knocks ?? 0)`. Or check it first: `defined(knocks) and …`."),
      ("overridden-transition", 0, "delete `close: closed` here."),
      ("passing-state", 0, "delete `always:`. If not, delete `invoke:`."),
      (
        "passing-state", 1,
        "write `done: closed` instead of `always:`. If not, delete `initial:`, `states:`."
      ),
      ("portable-yaml", 0, "Write `\"string?\"`"),
      (
        "raise-loop", 0,
        "delete the action `raise: knock`. If the event must repeat, replace this action by `{ send: knock, delay: 1s }`."
      ),
      ("retry-without-pause", 0, "Write `backoff: 2s` next to `attempts: 3`."),
      ("retry-without-pause", 1, "next to `service: look`. Let this transition lead to a state"),
      ("secret-in-log", 0, "for example `log: \"'code entered'\"`. Or delete the `log:`."),
      ("shared-name", 0, "for example `lockUpScreen`"),
      ("similar-names", 0, "delete `waitngForKey` here and write `waitingForKey` everywhere"),
      ("similar-names", 1, "write `error.stuck` here too"),
      ("single-region", 0, "Write `initial: wide` instead of `type: parallel`."),
      ("swallowed-event", 0, "for example `EVENT: wide`."),
      (
        "unanswered-event", 0,
        "write `remind: STATE` under `on:` of the state that waits for it. Or delete `send: remind` here."
      ),
      ("unanswered-event", 1, "delete `raise: wasClosed` here."),
      ("unanswered-service", 0, "Write `done: STATE` next to `service: lock`"),
      ("uncertain-field", 0, "If `sendAgain` brings `address` too, add it to `payload:` there."),
      (
        "unchanged-variable", 0,
        "write `knocks: { …, input: true }` in line 3. If the flow counts it, add `actions: { assign: { knocks: knocks + 1 } }`"
      ),
      ("uncleared-secret", 0, "Write `clear: STATE` next to `secret: true`"),
      ("unhandled-error", 0, "Add `frozen: STATE` to `failed:` of `lock`."),
      ("unhandled-error", 1, "Write `any` for all other errors."),
      ("unhandled-error", 2, "Write `failed: { any: STATE }` next to `service: lock`"),
      ("unmarked-secret", 0, "Write `password: { type: string, secret: true }`."),
      ("unmarked-secret", 1, "Add `secret: true` and `clear: STATE` to `apiKey`,"),
      ("unreachable-state", 0, "for example `EVENT: ajar` under `on:` of `open`. Or delete `ajar`"),
      ("unset-variable", 0, "Write `knocks: { type: int, initial: 0 }`."),
      ("unused-error", 0, "Delete `frozen:` here."),
      ("unused-event", 0, "delete `lock:` here."),
      ("unused-handler", 0, "write `actions: knock` in a transition, or `entry: knock` in a state."),
      ("unused-output", 0, "write `{ emit: closed }`"),
      ("unused-variable", 0, "Delete `context:` with `knocks:` in it."),
    ])
  func help(_ id: String, _ number: Int, _ part: String) throws {
    let rule = try #require(RuleRegistry.standard.rule(id))
    let lines = reportedLines(lint(rule.bad[number].text)).filter { $0.contains(" \(id) ") }
    #expect(lines.count == 1 && lines[0].contains(part), "\(lines)")
  }

  /// A state with a service, and what the help for its missing time limit says.
  @Test(
    "a time limit is handled by `any`, by a `failed:` that is there, or by a new one",
    arguments: [
      ("failed: { any: b }", "Then `any` of its `failed:` handles that too."),
      ("failed: { slow: b }", "and add `timeout: STATE` to its `failed:`."),
      ("id: look", "and handle it with `failed: { timeout: STATE }`."),
    ])
  func timeLimit(_ failed: String, _ part: String) {
    let text =
      "statechart: 1\nid: door\ninitial: a\nstates:\n  a: { invoke: { service: look, done: b, \(failed) } }\n  b: { type: final }\n"
    let lines = reportedLines(lint(text)).filter { $0.contains(" missing-timeout ") }
    #expect(lines.count == 1 && lines[0].contains(part), "\(lines)")
  }

  @Test("a group without a state that can become its end gets a new one")
  func newEnd() {
    let text =
      "statechart: 1\nid: door\ninitial: a\nstates:\n  a: { initial: b, done: c, states: { b: { on: { go: d } }, d: { on: { back: b } } } }\n  c: { type: final }\n"
    let lines = reportedLines(lint(text)).filter { $0.contains(" never-done ") }
    #expect(lines.count == 1 && lines[0].contains("Add a final state inside `a`, for example"), "\(lines)")
  }

  /// A chart with a typo in its last state but one.
  @Test(
    "a suggested name is shown where it is declared, for the typo may be there",
    arguments: [
      ("unknown-target", "on: { go: clsed }", "closed"),
      ("unknown-event", "entry: { raise: goo }", "go"),
      ("unknown-output", "entry: { emit: don }", "done"),
      ("unknown-error", "errors: [brokn]", "broken"),
      ("unknown-variable", "entry: { assign: { nam: 1 } }", "name"),
      ("unknown-field", "on: { go: { guard: event.data.kode == 1, target: closed } }", "code"),
    ])
  func declaration(_ rule: String, _ keys: String, _ name: String) throws {
    let text = """
      statechart: 1
      id: door
      initial: open
      context: { name: { type: int, initial: 0 } }
      events: { go: { payload: { code: int } } }
      outputs: { done: {} }
      errors: { broken: {} }
      states:
        closed: { type: final }
        open: { \(keys) }
      """
    let finding = try #require(lint(text).findings.first { $0.diagnostic.rule == rule }).diagnostic
    let related = try #require(finding.related.first)
    #expect(related.message == "`\(name)` is declared here. If this is the misspelled name, correct it here")
    let first = try #require(text.firstRange(of: name + ":"))
    #expect(related.range.lowerBound == text.utf8.distance(from: text.startIndex, to: first.lowerBound))
  }
}
