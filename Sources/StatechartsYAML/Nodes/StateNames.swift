import Statecharts

/// The ids and titles of all states of a chart, collected when they are first asked for.
package final class StateNames {
  fileprivate var ids: Set<String>?
  /// Nil for titles that several states have.
  fileprivate var idsByTitle: [String: String?]?
}

extension ChartNodes {
  /// Whether the chart has a state of a name, be it read already or not.
  package func isState(_ name: String) -> Bool {
    let ids = states.ids ?? Set(stateEntries().map { text($0.key) })
    states.ids = ids
    return ids.contains(name)
  }

  /// The id of the only state with a title.
  package func state(titled title: String) -> String? {
    let idsByTitle = states.idsByTitle ?? titles()
    states.idsByTitle = idsByTitle
    return idsByTitle[title] ?? nil
  }

  private func titles() -> [String: String?] {
    var result: [String: String?] = [:]
    for (key, state) in stateEntries() {
      guard let title = value(of: FormatName.title.text, in: state), kind(title) == .scalar else { continue }
      let isKnown = result[text(title)] != nil
      result[text(title)] = .some(isKnown ? nil : text(key))
    }
    return result
  }

  /// The keys of all states, with their values.
  private func stateEntries() -> [(key: Int32, state: Int32)] {
    var result: [(key: Int32, state: Int32)] = []
    var open = document.root.map { [Int32($0.rawValue)] } ?? []
    while let node = open.popLast() {
      guard kind(node) == .mapping, let states = value(of: FormatName.states.text, in: node),
        kind(states) == .mapping
      else { continue }
      for (key, state) in entries(of: states) where isLegal(text(key), .state) {
        result.append((key, state))
        open.append(state)
      }
    }
    return result
  }
}
