import Foundation
import StatechartsTesting
import StatechartsYAML
import TestExtent
import Testing

@testable import statechart

@Suite("Jumps in the shipped charts")
struct ShippedJumpTests {
  /// How many steps a jump may try.
  private static let mostSteps = 1_000

  @Test(
    "each state is reached from the start within 1,000 steps",
    arguments: [
      "discourse-delegated-auth", "firebase-totp", "fxa-authentication", "nextauth-session", "registration",
    ])
  func everyState(chart: String) throws {
    let path = BuiltCommand.root.appendingPathComponent("charts/\(chart).yaml").path
    let loaded = try ChartLoader().load(path)
    let run = SimulatedRun([], on: loaded)
    var limits = RunSearch.Limits()
    limits.steps = Self.mostSteps
    limits.time = .seconds(600)
    let active = Set(try #require(run.report).states)
    let targets = run.view.destinations.filter { !active.contains($0.id) }
    try #require(!targets.isEmpty)
    for state in TestExtent.of(targets, every: 25) {
      let jump = RunJump(to: state.id, after: run, limits: limits)
      let replayed = SimulatedRun(jump.lines, on: loaded)
      #expect(
        replayed.problem == nil && replayed.view.now?.visited.contains(state.id) == true,
        "\(state.id): \(jump.message ?? jump.lines.joined(separator: "\n"))")
    }
  }
}
