import Foundation
import Statecharts
import StatechartsModel
import StatechartsSCXML
import StatechartsTesting
import Testing

/// Expressions of charts as they are written in ECMAScript, against what node gives for that.
///
/// With `STATECHARTS_UPDATE_TABLES` in the environment the table is written anew, without the values; the script beside
/// it fills them in.
@Suite("Expressions of charts written in ECMAScript")
struct ChartTableTests {
  static let table = ECMAScriptTableTests.folder.appendingPathComponent("charts.tsv")

  static let context: [ContextVariable] = [
    ContextVariable(FieldDeclaration("six", .int), initial: "6"),
    ContextVariable(FieldDeclaration("neg", .int), initial: "-7"),
    ContextVariable(FieldDeclaration("n", .number), initial: "-2.5"),
    ContextVariable(FieldDeclaration("half", .number), initial: "0.5"),
    ContextVariable(FieldDeclaration("zero", .int), initial: "0"),
    ContextVariable(FieldDeclaration("s", .string), initial: "'5'"),
    ContextVariable(FieldDeclaration("word", .string), initial: "'abc'"),
    ContextVariable(FieldDeclaration("emoji", .string), initial: "'\u{1F600}'"),
    ContextVariable(FieldDeclaration("accent", .string), initial: "'\u{C9}t\u{E9}'"),
    ContextVariable(FieldDeclaration("l", .list(.int)), initial: "[1, 2]"),
    ContextVariable(FieldDeclaration("m", .map), initial: "{ a: 1, b: 'x' }"),
    ContextVariable(FieldDeclaration("t", .bool), initial: "true"),
    ContextVariable(FieldDeclaration("nothing", .optional(.int))),
    ContextVariable(FieldDeclaration("d", .duration), initial: "5s"),
    ContextVariable(FieldDeclaration("x5", .any), isInput: true),
    ContextVariable(FieldDeclaration("xs", .any), isInput: true),
    ContextVariable(FieldDeclaration("xl", .any), isInput: true),
    ContextVariable(FieldDeclaration("xm", .any), isInput: true),
    ContextVariable(FieldDeclaration("xn", .any), isInput: true),
    ContextVariable(FieldDeclaration("xe", .any), isInput: true),
  ]

