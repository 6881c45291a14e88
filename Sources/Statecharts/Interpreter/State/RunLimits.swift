/// How far one event may lead before the chart is stopped.
package enum RunLimits {
  // Decision: Docs/decisions/semantics.md#limits-of-one-event
  /// Microsteps after one external event, those of the events that the chart sends to itself at once included. The
  /// longest in the test suites measured is 102.
  package static let microsteps: Int32 = 1_000
  /// Units of work after one external event: an action, a round of a loop and a guard of more than a name or one comparison
  /// are one each, an expression is one more for every eight of its parts and for what it looks at
  /// (`ExpressionLimits.steps`).
  package static let work: Int32 = 1_000_000
  /// The units of taking an event that the chart raised or sent to itself.
  static let ownEvent = 10
  /// Finding out what such an event does is one unit more for so many transitions of the chart.
  static let transitionsPerUnit = 64
  /// Both of these together.
  static func unitsOfOwnEvent(_ chart: CompiledChart) -> Int {
    ownEvent + chart.transitions.count / transitionsPerUnit
  }
  /// Delayed sends of a chart that wait at the same time. They are in memory and in each snapshot.
  package static let delayedSends = 1_000
  /// Delayed sends in a snapshot; earlier versions had no limit.
  static let storedSends = 10_000
  /// How many of the last microsteps are looked at to name the states of a circle.
  static let observedSteps: Int32 = 100
  /// The longest time that a timer waits; longer ones wait this long, a thousand years.
  package static let longestDelay = Duration.seconds(Int64(31_557_600_000))
}

/// Steps and work that one event has led to.
package struct Spending: Hashable, Sendable {
  /// Microsteps.
  package var microsteps: Int32 = 0
  /// Units of work.
  package var work: Int32 = 0
  /// Which event it is, or since which renewal of the limits; 0 for a chart that runs alone.
  package let event: UInt64

  package init(event: UInt64 = 0) { self.event = event }

  /// Whether nothing was spent yet.
  var isNothing: Bool { microsteps == 0 && work == 0 }

  /// Takes over what a chart has spent besides.
  mutating func go(on other: Spending) {
    microsteps = other.microsteps
    work = other.work
  }

  /// Adds units of work.
  mutating func add(work units: Int) {
    let (sum, isOver) = work.addingReportingOverflow(Int32(clamping: units))
    work = isOver ? .max : sum
  }
}
