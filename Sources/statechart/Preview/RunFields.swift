import Statecharts
import StatechartsModel
import StatechartsWalk

/// Describes the values that a chart declares, for forms.
struct RunFields {
  private let samples: SampleValues
  private let chart: Statechart

  init(_ chart: Statechart, _ samples: SampleValues) {
    self.samples = samples
    self.chart = chart
  }

  func fields(_ declarations: [FieldDeclaration]) -> [RunView.Field] { declarations.map(field) }

  /// The variables that the app may give a value at the start.
  var inputs: [RunView.Field] {
    chart.context.filter(\.isInput).map { variable in
      var field = field(variable.field)
      guard let initial = variable.initial else { return field }
      (field.isOptional, field.sample) = (true, nil)
      if !variable.field.holdsSecret { field.initial = initial.text.oneLine }
      return field
    }
  }

  private func field(_ declaration: FieldDeclaration) -> RunView.Field {
    var type = declaration.type
    var isOptional = false
    // A type holds only as many optional ones as its text in the chart has question marks.
    while case .optional(let inner) = type { (type, isOptional) = (inner, true) }
    var field = RunView.Field(
      name: declaration.name.text, kind: "json", hint: FieldQuestions.kind(declaration),
      description: declaration.description?.oneLine, isOptional: isOptional,
      isSecret: declaration.holdsSecret)
    let first = samples.values(of: declaration).first { $0 != .unset }
    switch type {
    case .string:
      field.kind = declaration.values == nil ? "text" : "choice"
      field.choices = declaration.values
      let texts =
        declaration.values == nil ? samples.texts(of: declaration.name.text).filter { !$0.isEmpty } : []
      if !declaration.holdsSecret, !texts.isEmpty { field.suggestions = texts }
    case .error: (field.kind, field.choices) = ("choice", (chart.errors ?? []).map(\.code.text))
    case .bool: (field.kind, field.sample) = ("yesNo", "true")
    case .int: (field.kind, field.sample) = ("integer", first?.description)
    case .number: (field.kind, field.sample) = ("number", first?.description)
    case .duration: (field.kind, field.sample) = ("duration", first?.description)
    case .list(.string): field.kind = "lines"
    case .any, .list, .map, .record, .optional: field.sample = first.map { JSONValue($0).text }
    }
    // What the person leaves alone has no value where that is possible.
    if isOptional || declaration.holdsSecret { field.sample = nil }
    return field
  }
}
