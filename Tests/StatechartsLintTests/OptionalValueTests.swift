import StatechartsLint
import StatechartsYAML
import Testing

@Suite("Optional values where a value is needed")
struct OptionalValueTests {
  private func found(_ text: String) -> [String] {
    reportedLines(lint(text)).filter { $0.contains(" optional-value ") }
  }

  /// A chart in which `go` does something, and `code`, `count` and `isOn` may have a value or not.
  private func going(_ transitions: String) -> [String] {
    found(
      """
      statechart: 1
      id: code
      context:
        code: string?
        count: int?
        isOn: bool?
        name: { type: string, initial: "''" }
        codes: { type: [string], initial: "[]" }
        user: { type: { name: string, nick: "string?" }, optional: true }
      events:
        go:
        set:
          payload:
            code: string?
            count: int?
            isOn: bool?
            user: { type: { name: string, nick: "string?" }, optional: true }
      handlers:
        actions: { note: { arguments: { code: string } } }
        guards: { isFine: }
      initial: a
      states:
        a:
          on:
            set:
              actions:
                assign:
                  code: event.data.code
                  count: event.data.count
                  isOn: event.data.isOn
                  user: event.data.user
            go:
      \(transitions.split(separator: "\n").map { "        " + $0 }.joined(separator: "\n"))
        b: { type: final }
      """)
  }

  @Test(
    "a value that may be missing is found in every kind of place",
    arguments: [
      "- { target: b, actions: { note: { code: code } } }",
      "- { target: b, actions: { note: { code: user.name } } }",
      "- { guard: defined(user), target: b, actions: { note: { code: user.nick } } }",
      "- { actions: { assign: { name: code } } }",
      "- { actions: { assign: { codes: \"['x', code]\" } } }",
      "- { guard: isOn, target: b }",
      "- { guard: not isOn, target: b }",
      "- { guard: isFine and isOn, target: b }",
      "- { guard: count > 1, target: b }",
      "- { guard: length(code) > 1, target: b }",
      "- { actions: { log: -count } }",
      "- { actions: { log: count + 1 } }",
      "- { actions: { log: \"'a' + code\" } }",
      "- { actions: { log: \"codes[count]\" } }",
      "- { actions: { note: { code: \"user.nick ?? code\" } } }",
    ])
  func places(_ transitions: String) {
    #expect(going(transitions).count == 1, "\(going(transitions))")
  }

  @Test(
    "a guard, a condition, an assignment before or a default makes sure that there is a value",
    arguments: [
      "- { guard: defined(code), target: b, actions: { note: { code: code } } }",
      "- { guard: code != unset, actions: { note: { code: code } } }",
      "- { guard: \"code == 'x'\", actions: { note: { code: code } } }",
      "- { guard: defined(user.nick), actions: { note: { code: user.nick } } }",
      "- { guard: isFine and defined(code) and length(code) > 1, actions: { note: { code: code } } }",
      "- { guard: defined(count) and count > 1 and count < 3, target: b }",
      "- { guard: not defined(count) or count > 1, target: b }",
      "- { guard: not (not defined(isOn) or isFine) and isOn, target: b }",
      "- { guard: (defined(code) and isFine) or (defined(code) and isOn == true), actions: { note: { code: code } } }",
      "- { guard: not defined(code), target: b }\n- { actions: { note: { code: code } } }",
      "- { guard: not defined(code) or isFine, target: b }\n- { actions: { note: { code: code } } }",
      "- { actions: { note: { code: \"code ?? 'x'\" } } }",
      "- { actions: { note: { code: \"user.nick ?? code ?? 'x'\" } } }",
      "- { guard: \"count ?? 0 > 1\", target: b }",
      "- { actions: [{ assign: { code: \"'x'\" } }, { note: { code: code } }] }",
      "- { actions: { if: defined(code), then: { note: { code: code } } } }",
      "- { actions: { if: not defined(code), then: { log: 1 }, else: { note: { code: code } } } }",
      "- { actions: [{ if: not defined(code), then: { assign: { code: \"'x'\" } } }, { note: { code: code } }] }",
    ])
  func certain(_ transitions: String) {
    #expect(going(transitions).isEmpty, "\(going(transitions))")
  }

  @Test(
    "what only sometimes makes sure of a value, or does no longer, is not enough",
    arguments: [
      "- { guard: defined(code) or isFine, actions: { note: { code: code } } }",
      "- { guard: defined(count), actions: { note: { code: code } } }",
      "- { guard: \"code != 'x'\", actions: { note: { code: code } } }",
      "- { guard: defined(code) and isFine, target: b }\n- { actions: { note: { code: code } } }",
      // A guard that fails counts as false, and what follows in it was not looked at.
      "- { guard: isFine or not defined(code), target: b }\n- { actions: { note: { code: code } } }",
      "- { guard: defined(code), actions: [{ assign: { code: unset } }, { note: { code: code } }] }",
      "- { guard: defined(user.nick), actions: [{ assign: { user: unset } }, { log: \"'a' + user.nick\" }] }",
      "- { actions: [{ if: count == 1, then: { assign: { code: \"'x'\" } } }, { note: { code: code } }] }",
      "- { actions: [{ if: count == 1, then: { log: 1 }, else: { assign: { code: \"'x'\" } } }, { note: { code: code } }] }",
      "- { actions: [{ if: defined(code), then: { log: 1 } }, { note: { code: code } }] }",
      "- { guard: defined(code), actions: { foreach: codes, as: x, do: [{ note: { code: code } }, { assign: { code: unset } }] } }",
    ])
  func uncertain(_ transitions: String) {
    #expect(!going(transitions).isEmpty)
  }

