package import StatechartsModel

/// What a chart that runs another one may use of it.
package struct ChildInterface: Sendable {
  /// What it is given when it starts.
  var inputs: [FieldDeclaration]
  /// The names of its events; nil where it takes any.
  var events: Set<String>?

  /// Takes what a chart declares.
  package init(_ chart: Statechart) {
    inputs = chart.context.filter(\.isInput).map { variable in
      var field = variable.field
      // One with an initial value may be left out.
      if variable.initial != nil { field.type = .optional(field.type) }
      return field
    }
    events = chart.events.map { Set($0.map(\.name.text)) }
  }
}
