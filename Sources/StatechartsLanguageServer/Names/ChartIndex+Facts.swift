internal import Statecharts
internal import StatechartsModel

extension ChartIndex {
  /// What is declared of a name.
  struct Facts {
    var title: String?
    var description: String?
    /// A type, or the fields of a payload or of arguments, as they are written.
    var type: String?
  }

  /// What is declared of a name; nil for one that is not declared.
  func facts(_ kind: ChartNameKind, _ name: String) -> Facts? {
    switch kind {
    case .state:
      return state(name).map { Facts(title: $0.title, description: $0.description) }
    case .event:
      guard let event = chart.events?.first(where: { $0.name.text == name }) else { return nil }
      return Facts(title: event.title, description: event.description, type: event.payload.chartText)
    case .error:
      guard let error = chart.errors?.first(where: { $0.code.text == name }) else { return nil }
      return Facts(title: error.title, description: error.description, type: error.payload.chartText)
    case .output:
      guard let output = chart.outputs?.first(where: { $0.name.text == name }) else { return nil }
      return Facts(title: output.title, description: output.description, type: output.payload.chartText)
    case .variable:
      guard let variable = chart.context.first(where: { $0.name.text == name }) else { return nil }
      return Facts(description: variable.field.description, type: variable.field.type.chartText)
    case .guard: return facts(chart.handlers.guards, name)
    case .action: return facts(chart.handlers.actions, name)
    case .service: return facts(chart.handlers.services, name)
    case .query: return facts(chart.handlers.queries, name)
    case .chart: return nil
    }
  }

  private func facts(_ handlers: [HandlerDeclaration]?, _ name: String) -> Facts? {
    guard let handler = handlers?.first(where: { $0.name.text == name }) else { return nil }
    var type = handler.arguments.chartText
    if let result = handler.result { type = "\(type ?? "{}") → \(result.chartText)" }
    return Facts(title: handler.title, description: handler.description, type: type)
  }
}

extension [FieldDeclaration] {
  /// The fields as they are written; nil for none.
  fileprivate var chartText: String? {
    isEmpty ? nil : ChartValueType.record(self).chartText
  }
}

extension ChartValueType {
  /// The declared fields of a record, optional or not.
  var fields: [FieldDeclaration] {
    switch self {
    case .record(let fields): fields
    case .optional(let wrapped): wrapped.fields
    default: []
    }
  }
}
