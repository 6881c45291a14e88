import Statecharts
public import StatechartsModel

extension ChartSchema {
  /// The schema for one chart, with its own names of states, events, handlers, variables, codes and outputs, so that
  /// an editor completes what there is and marks what there is not.
  ///
  /// Names inside expressions stay as they are: a schema cannot look into them. Where the chart declares nothing of a
  /// kind, all names of it are free, as in the chart.
  public static func json(for chart: Statechart) -> String {
    var names: [String: JSON] = [:]
    func set(_ definition: String, _ known: [String]?, besides more: [JSON] = []) {
      guard let known else { return }
      var seen: Set<String> = []
      // Of no names there is no list: `enum` must not be empty.
      let list: JSON =
        known.isEmpty
        ? .object([("not", .object([]))])
        : .object([("enum", .strings(known.filter { seen.insert($0).inserted }))])
      names[definition] = more.isEmpty ? list : .object([("anyOf", .array([list] + more))])
    }
    set("stateName", StateIndex(chart.root).nodes.dropFirst().map(\.state.id.text))
    set("variableName", chart.context.map(\.name.text))
    let handlers = chart.handlers
    set("guardName", handlers.guards?.map(\.name.text))
    set("actionName", handlers.actions?.map(\.name.text))
    set("serviceName", handlers.services?.map(\.name.text))
    set("queryName", handlers.queries?.map(\.name.text))
    set("outputName", chart.outputs?.map(\.name.text))
    if let codes = chart.errors?.map(\.code.text) {
      set("errorCode", codes + ExpressionScope.platformErrorCodes)
      set("failureName", codes + ExpressionScope.platformErrorCodes + ["any"])
    }
    if let events = chart.events?.map(\.name.text) {
      set("sentEvent", events)
      // The beginnings of names, and events of the platform.
      let beginnings = events.flatMap { event in
        event.indices.filter { event[$0] == "." }.map { "\(event[..<$0]).*" }
      }
      let platform = JSON.object([
        ("type", .string("string")),
        ("pattern", .string(#"^(done|error)(\.[A-Za-z][A-Za-z0-9_-]*)*(\.\*)?$"#)),
      ])
      set(
        "descriptor", events + events.map { "\($0).*" } + beginnings + ["*", EventDescriptor.restored],
        besides: [platform])
    }
    return schema(title: "Statechart, format 1, with the names of `\(chart.id.text)`", names: names).text
  }
}
