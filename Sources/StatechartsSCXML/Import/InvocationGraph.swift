/// Which charts invoke which, for charts cannot invoke themselves.
struct InvocationGraph {
  private struct Edge {
    var target: String
    var document: String
    var place: TextPlace
  }

  private var edges: [String: [Edge]] = [:]
  private var order: [String] = []

  /// Adds that a chart invokes another one.
  mutating func add(_ target: String, from source: String, document: String, place: TextPlace) {
    if edges[source] == nil { order.append(source) }
    edges[source, default: []].append(Edge(target: target, document: document, place: place))
  }

  /// A remark for each invocation by which a chart would run itself, directly or through others.
  func cycles() -> [SCXMLRemark] {
    var remarks: [SCXMLRemark] = []
    for source in order {
      for edge in edges[source] ?? [] where reaches(source, from: edge.target) {
        remarks.append(
          SCXMLRemark(
            .error,
            "By this `invoke` the document runs itself, directly or through others, which a chart cannot.",
            document: edge.document, place: edge.place))
      }
    }
    return remarks
  }

  private func reaches(_ target: String, from start: String) -> Bool {
    var seen: Set<String> = [start]
    var rest = [start]
    while let path = rest.popLast() {
      if path == target { return true }
      for edge in edges[path] ?? [] where seen.insert(edge.target).inserted { rest.append(edge.target) }
    }
    return false
  }
}
