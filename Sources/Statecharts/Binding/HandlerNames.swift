import StatechartsModel

/// The names of one kind of handlers: those of the chart beside those of the app.
struct HandlerNames {
  /// The kind with its article.
  let kind: String
  /// What the chart uses and the app does not provide, in the order of first use.
  let missing: [String]
  /// What the app provides and the chart neither uses nor declares, sorted.
  let unused: [String]
  /// All names of the chart.
  private let known: [String]

  init(_ kind: String, used: [String], declared: [HandlerDeclaration]?, given: [String]) {
    self.kind = kind
    let provided = Set(given)
    let names = used + (declared ?? []).map(\.name.text)
    let known = Set(names)
    self.known = names
    missing = used.filter { !provided.contains($0) }
    unused = given.filter { !known.contains($0) }
  }

  /// Says for each name that does not agree what was probably meant: the same name of another kind, else a near name.
  func addHints(to problems: inout BindingProblems, among kinds: [HandlerNames]) {
    for name in missing {
      if let other = kinds.first(where: { $0.unused.contains(name) }) {
        problems.hints[name] = "provided as \(other.kind), but the chart has \(kind)"
      } else if let near = NearNames.suggestion(for: name, in: unused) {
        problems.hints[name] = "did you mean `\(near)`?"
      }
    }
    for name in unused where problems.hints[name] == nil {
      if let other = kinds.first(where: { $0.known.contains(name) }) {
        problems.hints[name] = "the chart has \(other.kind) of this name"
      } else if let near = NearNames.suggestion(for: name, in: missing)
        ?? NearNames.suggestion(for: name, in: known)
      {
        problems.hints[name] = "did you mean `\(near)`?"
      }
    }
  }
}
