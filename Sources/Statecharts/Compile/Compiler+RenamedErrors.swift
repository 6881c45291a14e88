import StatechartsModel

// After all passes: an error code that was renamed in `errors` and nowhere else.

extension Compiler {
  /// Proposes the only declared code that is not used for the only code that is not declared.
  ///
  /// A sure typo of another code goes first, unless it is written several times: nobody mistypes the same way twice.
  mutating func proposeRenamedError() {
    guard undeclaredCodes.count == 1, let (code, places) = undeclaredCodes.first, let first = places.first,
      places.count > 1 || problems[first].suggestion == nil || problems[first].isGuess
    else { return }
    let used = usedErrorCodes()
    let unused = (chart.errors ?? []).map(\.code.text).filter { !used.contains($0) }
    guard unused.count == 1 else { return }
    // A code that begins with it may be meant all the same.
    let near =
      problems[first].suggestion.flatMap { $0 != unused[0] && $0.hasPrefix(code) ? "`\($0)`, or " : nil }
      ?? ""
    for place in places {
      problems[place].help =
        "Did you mean \(near)`\(unused[0])`, which is declared but not used? Otherwise declare `\(code)` under `errors`."
      problems[place].related = declaration(of: unused[0], for: .unknownError)
      problems[place].suggestion = unused[0]
      problems[place].isGuess = true
    }
  }

  /// The codes that states, services, transitions and expressions name.
  private func usedErrorCodes() -> Set<String> {
    var used: Set<String> = []
    for service in chart.handlers.services ?? [] { used.formUnion(service.errors.lazy.map(\.text)) }
    for state in models {
      used.formUnion(state.errors.lazy.map(\.text))
      for transition in state.on where transition.event.prefix.hasPrefix("error.") {
        used.insert(String(transition.event.prefix.dropFirst("error.".count)))
      }
      for invocation in state.invoke {
        used.formUnion(invocation.failed.lazy.compactMap(\.code?.text))
        used.formUnion((invocation.retry?.codes ?? []).lazy.map(\.text))
      }
    }
    for constants in expressions.map(\.program.constants) + [initialValues] {
      for case .string(let text) in constants { used.insert(text) }
    }
    return used
  }
}
