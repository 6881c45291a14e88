/// What is known of several documents that belong together.
struct DocumentFacts: Hashable, Sendable {
  /// Whether `null` is a value in one of them.
  var hasNull = false
  /// Whether the data of an event can be something else than named values.
  var hasPlainData = false
  /// The parts of events' names, in the order in which they are found; none while all of them can be names.
  var eventParts: [String] = []
  /// What charts are given, by their paths and the names of their data.
  var inputs: [String: [String: ValueFacts]] = [:]

  /// Adds what a chart is given.
  mutating func add(_ facts: ValueFacts, to name: String, of path: String) {
    let known = inputs[path, default: [:]][name]
    inputs[path, default: [:]][name] = known?.union(facts) ?? facts
  }

  /// The same with everything possible that one may be given.
  func withoutInputs() -> DocumentFacts {
    var result = self
    result.hasPlainData = true
    result.inputs = inputs.mapValues { $0.mapValues { _ in .unknown } }
    return result
  }
}
