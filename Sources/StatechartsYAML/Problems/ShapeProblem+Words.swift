import Statecharts

extension ChartNodes {
  /// What the reader reports about something that it cannot read; nil for what can be read.
  package func finding(on problem: ShapeProblem) -> Diagnostic? {
    switch problem {
    case .unknownKey(let key, _, let object, _):
      finding(
        .unknownKey, at: range(key), "\(shown(text(key))) is not allowed \(object.place).",
        help: "\(object.keyList) For a note of your own, write \(shown("x-\(text(key))")).")
    case .wrongKind(let node, let key, let expected):
      isEmpty(node) ? missingValue(node, key: key, expected) : wrongKind(node, key: key, expected)
    case .notAllowed(let node, let key, let words):
      finding(
        .notAllowed, at: range(node),
        "`\(key.text)` must be \(FormatShape.choice(words).words), not \(shown(text(node))).",
        help: "Write \(words.count == 1 ? "`\(words[0])`" : "one of these words"), or delete the line.")
    case .illegalName(let node, let kind):
      finding(
        .illegalName, at: range(node), "\(shown(text(node))) is not a valid \(kind.noun).",
        help: spellingHelp(text(node), kind))
    case .unknownType(let node):
      finding(
        .notAllowed, at: range(node), "\(shown(text(node))) is not a type.",
        help: "The types are \(TypeNames.list).")
    case .badDuration(let node, let problem):
      finding(
        .wrongKind, at: range(node), "\(shown(text(node))) is not a duration: \(problem.message).",
        help: "\(problem.help.capitalizedFirst).")
    case .eventKey(let key):
      finding(
        .misplacedKey, at: range(key), "\(name(of: key)) is inside `on:`, so it counts as an event.",
        help: "Indent it below an event: `on: { EVENT: { \(text(key)): … } }`. "
          + "If it is the name of an event, declare it under `events` or put it in quotes.")
    case .failureKey(let key, let code):
      finding(
        .misplacedKey, at: range(key), "\(name(of: key)) is inside `failed:`, so it counts as an error code.",
        help: code.map {
          "Indent it further, so that it belongs to \(name(of: $0)) in line \(document.source.line(at: range($0).lowerBound))."
        } ?? "Write it inside an error code: `failed: { any: { \(text(key)): … } }`.")
    case .noAction(let node): noAction(node)
    default: nil
    }
  }

  private func finding(
    _ rule: ShapeRule, at range: SourceRange, _ message: String, help: String
  ) -> Diagnostic {
    Diagnostic(rule: rule.rawValue, message: message, help: help, range: range)
  }

  private func wrongKind(_ node: Int32, key: Int32, _ expected: FormatShape) -> Diagnostic {
    finding(
      .wrongKind, at: range(node),
      "\(subject(node, key: key)) must be \(expected.words), not \(found(node)).",
      help: "Write \(expected.words).")
  }

  private func missingValue(_ node: Int32, key: Int32, _ expected: FormatShape) -> Diagnostic? {
    let isItem = isItem(node, key: key)
    // That the key is there twice is reported as that.
    if !isItem, next(node) >= 0, kind(next(node)) == .scalar, text(next(node)) == text(key) { return nil }
    return finding(
      .wrongKind, at: place(node, key: key),
      "\(subject(node, key: key)) has no value. It must be \(expected.words).",
      help: "Write it after the \(isItem ? "hyphen" : "colon"), or remove the line.")
  }

  private func isItem(_ node: Int32, key: Int32) -> Bool { node != key && next(key) != node }

  private func subject(_ node: Int32, key: Int32) -> String {
    isItem(node, key: key) ? "An item of \(name(of: key))" : name(of: key)
  }

  private func spellingHelp(_ text: String, _ kind: FormatShape.NameKind) -> String {
    if NameSpelling.isReserved(text), kind.isUsedInExpressions {
      return "The word has a meaning in expressions. Write another name, for example `\(text)Value`."
    }
    if text.utf8.isEmpty { return "Write the name between the quotes, or remove the key." }
    if text == "~" {
      return kind == .state ? ChartBuilder.noState : "Write \(kind.words), or remove the key."
    }
    if text.utf8.count > NameSpelling.longest {
      return "It has \(text.utf8.count) bytes. A name has at most \(NameSpelling.longest)."
    }
    return "\(kind.spelling).\(kind.wildcardHint)"
  }

  private func noAction(_ node: Int32) -> Diagnostic {
    let place = range(first(node))
    if let companion = companion(in: node), let owners = ActionWords.owners(ofCompanion: companion) {
      return finding(
        .missingKey, at: place, "This is not an action.",
        help: "`\(companion)` belongs next to \(owners).")
    }
    return finding(
      .exclusiveKeys, at: place,
      "This item has \(count(node)) keys, and none of them is an action of the format.",
      help: "Write two list items, each with its own `-`.")
  }
}
