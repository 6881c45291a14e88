internal import Statecharts

/// Answers the guards of a machine in each way that they can answer.
///
/// Guards are answered in Swift, which a chart knows nothing of. So each answer is possible; but one guard with the same
/// arguments gives one answer within a step.
struct GuardAnswers {
  /// How many ways of answering are tried for one step at most.
  private static let mostRuns = 64

  /// What the guards of one step are asked and answer. Only the thread that calls the machine uses it.
  private final class Interview: @unchecked Sendable {
    let wanted: [Bool]
    private(set) var answers: [Walk.Answer] = []

    init(_ wanted: [Bool]) { self.wanted = wanted }

    func answer(_ name: String, _ arguments: [String: ChartValue]) -> Bool {
      if let known = answers.first(where: { $0.guardName == name && $0.arguments == arguments }) {
        return known.holds
      }
      let holds = answers.count < wanted.count ? wanted[answers.count] : true
      answers.append(Walk.Answer(guardName: name, arguments: arguments, holds: holds))
      return holds
    }
  }

  /// Takes a step in each way in which the guards can answer; first in the one in which all hold.
  ///
  /// - Parameter visit: Called with the machine after the step, the step, and what the guards answered.
  static func forEach(
    _ machine: Machine, _ step: (inout Machine) -> Macrostep,
    visit: (Machine, Macrostep, [Walk.Answer]) -> Void
  ) {
    var pending: [[Bool]] = [[]]
    var runs = 0
    while let wanted = pending.popLast(), runs < mostRuns {
      runs += 1
      let interview = Interview(wanted)
      var machine = machine
      machine.guardRule = { interview.answer($0, $1) }
      let taken = step(&machine)
      machine.guardRule = nil
      let answers = interview.answers
      for place in (wanted.count..<max(answers.count, wanted.count)).reversed() {
        pending.append(answers.prefix(place).map(\.holds) + [false])
      }
      visit(machine, taken, answers)
    }
  }
}
