public import Statecharts
public import StatechartsModel

/// Swift for a chart: its names and data as types, a protocol for its handlers, and the chart itself.
///
/// The text is the same each time for the same chart, imports nothing but `Statecharts`, and is formatted.
public struct SwiftChart {
  let inventory: ChartInventory
  let path: String
  let fileName: String
  /// The name of the type that holds everything.
  public let typeName: String
  var types: SwiftTypes

  // Names and types, in the order of the inventory's lists.
  var stateCases: [String] = []
  var serviceCases: [String] = []
  var eventCases: [String] = []
  var eventFields: [[SwiftField]] = []
  var outputCases: [String] = []
  var outputFields: [[SwiftField]] = []
  var errorCases: [(code: String, name: String, title: String?, description: String?)] = []
  var errorFields: [String: [SwiftField]] = [:]
  var contextFields: [SwiftField] = []
  var inputFields: [SwiftField] = []
  var guards: [SwiftHandler] = []
  var actions: [SwiftHandler] = []
  var services: [SwiftHandler] = []
  var queries: [SwiftHandler] = []

  /// The line of the chart in which a handler's name stands. With it, the compiler's notes about requirements of the
  /// protocol `Handlers` point to the chart.
  public var handlerLine: ((ChartName) -> Int)?

  /// Plans the Swift of a chart.
  ///
  /// - Parameters:
  ///   - file: the chart's file; only its name without folders is written, but for `handlerLine`.
  ///   - typeName: the name of the type that holds everything; by default it is made from the chart's id.
  public init(_ compiled: CompiledChart, file: String, typeName: String? = nil) {
    inventory = ChartInventory(compiled)
    path = file
    fileName = file.split(separator: "/").last.map(String.init) ?? file
    let own = typeName ?? SwiftNames.type(compiled.chart.id.text)
    let isTaken = [SwiftNames.types, SwiftNames.appTypes, SwiftNames.frameworkTypes].contains {
      $0.contains(own)
    }
    self.typeName = isTaken && typeName == nil ? own + "Chart" : own
    types = SwiftTypes(hasErrors: inventory.errors != nil, reserved: [self.typeName])
    plan()
  }

  /// Whether a text can be the name of the type.
  public static func isTypeName(_ text: String) -> Bool {
    text == SwiftNames.type(text) && !SwiftNames.types.contains(text)
  }

  /// The text of the file.
  public var text: String {
    var output = SwiftOutput()
    output.line(
      "// Generated from \(SwiftText.comment(fileName, width: 1_000).joined()) by `statechart generate`.")
    output.line("// Change the chart, not this file.")
    output.line()
    output.line("public import Statecharts")
    output.line()
    output.documentation(inventory.chart.title ?? inventory.chart.id.text, inventory.chart.description)
    output.block("public enum \(typeName): TypedChart") { output in
      writeStates(&output)
      writeServiceIDs(&output)
      writeEvents(&output)
      writeOutputs(&output)
      writeErrors(&output)
      writeContext(&output)
      writeInput(&output)
    }
    writeHandling(&output)
    writeServiceTypes(&output)
    writeTypedServices(&output)
    writeQueries(&output)
    writeData(&output)
    writeAdapter(&output)
    writeChart(&output)
    return output.text
  }

