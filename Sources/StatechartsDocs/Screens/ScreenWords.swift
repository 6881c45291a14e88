import StatechartsModel

internal import Statecharts
internal import StatechartsWalk

/// What leads from one screen to the next: an event, a time, or the end of a service that waited for somebody, with what was decided
/// on the way.
struct ScreenMove {
  /// The number of the screen's state; nil for the start.
  var from: Int?
  /// What began it; nil where it goes on from what several screens share.
  var cause: ScreenCause?
  /// What was decided, in order.
  var chain: [String]
  /// The same as far as the next screen, where the move ends in shared work.
  var wholeChain: [String]
  /// The same with the conditions of what has no label.
  var conditions: [String]
  /// Where it leads.
  var to: Int
  /// The codes of the errors that are shown.
  var errors: [String]
}

/// An event, a time, or the end of a service that waited for somebody.
struct ScreenCause {
  /// What it is called among others.
  let name: String
  let stimulus: Walk.Stimulus
  /// The transitions that it took at once.
  let taken: [Int]

  init(_ link: Walk.Link) {
    stimulus = link.stimulus
    taken = link.taken
    name = link.stimulus.name
  }

  /// Whether it is an event from outside.
  var isEvent: Bool {
    switch stimulus {
    case .event, .sent: true
    case .start, .timer, .completed, .failed: false
    }
  }
}

/// Puts the steps between screens into words.
struct ScreenWords {
  private let screens: Screens
  private let words: ChartWords

  init(_ screens: Screens, _ words: ChartWords) {
    self.screens = screens
    self.words = words
  }

  /// What an error is called, without the period of a title that is a sentence: it stands among others.
  func errorTitle(_ code: String) -> String {
    let title = words.failureTitle(code)
    return title.hasSuffix(".") && !title.hasSuffix("..") ? String(title.dropLast()) : title
  }

  /// What a cause is called.
  func title(of cause: ScreenCause) -> String {
    switch cause.stimulus {
    case .start: return "start"
    case .event(let name, _), .sent(let name, _, _): return words.eventTitle(name)
    case .timer(let label): return title(ofTimer: label, cause)
    case .completed(let service, _): return label(of: cause) ?? "\(serviceTitle(service)): done"
    case .failed(_, let code, _): return errorTitle(code)
    }
  }

  /// What a service or a chart inside is called.
  func title(of invocation: ChartInvocation) -> String { words.title(of: invocation) }

  private func title(ofTimer label: String, _ cause: ScreenCause) -> String {
    if label.hasPrefix("timeout ") { return "no answer: \(serviceTitle(String(label.dropFirst(8))))" }
    if let event = label.eventOfSendTimer { return words.eventTitle(event) }
    let delay = label.split(separator: ".", maxSplits: 2).dropFirst(2).first.map { "after \($0)" } ?? label
    // A delay that is a variable says less than the transition's label.
    guard let label = self.label(of: cause) else { return delay }
    return delay.contains(where: \.isNumber) ? "\(delay)" : label
  }

  private func label(of cause: ScreenCause) -> String? {
    cause.taken.lazy.compactMap { screens.chart.transitionNotes[$0].label }.first
  }

  private func serviceTitle(_ id: String) -> String {
    let invocation = screens.chart.invocations.first { screens.chart.invocationIDs[$0.id] == id }
    guard case .service(let name)? = invocation?.source else { return id }
    return words.titles.services[name] ?? name
  }

  /// What was decided in each link of a step, in order: the labels of the transitions, the guards of those without, the errors
  /// that services had and nobody was told.
  ///
  /// - Parameter hasConditions: Whether what has neither label nor title is called by its condition, as it is written.
  func chain(_ step: Walk.Step, hasConditions: Bool = false) -> [[String]] {
    step.links.map { link in
      var decisions = link.taken.compactMap { decision($0, hasConditions) }
      if case .failed(_, let code, _) = link.stimulus, step.errors.isEmpty,
        !link.taken.contains(where: { screens.chart.transitionNotes[$0].label != nil })
      {
        decisions.append(errorTitle(code))
      }
      return decisions
    }
  }

  private func decision(_ transition: Int, _ hasConditions: Bool) -> String? {
    let note = screens.chart.transitionNotes[transition]
    if let label = note.label { return label }
    if hasConditions, let regions = finishedRegions(by: transition) { return regions }
    guard let condition = note.guard else { return nil }
    if let title = words.titles.guards[condition] { return title }
    guard hasConditions, condition.utf8.count <= Self.longestCondition else { return nil }
    var shown: [UInt8] = []
    words.append(condition: ChartExpression(condition), to: &shown)
    return String(decoding: shown, as: UTF8.self)
  }

  /// Says that the regions beside the screens are done too, where a transition waits for that.
  private func finishedRegions(by transition: Int) -> String? {
    let source = screens.chart.transitions[transition].source
    guard screens.chart.states[source].kind == .parallel,
      screens.chart.transitionNotes[transition].trigger == "done"
    else { return nil }
    let others = screens.regions(beside: source).map {
      screens.models[$0].title ?? screens.models[$0].id.text
    }
    return others.count == 1 ? "\(others[0]) is done" : "all other regions are done"
  }

  /// A longer condition makes a picture wide and says little at a glance.
  private static let longestCondition = 40
}
