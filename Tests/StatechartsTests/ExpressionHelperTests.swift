import Statecharts
import StatechartsModel
import Testing

@Suite("Durations as charts write them")
struct DurationLiteralTests {
  @Test(
    "a number and a unit are read",
    arguments: [
      ("500ms", .milliseconds(500)), ("15s", .seconds(15)), ("2m", .seconds(120)), ("1h", .seconds(3_600)),
      ("1d", .seconds(86_400)), ("1.5s", .milliseconds(1_500)), (".5s", .milliseconds(500)), ("0s", .zero),
      ("0.000001ms", .nanoseconds(1)), ("0.0000001ms", .zero),
      ("1.999999999d", .nanoseconds(172_799_999_913_600)),
      ("007s", .seconds(7)), ("3653d", .seconds(315_619_200)), ("315619200000ms", .seconds(315_619_200)),
    ] as [(String, Duration)])
  func reads(text: String, duration: Duration) throws {
    #expect(try Duration(literal: text) == duration)
  }

  @Test(
    "anything else is refused with the reason",
    arguments: [
      ("", .empty), ("s", .noNumber), ("-1s", .signed), ("1.s", .noNumber), (".s", .noNumber),
      ("abc", .noNumber),
      ("15", .noUnit(number: "15")), ("1.5", .noUnit(number: "1.5")),
      ("15 s", .unknownUnit(" s", number: "15")),
      ("15x", .unknownUnit("x", number: "15")), ("15sec", .unknownUnit("sec", number: "15")),
      ("15S", .unknownUnit("S", number: "15")), ("1h30m", .severalUnits),
      ("1.5.5s", .unknownUnit(".5s", number: "1.5")),
      ("0.0000000001s", .tooFine), ("3653.1d", .tooLong), ("3654d", .tooLong),
      ("99999999999999999999999999s", .tooLong),
      ("9223372036854775807d", .tooLong), ("1e3s", .unknownUnit("e3s", number: "1")),
    ] as [(String, DurationLiteralProblem)])
  func refuses(text: String, problem: DurationLiteralProblem) {
    #expect(throws: problem) { try Duration(literal: text) }
    #expect(!problem.message.isEmpty && !problem.help.isEmpty)
  }

  @Test("a unit in other words is recognized")
  func help() {
    #expect(DurationLiteralProblem.unknownUnit("minutes", number: "2").help == "write `2m`")
    #expect(DurationLiteralProblem.unknownUnit("S", number: "2").help == "write `2s`")
  }

  @Test("a printed duration reads back the same")
  func printed() throws {
    for duration: Duration in [
      .zero, .nanoseconds(1), .microseconds(1_500), .milliseconds(1_500), .seconds(90), .seconds(5_400),
      .seconds(86_400),
      .seconds(315_619_200), .nanoseconds(123_456_789),
    ] {
      #expect(try Duration(literal: duration.literalText) == duration, "\(duration.literalText)")
    }
    #expect(Duration.seconds(-90).literalText == "-90s")
    #expect(Duration.seconds(Int64.max).literalText == "3653d")
  }
}

@Suite("Near names")
struct NearNameTests {
  @Test(
    "the name that was probably meant",
    arguments: [
      ("attempt", ["attempts", "email"], "attempts"), ("atempts", ["attempts"], "attempts"),
      ("attepmts", ["attempts"], "attempts"),
      ("check_account", ["checkAccounts", "checkAccount"], "checkAccount"),
      ("signin", ["sign-in", "signUp", "signIn"], "sign-in"),
      ("checkAccount", ["checkingAccount"], "checkingAccount"),
      ("email", ["emailAddress", "user"], "emailAddress"), ("id", ["ID", "it"], "ID"),
      ("webbased", ["inApp", "webBased"], "webBased"),
      ("askEmail", ["askingEmail", "sendingEmail", "askingCode"], "askingEmail"),
      ("sendMailAgain", ["sendingMailAgain", "sendingMail"], "sendingMailAgain"),
    ])
  func near(name: String, candidates: [String], expected: String) {
    #expect(NearNames.suggestion(for: name, in: candidates) == expected)
    #expect(NearNames.suggestion(for: name, in: candidates.reversed()) == expected)
  }

