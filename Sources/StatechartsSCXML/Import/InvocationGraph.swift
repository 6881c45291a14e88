/// Which charts invoke which, for charts cannot invoke themselves.
struct InvocationGraph {
  private struct Edge {
    var source: String
    var target: String
    var document: String
    var place: TextPlace
  }

  private var edges: [Edge] = []
  private var targets: [String: Set<String>] = [:]

  /// Adds that a chart invokes another one.
  mutating func add(_ target: String, from source: String, document: String, place: TextPlace) {
    edges.append(Edge(source: source, target: target, document: document, place: place))
    targets[source, default: []].insert(target)
  }

  /// A remark for each invocation by which a chart would run itself, directly or through others.
  func cycles() -> [SCXMLRemark] {
    var reached: [String: Set<String>] = [:]
    for source in Set(edges.map(\.target)) { reached[source] = reachable(from: source) }
    return edges.filter { reached[$0.target]?.contains($0.source) == true }.map { edge in
      SCXMLRemark(
        .error,
        "With this `invoke` the document runs itself, directly or through others. A chart cannot do that.",
        document: edge.document, place: edge.place)
    }
  }

  /// A remark for each invocation by which charts would run deeper inside each other than they may.
  func tooDeep(from outermost: String, levels: Int) -> [SCXMLRemark] {
    // The charts that run inside each other as deep as may be, by some way.
    var deepest: Set<String> = [outermost]
    for _ in 1..<levels { deepest = Set(deepest.flatMap { targets[$0] ?? [] }) }
    return edges.filter { deepest.contains($0.source) }.map { edge in
      SCXMLRemark(
        .error, "With this `invoke` documents run inside each other on more than \(levels) levels.",
        document: edge.document, place: edge.place)
    }
  }

  /// The chart and all that it invokes, directly or through others.
  private func reachable(from start: String) -> Set<String> {
    var seen: Set<String> = [start]
    var rest = [start]
    while let path = rest.popLast() {
      for target in targets[path] ?? [] where seen.insert(target).inserted { rest.append(target) }
    }
    return seen
  }
}
