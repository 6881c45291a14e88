import Statecharts
import StatechartsModel

extension ChartBuilder {
  /// Reads `invoke`.
  mutating func invocations(in fields: Fields) -> [ChartInvocation] {
    guard let entry = entry(.invoke, in: fields) else { return [] }
    guard kind(entry.value) == .sequence else {
      return invocation(entry.value, key: entry.key).map { [$0] } ?? []
    }
    return items(of: entry.value) { builder, item in builder.invocation(item, key: entry.key) }
  }

  private mutating func invocation(_ node: Int32, key: Int32) -> ChartInvocation? {
    guard kind(node) == .mapping else {
      report(.wrongKind(node, key: key, expected: .object(.invoke)))
      return nil
    }
    let fields = open(node, as: .invoke, owner: next(key) == node ? key : node)
    defer { close(fields) }
    let source: ChartInvocation.Source?
    var path: ChartName?
    if let expression = computed(.chart, in: fields) {
      let charts = paths(in: fields)
      path = charts.first
      source = .computed(expression, among: charts)
    } else {
      path = value(.chart, in: fields).flatMap { self.path($0.value) }
      source = if let path { .chart(path) } else { name(.service, in: fields).map { .service($0) } }
      // A `chart` that is misspelled or refused may be a computed one.
      if entry(.chart, in: fields) != nil || !contains(.chart, in: fields) { refuse(.among, in: fields) }
    }
    var id = name(.id, in: fields)
    if id == nil, let path { id = idOfChart(path) }
    let variable = name(.idTo, in: fields)
    var invocation = ChartInvocation(
      source ?? .service(ChartName("")), id: id, input: expressions(.input, in: fields),
      timeout: timeout(in: fields), resume: resume(in: fields), onRestore: onRestore(in: fields),
      retry: retry(in: fields), done: transitions(.done, in: fields), failed: failures(in: fields),
      finalize: actions(.finalize, in: fields), forwardsEvents: bool(.forward, in: fields) ?? false,
      origin: ModelOrigin(node))
    invocation.idVariable = variable
    return source == nil ? nil : invocation
  }

  private mutating func onRestore(in fields: Fields) -> RestorePolicy? {
    guard entry(.chart, in: fields) == nil else {
      refuse(.onRestore, in: fields)
      return nil
    }
    return choice(.onRestore, in: fields).flatMap(RestorePolicy.init(rawValue:))
  }

  /// A time limit, which cannot be nothing.
  private mutating func timeout(in fields: Fields) -> ChartDelay? {
    guard let delay = delay(.timeout, in: fields), let entry = entry(.timeout, in: fields) else { return nil }
    guard case .literal(let span) = delay, span <= .zero else { return delay }
    report(.noTimeout(entry.value))
    return nil
  }

  private mutating func retry(in fields: Fields) -> ChartInvocation.Retry? {
    guard let inner = open(.retry, in: fields) else { return nil }
    defer { close(inner) }
    let backoff = delay(.backoff, in: inner)
    let codes = names(.on, in: inner)
    return count(.attempts, in: inner).map {
      ChartInvocation.Retry(attempts: $0, backoff: backoff, codes: codes)
    }
  }

  // MARK: Files of child charts

  /// The charts among which an expression chooses.
  private mutating func paths(in fields: Fields) -> [ChartName] {
    guard contains(.among, in: fields) else {
      reportMissing(.among, in: fields)
      return []
    }
    guard let entry = value(.among, in: fields) else { return [] }
    return texts(of: entry.value, key: entry.key, expected: .path) { builder, item in builder.path(item) }
  }

  /// The file of a child chart, relative to this one.
  private mutating func path(_ node: Int32) -> ChartName? {
    if let problem = PathSpelling.problem(text(node)) {
      report(.badPath(node, problem))
      return nil
    }
    return ChartName(text(node), origin: ModelOrigin(node))
  }

  /// A chart runs under its file's name when no id is given.
  private mutating func idOfChart(_ path: ChartName) -> ChartName? {
    let base = PathSpelling.name(of: path.text)
    guard isLegal(base, .work) else {
      report(.badFileName(path))
      return nil
    }
    return ChartName(base, origin: path.origin)
  }
}
