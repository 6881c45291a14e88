import StatechartsModel

internal import Statecharts

/// The names of events that a chart answers, as a tree by their parts: what a name stands for are the names below it.
///
/// Whether one of many names answers an event is asked along the way from the event up, not name by name.
struct EventNames: Sendable {
  /// What all events are below: the beginning that `*` stands for.
  static let all = 0

  private struct Step: Hashable {
    var from: Int
    var part: Substring
  }

  /// By name: the name without its last part; -1 for that of all events.
  private var parents = [-1]
  private var next: [Step: Int] = [:]

  init(_ tree: StateIndex) {
    for node in tree.nodes {
      for entry in node.state.on { add(entry.event.prefix) }
    }
  }

  private mutating func add(_ name: Substring) {
    var number = Self.all
    for part in Self.parts(of: name) {
      let step = Step(from: number, part: part)
      number = next[step] ?? parents.count
      if number == parents.count {
        next[step] = number
        parents.append(step.from)
      }
    }
  }

  /// How many names there are, beginnings of names included; numbers are smaller.
  var count: Int { parents.count }

  /// The longest beginning of a name that is known; of one that the chart answers the name itself.
  func number(of name: Substring) -> Int {
    var number = Self.all
    for part in Self.parts(of: name) {
      guard let below = next[Step(from: number, part: part)] else { break }
      number = below
    }
    return number
  }

  /// A name's number and those of its beginnings, longest first: whatever stands for one of them answers the name.
  func beginnings(of number: Int) -> some Sequence<Int> {
    sequence(first: number) { [parents] number in parents[number] < 0 ? nil : parents[number] }
  }

  private static func parts(of name: Substring) -> [Substring] {
    guard !name.isEmpty else { return [] }
    let dot = UInt8(ascii: ".")
    return name.utf8.split(separator: dot, omittingEmptySubsequences: false).map { Substring($0) }
  }
}

/// Which of some events the transitions of states answer, asked by transition and not event by event.
struct AnsweredEvents {
  /// One of the events that a transition answers, and whether it answers more.
  struct Answered {
    var event: String
    var hasMore: Bool
  }

  private let names: EventNames
  /// By each beginning of the events' names.
  private var events: [Int: Answered] = [:]

  init(_ all: [ChartName], _ names: EventNames) {
    self.names = names
    for event in all {
      for beginning in names.beginnings(of: names.number(of: event.text[...])) {
        let known = events[beginning] ?? Answered(event: event.text, hasMore: false)
        events[beginning] = Answered(
          event: known.event, hasMore: known.hasMore || known.event != event.text)
      }
    }
  }

  /// What some transitions for events answer; nil where they answer none of the events.
  func answered(by entries: some Sequence<EventTransition>) -> Answered? {
    entries.lazy.compactMap { events[names.number(of: $0.event.prefix)] }.reduce(nil) { result, other in
      guard let result else { return other }
      return Answered(
        event: result.event, hasMore: result.hasMore || other.hasMore || result.event != other.event)
    }
  }
}
