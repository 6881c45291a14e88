import ArgumentParser
import Statecharts
import StatechartsModel
import StatechartsTesting
import StatechartsYAML

/// Plays a file of JSON lines through a chart and says in words what happens.
struct Replay {
  private let narration: Narration
  private let screen: Screen
  private let simulation: Simulation
  /// Whether only what happens and where it leads is shown.
  private let isBrief: Bool
  private var place = ""
  private var time = Duration.zero

  init(_ simulation: Simulation, chart: Statechart, on screen: Screen, isBrief: Bool = false) {
    self.simulation = simulation
    self.screen = screen
    self.isBrief = isBrief
    narration = Narration(chart)
  }

  /// Plays a script and shows each step.
  ///
  /// - Returns: Where the chart is in the end.
  /// - Throws: `ExitCode(2)` after a message when a line cannot be understood, `ExitCode(1)` when a step does not fit this
  ///   chart or the chart was stopped.
  mutating func play(_ script: RunScript) throws(ExitCode) -> SimulationReport {
    screen.show([.text(narration.title, .strong)])
    var simulation = simulation
    var report = SimulationReport?.none
    let fits = try script.play(&simulation) { request, result, time in
      report = result
      show(narration.words(for: request), result, at: time)
    }
    let isStopped = report?.stopped != nil
    let end =
      report?.isFinal == true
      ? "The flow has ended."
      : isStopped
        ? "The flow was stopped and does nothing more." : "The run ends here. The flow has not ended."
    screen.show([.text(end)])
    guard fits, let report else { throw ExitCode(1) }
    return report
  }

  private mutating func show(_ words: String, _ report: SimulationReport, at now: Duration) {
    let now = (time: now, place: narration.place(report))
    let moved = now.place != place ? now.place : nil
    let clock = now.time != time ? " (\(Narration.clock(now.time)))" : ""
    (time, place) = now
    if isBrief {
      // Without it, a step after a mistake looks like any other.
      let errors = narration.emittedErrors(report)
      let words = errors.isEmpty ? words : "\(words): \(errors.joined(separator: ", "))"
      return screen.show([.step(words + clock, moved)])
    }
    let lines = narration.story(report).map { ScreenLine.step($0, indent: 4) }
    let arrow = moved.map { [ScreenLine.place($0)] } ?? []
    screen.show([.step(words + clock)] + lines + arrow)
  }
}

extension ScreenLine {
  /// A step of a run, in a brief account with where it leads.
  fileprivate static func step(_ words: String, _ place: String? = nil) -> ScreenLine {
    let arrow = place.map { [Part(text: "→", style: .faint), Part(text: $0, style: .strong)] } ?? []
    return ScreenLine(
      lead: Part(text: "• ", style: .mark), parts: [Part(text: words, style: .plain)] + arrow,
      hangingIndent: 2)
  }

  /// Where a step leads.
  fileprivate static func place(_ words: String) -> ScreenLine {
    ScreenLine(
      lead: Part(text: "→ ", style: .faint), parts: [Part(text: words, style: .strong)], indent: 2,
      hangingIndent: 4)
  }
}
