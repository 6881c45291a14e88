/// A mapping of the chart format whose keys are fixed.
package enum FormatObject: UInt8, CaseIterable, Sendable {
  case chart, state, initial, transition, invoke, retry
  case variable, field, type, event, error, output
  case handlers, guardHandler, actionHandler, service, query
  case migration, stateMigration, variableMigration
  case assign, raise, send, cancel, emit, log, choose, forEach, action

  /// What the specification and the schema call the mapping.
  package var text: String { "\(self)" }

  /// The mapping with an article.
  package var words: String {
    switch self {
    case .chart: "a chart"
    case .state: "a state"
    case .initial: "an initial transition"
    case .transition: "a transition"
    case .invoke: "a service or chart to run"
    case .retry: "a retry rule"
    case .variable: "a variable"
    case .field: "a field"
    case .type: "a type"
    case .event: "an event"
    case .error: "an error"
    case .output: "an output"
    case .handlers: "a mapping of handlers"
    case .guardHandler: "a guard"
    case .actionHandler: "an action"
    case .service: "a service"
    case .query: "a query"
    case .migration: "a migration"
    case .stateMigration: "rules for states"
    case .variableMigration: "rules for variables"
    case .assign, .raise, .send, .cancel, .emit, .log: "the action `\(text)`"
    case .choose: "the action `if`"
    case .forEach: "the action `foreach`"
    case .action: "an action"
    }
  }

  /// Where the mapping stands, after `is not allowed`.
  package var place: String {
    switch self {
    case .chart: "at the top level of a chart"
    case .initial: "inside `initial:`"
    case .invoke: "inside `invoke:`"
    case .retry: "inside `retry:`"
    case .handlers: "inside `handlers:`"
    case .stateMigration: "inside `states:` of a migration"
    case .variableMigration: "inside `context:` of a migration"
    case .state, .transition, .variable, .field, .type, .event, .error, .output, .guardHandler,
      .actionHandler,
      .service, .query, .migration, .assign, .raise, .send, .cancel, .emit, .log, .choose, .forEach, .action:
      "in \(words)"
    }
  }

  /// All keys, in a sentence.
  package var keyList: String {
    let names = keys.map { "`\($0.name.text)`" }
    let last = names.last ?? ""
    return
      "The keys are \(names.count < 2 ? last : "\(names.dropLast().joined(separator: ", ")) and \(last)")."
  }

  /// Several of them.
  package var plural: String {
    switch self {
    case .state: "states"
    case .event: "events"
    case .error: "errors"
    case .output: "outputs"
    case .guardHandler: "guards"
    case .actionHandler: "actions"
    case .service: "services"
    case .query: "queries"
    default: words
    }
  }

  /// Keys of which at most one may stand in the mapping, and whether one must.
  package var exclusiveGroup: (names: [FormatName], isRequired: Bool)? {
    switch self {
    case .invoke: ([.service, .chart], true)
    case .send: ([.data, .content], false)
    case .state: ([.output, .content], false)
    default: nil
    }
  }

  /// The mapping's keys, in the order of the reference.
  package var keys: [FormatKey] {
    switch self {
    case .chart: FormatObject.chartKeys
    case .state: FormatObject.stateKeys
    case .initial: FormatObject.initialKeys
    case .transition: FormatObject.transitionKeys
    case .invoke: FormatObject.invokeKeys
    case .retry: FormatObject.retryKeys
    case .variable: FormatObject.variableKeys
    case .field: FormatObject.fieldKeys
    case .type: FormatObject.typeKeys
    case .event: FormatObject.eventKeys
    case .error: FormatObject.errorKeys
    case .output: FormatObject.outputKeys
    case .handlers: FormatObject.handlersKeys
    case .guardHandler: FormatObject.guardKeys
    case .actionHandler: FormatObject.actionHandlerKeys
    case .service: FormatObject.serviceKeys
    case .query: FormatObject.queryKeys
    case .migration: FormatObject.migrationKeys
    case .stateMigration: FormatObject.stateMigrationKeys
    case .variableMigration: FormatObject.variableMigrationKeys
    case .assign: FormatObject.assignKeys
    case .raise: FormatObject.raiseKeys
    case .send: FormatObject.sendKeys
    case .cancel: FormatObject.cancelKeys
    case .emit: FormatObject.emitKeys
    case .log: FormatObject.logKeys
    case .choose: FormatObject.chooseKeys
    case .forEach: FormatObject.forEachKeys
    case .action: []
    }
  }

  /// The actions of the format with the key that says which one it is.
  package static let actionForms: [(verb: FormatName, object: FormatObject)] = [
    (.assign, .assign), (.raise, .raise), (.send, .send), (.cancel, .cancel), (.emit, .emit), (.log, .log),
    (.if, .choose), (.foreach, .forEach),
  ]

  /// Keys of a transition, which as names of events or codes are declared or written in quotes.
  package static let transitionOnlyKeys: Set<String> = ["target", "guard", "actions", "internal"]
}
