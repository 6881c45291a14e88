import Statecharts
import StatechartsModel

// The chart itself: one small function for each state, one statement for each part, so that the compiler never has to
// find the types of a long expression.

extension SwiftChart {
  func writeChart(_ output: inout SwiftOutput) {
    // Decision: Docs/decisions/code-generation.md#the-chart-is-swift-code-that-builds-the-model
    var names = SwiftNames(reserved: [
      "chart", "compiled", "handlers", "machine", "declareContext", "declareEvents", "declareErrors",
      "declareOutputs", "declareHandlers",
    ])
    var all: [State] = []
    var rest = [inventory.chart.root]
    while let state = rest.popLast() {
      all.append(state)
      rest.append(contentsOf: state.states.reversed())
    }
    let functions = names.members(all.map { "\($0.id.text)-state" })
    // A state may be called like the chart, whose own state is the first.
    let children = Dictionary(
      zip(all.dropFirst().map(\.id.text), functions.dropFirst()), uniquingKeysWith: { old, _ in old })
    output.line()
    output.line("// MARK: - The chart")
    output.line()
    output.block("extension \(typeName)") { output in
      output.documentation("The compiled chart, made on first use.")
      output.block(
        "public static let compiled = Result"
      ) { $0.line("() throws(ModelProblems) in try CompiledChart(chart)") }
      output.line()
      output.documentation("The model of the chart.")
      // Runs once, and takes the optimiser a minute for 500 states where it is let.
      output.line("@_optimize(none)")
      output.block("public static var chart: Statechart") { writeRoot(functions.first ?? "root", &$0) }
      writeDeclarations(&output)
      for (index, (state, function)) in zip(all, functions).enumerated()
      where index == 0 || !Self.isTrivial(state) {
        output.line()
        output.line("@_optimize(none)")
        output.block("private static func \(function)() -> State") { write(state, children, &$0) }
      }
    }
  }

  private func writeRoot(_ root: String, _ output: inout SwiftOutput) {
    let chart = inventory.chart
    output.code(
      "var chart = ", .call("Statechart", [(nil, .string(chart.id.text)), ("root", .text("\(root)()"))]))
    if let title = chart.title { output.code("chart.title = ", .string(title)) }
    if let text = chart.description { output.code("chart.description = ", .string(text)) }
    output.line("chart.version = \(chart.version)")
    for part in declarations where part.isPresent { output.line("\(part.function)(&chart)") }
    for migration in chart.migrations {
      output.code("chart.migrations.append", .call("", [(nil, ModelCode.code(migration))]))
    }
    output.line("return chart")
  }

  // MARK: - Declarations

  /// A list of declarations: where it goes and what is in it.
  private struct Part {
    var function: String
    var isPresent: Bool
    var lists: [(path: String, type: String, elements: [SwiftCode]?)]
  }

  private var declarations: [Part] {
    let chart = inventory.chart
    let events = chart.events?.map {
      ModelCode.declaration("EventDeclaration", $0.name, $0.title, $0.description, $0.payload)
    }
    let errors = chart.errors?.map {
      ModelCode.declaration("ErrorDeclaration", $0.code, $0.title, $0.description, $0.payload)
    }
    let outputs = chart.outputs?.map {
      ModelCode.declaration("OutputDeclaration", $0.name, $0.title, $0.description, $0.payload)
    }
    let handlers: [(String, [HandlerDeclaration]?)] = [
      ("guards", chart.handlers.guards), ("actions", chart.handlers.actions),
      ("services", chart.handlers.services), ("queries", chart.handlers.queries),
    ]
    return [
      Part(
        function: "declareContext", isPresent: !chart.context.isEmpty,
        lists: [("context", "ContextVariable", chart.context.map { ModelCode.code($0) })]),
      Part(
        function: "declareEvents", isPresent: events != nil,
        lists: [("events", "EventDeclaration", events)]),
      Part(
        function: "declareErrors", isPresent: errors != nil,
        lists: [("errors", "ErrorDeclaration", errors)]),
      Part(
        function: "declareOutputs", isPresent: outputs != nil,
        lists: [("outputs", "OutputDeclaration", outputs)]),
      Part(
        function: "declareHandlers", isPresent: handlers.contains { $0.1 != nil },
        lists: handlers.map { ("handlers.\($0)", "HandlerDeclaration", $1?.map { ModelCode.code($0) }) }),
    ]
  }