  @Test("only a slip of the finger is fixed: what differs more may be a name of its own")
  func slips() {
    for (name, meant) in [
      ("opn", "open"), ("askingEmial", "askingEmail"), ("lockedd", "locked"), ("sign_in", "signIn"),
      ("Locked", "locked"),
    ] { #expect(NearNames.nearest(to: name, in: [meant])?.isSure == true, "\(name)") }
    for (name, meant) in [
      ("locked", "unlocked"), ("verified", "unverified"), ("inactive", "active"), ("signIn", "signUp"),
      ("attempt1", "attempt2"), ("attempt", "attempt2"), ("emailSent", "mailSent"), ("sent", "send"),
      ("gone", "done"), ("canRetry", "cantRetry"), ("isSync", "isAsync"), ("open", "opened"),
      ("isOn", "isNo"), ("", "a"),
    ] {
      #expect(NearNames.nearest(to: name, in: [meant])?.isSure != true, "\(name)")
      #expect(NearNames.nearest(to: meant, in: [name])?.isSure != true, "\(meant)")
    }
  }

  @Test("a name that stands there twice is one")
  func twice() {
    #expect(NearNames.nearest(to: "opn", in: ["open", "shut", "open"])?.question() == "did you mean `open`?")
    #expect(NearNames.nearest(to: "email", in: ["emailAddress", "emailAddress"])?.text == "emailAddress")
  }

  @Test("where two names are equally near, both are asked for")
  func ties() {
    for candidates in [["opened", "open", "closed"], ["closed", "open", "opened"]] {
      let near = NearNames.nearest(to: "opend", in: candidates)
      #expect(near?.isSure == false)
      #expect(near?.question() == "did you mean `open` or `opened`?")
    }
    #expect(NearNames.nearest(to: "opend", in: ["opened", "closed"])?.isSure == true)
    // A name that differs in its spelling only is nearer than any other.
    #expect(NearNames.nearest(to: "Sent", in: ["sent", "send"])?.isSure == true)
    let many = NearNames.nearest(to: "step", in: (1...9).map { "step\($0)" })
    #expect(many?.question() == "did you mean `step1`, `step2` or `step3`?")
  }

  @Test(
    "nothing is suggested where nothing is near",
    arguments: [
      ("foo", ["bar", "signIn"]), ("ab", ["ac", "abc"]), ("", ["a"]), ("same", ["same"]), ("e", []),
      ("mail", ["mailAddress", "mailServer"]), ("askEmail", ["sendEmail", "askingCode", "askingEmailAgain"]),
      (String(repeating: "a", count: 200), [String(repeating: "a", count: 201)]),
    ])
  func far(name: String, candidates: [String]) {
    #expect(NearNames.suggestion(for: name, in: candidates) == nil)
  }
}

@Suite("Values against declared types")
struct ValueMismatchTests {
  static let fields: [FieldDeclaration] = [
    FieldDeclaration("email", .string), FieldDeclaration("retry", .optional(.duration)),
    FieldDeclaration("kind", .string, values: ["a", "b"]),
    FieldDeclaration("items", .list(.record([FieldDeclaration("size", .number)]))),
    FieldDeclaration("code", .optional(.error)),
  ]

  static let good: [String: ChartValue] = ["email": "x", "kind": "a", "items": [["size": 1], ["size": 1.5]]]

  @Test("what fits is accepted")
  func accepts() {
    #expect(Self.fields.mismatch(of: Self.good) == nil)
    #expect(Self.fields.mismatch(of: Self.good.merging(["retry": .unset], uniquingKeysWith: { $1 })) == nil)
  }

  @Test(
    "what does not fit is said with its place and without the value",
    arguments: [
      ("email", .unset, "the field `email` is missing"),
      ("email", 1, "the field `email` must be text, but it is an integer"),
      ("kind", "c", "the field `kind` must be one of `a`, `b`"),
      ("retry", 5, "the field `retry` must be a duration, but it is an integer"),
      (
        "items", [["size": 1], ["size": "big"]],
        "the field `items[1].size` must be a number, but it is text"
      ),
      ("items", [[:]], "the field `items[0].size` is missing"),
      ("items", [["size": 1, "sizes": 2]], "the field `items[0].sizes` is not declared, but `size` is"),
      ("items", [["size": .number(.nan)]], "the field `items[0].size` must be a finite number"),
      ("code", "nope", "the field `code` must be a declared error code"),
      ("emial", "x", "the field `emial` is not declared, but `email` is"),
    ] as [(String, ChartValue, String)])
  func refuses(name: String, value: ChartValue, message: String) {
    let values = Self.good.merging([name: value], uniquingKeysWith: { $1 })
    #expect(Self.fields.mismatch(of: values, codes: ["known": []])?.message == message)
  }

  @Test("of several undeclared fields the first by name is reported, whatever the order of a map")
  func deterministic() {
    let values = Self.good.merging(["zz": 1, "yy": 1, "xx": 1], uniquingKeysWith: { $1 })
    #expect(Self.fields.mismatch(of: values)?.path == [.field("xx")])
  }

  @Test("codes of the platform need no declaration")
  func platformCodes() {
    #expect(ChartValueType.error.mismatch(of: "timeout", codes: [:]) == nil)
    #expect(ChartValueType.error.mismatch(of: "x") == nil)
    #expect(ChartValueType.error.mismatch(of: "x", codes: [:])?.reason == .notAnErrorCode)
  }
}

@Suite("Values as text")
struct ValueTextTests {
  @Test("people read texts bare, whole numbers without a fraction, and maps in order")
  func description() {
    #expect(ChartValue.string("it's").description == "it's")
    #expect(ChartValue.number(2).description == "2")
    #expect(ChartValue.number(1e300).description == "1e+300")
    let map: ChartValue = ["b": [1, 2.5, true, .unset], "a": "it's\n", "a-b": .duration(.seconds(90))]
    #expect(map.description == "{a: 'it\\'s\\n', 'a-b': 90s, b: [1, 2.5, true, unset]}")
  }

  @Test("a literal evaluates to its value")
  func roundTrip() throws {
    let values: [ChartValue] = [
      .unset, true, -5, .int(.min), .int(.max), 2.0, -1.5e-7, 1e300, "é\\'\"\n\t\r",
      .duration(.milliseconds(1_500)),
      ["a": [1, ["b c": .string("")]], "in": 2],
    ]
    for value in values { #expect(try ExpressionFixture().value(value.literalText) == value) }
  }

  @Test("a long value is cut off")
  func cut() {
    let value = ChartValue.list(Array(repeating: "0123456789", count: 100_000))
    #expect(value.description.utf8.count < 10_100)
  }
}
