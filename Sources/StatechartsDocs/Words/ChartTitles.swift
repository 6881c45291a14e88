import StatechartsModel

internal import Statecharts

/// What a chart calls its events, errors, outputs and handlers, by their names. Of several declarations of one name, the first
/// with a title counts.
struct ChartTitles {
  let events: [String: String]
  let errors: [String: String]
  let outputs: [String: String]
  let services: [String: String]
  let actions: [String: String]
  let guards: [String: String]

  init(_ chart: Statechart) {
    events = Self.table((chart.events ?? []).map { ($0.name, $0.title) })
    errors = Self.table((chart.errors ?? []).map { ($0.code, $0.title) })
    outputs = Self.table((chart.outputs ?? []).map { ($0.name, $0.title) })
    services = Self.table((chart.handlers.services ?? []).map { ($0.name, $0.title) })
    actions = Self.table((chart.handlers.actions ?? []).map { ($0.name, $0.title) })
    guards = Self.table((chart.handlers.guards ?? []).map { ($0.name, $0.title) })
  }

  private static func table(_ declarations: [(name: ChartName, title: String?)]) -> [String: String] {
    var titles: [String: String] = [:]
    for (name, title) in declarations {
      guard let title, title.isVisible, titles[name.text] == nil else { continue }
      titles[name.text] = title
    }
    return titles
  }
}

extension String {
  /// Whether something of the text is seen: it is not only blanks.
  var isVisible: Bool { unicodeScalars.contains { !$0.isBlank } }
}