  /// A chart that asks for a code and checks it in another state.
  private func checking(
    asking: String = "", guarded: String = ", guard: defined(code)", clear: String = "", more: String = ""
  ) -> [String] {
    found(
      """
      statechart: 1
      id: code
      context: { code: { type: string, optional: true\(clear) } }
      events: { set: { payload: { code: string? } }, go: {}, back: {} }
      handlers: { services: { check: { input: { code: string }, errors: [] } } }
      initial: asking
      states:
        asking:
          on:
            set: { actions: { assign: { code: event.data.code } } }
            go: { target: checking\(guarded) }
      \(asking)
        checking:
          invoke: { service: check, input: { code: code }, timeout: 5s, done: over, failed: { any: asking } }
      \(more)
        over: { type: final }
      """)
  }

  @Test("a service needs a guard on every way to its state")
  func services() {
    #expect(checking().isEmpty)
    #expect(checking(guarded: "").count == 1)
    #expect(checking(guarded: ", actions: { assign: { code: \"code ?? ''\" } }").isEmpty)
    #expect(
      checking(more: "  other: { on: { go: checking } }").isEmpty, "no way leads to the other state")
    #expect(
      checking(asking: "      back: other", more: "  other: { on: { go: checking } }").count == 1)
  }

  @Test("what is taken away when a state is left does not count any more")
  func exits() {
    #expect(checking(clear: ", clear: asking").count == 1)
    #expect(checking(asking: "    exit: { assign: { code: unset } }").count == 1)
    let actions = ", guard: defined(code), actions: { log: \"'a' + code\" }"
    #expect(checking(guarded: actions).isEmpty)
    #expect(checking(guarded: actions, clear: ", clear: asking").count == 2)
    #expect(checking(guarded: actions, clear: ", clear: over").isEmpty)
  }

  @Test("in a parallel state, only what another region takes away does not count any more")
  func regions() {
    func chart(_ other: String) -> [String] {
      found(
        """
        statechart: 1
        id: code
        context: { code: string? }
        events: { go: { payload: { code: string? } } }
        outputs: { told: { payload: { code: string } } }
        type: parallel
        states:
          one:
            on:
              go: { guard: defined(code), actions: { emit: told, data: { code: code } } }
          two:
            on:
              go: { actions: \(other) }
        """)
    }
    #expect(chart("{ assign: { code: unset } }").count == 1)
    #expect(chart("{ assign: { code: event.data.code } }").count == 1)
    #expect(chart("{ assign: { code: \"'x'\" } }").isEmpty)
  }

  @Test(
    "a field that only some of the events have is another rule's, and a chart with another mistake is spared")
  func others() {
    let text = """
      statechart: 1
      id: code
      context: { code: string? }
      events: { set: { payload: { code: string } }, go: }
      handlers: { actions: { note: { arguments: { code: string } } } }
      initial: a
      states:
        a: { on: { set: b, go: b } }
        b: { entry: { note: { code: event.data.code } }, on: { go: a } }
      """
    #expect(found(text).isEmpty)
    #expect(reportedLines(lint(text)).contains { $0.contains(" uncertain-field ") })
    #expect(checking(guarded: "", more: "  lost: { on: { go: nowhere } }").isEmpty)
  }

  @Test("the message names the place, and the help shows both ways")
  func words() throws {
    let message = try #require(checking(guarded: "").first)
    #expect(
      message.contains("`code` may be missing, but the input `code` of the service `check` needs a value."))
    let other = found(
      """
      statechart: 1
      id: code
      context: { code: string? }
      events: { go: , set: { payload: { code: string } } }
      outputs: { told: { payload: { code: string } } }
      initial: a
      states:
        a:
          on:
            set: { actions: { assign: { code: event.data.code } } }
            go: { target: b, actions: { emit: told, data: { code: code } } }
        b: { type: final }
      """)
    let help = "For a default, write `code ?? ''`. Or add `guard: defined(code)` to this transition."
    #expect(other.count == 1 && other[0].contains(help), "\(other)")
  }

  @Test("the places where a value is lost are shown")
  func lost() {
    let file = lint(
      """
      statechart: 1
      id: code
      context: { code: "string?" }
      events: { type: { payload: { code: string } }, again: }
      outputs: { checked: { payload: { code: string } } }
      initial: asking
      states:
        asking:
          on:
            type: { target: checking, actions: { assign: { code: event.data.code } } }
        checking:
          entry: { emit: checked, data: { code: code } }
          on:
            again: { target: checking, actions: { assign: { code: unset } } }
      """)
    let doubt = file.findings.first { $0.diagnostic.rule == "optional-value" }
    #expect(
      doubt?.diagnostic.related.map(\.message) == ["`code` is optional here", "`code` is cleared here"])
  }
}
