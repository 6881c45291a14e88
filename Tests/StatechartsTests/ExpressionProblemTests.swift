import Statecharts
import StatechartsModel
import Testing

@Suite("Problems of expressions, in plain words")
struct ExpressionProblemTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var text: String
    var message: String
    var help: String?
    var place: String
    var suggestion: String?

    var testDescription: String { text }

    init(_ text: String, _ message: String, _ help: String?, at place: String, _ suggestion: String? = nil) {
      (self.text, self.message, self.help, self.place, self.suggestion) = (
        text, message, help, place, suggestion
      )
    }
  }

  static func expect(_ row: Row, _ problems: [ExpressionProblem]) {
    #expect(problems.count == 1)
    guard let problem = problems.first else { return }
    #expect(problem.message == row.message)
    #expect(problem.help == row.help)
    #expect(problem.suggestion == row.suggestion)
    let bytes = Array(row.text.utf8)
    guard problem.range.upperBound <= bytes.count else {
      Issue.record("the range \(problem.range) is outside")
      return
    }
    #expect(String(decoding: bytes[problem.range], as: UTF8.self) == row.place)
  }

  static let syntax: [Row] = [
    Row("a && b", "`&&` is not an operator here", "write `and`", at: "&&", "and"),
    Row("a || b", "`||` is not an operator here", "write `or`", at: "||", "or"),
    Row("a === 2", "`===` is not an operator here", "write `==`", at: "===", "=="),
    Row("a !== 2", "`!==` is not an operator here", "write `!=`", at: "!==", "!="),
    Row("a <> 2", "`<>` is not an operator here", "write `!=`", at: "<>", "!="),
    Row("a = 2", "`=` cannot be used in an expression", "write `==` to compare", at: "=", "=="),
    Row(
      "!isNew", "`!` cannot be used in an expression", "write `not` before a condition, as in `not isNew`",
      at: "!", "not"),
    // Elsewhere, it negates the first name alone.
    Row(
      "!a == b", "`!` cannot be used in an expression", "write `not` before a condition, as in `not a`",
      at: "!"),
    Row("a AND b", "`AND` is not an operator here", "write `and`", at: "AND", "and"),
    Row("a is 2", "`is` is not an operator here", "write `==`", at: "is", "=="),
    Row("a less than 2", "`less than` is not an operator here", "write `<`", at: "less than", "<"),
    Row(
      "a is not less than 2", "`is not less than` is not an operator here", "write `>=`",
      at: "is not less than",
      ">="),
    Row("a is less than 2", "`is less than` is not an operator here", "write `<`", at: "is less than", "<"),
    Row(
      "a is  at least 2", "`is  at least` is not an operator here", "write `>=`", at: "is  at least", ">="),
    Row(
      "a is less than or equal to 2", "`is less than or equal to` is not an operator here", "write `<=`",
      at: "is less than or equal to", "<="),
    Row(
      "a is not equal to b", "`is not equal to` is not an operator here", "write `!=`", at: "is not equal to",
      "!="),
    Row(
      "a == 'inApp", "the text that begins with `'` is not closed",
      "close it with `'`; a `'` inside text is written `\\'`", at: "'"),
    Row(
      "it\"s", "the text that begins with `\"` is not closed",
      "close it with `\"`; a `\"` inside text is written `\\\"`", at: "\""),
    Row(
      "'it''s'", "two texts follow each other",
      "a `'` inside text is written `\\'`; join texts with `+`",
      at: "'it''s'"),
    Row(
      "'a\\qb'", "`\\q` is not an escape sequence",
      "write `\\\\` for a backslash; the others are `\\'`, `\\\"`, `\\n` and `\\t`", at: "\\q"),
    Row(
      "1 < a < 3", "comparisons cannot be chained", "compare twice: `1 < a and a < …`", at: "<"),
    Row(
      "a 3", "`3` is not expected here", "an operator such as `and`, `==` or `+` is missing before it",
      at: "3"),
    Row("", "an expression is missing here", nil, at: ""),
    Row("  ", "an expression is missing here", nil, at: "  "),
    Row("a +", "a value is missing after `+`", nil, at: "+"),
    Row("a %", "a value is missing after `%`", nil, at: "%"),
    Row("a > and 2", "a value is missing between `>` and `and`", nil, at: "> and"),
    Row("> 2", "a value is missing before `>`", nil, at: ">"),
    Row(
      "+ 1", "`+` needs a value on its left",
      "to count, write the variable before it, as in `n + 1`; if not, remove the `+`", at: "+"),
    Row("()", "the parentheses are empty", nil, at: "()"),
    Row("(a", "this `(` is not closed", "add `)`", at: "("),
    Row("[1, 2", "this `[` is not closed", "add `]`", at: "["),
    Row("{a: 1", "this `{` is not closed", "add `}`", at: "{"),
    Row("a)", "`)` has no matching opening bracket", "remove it, or add the opening bracket", at: ")"),
    Row("[1)", "`)` does not close the `[`", "write `]` before it", at: ")"),
    Row("{a: 1, a: 2}", "`a` appears twice in this map", nil, at: "a"),
    Row("{1: 2}", "a map needs a name here", "write `{name: value}`, or `{'name': value}`", at: "1"),
    Row("a.", "the name of a field is missing after `.`", nil, at: "."),
    Row("a.0", "the name of a field is missing after `.`", "write an index in brackets: `[0]`", at: ".0"),
    Row("1.", "digits are missing after the point", "write `1.0`", at: "1."),
    Row("a.length()", "values have no methods", "write `length(a…)`", at: "length"),
    Row("a.includes('x')", "values have no methods", "write `contains(a…)`", at: "includes"),
    Row(
      "a ? 1 : 2", "`?` cannot be used in an expression",
      "`? :` is not supported; use `if` with `then` and `else` in the actions", at: "?"),
    Row(
      "a == ‘x’", "`‘` cannot be used in an expression", "write the text in straight quotes: `'x'`",
      at: "‘x’", "'x'"),
    Row(
      "a == ‘x", "`‘` cannot be used in an expression", "write text in straight quotes: `'text'`", at: "‘"),
    Row("a ≤ 3", "`≤` cannot be used in an expression", "write `<=`", at: "≤", "<="),
    Row(
      "a\u{A0}== 1", "this is not an ordinary space", "replace it with an ordinary space", at: "\u{A0}", " "),
    Row("a\u{0}", "this is a control character", "remove it", at: "\u{0}"),
    Row(
      "1h30m", "a duration has one number and one unit",
      "write it in the smaller unit, for example `90m` for an hour and a half", at: "1h30m"),
    Row("30x", "`x` is not a unit of time", "the units are `ms`, `s`, `m`, `h` and `d`", at: "x"),
    Row("30sec", "`sec` is not a unit of time", "write `30s`", at: "sec"),
    Row("4000d", "this duration is longer than ten years", "write at most `3653d`", at: "4000d"),
    Row("10_000", "a number is written without `_`", "write `10000`", at: "10_000"),
    Row(
      "9223372036854775808", "this integer is too large", "the largest is 9223372036854775807",
      at: "9223372036854775808"),
    Row("1e999", "this number is too large to be represented", nil, at: "1e999"),
    Row("a == not b", "`not` is not allowed here", "put it in parentheses: `(not …)`", at: "not"),
    Row("a not b", "`not` is not allowed after a value", "write `and not …`, or `!=` to compare", at: "not"),
    Row("a in b", "`in` is not allowed between two values", "write `contains(list, x)`", at: "in"),
    Row("in()", "`in` needs the id of a state", "write `in(state)`", at: "in("),
    Row("in(a, b)", "`in` takes one state", "check each: `in(a) or in(b)`", at: ","),
    Row("defined", "`defined` needs a variable or field", "write `defined(name)`", at: "defined"),
    Row(
      "a, b", "`,` is not allowed here",
      "a list is written in brackets: `[1, 2]`; to combine conditions, write `and`",
      at: ","),
  ]

  @Test("what breaks the grammar is reported with its fix", arguments: syntax)
  func syntaxProblems(row: Row) { Self.expect(row, ExpressionFixture.problems(row.text)) }

  static let names: [Row] = [
    Row(
      "attempt < 3", "`attempt` is neither a variable nor a guard", "did you mean `attempts`?", at: "attempt",
      "attempts"),
    Row(
      "ATTEMPTS < 3", "`ATTEMPTS` is neither a variable nor a guard", "did you mean `attempts`?",
      at: "ATTEMPTS", "attempts"),
    Row(
      "isonline", "`isonline` is neither a variable nor a guard", "did you mean `isOnline`?", at: "isonline",
      "isOnline"),
    Row("null", "`null` is neither a variable nor a guard", "write `unset`", at: "null", "unset"),
    Row(
      "signIn", "`signIn` is neither a variable nor a guard",
      "to check whether the state is active, write `in(signIn)`",
      at: "signIn", "in(signIn)"),
    Row("in(signin)", "`signin` is not a state", "did you mean `signIn`?", at: "signin", "signIn"),
    Row(
      "lenght(names)", "`lenght` is neither a function nor a guard", "did you mean `length`?", at: "lenght",
      "length"),
    Row(
      "len(names)", "`len` is neither a function nor a guard", "did you mean `length`?", at: "len", "length"),
    Row(
      "attempts()", "`attempts` is a variable and cannot be called", "remove the parentheses",
      at: "attempts"),
    Row("user.nam", "`user` has no field `nam`", "did you mean `name`?", at: "nam", "name"),
    Row("user['nmae']", "`user` has no field `nmae`", "did you mean `name`?", at: "'nmae'", "name"),
    Row("names.length", "`names` is a list and has no fields", "write `length(names)`", at: "length"),
    Row(
      "letter == A", "`A` is neither a variable nor a guard", "for the text, write it in quotes: `'A'`",
      at: "A"),
    Row(
      "method == webBased", "`webBased` is neither a variable nor a guard",
      "for the text, write it in quotes: `'webBased'`", at: "webBased", "'webBased'"),
    Row(
      "webBased != method", "`webBased` is neither a variable nor a guard",
      "for the text, write it in quotes: `'webBased'`", at: "webBased", "'webBased'"),
    Row(
      "method == 'webbased'", "`method` is never `'webbased'`", "did you mean `'webBased'`?",
      at: "'webbased'", "'webBased'"),
    Row("method != 'x'", "`method` is never `'x'`", "it can be `inApp`, `webBased`", at: "'x'"),
    Row(
      "event.error == 'wrongPasword'", "`'wrongPasword'` is not a declared error code",
      "did you mean `'wrongPassword'`?", at: "'wrongPasword'", "'wrongPassword'"),
    Row(
      "contains(['inApp', 'webBase'], method)", "`method` is never `'webBase'`", "did you mean `'webBased'`?",
      at: "'webBase'",
      "'webBased'"),
    Row("event.nam", "an event has no `nam`", "did you mean `name`?", at: "nam", "name"),
    Row(
      "event", "`event` alone is not a value", "write `event.name`, `event.data.FIELD` or `event.error`",
      at: "event"),
    Row(
      "hasRole", "the guard `hasRole` needs the argument `role`", "write `hasRole(role: …)`", at: "hasRole"),
    Row("hasRole('admin')", "the arguments of a guard need names", "write `hasRole(role: …)`", at: "'admin'"),
    Row(
      "ready actions: stop", "`actions:` is a key and not part of this expression",
      "indent it by as many spaces as the key of the expression", at: "actions"),
    Row(
      "hasRole(roel: 'admin')", "the guard `hasRole` has no argument `roel`", "did you mean `role`?",
      at: "roel", "role"),
    Row(
      "hasRole(role: 'amdin')", "`'amdin'` is not one of the allowed values", "did you mean `'admin'`?",
      at: "'amdin'",
      "'admin'"),
  ]

  @Test("a name that means nothing comes with the nearest one that does", arguments: names)
  func nameProblems(row: Row) { Self.expect(row, ExpressionFixture.problems(row.text)) }

  static let foreignForms: [Row] = [
    Row(
      "({ context }) => context.attempts > 3", "a function is not allowed here, only its result",
      "write `attempts > 3`; use the variables by their own names", at: "({ context }) =>"),
    Row(
      "(ctx, event) => ctx.attempts > event.data.n", "a function is not allowed here, only its result",
      "write `attempts > event.data.n`; use the variables by their own names", at: "(ctx, event) =>"),
    Row(
      "c => c.attempts > notc.x", "a function is not allowed here, only its result",
      "write `attempts > notc.x`; use the variables by their own names", at: "c =>"),
    Row(
      "() => true", "a function is not allowed here, only its result",
      "write `true`; use the variables by their own names", at: "() =>"),
    Row(
      "(c) => 'a very long text that nobody wants to read once more in what helps, so it is left out'",
      "a function is not allowed here, only its result",
      "write the condition alone; use the variables by their own names", at: "(c) =>"),
    Row("attempts => 3", "`=>` is not an operator here", "to compare, write `>=`", at: "=>"),
    Row(
      "{{ attempts > 3 }}", "an expression is not written in double braces",
      "remove the braces: write `attempts > 3`", at: "{{"),
    Row(
      "{{}}", "an expression is not written in double braces", "remove the braces", at: "{{"),
  ]

  @Test("forms of other languages are known, with what to write instead", arguments: foreignForms)
  func foreignFormProblems(row: Row) { Self.expect(row, ExpressionFixture.problems(row.text)) }

  static let types: [Row] = [
    Row(
      "attempts == '2'", "an integer and text are never equal", "write the number without quotes: `2`",
      at: "'2'"),
    Row(
      "wait != '30s'", "a duration and text always differ", "write it without quotes: `30s`",
      at: "'30s'"),
    Row(
      "letter == 3", "text and an integer are never equal", "write the text in quotes: `'3'`",
      at: "3"),
    Row(
      "wait > 30", "`>` cannot compare a duration with an integer",
      "write a unit, as in `30s`",
      at: "30"),
    Row(
      "isNew < true", "`<` compares numbers, text or durations, but this has a yes-or-no value", nil,
      at: "isNew < true"),
    Row(
      "'n: ' + attempts", "`+` cannot be applied to text and an integer",
      "convert the other side to text first: `text(…)`", at: "'n: ' + attempts"),
    Row(
      "isNew and attempts", "`and` needs a condition, but this is an integer",
      "compare it, as in `attempts > 0`", at: "attempts"),
    Row(
      "method == 'inApp' or 'webBased'", "`or` needs a condition, but this is text",
      "repeat the comparison: `method == 'webBased'`", at: "'webBased'"),
    Row(
      "attempts % 1.5", "`%` works only with integers", "round first, as in `floor(x) % 2`",
      at: "attempts % 1.5"),
    Row("attempts / 0", "division by zero", nil, at: "0"),
    Row("[1, 2][7]", "this always fails: the list has no element at this index", nil, at: "[1, 2][7]"),
    Row("-isNew", "`-` needs a number or a duration, but this is a yes-or-no value", nil, at: "isNew"),
    Row(
      "length(attempts)", "`length` needs text, a list or a map, but this is an integer", nil,
      at: "attempts"),
    Row("length()", "`length` needs more arguments", "write `length(textOrList)`", at: "length"),
    Row("fail(1)", "`fail` has too many arguments", "write `fail()`", at: "fail(1)"),
    Row("min(1, 2s)", "`min` cannot compare numbers with durations", nil, at: "2s"),
    Row("concat('a', [1])", "`concat` cannot join text with a list", nil, at: "[1]"),
    Row("names['x']", "the index of a list must be an integer, but this is text", nil, at: "'x'"),
    Row("attempts[0]", "`attempts` is an integer and has no elements", nil, at: "attempts"),
    Row(
      "contains(names, 1)", "each element of the list is text, which is never equal to an integer", nil,
      at: "1"
    ),
    Row("defined(1 + 2)", "`defined` takes a variable or a field, as in `defined(email)`", nil, at: "1 + 2"),
  ]

  @Test("what types forbid is said before anything runs", arguments: types)
  func typeProblems(row: Row) { Self.expect(row, ExpressionFixture.problems(row.text)) }

  @Test("all problems of an expression are found, in the order of the text")
  func several() {
    let found = ExpressionFixture.problems(
      "attempt < 3 and user.nam == 'x' and in(nowhere) or lenght(names) > 2")
    #expect(found.map(\.suggestion) == ["attempts", "name", nil, "length"])
    #expect(found.map(\.kind) == [.unknownVariable, .unknownField, .unknownState, .badExpression])
  }

  @Test("a bare name where a text is wanted: the help shows the quotes that YAML leaves in place")
  func bareText() {
    let found = ExpressionFixture.problems("A", expecting: .string)
    #expect(
      found.map(\.help) == [
        "for the data of the event, write `event.data.A`; for the text, write it in inner quotes: `\"'A'\"`"
      ])
    let near = ExpressionFixture.problems("lettr", expecting: .string)
    #expect(
      near.map(\.help) == [
        "did you mean `letter`? For the text, write it in inner quotes: `\"'lettr'\"`."
      ])
  }

  @Test("an unknown guard is told apart from an unknown variable")
  func unknownGuard() {
    #expect(ExpressionFixture.problems("emailIsVald", expecting: .bool).map(\.kind) == [.unknownHandler])
    #expect(ExpressionFixture.problems("nonsense and isNew").map(\.kind) == [.unknownHandler])
    #expect(ExpressionFixture.problems("nonsense(x: 1)").map(\.kind) == [.unknownHandler])
    #expect(ExpressionFixture.problems("nonsense + 1").map(\.kind) == [.unknownVariable])
    var scope = ExpressionFixture.scope
    scope.allowsGuards = false
    #expect(ExpressionFixture.problems("isOnline", in: scope).map(\.kind) == [.unknownHandler])
    #expect(ExpressionFixture.problems("isOnline()", in: scope).map(\.kind) == [.unknownHandler])
  }
}
