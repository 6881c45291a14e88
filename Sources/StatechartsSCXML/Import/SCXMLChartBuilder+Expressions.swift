import StatechartsModel

internal import Statecharts

// Expressions of the document's data model. What cannot be carried over becomes `fail()`, so that the chart does not
// silently do something else.

extension SCXMLChartBuilder {
  // Decision: Docs/decisions/conversion.md#what-cannot-be-converted-fails
  /// What stands for an expression that cannot be carried over.
  static let failing = ChartExpression("fail()")
  /// What stands for executable content that fails.
  static let failingAction = ChartAction(.log(failing))

  /// An expression whose value is wanted.
  mutating func value(_ text: String, _ place: TextPlace) -> ChartExpression {
    translated(text, place) { (translator: inout ESTranslator) throws(ESProblem) in try translator.value(text)
    }
  }

  /// An expression that is asked for yes or no.
  mutating func condition(_ text: String, _ place: TextPlace) -> ChartExpression {
    translated(text, place) { (translator: inout ESTranslator) throws(ESProblem) in
      try translator.condition(text)
    }
  }

  private mutating func translated(
    _ text: String, _ place: TextPlace,
    _ render: (inout ESTranslator) throws(ESProblem) -> ESTranslator.Rendered
  ) -> ChartExpression {
    last = ESTranslator.Rendered("", .unknown, canFail: true)
    if dataModel == .statechart { return checked(text, place) }
    var translator = translator
    do throws(ESProblem) {
      let result = try render(&translator)
      var expression = checked(result.text, place)
      report(translator, text, place, isKept: expression != Self.failing)
      expression.origin = origin(place)
      last = result
      return expression
    } catch {
      report(error, text, place)
      return Self.failing
    }
  }

  /// Names what was noticed while an expression was rendered.
  mutating func report(
    _ translator: ESTranslator, _ text: String, _ place: TextPlace, isKept: Bool = true
  ) {
    for failure in translator.failures { add(.lost, failure, place) }
    for note in translator.notes { add(.note, note, place) }
    reads.formUnion(translator.reads)
    if translator.usesNull { documentFacts.hasNull = true }
    // Where it fails instead, that is what is said.
    guard isKept, !translator.differences.isEmpty, translator.failures.isEmpty else { return }
    add(.differs, "\(Self.shown(text)): \(translator.differences.joined(separator: "; ")).", place)
  }

  private static func shown(_ text: String) -> String {
    text.utf8.count <= 80 ? "`\(text)`" : "The expression"
  }

  /// An expression of charts, if it can be read and always fails not.
  private mutating func checked(_ text: String, _ place: TextPlace) -> ChartExpression {
    do throws(ExpressionProblem) {
      let node = try parse(text)
      let (_, problems) = check(node, in: scope)
      // What is known to fail may stand in a document, where it fails when it is run.
      guard let problem = problems.first else { return ChartExpression(text) }
      add(.lost, "`\(text)` became `fail()`, because it always fails: \(problem.message).", place)
    } catch {
      add(.lost, "`\(text)` became `fail()`, because it is not a valid expression: \(error.message).", place)
    }
    return Self.failing
  }

  mutating func report(_ problem: ESProblem, _ text: String, _ place: TextPlace) {
    let shown = Self.shown(text)
    if problem.isSyntax {
      add(.error, "\(shown) is not valid: \(problem.message).", place)
    } else {
      add(.lost, "\(shown) became `fail()`: \(problem.message).", place)
    }
  }

  /// The variable of a location; nil for one that cannot be assigned.
  mutating func variable(_ location: String, _ place: TextPlace) -> ChartName? {
    if let name = translator.variables[location] { return ChartName(name) }
    if location.hasPrefix("_") {
      add(.lost, "`\(location)` is a system variable, so its assignment became `fail()`.", place)
    } else if let base = location.split(whereSeparator: { $0 == "." || $0 == "[" }).first,
      translator.variables[String(base)] != nil
    {
      add(
        .lost,
        "The assignment to `\(location)` became `fail()`, because only variables can be assigned, not their fields.",
        place)
    } else {
      add(
        .lost, "`\(location)` is not declared, so its assignment became `fail()`. Declare it with `data`.",
        place)
    }
    return nil
  }

  /// What a text inside an element stands for: JSON, else the text with its blanks made single (SCXML 5.2.2, B.2).
  enum Inline {
    case value(ESTranslator.Rendered, usesNull: Bool)
    case text(String)
    /// A value that a chart cannot hold.
    case lost(ESProblem)
  }

  /// What a text inside an element stands for.
  func inline(_ text: String) -> Inline {
    var translator = ESTranslator()
    do throws(ESProblem) {
      switch dataModel {
      case .null: break
      case .statechart:
        // In charts' own data model an expression of theirs stands here.
        if let node = try? ESParser.expression(text), let result = try? translator.value(node),
          translator.failures.isEmpty, isLiteral(result.text)
        {
          return .value(result, usesNull: translator.usesNull)
        }
      case .ecmascript:
        guard let node = try JSONText.node(text) else { break }
        let result = try translator.value(node)
        guard isLiteral(result.text) else { throw .beyond("it is too large for an expression") }
        return .value(result, usesNull: translator.usesNull)
      }
    } catch {
      return .lost(error)
    }
    return .text(words(text).joined(separator: " "))
  }

  /// The value that a text inside an element stands for.
  mutating func literal(_ text: String, _ place: TextPlace) -> ChartExpression {
    switch inline(text) {
    case .value(let result, let usesNull):
      if usesNull { documentFacts.hasNull = true }
      last = result
      return ChartExpression(result.text)
    case .text(let words):
      last = ESTranslator.Rendered("", ValueFacts(kinds: .of(words)))
      if let quoted = try? ESTranslator.quoted(words) { return ChartExpression(quoted) }
      add(.lost, "The text became `fail()`, because it has unsupported characters.", place)
    case .lost(let problem): report(problem, words(text).joined(separator: " "), place)
    }
    last = ESTranslator.Rendered("", .unknown, canFail: true)
    return Self.failing
  }

  /// Whether an expression of charts reads nothing and does not fail.
  func isLiteral(_ text: String) -> Bool {
    guard let node = try? parse(text) else { return false }
    let (checked, problems) = check(node, in: ExpressionScope().literalsOnly)
    return problems.isEmpty && checked.constant != nil
  }
}
