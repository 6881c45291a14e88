import StatechartsModel

internal import Statecharts

/// What becomes of the variables of one `assign`.
struct AssignmentWords {
  /// The variables that get a value.
  private(set) var assigned: [NamedExpression] = []
  /// The names of the variables that become unset. That is shown of a secret, too.
  private(set) var cleared: [String] = []

  init(_ assignments: [NamedExpression]) {
    for assignment in assignments {
      if assignment.value.isUnset {
        cleared.append(assignment.name.text)
      } else {
        assigned.append(assignment)
      }
    }
  }

  /// Clauses such as `set a, b` without those that have no parts.
  static func joined(_ clauses: [(verb: String, parts: [String])]) -> String {
    clauses.filter { !$0.parts.isEmpty }.map { "\($0.verb) \($0.parts.joined(separator: ", "))" }.joined(
      separator: ", ")
  }
}

extension ChartExpression {
  /// Whether it is nothing but `unset`.
  var isUnset: Bool { XMLText.words(text) == ["unset"] }
}
