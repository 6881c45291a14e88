import Foundation
import StatechartsTesting
import StatechartsYAML
import Testing

@testable import statechart

@Suite("Jumps in the shipped charts")
struct ShippedJumpTests {
  /// How many steps a jump may try.
  private static let mostSteps = 1_000

  @Test(
    "each state is reached from the start in few tries, though no time is short",
    arguments: [
      "discourse-delegated-auth", "firebase-totp", "fxa-authentication", "nextauth-session", "registration",
    ])
  func everyState(chart: String) throws {
    let path = BuiltCommand.root.appendingPathComponent("charts/\(chart).yaml").path
    let loaded = try ChartLoader().load(path)
    let run = SimulatedRun([], on: loaded)
    var limits = ShortestRun.Limits()
    limits.steps = Self.mostSteps
    limits.time = .seconds(600)
    for state in run.view.destinations where run.report?.states.contains(state.id) == false {
      let jump = RunJump(to: state.id, after: run, limits: limits)
      let replayed = SimulatedRun(jump.lines, on: loaded)
      #expect(
        replayed.problem == nil && replayed.view.now?.visited.contains(state.id) == true,
        "\(state.id): \(jump.message ?? jump.lines.joined(separator: "\n"))")
    }
  }
}
