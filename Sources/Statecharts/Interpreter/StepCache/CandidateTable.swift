/// The transitions by state and event: of each state those that answer an event, in the order in which they are tried.
///
/// Events that the engine makes itself have a source, and transitions of their own besides. Those are searched among
/// all transitions of a state, as are the events of charts for which the table would be too large.
struct CandidateTable: Sendable {
  /// Where the list of a state and an event begins; it ends where that of the next event begins.
  private let starts: ContiguousArray<Int32>
  private let transitions: ContiguousArray<Int32>
  private let width: Int
  /// By event: of the first 64 states the leaves that have a candidate, or are inside a state that has.
  private let leavesByEvent: ContiguousArray<UInt64>
  /// The same for transitions without an event.
  let eventlessLeaves: UInt64
  /// All leaves of the first 64 states.
  let allLeaves: UInt64

  /// By event: whether any transition answers it wherever it comes from.
  private let answered: ContiguousArray<Bool>
  /// The sources whose events have transitions of their own.
  private let answeredSources: Set<Int>

  /// Whether every state and event has its list.
  var isComplete: Bool { !starts.isEmpty }

  /// - Parameter most: The most states times names of events, and the most transitions, that are listed.
  init(
    _ states: ContiguousArray<StateRecord>, _ records: ContiguousArray<TransitionRecord>, events: Int,
    most: Int
  ) {
    width = events
    // How many more transitions answer an event than the one before it.
    var changes = ContiguousArray<Int>(repeating: 0, count: events + 1)
    for record in records where record.eventSource == EventSource.any && !record.events.isEmpty {
      changes[record.events.lowerBound] += 1
      changes[record.events.upperBound] -= 1
    }
    var count = 0
    answered = ContiguousArray(
      changes.dropLast().map { change in
        count += change
        return count > 0
      })
    answeredSources = Set(records.lazy.map(\.eventSource)).subtracting([EventSource.any])
    var allLeaves: UInt64 = 0
    for state in states.indices.prefix(64) where states[state].kind.isLeaf { allLeaves |= 1 << UInt64(state) }
    self.allLeaves = allLeaves
    // The leaves inside a state that has one of these transitions.
    func leaves(_ state: Int) -> UInt64 {
      let from: UInt64 = state < 64 ? ~0 << UInt64(state) : 0
      return allLeaves & from & (states[state].end < 64 ? (1 << UInt64(states[state].end)) - 1 : ~0)
    }
    eventlessLeaves = states.indices.reduce(0) { $0 | (states[$1].eventless.isEmpty ? 0 : leaves($1)) }
    let listed = records.lazy.filter { $0.eventSource == EventSource.any }
    guard states.count <= most / max(1, events), listed.reduce(0, { $0 + $1.events.count }) <= most
    else {
      starts = []
      transitions = []
      leavesByEvent = []
      return
    }
    // How long each list is; then where each ends; then, filled from the last transition on, where each begins.
    var leavesByEvent = ContiguousArray<UInt64>(repeating: 0, count: events)
    var starts = ContiguousArray<Int32>(repeating: 0, count: states.count * events + 1)
    for record in listed {
      for event in record.events {
        starts[record.source * events + event] += 1
        leavesByEvent[event] |= leaves(record.source)
      }
    }
    for cell in starts.indices.dropFirst() { starts[cell] += starts[cell - 1] }
    var transitions = ContiguousArray<Int32>(repeating: 0, count: Int(starts[starts.count - 1]))
    for number in records.indices.reversed() where records[number].eventSource == EventSource.any {
      for event in records[number].events {
        let cell = records[number].source * events + event
        starts[cell] -= 1
        transitions[Int(starts[cell])] = Int32(truncatingIfNeeded: number)
      }
    }
    self.leavesByEvent = leavesByEvent
    self.starts = starts
    self.transitions = transitions
  }

  /// Whether any transition of the chart answers an event. Where none does, no active state need be asked.
  func isAnswered(_ event: Int, _ source: Int) -> Bool {
    answered[event] || (source != EventSource.any && answeredSources.contains(source))
  }

  /// Of the first 64 states the leaves that have a candidate for an event, or are inside a state that has.
  func leaves(_ event: Int) -> UInt64 { leavesByEvent[event] }

  /// Where the list of a state and an event begins.
  func start(_ state: Int, _ event: Int) -> Int { Int(starts[state &* width &+ event]) }

  /// Where it ends.
  func end(_ state: Int, _ event: Int) -> Int { Int(starts[state &* width &+ event &+ 1]) }

  /// The transition at a place of the lists.
  subscript(_ place: Int) -> Int { Int(transitions[place]) }
}

/// Where the transitions that may be taken are found.
enum Candidates: Sendable {
  /// Those without an event.
  case eventless
  /// In the table.
  case listed
  /// Among all of a state.
  case searched
}
