import StatechartsModel

internal import Statecharts

/// From where the transitions of a chart come, by the states to which they lead: each of many parts of a chart asks only for
/// those that lead into it.
struct Arrivals {
  /// Where in its state a transition stands.
  enum Place: Hashable, Comparable {
    case event(Int)
    case after(Int)
    case done(Int)
    case always(Int)
    /// In which invocation, and which of its `done` or `failed`.
    case completed(Int, Int)
    case failed(Int, Int)
  }

  /// One target of a transition.
  struct Arrival {
    /// The state that the transition leaves.
    let source: Int
    /// Where the transition stands in it.
    let place: Place
    /// Which of its targets this is.
    let target: Int
  }

  private var arrivals: [[Arrival]]

  /// Finds the transitions of all states.
  init(_ flat: FlatChart) {
    var arrivals = [[Arrival]](repeating: [], count: flat.states.count)
    for (source, entry) in flat.states.enumerated() {
      func add(_ transition: ChartTransition, _ place: Place) {
        for (index, name) in transition.targets.enumerated() {
          guard let number = flat.number(of: name) else { continue }
          arrivals[number].append(Arrival(source: source, place: place, target: index))
        }
      }
      let state = entry.state
      for (index, way) in state.on.enumerated() { add(way.transition, .event(index)) }
      for (index, way) in state.after.enumerated() { add(way.transition, .after(index)) }
      for (index, way) in state.done.enumerated() { add(way, .done(index)) }
      for (index, way) in state.always.enumerated() { add(way, .always(index)) }
      for (number, invocation) in state.invoke.enumerated() {
        for (index, way) in invocation.done.enumerated() { add(way, .completed(number, index)) }
        for (index, way) in invocation.failed.enumerated() { add(way.transition, .failed(number, index)) }
      }
    }
    self.arrivals = arrivals
  }

  /// The transitions that lead into some states from outside of them, by the states that they leave, each with the places of
  /// those of its targets that lie inside.
  func transitions(into inside: Range<Int>) -> [Int: [(place: Place, targets: [Int])]] {
    var found: [Int: [Place: [Int]]] = [:]
    for number in inside {
      for arrival in arrivals[number] where !inside.contains(arrival.source) {
        found[arrival.source, default: [:]][arrival.place, default: []].append(arrival.target)
      }
    }
    return found.mapValues { places in
      places.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
    }
  }
}
