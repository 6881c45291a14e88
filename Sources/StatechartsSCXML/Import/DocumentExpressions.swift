import StatechartsModel

internal import Statecharts

/// Converts the expressions of one document.
///
/// What cannot be converted becomes `fail()`, so that the chart does not silently do something else.
struct DocumentExpressions {
  /// In what language the document's expressions are.
  enum DataModel: String { case null, ecmascript }

  /// An expression of the chart, with what is known of it.
  struct Converted {
    var expression = ChartExpression.failing
    var facts = ValueFacts.unknown
    var canFail = true
    /// The variables that it reads and that are known to have a value at some time, by their names in the document.
    var reads: Set<String> = []
    /// Whether a remark says already that it fails.
    var isLost = false

    static let failing = Converted(isLost: true)
  }

  private let dataModel: DataModel
  private let scope: ExpressionScope
  private let remarks: DocumentRemarks
  private var translator = ESTranslator()
  /// Whether an expression of the document uses `null` as a value.
  private(set) var usesNull = false
  /// The charts that are values in the document.
  private(set) var charts: [ChartName] = []

  /// Prepares the conversion, and infers what variables can hold from what is known of all documents.
  init(
    of document: DocumentQueue.Document, _ dataModel: DataModel, _ names: DocumentNames,
    _ facts: DocumentFacts, _ remarks: DocumentRemarks
  ) {
    self.dataModel = dataModel
    self.remarks = remarks
    scope = names.scope
    translator.documentName = document.element["name"] ?? ""
    translator.variables = names.variables
    translator.states = names.states
    if facts.hasNull { translator.unknown.kinds.insert(.null) }
    translator.unknown.elements = translator.unknown.kinds
    // Decision: Docs/decisions/conversion.md#event-data-are-taken-for-named-values
    if facts.hasPlainData {
      translator.eventData = translator.unknown
    } else if facts.hasNull {
      translator.eventData.kinds.insert(.null)
    }
    guard dataModel == .ecmascript else { return }
    let inputs = facts.inputs[document.path] ?? [:]
    let inference = VariableInference(
      document.element, translator, topLevelData: names.topLevelData, inputs: inputs)
    translator = inference.translator
  }

  /// Converts an expression, or a condition.
  mutating func convert(_ text: String, _ place: TextPlace, isCondition: Bool = false) -> Converted {
    var translator = translator
    do throws(ESProblem) {
      let result = try isCondition ? translator.condition(text) : translator.value(text)
      let expression = checked(result.text, place)
      report(translator, text, place, isKept: expression != nil)
      return Converted(
        expression: ChartExpression((expression ?? .failing).text, origin: remarks.origin(place)),
        facts: result.facts, canFail: result.canFail,
        reads: translator.reads.filter { translator.facts[$0]?.kinds.isOnly(.undefined) == false },
        isLost: expression == nil || !translator.failures.isEmpty)
    } catch {
      report(error, text, place)
      return .failing
    }
  }

  /// An expression of charts; nil, after a remark, if it cannot be read or always fails.
  private func checked(_ text: String, _ place: TextPlace) -> ChartExpression? {
    do throws(ExpressionProblem) {
      let (_, problems) = check(try parse(text), in: scope)
      // What is known to fail may stand in a document, where it fails when it is run.
      guard let problem = problems.first else { return ChartExpression(text) }
      remarks.add(.lost, "`\(text)` became `fail()`, because it always fails: \(problem.message).", place)
    } catch {
      remarks.add(
        .lost, "`\(text)` became `fail()`, because it is not a valid expression: \(error.message).", place)
    }
    return nil
  }

  /// A script as assignments.
  mutating func script(_ text: String, _ place: TextPlace) -> [ChartAction] {
    var translator = translator
    do throws(ESProblem) {
      let assignments = try translator.script(text)
      report(translator, text, place)
      return assignments.map { assignment in
        assignment.variable.map {
          ChartAction(.assign([NamedExpression(ChartName($0), ChartExpression(assignment.value))]))
        } ?? .failing
      }
    } catch {
      report(error, text, place)
      return [.failing]
    }
  }

  /// What stands inside `data`, `assign` or `content`; nil for nothing.
  mutating func inlineValue(_ element: XMLElement, _ documents: inout DocumentQueue) -> Converted? {
    guard let inner = element.elements.first else {
      let text = element.text
      return text.listedNames.isEmpty ? nil : literal(text, element.place)
    }
    guard inner.isSCXML, inner.name == "scxml", element.elements.count == 1 else {
      remarks.add(.lost, "XML as data is not supported, so it became `fail()`.", inner.place)
      return .failing
    }
    guard let path = documents.add(inner, named: "chart", remarks) else { return .failing }
    charts.append(ChartName(path))
    return (try? ESTranslator.quoted(path)).map {
      Converted(expression: ChartExpression($0), facts: ValueFacts(kinds: .other), canFail: false)
    }
  }

  /// The value that a text inside an element stands for.
  mutating func literal(_ text: String, _ place: TextPlace) -> Converted {
    switch InlineContent.read(text, in: dataModel) {
    case .value(let result, let hasNull):
      usesNull = usesNull || hasNull
      return Converted(
        expression: ChartExpression(result.text), facts: result.facts, canFail: result.canFail)
    case .text(let words):
      if let quoted = try? ESTranslator.quoted(words) {
        let facts = ValueFacts(kinds: .of(words))
        return Converted(expression: ChartExpression(quoted), facts: facts, canFail: false)
      }
      remarks.add(.lost, "The text became `fail()`, because it has unsupported characters.", place)
    case .lost(let problem): report(problem, text.listedNames.joined(separator: " "), place)
    }
    return .failing
  }

  /// Reports what was noticed while an expression was rendered.
  private mutating func report(
    _ translator: ESTranslator, _ text: String, _ place: TextPlace, isKept: Bool = true
  ) {
    for failure in translator.failures { remarks.add(.lost, failure, place) }
    for note in translator.notes { remarks.add(.note, note, place) }
    usesNull = usesNull || translator.usesNull
    // Where it fails instead, that is what is said.
    guard isKept, !translator.differences.isEmpty, translator.failures.isEmpty else { return }
    let differences = translator.differences.joined(separator: "; ")
    remarks.add(.differs, "\(Self.shown(text)): \(differences).", place)
  }

  private func report(_ problem: ESProblem, _ text: String, _ place: TextPlace) {
    let shown = Self.shown(text)
    if problem.isSyntax {
      remarks.add(.error, "\(shown) is not valid: \(problem.message).", place)
    } else {
      remarks.add(.lost, "\(shown) became `fail()`: \(problem.message).", place)
    }
  }

  private static func shown(_ text: String) -> String {
    text.utf8.count <= 80 ? "`\(text)`" : "The expression"
  }
}

// Decision: Docs/decisions/conversion.md#what-cannot-be-converted-fails
extension ChartExpression {
  /// What stands for an expression that cannot be converted.
  static let failing = ChartExpression("fail()")
}

extension ChartAction {
  /// What stands for executable content that fails.
  static let failing = ChartAction(.log(.failing))
}
