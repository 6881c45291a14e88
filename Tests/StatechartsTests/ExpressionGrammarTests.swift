import Statecharts
import StatechartsModel
import Testing

@Suite("The grammar of expressions")
struct ExpressionGrammarTests {
  @Test(
    "every form parses and is printed in its canonical spelling",
    arguments: [
      ("1", "1"), (" 1.50 ", "1.5"), (".5", "0.5"), ("1e3", "1000.0"), ("2.5e-3", "0.0025"), ("'a'", "'a'"),
      ("\"it's\"", "'it\\'s'"), ("'\\n\\t\\\\\\\"'", "'\\n\\t\\\\\"'"), ("30s", "30s"), ("90m", "90m"),
      ("120m", "2h"),
      ("1.5s", "1500ms"), (".5s", "500ms"), ("500ms", "500ms"), ("true", "true"), ("unset", "unset"),
      ("[]", "[]"),
      ("[1,'a',]", "[1, 'a']"), ("{}", "{}"), ("{a:1,'b-c':2,}", "{a: 1, 'b-c': 2}"), ("a . b", "a.b"),
      ("a.in", "a.in"), ("a['b'][0].c", "a['b'][0].c"), ("in( sign-up )", "in(sign-up)"),
      ("in(step-2b)", "in(step-2b)"),
      ("in('a b')", "in('a b')"), ("defined(a.b)", "defined(a.b)"), ("f()", "f()"), ("f(1,2)", "f(1, 2)"),
      ("hasRole(role:'x')", "hasRole(role: 'x')"), ("((1))", "1"), ("-1", "-1"), ("-a", "-a"),
      ("- -a", "-(-a)"),
      ("-(1)", "-(1)"), ("not not a", "not not a"), ("a\n and\tb", "a and b"), ("-1.5", "-1.5"),
      ("-(1.5)", "-1.5"),
      ("a??b ?? c", "a ?? b ?? c"), ("(a ?? b) ?? c", "(a ?? b) ?? c"), ("(a == b) ?? c", "(a == b) ?? c"),
      ("(a ?? b) + c", "(a ?? b) + c"), ("-a ?? b.c[0]", "-a ?? b.c[0]"),
      ("(1).a", "1.a"), ("(-a).b", "(-a).b"), ("event.data.x", "event.data.x"),
    ])
  func canonical(text: String, printed: String) throws {
    let node = try parse(text)
    #expect(node.text == printed)
    #expect(try parse(node.text).text == printed)
  }

  @Test(
    "operators bind in the documented order",
    arguments: [
      ("a or b and c", "a or (b and c)"), ("not a and b", "(not a) and b"), ("not a == b", "not (a == b)"),
      ("a == b + 1", "a == (b + 1)"), ("a + b * c", "a + (b * c)"), ("-a * b", "(-a) * b"),
      ("-a.b", "-(a.b)"),
      ("a - b - c", "(a - b) - c"), ("a / b * c", "(a / b) * c"), ("a and b and c", "(a and b) and c"),
      ("a < b and c < d", "(a < b) and (c < d)"), ("a == b ?? c", "a == (b ?? c)"),
      ("a ?? b < c", "(a ?? b) < c"),
      ("a ?? b + c", "a ?? (b + c)"), ("not a ?? b", "not (a ?? b)"), ("a ?? b ?? c", "a ?? (b ?? c)"),
      ("a ?? b and c", "(a ?? b) and c"), ("a or not b or c", "(a or (not b)) or c"),
    ])
  func precedence(text: String, explicit: String) throws {
    // Compared by what they evaluate to, for several values of the names.
    let fields = ["a", "b", "c", "d"].map { FieldDeclaration(ChartName($0), .any) }
    let scope = ExpressionScope(variables: fields)
    let samples: [[ChartValue]] = [
      [true, false, false, true], [false, true, false, false], [true, true, false, false], [1, 2, 3, 4],
      [4, 3, 2, 1], [12, 3, 2, 5], [["b": 3], 1, 2, 3],
      [.unset, 2, 2, 3], [2, .unset, 2, 3], [.unset, .unset, 3, 3], [.unset, true, false, true],
    ]
    for sample in samples {
      var fixture = ExpressionFixture()
      fixture.variables = sample
      let first = Result { try fixture.value(text, in: scope) }
      let second = Result { try fixture.value(explicit, in: scope) }
      switch (first, second) {
      case (.success(let left), .success(let right)): #expect(left == right)
      case (.failure, .failure): break
      default: Issue.record("one fails and the other does not: \(first), \(second)")
      }
    }
  }

