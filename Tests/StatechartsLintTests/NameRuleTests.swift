import StatechartsYAML
import Testing

@testable import StatechartsLint

@Suite("Names")
struct NameRuleTests {
  @Test(
    "one wrong, missing, doubled or swapped letter inside a word is a slip",
    arguments: [
      ("checkAccount", "checkAcount"), ("verifyingEmail", "verifyngEmail"), ("waiting", "waitting"),
      ("signingIn", "singingIn"), ("enterPassword", "enterPasword"), ("timedOut", "tiemdOut"),
    ])
  func slips(_ left: String, _ right: String) {
    #expect(TypoIndex.isTypo(left, right))
    #expect(TypoIndex.isTypo(right, left))
  }

  @Test(
    "plurals, endings, word beginnings, other words and equal names are none",
    arguments: [
      ("code", "codes"), ("codeSent", "codesSent"), ("sendCode", "sentCode"), ("getToken", "setToken"),
      ("signIn", "signUp"), ("verifyCode", "verifyMode"), ("validateEmail", "validatedEmail"),
      ("stepA", "stepB"), ("same", "same"), ("locked", "unlocked"), ("", "a"), ("a", "b"),
    ])
  func meant(_ left: String, _ right: String) {
    #expect(!TypoIndex.isTypo(left, right))
    #expect(!TypoIndex.isTypo(right, left))
  }

  @Test("capitals, hyphens, underscores and dots do not tell names apart")
  func folded() {
    let all = ["signIn", "SignIn", "sign-in", "sign_in", "sign.in"].map(TypoIndex.folded)
    #expect(Set(all).count == 1)
  }

  @Test("a misspelled field, input or argument is reported once, with the one that is missing")
  func misspelledFields() {
    let chart = """
      statechart: 1
      id: door
      events: { ring: { payload: { volume: int, tone: int } } }
      outputs: { seen: { payload: { volume: int, tone: { type: int, optional: true } } } }
      handlers:
        actions: { chime: { arguments: { volume: int, tone: int } } }
        services: { look: { input: { volume: int } } }
        guards: { isLoud: { arguments: { volume: int } } }
      context: { last: { type: { volume: int }, initial: "{volume: 1}" } }
      initial: open
      states:
        open:
          entry:
            - { chime: { volum: 1, tone: 2 } }
            - { emit: seen, data: { volme: 1 } }
            - { raise: ring, data: { volumee: 1, tonne: 2 } }
            - { assign: { last: "{vlume: 2}" } }
          invoke: { service: look, timeout: 5s, input: { volumes: 3 }, done: shut, failed: { any: shut } }
          on:
            ring: { guard: "isLoud(volune: 1) and last.volume > 0", target: shut }
        shut: { type: final }
      """
    let found = reportedLines(lint(chart)).map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    #expect(
      found == [
        "14:20 unknown-field", "15:31 unknown-field", "16:32 unknown-field", "16:44 unknown-field",
        "17:29 unknown-field", "18:52 unknown-field", "20:30 unknown-field",
      ], "\(reportedLines(lint(chart)))")
  }

  @Test("what is given already is not meant by a name beside it, and what is missing is reported")
  func givenFields() {
    let chart = """
      statechart: 1
      id: door
      handlers: { actions: { chime: { arguments: { volume: int, tone: int } } } }
      initial: open
      states:
        open:
          entry: { chime: { volume: 1, volumes: 2 } }
          on: { close: shut }
        shut: { type: final }
      """
    let found = reportedLines(lint(chart))
    #expect(found.count == 2, "\(found)")
    #expect(found.contains { $0.contains("missing-field") && $0.contains("`tone`") }, "\(found)")
    #expect(found.contains { $0.contains("unknown-field") && !$0.contains("Did you mean") }, "\(found)")
  }

  @Test(
    "transitions written as lists of events in the words of other tools are reported once each, and not fixed"
  )
  func eventsBehindKeys() {
    let chart = """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          on:
            - event: close
              target: shut
            - { event: push, cond: isFree, target: shut }
            - event: shot
          transitions:
            - { event: pull, target: shut }
        shut: { type: final }
      """
    let file = lint(chart)
    let found = reportedLines(file)
    #expect(
      found.map { String($0.prefix { $0 != "`" }) } == [
        "7:9 misplaced-key ", "9:11 misplaced-key ", "10:9 misplaced-key ",
        "11:5 unknown-key ",
      ], "\(found)")
    #expect(found.first?.hasSuffix("(Write `close: shut`.)") == true, "\(found)")
    #expect(found.dropFirst().first?.hasSuffix("(Write `push: { target: shut, … }`.)") == true, "\(found)")
    #expect(
      found.last?.hasSuffix("(`on` is already here. Move the lines below this key into it.)") == true,
      "\(found)")
    #expect(file.findings.allSatisfy { $0.diagnostic.fix == nil })
  }

  @Test(
    "names are rewritten word by word",
    arguments: [
      ("locked_up", NamingStyle.Style.camel, "lockedUp"), ("LockedUp", .camel, "lockedUp"),
      ("locked-up", .snake, "locked_up"), ("deviceID", .kebab, "device-id"),
      ("LOCKED_UP", .camel, "lockedUp"),
      ("key.turned_twice", .camel, "key.turnedTwice"), ("lockedUp", .upper, "LOCKED_UP"),
    ])
  func rewritten(_ name: String, _ style: NamingStyle.Style, _ expected: String) {
    #expect(NamingStyle.rewritten(name, in: style) == expected)
  }

  @Test(
    "an expression's names and texts are reported from fields, keys and numbers",
    arguments: [
      ("isOpen and count < 3", ["isOpen", "and", "count"], []),
      ("event.data.email == 'a \\' b'", ["event"], ["a \\' b"]),
      ("hasRole(role: 'x') or in(sign-in)", ["hasRole", "or", "in", "sign-in", "sign"], ["x"]),
      ("a-b + 30s", ["a-b", "a", "b"], []), ("'unclosed", [], ["unclosed"]), ("\"a\\", [], ["a\\"]),
      ("", [], []),
    ] as [(String, Set<String>, Set<String>)])
  func words(_ text: String, _ names: Set<String>, _ texts: Set<String>) {
    let words = ExpressionWords(text)
    #expect(words.names == names)
    #expect(words.texts == texts)
  }
}