  private func writeDeclarations(_ output: inout SwiftOutput) {
    for part in declarations where part.isPresent {
      output.line()
      output.line("@_optimize(none)")
      output.block("private static func \(part.function)(_ chart: inout Statechart)") { output in
        for list in part.lists {
          guard let elements = list.elements else { continue }
          if list.path != "context" { output.line("chart.\(list.path) = []") }
          let path = list.path == "context" ? "chart.context" : "chart.\(list.path)?"
          for element in elements { output.code("\(path).append", .call("", [(nil, element)])) }
        }
      }
    }
  }

  // MARK: - States

  /// Whether a state fits into the list of its parent's children.
  private static func isTrivial(_ state: State) -> Bool {
    var plain = State(state.id, kind: state.kind, title: state.title)
    plain.origin = state.origin
    return plain == state
  }

  private static func head(_ state: State, withTitle: Bool) -> SwiftCode {
    var arguments: ModelCode.Arguments = [(nil, .string(state.id.text))]
    switch state.kind {
    case .plain: break
    case .parallel: arguments.append(("kind", .text(".parallel")))
    case .final: arguments.append(("kind", .text(".final")))
    case .history(let deep): arguments.append(("kind", .text(".history(deep: \(deep))")))
    case .choice: arguments.append(("kind", .text(".choice")))
    }
    if withTitle, let title = state.title { arguments.append(("title", .string(title))) }
    return .call("State", arguments)
  }

  private func write(_ state: State, _ functions: [String: String], _ output: inout SwiftOutput) {
    if Self.isTrivial(state) { return output.code("", Self.head(state, withTitle: true)) }
    output.code("var state = ", Self.head(state, withTitle: true))
    if let text = state.description { output.code("state.description = ", .string(text)) }
    if let initial = state.initial { output.code("state.initial = ", ModelCode.code(initial)) }
    if !state.entry.isEmpty { output.code("state.entry = ", ModelCode.actions(state.entry)) }
    if !state.exit.isEmpty { output.code("state.exit = ", ModelCode.actions(state.exit)) }
    func append(_ list: String, _ element: SwiftCode) {
      output.code("state.\(list).append", .call("", [(nil, element)]))
    }
    for invocation in state.invoke { append("invoke", ModelCode.code(invocation)) }
    for transition in state.on { append("on", ModelCode.code(transition)) }
    for transition in state.always { append("always", ModelCode.code(transition)) }
    for transition in state.after { append("after", ModelCode.code(transition)) }
    for transition in state.done { append("done", ModelCode.code(transition)) }
    if !state.output.isEmpty { output.code("state.output = ", ModelCode.values(state.output)) }
    if let value = state.outputValue { output.code("state.outputValue = ", ModelCode.expression(value)) }
    if let ending = state.ending { output.code("state.ending = ", .text(".\(ending.rawValue)")) }
    if !state.errors.isEmpty { output.code("state.errors = ", ModelCode.names(state.errors)) }
    if !state.queries.isEmpty { output.code("state.queries = ", ModelCode.names(state.queries)) }
    if !state.states.isEmpty {
      let children = state.states.map { child in
        Self.isTrivial(child)
          ? Self.head(child, withTitle: true) : SwiftCode.text("\(functions[child.id.text] ?? "state")()")
      }
      output.code("state.states = ", .list(children))
    }
    output.line("return state")
  }
}
