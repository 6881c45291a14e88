package import Statecharts

/// How the handler guards of a scenario answer; the same for both engines.
package struct ScriptedGuards: Sendable, Equatable {
  /// Answers by name; others hold.
  package var answers: [String: Bool]
  /// Those that throw whenever they are asked.
  package var throwing: Set<String> = []

  package init(answers: [String: Bool] = [:], throwing: Set<String> = []) {
    self.answers = answers
    self.throwing = throwing
  }

  struct Refusal: Error {}

  /// The answer. An argument turns it round when it is odd, and makes the guard throw when it is no number.
  package func answer(_ name: String, _ arguments: [String: ChartValue]) throws -> Bool {
    if throwing.contains(name) { throw Refusal() }
    let holds = answers[name] ?? true
    guard let argument = arguments["x"] else { return holds }
    guard case .int(let number) = argument else { throw Refusal() }
    return holds == (number % 2 == 0)
  }

  /// What tells guards apart in reports.
  var lines: [String] {
    answers.sorted { $0.key < $1.key }.map { "guard \($0.key): \($0.value)" }
      + throwing.sorted().map { "guard \($0): throws" }
  }
}
