import StatechartsModel

internal import Statecharts

/// What a state means to a person.
enum StateMeaning: String, CaseIterable {
  case waits, works, decides, passes, ends, endsWell, endsBadly, remembers, group, parallel

  /// What a state of a chart means.
  ///
  /// - Parameter sending: The services that send events. Without a time limit, one of these waits for somebody, such as a
  ///   browser, and so does its state.
  init(of entry: FlatChart.Entry, sending: Set<String>) {
    // Read in place: a copy of a state is a copy of all its lists.
    switch entry.state.kind {
    case .choice: self = .decides
    case .final:
      switch entry.state.ending {
      case .success: self = .endsWell
      case .failure: self = .endsBadly
      case .canceled, nil: self = .ends
      }
    case .history: self = .remembers
    case .parallel: self = .parallel
    case .plain:
      if !entry.state.states.isEmpty {
        self = .group
      } else if !entry.hasMore {
        self = .waits
      } else if entry.state.invoke.contains(where: { !$0.waits(sending) }) {
        self = .works
      } else {
        let passes =
          !entry.state.always.isEmpty && entry.state.on.isEmpty && entry.state.after.isEmpty
          && entry.state.invoke.isEmpty
        self = passes ? .passes : .waits
      }
    }
  }
}

extension ChartInvocation {
  /// Whether it waits for somebody, rather than works.
  fileprivate func waits(_ sending: Set<String>) -> Bool {
    guard case .service(let name) = source else { return false }
    return timeout == nil && sending.contains(name.text)
  }
}
