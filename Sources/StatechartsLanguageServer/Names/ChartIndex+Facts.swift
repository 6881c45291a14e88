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
    if kind == .state { return state(name).map { Facts(title: $0.title, description: $0.description) } }
    return declared[kind]?[name]
  }

  /// What a chart declares besides states.
  static func facts(of chart: Statechart) -> [ChartNameKind: [String: Facts]] {
    var result: [ChartNameKind: [String: Facts]] = [:]
    func add(_ kind: ChartNameKind, _ name: ChartName, _ facts: Facts) {
      // Of a name that is declared twice, the first counts.
      if result[kind]?[name.text] == nil { result[kind, default: [:]][name.text] = facts }
    }
    for event in chart.events ?? [] {
      add(
        .event, event.name,
        Facts(title: event.title, description: event.description, type: event.payload.chartText))
    }
    for error in chart.errors ?? [] {
      add(
        .error, error.code,
        Facts(title: error.title, description: error.description, type: error.payload.chartText))
    }
    for output in chart.outputs ?? [] {
      add(
        .output, output.name,
        Facts(title: output.title, description: output.description, type: output.payload.chartText))
    }
    for variable in chart.context {
      add(
        .variable, variable.name,
        Facts(description: variable.field.description, type: variable.field.type.chartText))
    }
    let handlers = chart.handlers
    let lists: [(ChartNameKind, [HandlerDeclaration]?)] = [
      (.guard, handlers.guards), (.action, handlers.actions), (.service, handlers.services),
      (.query, handlers.queries),
    ]
    for (kind, list) in lists {
      for handler in list ?? [] { add(kind, handler.name, facts(of: handler)) }
    }
    return result
  }

  private static func facts(of handler: HandlerDeclaration) -> Facts {
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
