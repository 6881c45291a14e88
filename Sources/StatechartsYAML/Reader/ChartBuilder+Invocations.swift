import Statecharts
import StatechartsModel

extension ChartBuilder {
  /// Reads `invoke`.
  mutating func invocations(in fields: Fields) -> [ChartInvocation] {
    guard let entry = entry(.invoke, in: fields) else { return [] }
    guard kind(entry.value) == .sequence else {
      return invocation(entry.value, key: entry.key).map { [$0] } ?? []
    }
    var result: [ChartInvocation] = []
    var item = first(entry.value)
    while item >= 0 {
      if let invocation = invocation(item, key: entry.key) { result.append(invocation) }
      item = next(item)
    }
    return result
  }

  private mutating func invocation(_ node: Int32, key: Int32) -> ChartInvocation? {
    guard kind(node) == .mapping else {
      let written = kind(node) == .scalar && !isEmpty(node) ? text(node) : nil
      let isItem = kind(next(key)) == .sequence
      reportWrongKind(
        node, key: key, expected: .object(.invoke),
        help: written.map { name in
          let better = "\(name.hasSuffix(".yaml") ? "chart" : "service"): \(name)"
          return "Write \(chart.shown(isItem ? "- \(better)" : "invoke: { \(better) }", upTo: 80))."
        } ?? "For example: `invoke: { service: checkPassword }`.")
      return nil
    }
    let isItem = next(key) != node
    let fields = open(node, as: .invoke, owner: isItem ? node : key)
    defer { close(fields) }
    check(fields)
    let source: ChartInvocation.Source?
    var path: ChartName?
    if let expression = computed(.chart, in: fields) {
      let charts = paths(in: fields)
      path = charts.first
      source = .computed(expression, among: charts)
    } else {
      path = self.path(in: fields)
      source = if let path { .chart(path) } else { name(.service, in: fields).map { .service($0) } }
      refusePaths(in: fields)
    }
    var id = name(.id, in: fields)
    if id == nil, let path { id = idOfChart(path) }
    let variable = name(.idTo, in: fields)
    var invocation = ChartInvocation(
      source ?? .service(ChartName("")), id: id, input: expressions(.input, in: fields),
      timeout: timeout(in: fields), resume: resume(in: fields), onRestore: onRestore(in: fields),
      retry: retry(in: fields),
      done: transitions(.done, in: fields),
      failed: failures(in: fields), finalize: actions(.finalize, in: fields),
      forwardsEvents: bool(.forward, in: fields) ?? false, origin: ModelOrigin(node))
    invocation.idVariable = variable
    return source == nil ? nil : invocation
  }

  private mutating func onRestore(in fields: Fields) -> RestorePolicy? {
    if let key = entry(.onRestore, in: fields)?.key, entry(.chart, in: fields) != nil {
      report(
        .misplacedKey, at: range(key), "`onRestore` is only for a `service`.",
        help: "Remove it. A child chart continues where it was.")
      return nil
    }
    return choice(.onRestore, in: fields).flatMap(RestorePolicy.init(rawValue:))
  }

  /// A time limit, which cannot be nothing.
  private mutating func timeout(in fields: Fields) -> ChartDelay? {
    guard let delay = delay(.timeout, in: fields), let entry = entry(.timeout, in: fields) else { return nil }
    guard case .literal(let span) = delay, span <= .zero else { return delay }
    report(
      .badValue, at: range(entry.value), "`timeout` must be greater than zero.",
      help: "Write a duration such as `15s`.")
    return nil
  }

  /// The charts of which a computed one is taken.
  private mutating func paths(in fields: Fields) -> [ChartName] {
    guard let entry = entry(.among, in: fields) else {
      reportMissing(key(.among, of: fields), in: fields)
      return []
    }
    guard kind(entry.value) == .sequence, first(entry.value) >= 0 else {
      reportWrongKind(entry, in: fields)
      return []
    }
    var result: [ChartName] = []
    var item = first(entry.value)
    while item >= 0 {
      if kind(item) == .scalar, !isEmpty(item) {
        if let path = path(item) { result.append(path) }
      } else {
        reportWrongKind(item, key: entry.key, expected: .path)
      }
      item = next(item)
    }
    return result
  }

  private mutating func refusePaths(in fields: Fields) {
    guard let entry = entry(.among, in: fields) else { return }
    report(
      .misplacedKey, at: range(entry.key), "`among` is only for a computed `chart`.",
      help: "Remove it, or write an expression in parentheses: `chart: (nextStep)`.")
  }

  private func key(_ name: FormatName, of fields: Fields) -> FormatKey {
    index.keys[Int(fields.object.rawValue)].first { $0.name == name }
      ?? FormatKey(name, .text, "", example: "")
  }

  private mutating func retry(in fields: Fields) -> ChartInvocation.Retry? {
    guard let entry = entry(.retry, in: fields) else { return nil }
    guard kind(entry.value) == .mapping else {
      reportWrongKind(entry, in: fields)
      return nil
    }
    let inner = open(entry.value, as: .retry, owner: entry.key)
    defer { close(inner) }
    check(inner)
    let backoff = delay(.backoff, in: inner)
    let codes = names(.on, in: inner)
    return count(.attempts, in: inner).map {
      ChartInvocation.Retry(attempts: $0, backoff: backoff, codes: codes)
    }
  }

  /// The file of a child chart, relative to this one.
  private mutating func path(in fields: Fields) -> ChartName? {
    guard let entry = entry(.chart, in: fields) else { return nil }
    guard kind(entry.value) == .scalar, !isEmpty(entry.value) else {
      reportWrongKind(entry, in: fields)
      return nil
    }
    return path(entry.value)
  }

  private mutating func path(_ node: Int32) -> ChartName? {
    let text = text(node)
    let problem: String? =
      if text.utf8.first == UInt8(ascii: "/") || text.utf8.contains(UInt8(ascii: ":")) {
        "is not relative to this file"
      } else if text.utf8.contains(UInt8(ascii: "\\")) {
        "has a backslash; folders are separated by `/`"
      } else if !text.hasSuffix(".yaml") || text == ".yaml" || text.hasSuffix("/.yaml") {
        "does not end in `.yaml`"
      } else {
        nil
      }
    if let problem {
      report(
        .wrongKind, at: range(node), "The path \(shown(text)) \(problem).",
        help: "For example: `chart: payment.yaml`.")
      return nil
    }
    return ChartName(text, origin: ModelOrigin(node))
  }

  /// A chart runs under its file's name when no id is given.
  private mutating func idOfChart(_ path: ChartName) -> ChartName? {
    let base = path.text.split(separator: "/").last.map { String($0.dropLast(5)) } ?? ""
    guard isLegal(base, .work) else {
      report(
        .missingKey, at: range(path.origin.rawValue),
        "The file name \(shown(base)) is not a valid id, so `id` is needed.",
        help: "For example: `id: payment`.")
      return nil
    }
    return ChartName(base, origin: path.origin)
  }
}
