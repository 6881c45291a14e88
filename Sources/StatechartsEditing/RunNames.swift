import StatechartsYAML

/// Where a recorded run has the name of a change. It has what happens in a chart and in those that this one runs, which
/// may have other things with that name.
struct RunNames {
  let change: NameChange
  /// Whether the run also sets a guard of the old name in a chart that keeps it.
  let setsOtherGuard: Bool
  /// Whether one of the charts that change runs.
  private let isInTree: Bool
  /// The charts that run and do not change.
  private let others: [RenamedChart]
  private let errorNames: Set<String>
  /// The chart of the run.
  private let main: RenamedChart?
  /// For each id the outermost chart in which a service or chart runs with it.
  private let owners: [String: RenamedChart]
  /// The names of the charts that change.
  private let changed: Set<String>

  /// - Parameters:
  ///   - charts: The charts that change.
  ///   - tree: The charts that run, that of the run first.
  ///   - errorNames: The names of fields and inputs whose values are error codes.
  init(_ change: NameChange, in charts: [RenamedChart], among tree: [RenamedChart], errorNames: Set<String>) {
    self.change = change
    main = tree.first
    owners = tree.reduce(into: [:]) { owners, chart in
      for id in chart.runningIDs where owners[id] == nil { owners[id] = chart }
    }
    self.errorNames = errorNames
    let changed = Set(charts.map(\.source.name))
    self.changed = changed
    let users = tree.filter { !change.uses(in: $0).isEmpty }
    isInTree = tree.contains { changed.contains($0.source.name) }
    others = tree.filter { !changed.contains($0.source.name) }
    setsOtherGuard =
      change.kind == .guard && users.contains { changed.contains($0.source.name) }
      && users.contains { !changed.contains($0.source.name) }
  }

  /// Checks that no other chart that runs has the new name. A run does not say which chart a name is from.
  func check(in run: SourceText) throws(ChartRenaming.Refusal) {
    guard change.kind == .guard || change.kind == .service,
      let other = others.first(where: { chart in
        change.kind == .guard
          ? chart.index.uses.contains { $0.kind == .guard && $0.name == change.new }
          : chart.runningIDs.contains(change.new)
      })
    else { return }
    throw ChartRenaming.Refusal(
      message:
        "`\(change.new)` is already \(change.kind.wordsWithArticle) of `\(other.source.name)`, which also runs in `\(run.name)`.",
      help: "Choose another name.")
  }

  /// Whether the names in a line are from a chart that changes. Of several charts with the service, it is the outermost.
  func areMeant(inLineOf id: String?) -> Bool {
    let chart = id.flatMap { owners[$0] } ?? main
    switch change.kind {
    case .guard: return isInTree
    // The name of a service is its id unless it has one.
    case .service where chart?.index.ids.contains(change.old) == true: return false
    default: return chart.map { changed.contains($0.source.name) } ?? false
    }
  }

  /// Whether a text of a line may be the name.
  func isName(_ path: [String], _ isKey: Bool) -> Bool {
    switch change.kind {
    case .event: !isKey && path == ["event"]
    case .service: !isKey && path == ["service"]
    case .error: !isKey && (path == ["failed"] || path.count > 1 && errorNames.contains(path.last ?? ""))
    case .guard: isKey && path == ["guards"]
    case .variable: isKey && path == ["input"]
    case .state, .action, .query, .output, .element: false
    }
  }
}

extension RenamedChart {
  /// The ids with which services and charts run in this chart.
  fileprivate var runningIDs: Set<String> {
    index.ids.union(index.servicesWithoutID).union(index.children.map(\.id))
  }
}
