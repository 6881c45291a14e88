import StatechartsModel

/// Where in the chart an expression stands, and so what it may name.
struct ExpressionContext {
  /// A name that only the body of a `foreach` knows.
  struct Local {
    var field: FieldDeclaration
    /// Its place among the values of a running chart, after the variables.
    var slot: Int

    var name: String { field.name.text }
  }

  /// What is known of the current event.
  enum EventShape {
    /// Nothing.
    case any
    /// The declared fields of its data, and the error code when it is known.
    case payload([FieldDeclaration], error: String?)
    /// The type of its data.
    case result(ChartValueType)
    /// It is what leads to the entry of a state.
    case entering(EntryTriggers)
  }

  /// The state.
  var state: Int
  /// The current event.
  var event = EventShape.any
  /// Names of the loops around, the innermost last.
  var locals: [Local] = []
  /// Whether handler guards may be asked.
  var isGuard = false
  /// Where in the state it stands.
  var part = PossiblyAbsentValue.Part.inside
  /// The variables and fields that have a value here, by the guards and conditions around and the assignments before.
  var setPaths = SetPaths()
  /// The variables that the same list of actions has assigned before.
  var assigned: Set<String> = []
  /// Whether a condition around it depends on which event it is, or on whether the event has data.
  var dependsOnEvent = false

  /// The same in another part of the state.
  func at(_ part: PossiblyAbsentValue.Part) -> ExpressionContext {
    var situation = self
    situation.part = part
    return situation
  }
}
