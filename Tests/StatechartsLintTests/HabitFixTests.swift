import StatechartsLint
import StatechartsYAML
import Testing

/// What `--fix` writes for signs and quotes of other languages, where only one thing can be meant.
@Suite("Fixing signs and quotes of other languages")
struct HabitFixTests {
  private func fixed(_ text: String) -> (text: String, left: [String]) {
    let fixed = FixedText(lint(text)) { Linter().lint($0) }
    return (String(decoding: fixed.source.bytes, as: UTF8.self), reportedLines(fixed.file))
  }

  private func chart(guard condition: String) -> String {
    """
    statechart: 1
    id: test
    initial: first
    context:
      isOpen: { type: bool, initial: false, input: true }
      isNew: { type: bool, initial: false, input: true }
      name: { type: string, initial: "''", input: true }
    events: { go: {} }
    states:
      first:
        on:
          go: { guard: \(condition), target: second }
      second: { type: final }

    """
  }

  @Test(
    "`&&`, `||` and `!` become `and`, `or` and `not`",
    arguments: [
      ("isOpen && isNew", "isOpen and isNew"), ("isOpen&&isNew", "isOpen and isNew"),
      ("isOpen || isNew || isOpen", "isOpen or isNew or isOpen"), ("\"!isOpen\"", "\"not isOpen\""),
      ("isNew && !isOpen", "isNew and not isOpen"), ("!isOpen", "not isOpen"),
      ("\"!(isOpen || isNew)\"", "\"not (isOpen or isNew)\""),
    ])
  func signs(written: String, better: String) {
    let result = fixed(chart(guard: written))
    #expect(result.text == chart(guard: better))
    let wrong = result.left.filter { $0.contains("-expression") || $0.contains("unsupported") }
    #expect(wrong.isEmpty, "\(wrong)")
  }

  @Test(
    "a `!` before a comparison may be meant in two ways, so it stays",
    arguments: ["\"!isOpen == isNew\"", "!isOpen == isNew"])
  func negatedComparison(written: String) {
    #expect(fixed(chart(guard: written)).text.contains("!isOpen"))
  }

  @Test(
    "curly quotes in expressions become straight ones",
    arguments: [
      ("name == “Ada”", "name == 'Ada'"), ("name == ‘Ada L.’", "name == 'Ada L.'"),
      ("\"name == „Ada“\"", "\"name == 'Ada'\""),
    ])
  func curlyQuotes(written: String, better: String) {
    #expect(fixed(chart(guard: written)).text == chart(guard: better))
  }

  @Test(
    "a colon or a dash takes the place of the sign that stands for it",
    arguments: [
      (
        "title: A\n    description >\n      Who is there?",
        "title: A\n    description: >\n      Who is there?"
      ),
      (
        "title: A\n    description |\n      Who is there?",
        "title: A\n    description: |\n      Who is there?"
      ),
      ("on;\n      go: second", "on:\n      go: second"),
      ("on:,\n      go: second", "on:\n      go: second"),
      ("title = Ada\n    on: { go: second }", "title: Ada\n    on: { go: second }"),
      ("title; Ada\n    on: { go: second }", "title: Ada\n    on: { go: second }"),
      ("title > Ada\n    on: { go: second }", "title > Ada\n    on: { go: second }"),
      (
        "description: >\n      – one: two\n    title: \"A\" x\n    on: { go: second }",
        "description: >\n      – one: two\n    title: \"A\" x\n    on: { go: second }"
      ),
      (
        "on:\n      go:\n        - target: second, label: A }\n        - target: first",
        "on:\n      go:\n        - { target: second, label: A }\n        - target: first"
      ),
      (
        "on:\n      go:\n        - target: first\n        – { guard: isOpen, target: second }",
        "on:\n      go:\n        - target: first\n        - { guard: isOpen, target: second }"
      ),
      (
        "description: The steps are\n      – first: go\n    on: { go: second }",
        "description: The steps are\n      – first: go\n    on: { go: second }"
      ),
      (
        "description:\n      -first\n    on: { go: second }",
        "description:\n      -first\n    on: { go: second }"
      ),
      (
        "on:\n      go:\n        * guard: isOpen\n          target: second\n        * target: first",
        "on:\n      go:\n        - guard: isOpen\n          target: second\n        - target: first"
      ),
      (
        "on:\n      go:\n        – guard: isOpen\n          target: second\n        - target: first",
        "on:\n      go:\n        - guard: isOpen\n          target: second\n        - target: first"
      ),
    ])
  func otherSigns(written: String, better: String) {
    func chart(_ lines: String) -> String {
      """
      statechart: 1
      id: test
      initial: first
      states:
        first:
          \(lines)
        second: { on: { go: first } }

      """
    }
    #expect(fixed(chart(written)).text == chart(better))
  }

  @Test("a whole value in curly quotes gets both pairs of straight ones")
  func curlyValue() {
    let text = chart(guard: "isOpen").replacing("\"''\"", with: "“none”")
    #expect(fixed(text).text == chart(guard: "isOpen").replacing("\"''\"", with: "\"'none'\""))
  }

  @Test(
    "an error code is taken with the quotes of YAML, and without any",
    arguments: ["'wrongCode'", "wrongCode", "\"wrongCode\"", "\"'wrongCode'\""])
  func errorCodes(written: String) {
    let chart = """
      statechart: 1
      id: test
      initial: first
      errors: { wrongCode: {} }
      events: { go: {}, stop: {} }
      outputs: { failed: { payload: { error: error } } }
      states:
        first:
          errors: [wrongCode]
          on:
            go: { actions: { emit: failed, data: { error: \(written) } } }
            stop: { actions: { emit: failed, data: { error: \(written) } }, target: second }
        second: { type: final }

      """
    let result = fixed(chart)
    #expect(result.text == chart)
    #expect(!result.left.contains { $0.contains("unknown-variable") }, "\(result.left)")
  }

  @Test("tabs become two spaces each where all lines are indented by tabs, and stay where they are mixed")
  func tabs() {
    let text =
      "statechart: 1\nid: test\ninitial: first\nstates:\n\tfirst:\n\t\ton:\n\t\t\tgo: second\n\tsecond: {}\n"
    let result = fixed(text)
    #expect(result.text == text.replacing("\t", with: "  "))
    let comments = text.replacing("\tfirst", with: "\t# The start\n\tfirst").replacing(
      "\t\ton", with: "\n\t\t# Events\n\t\ton")
    let found = fixed(comments)
    #expect(found.text == comments.replacing("\t", with: "  "))
    #expect(found.left.count == result.left.count, "\(found.left)")
    #expect(reportedLines(lint(comments)).count == 1)
    let mixed = text.replacing("\tsecond", with: "  second")
    #expect(fixed(mixed).text == mixed)
    let inComments = text.replacing("\t", with: "  ").replacing("  second", with: "\t# The end\n  second")
    #expect(fixed(inComments).text == inComments.replacing("\t", with: "  "))
  }
}