  @Test("parentheses that are needed are kept when printing")
  func printedParentheses() throws {
    for text in [
      "(a or b) and c", "not (a and b)", "(a == b) == c", "a - (b - c)", "(a + b) * c", "a * (b * c)",
      "(a or b) or c",
      "(not a).b", "(a + b)[0]", "-(a + b)",
    ] {
      #expect(try parse(text).text == text)
    }
  }

  @Test("ranges are UTF-8 offsets and include parentheses")
  func ranges() throws {
    let node = try parse("'é' == (a)")
    #expect(node.range == 0..<11)
    guard case .compare(_, let sign, let left, let right) = node.kind else {
      Issue.record("not a comparison")
      return
    }
    #expect(sign == 5..<7)
    #expect(left.range == 0..<4)
    #expect(right.range == 8..<11)
  }

  @Test("64 levels of nesting are read, one more is a problem, and no length of nesting is a crash")
  func nesting() throws {
    func nested(_ open: String, _ core: String, _ close: String, _ count: Int) -> String {
      String(repeating: open, count: count) + core + String(repeating: close, count: count)
    }
    for (open, close) in [
      ("(", ")"), ("[", "]"), ("-", ""), ("not ", ""), ("{a: ", "}"), ("f(", ")"), ("x[", "]"),
    ] {
      let core = open == "-" ? "a" : "true"
      #expect(throws: Never.self) { try parse(nested(open, core, close, 64)) }
      for count in [65, 1_000, 9_000] {
        #expect(throws: ExpressionProblem.self, "\(open) \(count)") {
          try parse(nested(open, core, close, count))
        }
      }
    }
    #expect(throws: Never.self) { try parse("a" + String(repeating: ".b", count: 64)) }
    for suffix in [".b", "[0]"] {
      do {
        _ = try parse("a" + String(repeating: suffix, count: 20_000))
        Issue.record("a path without end was read")
      } catch {
        #expect(error.message == "the expression is nested deeper than 64 levels")
      }
    }
  }

  @Test("a long chain of one operator is not deep")
  func longChains() throws {
    var fixture = ExpressionFixture()
    let sum = Array(repeating: "attempts", count: 5_900).joined(separator: " + ")
    #expect(try fixture.run(sum) == 11_800)
    let conditions = Array(repeating: "isNew", count: 6_500).joined(separator: " and ")
    #expect(try fixture.run(conditions) == true)
    let list = "[" + Array(repeating: "1", count: 30_000).joined(separator: ",") + "]"
    #expect(try fixture.run("length(\(list))") == 30_000)
  }

  @Test("a text of 64 KiB is read, a longer one is a problem")
  func length() throws {
    let longest = "'" + String(repeating: "a", count: 65_534) + "'"
    #expect(try ExpressionFixture().value("length(\(longest.dropLast(9))')") == 65_526)
    #expect(throws: Never.self) { try parse(longest) }
    #expect(throws: ExpressionProblem.self) { try parse(longest + " ") }
  }

  @Test("any cut of an expression gives a result or a problem inside the text")
  func prefixes() {
    let text =
      "not (a.b['x'] >= -1.5e2 and {k: [1, 'é\\n', .5s]} != f(x: 3) or in(sign-up)) % 30ms == \"q\" - unset"
    let bytes = Array(text.utf8)
    for start in 0..<bytes.count {
      for end in start...bytes.count {
        let part = String(decoding: bytes[start..<end], as: UTF8.self)
        for problem in ExpressionFixture.problems(part) {
          #expect(problem.range.lowerBound >= 0 && problem.range.upperBound <= part.utf8.count, "\(part)")
        }
      }
    }
  }
}
