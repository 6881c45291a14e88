internal import Statecharts
internal import StatechartsEditing
internal import StatechartsModel

extension ChartIndex {
  /// What is declared of a name.
  struct Facts {
    var title: String?
    var description: String?
    /// A type, or the fields of a payload or of arguments, as they are written.
    var type: String?
  }

  /// A name with what is declared of it.
  struct Declaration {
    var kind: ChartNameIndex.Kind
    var name: ChartName
    var facts: Facts
  }

  /// A state as a declaration.
  static func declaration(of state: StateNode) -> Declaration {
    Declaration(
      kind: .state, name: state.id, facts: Facts(title: state.title, description: state.description))
  }

  /// What a chart declares besides states.
  static func declarations(of chart: Statechart) -> [Declaration] {
    var result = chart.context.map { variable in
      Declaration(
        kind: .variable, name: variable.name,
        facts: Facts(description: variable.field.description, type: variable.field.type.chartText))
    }
    result += (chart.events ?? []).map { event in
      Declaration(
        kind: .event, name: event.name,
        facts: Facts(title: event.title, description: event.description, type: event.payload.chartText))
    }
    result += (chart.errors ?? []).map { error in
      Declaration(
        kind: .error, name: error.code,
        facts: Facts(title: error.title, description: error.description, type: error.payload.chartText))
    }
    result += (chart.outputs ?? []).map { output in
      Declaration(
        kind: .output, name: output.name,
        facts: Facts(title: output.title, description: output.description, type: output.payload.chartText))
    }
    let handlers = chart.handlers
    let lists: [(ChartNameIndex.Kind, [HandlerDeclaration]?)] = [
      (.guard, handlers.guards), (.action, handlers.actions), (.service, handlers.services),
      (.query, handlers.queries),
    ]
    for (kind, list) in lists {
      result += (list ?? []).map { Declaration(kind: kind, name: $0.name, facts: facts(of: $0)) }
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
  /// The fields as they are written; nil without fields.
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
