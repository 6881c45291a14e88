package import Statecharts

/// What can happen in a chart from one moment of rest to the next.
///
/// It is found by running the chart with sample data: from each situation in which it rests, each event, timer and end of a
/// service in each way in which the guards can answer. So whatever is found can happen. What depends on data that no
/// sample stands for is not found; neither is what needs more situations than `Limits` allow.
package struct Walk: Sendable {
  /// How much is tried.
  package struct Limits: Sendable {
    /// How many situations of one screen are gone on from at most, all of which differ in what decides.
    package var situations = 8
    /// How many more are gone on from in which something has a value that it has not had there.
    package var singles = 60
    /// How many more in which two values meet that have not met there. An input value that only a later start has, and that a
    /// transition there reads, meets one more value of each variable beyond this limit.
    package var pairs = 40
    /// What the steps of the chart may cost together. A step costs 1, and more where many states are active, many actions run or
    /// the chart holds much. The limit is lower in a chart of more than 64 states, whose steps take longer.
    package var steps = 300_000
    /// How many values of a payload or result are tried at once at most.
    package var values = 96
    /// How often all of them are tried for one stimulus in the same states; after that those that made a difference.
    package var trials = 3
    /// How many of the others are tried then, each time the next ones.
    package var others = 6
    /// How many results of services are followed until the chart rests.
    package var results = 12
    /// How many services that run at the same time are followed, and how many timers.
    package var running = 24

    package init() {}
  }

  /// One thing that a chart is told.
  package enum Stimulus: Hashable, Sendable {
    /// It is started with these values.
    case start([String: ChartValue])
    /// The app sends an event.
    case event(String, ChartValue)
    /// A service sends an event.
    case sent(String, ChartValue, service: String)
    /// A service ends well.
    case completed(String, ChartValue)
    /// A service fails.
    case failed(String, code: String, ChartValue)
    /// A time is over.
    case timer(String)

    /// The kind with the name, and without data.
    package var name: String {
      switch self {
      case .start: "start"
      case .event(let name, _), .sent(let name, _, _): "event \(name)"
      case .completed(let id, _): "done \(id)"
      case .failed(let id, let code, _): "failed \(id) \(code)"
      case .timer(let label): "timer \(label)"
      }
    }
  }

  /// What a guard answered during a step.
  package struct Answer: Hashable, Sendable {
    /// The guard's name.
    package var guardName: String
    /// With what it was asked.
    package var arguments: [String: ChartValue]
    /// Whether it holds.
    package var holds: Bool
  }

  /// A stimulus with what the chart did.
  package struct Link: Hashable, Sendable {
    /// What the chart was told.
    package var stimulus: Stimulus
    /// What the guards answered.
    package var answers: [Answer]
    /// The numbers of the transitions that were taken, in order.
    package var taken: [Int]
    /// Where the chart works after it; nil where it rests or has ended.
    package var working: Int?
  }

  /// What leads from one screen to the next, or back to it.
  package struct Step: Sendable {
    /// The number of the screen's state; nil for the start.
    package var from: Int?
    /// What happened until the chart rested again; the first link is the cause.
    package var links: [Link]
    /// The number of the state in which it rests or ends.
    package var to: Int
    /// The error codes that were reported to the person and are not over.
    package var errors: [String]
    /// Whether the cause came while a service worked, after a cause that is not told.
    package var isMeanwhile: Bool
    /// The situation in which it begins; nil for the start.
    package var situation: Int?
  }

  /// One situation in which the chart rests.
  package struct Situation: Sendable {
    /// The number of the screen's state.
    package var screen: Int
    /// How it was reached the first time: the situation before, and what happened since.
    package var origin: (situation: Int?, links: [Link])
  }

  /// The screens.
  package let screens: Screens
  /// The situations that were gone on from.
  package let situations: [Situation]
  /// All steps, each once, in the order in which they were found.
  package let steps: [Step]
  /// Whether all was tried that the samples allow.
  package let isComplete: Bool
  /// Whether something that can happen was never tried, because the steps of the chart cost more than `Limits` allow.
  package let hasUntriedCauses: Bool
  /// What the steps of the chart cost, as `Limits` counts.
  package let machineSteps: Int

  /// Follows a chart.
  package init(_ screens: Screens, limits: Limits = Limits()) {
    var walker = Walker(screens, limits)
    walker.run()
    // More values are worth their time only in a chart that takes little of it and still has screens that were not reached.
    var limits = limits
    var spent = walker.machineSteps
    while walker.hasUntriedValues, spent * 8 < walker.limits.steps, !walker.hasReachedAll {
      limits.values *= 2
      walker = Walker(screens, limits)
      walker.run()
      spent += walker.machineSteps
    }
    self.screens = screens
    situations = walker.situations.map { Situation(screen: $0.screen, origin: $0.origin) }
    steps = walker.steps
    isComplete = walker.isComplete
    hasUntriedCauses = walker.hasUntriedCauses
    machineSteps = walker.machineSteps
  }

  /// A run from the start that ends with a step.
  package func run(to step: Step) -> [Link] {
    var links = step.links
    var place = step.situation
    while let number = place {
      links = situations[number].origin.links + links
      place = situations[number].origin.situation
    }
    return links
  }
}