  private mutating func plan() {
    var names = SwiftNames(reserved: ["rawValue", "allCases", "hashValue"])
    stateCases = names.members(inventory.states.map(\.id.text))
    names = SwiftNames(reserved: ["rawValue", "allCases", "hashValue"])
    serviceCases = names.members(inventory.invocations.map(\.effectiveID))
    names = SwiftNames(reserved: SwiftTypes.reservedEvents)
    eventCases = names.members(inventory.events.map(\.name))
    names = SwiftNames(reserved: SwiftTypes.reservedOutputs)
    outputCases = names.members(inventory.outputs.map(\.name))
    let whole = FieldDeclaration("data", .optional(.any))
    // The variables come first: their names for lists of texts are the shortest.
    contextFields = types.fields(
      inventory.chart.context.map(\.field), owner: "Context", reserved: SwiftTypes.reservedVariables)
    inputFields = zip(inventory.chart.context, contextFields).filter { $0.0.isInput }.map(\.1)
    eventFields = inventory.events.map {
      types.fields(inventory.hasEvents ? $0.fields : [whole], owner: $0.name, reserved: [])
    }
    outputFields = inventory.outputs.map {
      types.fields(inventory.hasOutputs ? $0.fields : [whole], owner: $0.name, reserved: [])
    }
    planErrors()
    var methods = SwiftNames()
    guards = plan(inventory.guards, .question, &methods)
    actions = plan(inventory.actions, .action, &methods)
    services = plan(inventory.services, .service, &methods)
    queries = plan(inventory.queries, .query, &methods)
  }

  private mutating func planErrors() {
    guard let errors = inventory.errors else { return }
    var names = SwiftNames(reserved: SwiftTypes.reservedCodes)
    errorCases = zip(errors, names.members(errors.map(\.name))).map {
      ($0.name, $1, $0.title, $0.description)
    }
    for error in errors {
      errorFields[error.name] = types.fields(error.fields, owner: error.name, reserved: [])
    }
  }

  private mutating func plan(
    _ handlers: [ChartInventory.Handler], _ kind: SwiftHandler.Kind, _ names: inout SwiftNames
  ) -> [SwiftHandler] {
    let methods = names.members(handlers.map(\.name), suffix: kind.suffix)
    return zip(handlers, methods).map { handler, method in
      let declaration = handler.declaration
      var result = SwiftHandler(kind: kind, handler: handler, method: method)
      switch kind {
      case .question, .action, .query:
        // Arguments and payload share one list of labels.
        let all = types.fields(
          declaration.arguments + declaration.payload, owner: handler.name, reserved: [])
        result.arguments = Array(all.prefix(declaration.arguments.count))
        result.payload = Array(all.dropFirst(declaration.arguments.count))
        if kind == .query { result.result = resultType(declaration) ?? "ChartValue" }
      case .service:
        guard handler.isDeclared else {
          result.result = "ChartValue"
          result.input = "ChartValue"
          result.failure = "ServiceFailure"
          break
        }
        if !declaration.arguments.isEmpty {
          result.input = types.record(
            declaration.arguments, documentation: "The input of the service `\(handler.name)`.",
            name: "\(handler.name)-input")
        }
        result.result = resultType(declaration)
        if !declaration.errors.isEmpty { result.failure = types.name("\(handler.name)-failure") }
        if !declaration.sends.isEmpty { result.sender = types.name("\(handler.name)-sender") }
      }
      return result
    }
  }

  private mutating func resultType(_ declaration: HandlerDeclaration) -> String? {
    guard let result = declaration.result else { return nil }
    if case .record(let fields) = result {
      return types.record(
        fields, documentation: "The result of `\(declaration.name)`.", name: "\(declaration.name)-result")
    }
    return types.type(result, of: FieldDeclaration("result", result), owner: declaration.name.text)
  }
}

/// A handler as Swift has it.
struct SwiftHandler {
  /// What it is.
  enum Kind {
    case question, action, service, query

    /// What is added to a name that cannot be a method's.
    var suffix: String {
      switch self {
      case .question: "Guard"
      case .action: "Action"
      case .service: "Service"
      case .query: "Query"
      }
    }
  }

  let kind: Kind
  let handler: ChartInventory.Handler
  /// The requirement's name, without backticks.
  let method: String
  var arguments: [SwiftField] = []
  var payload: [SwiftField] = []
  /// Guards and actions: whether it needs to know the call.
  var takesCall: Bool { !arguments.isEmpty || !payload.isEmpty || !handler.isDeclared }
  /// Services: the type of the input; nil for none.
  var input: String?
  /// Services: the type of the errors; nil for a service that does not fail.
  var failure: String?
  /// Services: the type by which it sends events; nil when it sends none.
  var sender: String?
  /// The type of the result; nil for none.
  var result: String?
}
