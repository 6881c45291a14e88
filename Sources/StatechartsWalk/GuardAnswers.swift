internal import Statecharts

/// Answers the guards of a machine in each way that they can answer.
///
/// Guards are answered in Swift, which a chart knows nothing of. So each answer is possible; but one guard with the same
/// arguments gives one answer within a step.
struct GuardAnswers {
  /// How many ways of answering are tried for one step at most.
  private static let mostRuns = 64

  private struct Question: Hashable {
    var name: String
    var arguments: [String: Value]
  }

  /// What the guards of one step are asked and answer. Only the thread that calls the machine uses it.
  private final class Interview: @unchecked Sendable {
    let wanted: [Bool]
    private(set) var answers: [(question: Question, answer: Bool)] = []

    init(_ wanted: [Bool]) { self.wanted = wanted }

    func answer(_ question: Question) -> Bool {
      if let known = answers.first(where: { $0.question == question }) { return known.answer }
      let answer = answers.count < wanted.count ? wanted[answers.count] : true
      answers.append((question, answer))
      return answer
    }
  }

  /// Takes a step in each way in which the guards can answer; first in the one in which all hold.
  ///
  /// - Parameter visit: Called with the machine after the step, the step, and the answers by the guards' names.
  static func forEach(
    _ machine: Machine, _ step: (inout Machine) -> Macrostep,
    visit: (Machine, Macrostep, [(name: String, answer: Bool)]) -> Void
  ) {
    var pending: [[Bool]] = [[]]
    var runs = 0
    while let wanted = pending.popLast(), runs < mostRuns {
      runs += 1
      let interview = Interview(wanted)
      var machine = machine
      machine.guardRule = { name, arguments in interview.answer(Question(name: name, arguments: arguments)) }
      let taken = step(&machine)
      machine.guardRule = nil
      let answers = interview.answers
      for place in (wanted.count..<max(answers.count, wanted.count)).reversed() {
        pending.append(answers.prefix(place).map(\.answer) + [false])
      }
      visit(machine, taken, answers.map { ($0.question.name, $0.answer) })
    }
  }
}
