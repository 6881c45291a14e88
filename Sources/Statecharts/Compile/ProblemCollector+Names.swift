import StatechartsModel

// Checks of names.

extension ProblemCollector {
  /// Reports a name that states, codes, outputs, ids and the like cannot have.
  func checkIdentifier(_ name: ChartName, _ what: String) {
    guard !NameRule.isIdentifier(name.text) else { return }
    report(
      .illegalName, "`\(name.text)` is not a valid \(what).",
      help:
        "Use letters, digits, `_` and `-`, beginning with a letter, and at most \(NameRule.longest) bytes.",
      at: name.origin)
  }

  /// Reports a name that expressions cannot say.
  func checkExpressionName(_ name: ChartName, _ what: String) {
    guard !NameRule.isExpressionName(name.text) else { return }
    if NameRule.reserved.contains(name.text) {
      report(
        .illegalName,
        "`\(name.text)` is not a valid \(what): it has a meaning in expressions.",
        help: "Write another name everywhere, for example `\(name.text)Value`.", at: name.origin)
      return
    }
    report(
      .illegalName, "`\(name.text)` is not a valid \(what).",
      help:
        "Use letters, digits and `_`, beginning with a letter or `_`, and at most \(NameRule.longest) bytes.",
      at: name.origin)
  }

  /// Reports a name that no event can have.
  func checkEventName(_ name: ChartName) {
    guard !NameRule.isEventName(name.text) else { return }
    report(
      .illegalName, "`\(name.text)` is not a valid event name.",
      help: "Use words of letters, digits, `_` and `-` that begin with a letter, joined by `.`, "
        + "and at most \(NameRule.longest) bytes.",
      at: name.origin)
  }

  /// Reports an event that somebody sends and that is not declared.
  func checkDeclared(_ event: ChartName, _ catalogue: Catalogue) {
    guard NameRule.isEventName(event.text) else { return checkEventName(event) }
    find(event, in: catalogue.events, .unknownEvent, "event", under: "`events`")
  }

  /// The slot of a variable; nil, after a report, if it is not declared.
  func slot(of variable: ChartName, _ catalogue: Catalogue) -> Int? {
    find(variable, in: catalogue.variables, .unknownVariable, "variable", under: "`context`")
  }
}
