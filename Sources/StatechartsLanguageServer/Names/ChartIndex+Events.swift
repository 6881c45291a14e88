internal import Statecharts
internal import StatechartsModel

extension ChartIndex {
  /// The service that the chart declares under a name.
  func service(_ name: String) -> HandlerDeclaration? {
    chart.handlers.services?.first { $0.name.text == name }
  }

  /// The declared fields of a `data`, an `input` or arguments.
  func fields(of owner: FormatPath.Owner) -> [FieldDeclaration] {
    switch owner {
    case .event(let name): return chart.events?.first { $0.name.text == name }?.payload ?? []
    case .output(let name): return chart.outputs?.first { $0.name.text == name }?.payload ?? []
    case .serviceInput(let name): return service(name)?.arguments ?? []
    case .arguments(let name):
      let handlers = (chart.handlers.actions ?? []) + (chart.handlers.guards ?? [])
      return handlers.first { $0.name.text == name }?.arguments ?? []
    // Another file declares them.
    case .chartInput: return []
    }
  }

  /// What is declared of the field or variable that gets a value where a path leads.
  func receiver(at path: FormatPath) -> FieldDeclaration? {
    switch path.receiver {
    case .field(let name, let owner): fields(of: owner).first { $0.name.text == name }
    case .variable(let name): chart.context.first { $0.name.text == name }?.field
    case nil: nil
    }
  }

  /// The declared fields of the event that is current where a path leads, as far as the path shows which event it is.
  func eventFields(at path: FormatPath) -> [FieldDeclaration] {
    if path.isEntering, let state = path.state { return enteringFields(of: state) }
    if path.isInDone, let service = path.service.flatMap(service) { return service.result?.fields ?? [] }
    if let code = path.code { return payload(ofError: code) }
    return path.event.map(payload(ofEvent:)) ?? []
  }

  private func payload(ofEvent name: String) -> [FieldDeclaration] {
    chart.events?.first { $0.name.text == name }?.payload ?? []
  }

  private func payload(ofError code: String) -> [FieldDeclaration] {
    chart.errors?.first { $0.code.text == code }?.payload ?? []
  }

  /// The fields of the events that lead to a state, also through choices and as the first state of a group. Some of the
  /// events may not have all of them.
  private func enteringFields(of state: String) -> [FieldDeclaration] {
    let all = [chart.root] + states
    var names: Set<String> = [state]
    var count = 0
    let leads = { (targets: [ChartName]) in targets.contains { names.contains($0.text) } }
    while names.count > count {
      count = names.count
      for other in all
      where other.initial.map({ leads($0.targets) }) == true
        || other.kind == .choice && other.always.contains(where: { leads($0.targets) })
        || other.kind == .parallel && other.states.contains(where: { names.contains($0.id.text) })
      {
        names.insert(other.id.text)
      }
    }
    var fields: [FieldDeclaration] = []
    func add(_ transition: ChartTransition, _ found: [FieldDeclaration]) {
      guard leads(transition.targets) else { return }
      fields += found.filter { field in !fields.contains { $0.name.text == field.name.text } }
    }
    for other in all {
      for entry in other.on { add(entry.transition, payload(ofEvent: entry.event.name.text)) }
      for invocation in other.invoke {
        var result: [FieldDeclaration] = []
        if case .service(let name) = invocation.source { result = service(name.text)?.result?.fields ?? [] }
        for transition in invocation.done { add(transition, result) }
        for failure in invocation.failed {
          add(failure.transition, failure.code.map { payload(ofError: $0.text) } ?? [])
        }
      }
    }
    return fields
  }
}
