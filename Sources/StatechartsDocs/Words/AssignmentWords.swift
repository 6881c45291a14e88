internal import Statecharts

/// What becomes of the variables of one `assign`, for a sentence that names the values that are literals.
struct AssignmentWords {
  /// The variables that get a literal, with its text as the chart has it.
  private(set) var set: [(name: String, value: String)] = []
  /// The variables whose new value is not shown: it is computed, or secret.
  private(set) var updated: [String] = []
  /// The variables that become unset.
  private(set) var cleared: [String] = []

  init(_ assignments: [NamedExpression], _ secrets: SecretNames) {
    for assignment in assignments {
      let name = assignment.name.text
      switch secrets.literal(assignment.value, of: assignment.name) {
      case nil: updated.append(name)
      case "unset": cleared.append(name)
      case let value?: set.append((name, value))
      }
    }
  }
}
