import Statecharts
import StatechartsModel

/// What Swift has to know of a chart: what it declares, and where it declares nothing, what it uses.
struct ChartInventory {
  /// Something with a name and data.
  struct Entry {
    var name: String
    var title: String?
    var description: String?
    var fields: [FieldDeclaration]
  }

  /// A handler, which may be declared or only used.
  struct Handler {
    var declaration: HandlerDeclaration
    var isDeclared: Bool
    var name: String { declaration.name.text }
  }

  let chart: Statechart
  let compiled: CompiledChart
  /// The states that can be active, but for the root, in document order.
  private(set) var states: [StateNode] = []
  /// The services and child charts that states run, each id once, in document order.
  private(set) var invocations: [ChartInvocation] = []
  /// The ids under which states run each service, by its name, in document order.
  private(set) var idsOfServices: [String: [String]] = [:]
  private(set) var events: [Entry] = []
  private(set) var outputs: [Entry] = []
  private(set) var errors: [Entry]?
  private(set) var guards: [Handler] = []
  private(set) var actions: [Handler] = []
  private(set) var services: [Handler] = []
  private(set) var queries: [Handler] = []

  var hasEvents: Bool { chart.events != nil }
  var hasOutputs: Bool { chart.outputs != nil }

  init(_ compiled: CompiledChart) {
    self.compiled = compiled
    chart = compiled.chart
    var used: [String] = []
    var ids: Set<String> = []
    for node in StateIndex(chart.root).nodes {
      invocations += node.state.invoke.filter { ids.insert($0.effectiveID).inserted }
      for invocation in node.state.invoke {
        guard case .service(let name) = invocation.source else { continue }
        let known = idsOfServices[name.text, default: []]
        if !known.contains(invocation.effectiveID) {
          idsOfServices[name.text] = known + [invocation.effectiveID]
        }
      }
      used += node.state.on.map(\.event.name.text)
      switch node.state.kind {
      case .history, .choice: break
      case .plain, .parallel, .final: if node.parent >= 0 { states.append(node.state) }
      }
    }
    if let declared = chart.events {
      events = declared.map {
        Entry(name: $0.name.text, title: $0.title, description: $0.description, fields: $0.payload)
      }
    } else {
      var seen: Set<String> = []
      for name in used where NameRule.isEventName(name) && seen.insert(name).inserted {
        if name.hasPrefix("done.") || name.hasPrefix("error.") || name.hasPrefix("after.") { continue }
        if name == EventDescriptor.restored { continue }
        events.append(Entry(name: name, fields: []))
      }
    }
    outputs =
      chart.outputs?.map {
        Entry(name: $0.name.text, title: $0.title, description: $0.description, fields: $0.payload)
      } ?? compiled.outputNames.map { Entry(name: $0, fields: []) }
    errors = chart.errors?.map {
      Entry(name: $0.code.text, title: $0.title, description: $0.description, fields: $0.payload)
    }
    guards = Self.handlers(chart.handlers.guards, compiled.requiredGuards)
    actions = Self.handlers(chart.handlers.actions, compiled.requiredActions)
    services = Self.handlers(chart.handlers.services, compiled.requiredServices)
    queries = Self.handlers(chart.handlers.queries, compiled.requiredQueries)
  }

  private static func handlers(_ declared: [HandlerDeclaration]?, _ used: [String]) -> [Handler] {
    declared?.map { Handler(declaration: $0, isDeclared: true) }
      ?? used.map { Handler(declaration: HandlerDeclaration(ChartName($0)), isDeclared: false) }
  }
}