  static var expressions: [String] {
    let operands = [
      "six", "half", "zero", "s", "word", "l", "m", "t", "nothing", "x5", "xl", "2", "'5'", "d",
    ]
    var result: [String] = []
    for sign in ["==", "!=", "<", ">=", "+", "-", "*", "/", "%"] {
      for left in operands { for right in operands { result.append("\(left) \(sign) \(right)") } }
    }
    let names = context.map(\.name.text) + ["'a b '", "3", "-0.5", "[1]", "{ a: 1 }"]
    for shape in [
      "@", "not @", "-@", "@ and true", "defined(@)", "length(@)", "has(@, 'a')", "has(@, 'c')",
      "has(@, 'toString')",
      "contains(@, 'b')", "contains(@, 1)", "contains(@, [1])", "startsWith(@, 'a')", "endsWith(@, 'c')",
      "lower(@)",
      "upper(@)", "trim(@)", "min(@, 2)", "max(@, 1.5)", "abs(@)", "floor(@)", "ceil(@)", "round(@)",
      "isList(@)",
      "concat(@, 'x')", "concat(@, [3])", "text(@)", "duration(@)", "@.a", "@.toString", "@[0]", "@['b']",
      "@ == unset",
      "[@]", "{ k: @ }", "@ + 1", "@ * 2", "@ / 4", "@ % 4", "@ == 'abc'", "@ < 'b'", "@ == [1, 2]",
      "defined(@.a)",
      "defined(@.a.b)", "defined(@[0])", "defined(@[5])",
    ] { for name in names { result.append(shape.replacing("@", with: name)) } }
    result += [
      "round(2.5)", "round(-2.5)", "round(n * 3)", "round(0.49999999999999994)", "-7 % 4", "neg % 4",
      "neg % -4", "six % 0",
      "six / 3 / 2", "six / (3 / 2)", "six - (neg - 1)", "six - neg - 1", "-(six + 1)", "six * 2 % 5",
      "2 * (six + 1)",
      "9007199254740991", "9007199254740993", "9007199254740991 + six", "six * six", "1e21",
      "0.1 + 0.2 == 0.3",
      "t and six > 5", "t or x5", "not (six > 5)", "not six > 5", "t and (six > 5 or half > 1)",
      "not t == false",
      "in(s)", "not in(s)", "in(root)", "event.name == 'x'", "defined(event)", "defined(event.data)",
      "defined(event.data.a)",
      "event.sendID == unset", "session.id == 'x'", "l + [3]", "l + l == [1, 2, 1, 2]", "length(l + [3])",
      "m == m", "l == l",
      "'it\\'s' == \"it's\"", "'a\\nb\\t\\\\'", "'\u{1}'", "'\u{2028}'", "length('\u{1F600}')",
      "length(emoji) + 1",
      "emoji < '\u{FF5E}'", "accent < word", "word < accent", "word < 'b'", "contains('abc', '')",
      "{ 'a-b': six }", "{}", "[]",
      "{ a: 1, b: [six, 'x'] }", "{ __proto__: 1 }", "fail()", "min(six, neg, zero)", "max(six, half)",
      "text(six) + 'px'",
      "text(half)", "text(0.00001)", "text(t)", "length(m)", "m.a + 1", "m['a'] == 1", "l[0] == 1", "l[six]",
      "6 / 2 == 3",
      "floor(6 / 2) % 2", "floor(n)", "ceil(half)", "d + 5s == 10s", "d > 1s", "5s", "abs(n) > 2",
      "nothing ?? 1", "six ?? 1", "nothing ?? xn ?? 'x'", "(nothing ?? 1) + six", "nothing ?? 1 == six",
      "xm.a ?? 1",
      "xm.b ?? 1", "m.b.c ?? 1", "xn.a.b ?? 1", "xl[5] ?? 1", "nothing ?? t and t", "(nothing ?? 0) > 1 or t",
      "event.data.a ?? 1", "xs ?? six / 2", "(nothing ?? word) + s",
    ]
    return result
  }

  static func chart(_ expressions: [String]) -> Statechart {
    var state = StateNode("s")
    state.on = expressions.enumerated().map { number, text in
      let value = ChartExpression(text, origin: ModelOrigin(Int32(clamping: number)))
      return EventTransition(
        EventDescriptor(ChartName("e\(number)")),
        ChartTransition(actions: [ChartAction(.log(value), origin: value.origin)]))
    }
    var root = StateNode("root")
    root.states = [state]
    root.initial = InitialTransition(["s"])
    return Statechart("root", context: context, root: root)
  }

  /// Those that a chart may hold.
  static func legal() -> [String] {
    let all = expressions
    let wrong = Set(chart(all).problems().map { Int($0.origin.rawValue) })
    return all.enumerated().filter { !wrong.contains($0.offset) }.map(\.element)
  }

  /// What each is written as; `-` where something is said of it.
  static func rendered(_ expressions: [String]) throws -> [String] {
    let export = SCXMLExport(chart(expressions), name: "table") { origin in
      origin == .none ? nil : TextPlace(line: Int(origin.rawValue) + 1, column: 1)
    }
    let named = Set(export.remarks.compactMap { $0.place?.line })
    let document = try XMLReader.read(Array(export.text.utf8))
    let state = try #require(document.elements.first { $0.name == "state" })
    let transitions = state.elements.filter { $0.name == "transition" }
    return transitions.enumerated().map { number, transition in
      named.contains(number + 1) ? "-" : transition.elements.first?["expr"] ?? ""
    }
  }

  @Test("what is written is what the table holds, and node gives the same value for it")
  func values() throws {
    let expressions = Self.legal()
    let rendered = try Self.rendered(expressions)
    if ProcessInfo.processInfo.environment["STATECHARTS_UPDATE_TABLES"] != nil {
      let lines = zip(expressions, rendered).map { "\($0)\t\($1)\t-" }
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: Self.table)
      return
    }
    let table = try String(contentsOf: Self.table, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(table.map { $0[0] } == expressions, "the table is old: see Tables/ecmascript.mjs")
    guard table.count == expressions.count else { return }
    var same = 0
    for start in stride(from: 0, to: expressions.count, by: 250) {
      let range = start..<min(start + 250, expressions.count)
      let input: [String: ChartValue] = [
        "x5": 5, "xs": "5", "xl": [5], "xm": ["a": 1, "length": 3], "xe": "\u{1F600}",
      ]
      var simulation = try Simulation(
        try CompiledChart(Self.chart(Array(expressions[range]))), input: input)
      _ = simulation.start()
      for row in range {
        let (text, written, result) = (expressions[row], rendered[row], table[row][2])
        let isCurrent = table[row][1] == written
        #expect(isCurrent, "\(text) is written \(written), not \(table[row][1])")
        // What reads the event depends on it.
        guard written != "-", isCurrent, !text.contains("event"), !text.contains("session") else { continue }
        let report = simulation.send("e\(row - start)")
        if result == "error" {
          let fails = report.log.isEmpty && !report.failures.isEmpty
          #expect(fails, "\(text), written \(written), fails in ECMAScript")
        } else {
          let isSame = report.log.first.map { ECMAScriptTableTests.isSame($0, result) } ?? false
          #expect(isSame, "\(text), written \(written): \(report.log), not \(result)")
        }
        same += 1
      }
    }
    #expect(same > 300, "\(same) of \(expressions.count)")
  }

  @Test("what is written is read again as the same, or a difference is named")
  func again() throws {
    let all = Self.legal()
    let input: [String: ChartValue] = [
      "x5": 5, "xs": "5", "xl": [5], "xm": ["a": 1, "length": 3], "xe": "\u{1F600}",
    ]
    var same = 0
    for start in stride(from: 0, to: all.count, by: 250) {
      let expressions = Array(all[start..<min(start + 250, all.count)])
      let original = Self.chart(expressions)
      let export = SCXMLExport(original, name: "table") { origin in
        origin == .none ? nil : TextPlace(line: Int(origin.rawValue) + 1, column: 1)
      }
      let result = SCXMLImporter().read(Array(export.text.utf8), name: "table.scxml", base: "table")
      let copy = try #require(result.chart, "\(result.remarks.filter { $0.severity == .error })")
      let named = Set(export.remarks.compactMap { $0.place?.line })
      let lines = Set(result.remarks.compactMap { $0.place?.line })
      let document = try XMLReader.read(Array(export.text.utf8))
      let state = try #require(document.elements.first { $0.name == "state" })
      let logs = state.elements.filter { $0.name == "transition" }.compactMap { $0.elements.first }
      try #require(logs.count == expressions.count)
      var first = try Simulation(try CompiledChart(original), input: input)
      var second = try Simulation(try CompiledChart(copy), input: input)
      _ = (first.start(), second.start())
      for (number, text) in expressions.enumerated()
      where !named.contains(number + 1) && !lines.contains(logs[number].place.line) {
        let (left, right) = (first.send("e\(number)"), second.send("e\(number)"))
        let isSame = left.log == right.log && left.failures.isEmpty == right.failures.isEmpty
        #expect(isSame, "\(text), written \(logs[number]["expr"] ?? ""): \(right.log), not \(left.log)")
        same += 1
      }
    }
    #expect(same > 300, "\(same) of \(all.count)")
  }
}
