import Statecharts
import StatechartsModel

extension ChartNodes {
  /// What the reader reports about something that it cannot read; nil for what can be read.
  package func finding(on problem: ShapeProblem) -> Diagnostic? {
    switch problem {
    case .wrongKind(let node, let key, let expected, let format):
      wrongKind(node, key: key, expected, behind: format)
    case .unknownKey(let key, _, let object, _):
      finding(
        .unknownKey, at: key, "\(shown(text(key))) is not allowed \(object.place).",
        help: "\(object.keyList) For a note of your own, write \(shown("x-\(text(key))")).")
    case .missingKey(let name, let owner, let object): missingKey(name, owner, object)
    case .missingKeys(let names, let owner, let object):
      finding(
        .missingKey, at: ownerPlace(owner),
        "\(subject(owner, object)) needs the key \(names.map { "`\($0.text)`" }.joined(separator: " or ")).",
        help: names.compactMap { index.key($0, in: object) }.map { "`\($0.example)`" }
          .joined(separator: " or ") + ".")
    case .missingInitial(let owner, let object, let first, let couldBeParallel):
      finding(
        .missingKey, at: ownerPlace(owner), "\(subject(owner, object)) needs the key `initial`.",
        help: "It says which state is entered first, for example `initial: \(first.text)`."
          + (couldBeParallel ? " To be in all of them at once, write `type: parallel`." : ""))
    case .exclusiveKeys(let key, let first):
      finding(
        .exclusiveKeys, at: key, "\(name(of: first)) and \(name(of: key)) cannot be used together.",
        help: "Delete \(name(of: first)) or \(name(of: key)).", first, "the other key")
    case .keyOfOtherKind(let key, let id, let kind): keyOfOtherKind(key, index.key(id), kind)
    case .keyWithoutPartner(let key, let name, let object): keyWithoutPartner(key, name, object)
    case .eventKey(let key):
      finding(
        .misplacedKey, at: key, "\(name(of: key)) is inside `on:`, so it counts as an event.",
        help: "Indent it below an event: `on: { EVENT: { \(text(key)): … } }`. "
          + "If it is the name of an event, declare it under `events` or put it in quotes.")
    case .failureKey(let key, let code):
      finding(
        .misplacedKey, at: key, "\(name(of: key)) is inside `failed:`, so it counts as an error code.",
        help: code.map {
          "Indent it further, so that it belongs to \(name(of: $0)) in line \(document.source.line(at: range($0).lowerBound))."
        } ?? "Write it inside an error code: `failed: { any: { \(text(key)): … } }`.")
    case .noAction(let node): noAction(node)
    case .twoActions(let key, let first):
      finding(
        .exclusiveKeys, at: key, "\(name(of: first)) and \(name(of: key)) are two actions in one item.",
        help: "Write two list items, each with its own `-`.", first, "the first action")
    case .severalGuards(let key, let node):
      finding(
        .exclusiveKeys, at: key, "`guard` must name one handler, but it has \(count(node)) keys.",
        help: "Join several with `and`: `guard: isOpen and hasRole(role: 'admin')`.")
    case .operatorAsGuard(let key):
      finding(
        .illegalName, at: key, "\(shown(text(key))) is not a valid handler name.",
        help: "Write it as an expression: `guard: isOpen and not isLocked`.")
    case .nestedTooDeep(let key, let limit):
      finding(
        .limit, at: key, "States are nested deeper than \(limit) levels.",
        help: "Flatten this group, or move it into a chart of its own.")
    case .noChart(let root):
      finding(
        .missingKey, at: ownerPlace(root), "This is not a chart: the key `statechart` is missing.",
        help: "A chart begins with `statechart: 1` and has `id` and `states`. \(Findings.nothingSentence)")
    case .notAllowed(let node, let key, let words):
      finding(
        .notAllowed, at: node,
        "`\(key.text)` must be \(FormatShape.choice(words).words), not \(shown(text(node))).",
        help: "Write \(words.count == 1 ? "`\(words[0])`" : "one of these words"), or delete `\(key.text)`.")
    case .illegalName(let node, let kind):
      finding(
        .illegalName, at: node, "\(shown(text(node))) is not a valid \(kind.noun).",
        help: spellingHelp(text(node), kind))
    case .reservedAction(let name):
      finding(
        .illegalName, at: name.origin.rawValue,
        "\(shown(name.text)) is not a valid action name: the format uses this word itself.",
        help: "Write another name everywhere, for example `my\(name.text.capitalizedFirst)`.")
    case .unknownType(let node):
      finding(
        .notAllowed, at: node, "\(shown(text(node))) is not a type.", help: "The types are \(TypeNames.list)."
      )
    case .badDuration(let node, let problem):
      finding(
        .wrongKind, at: node, "\(shown(text(node))) is not a duration: \(problem.message).",
        help: "\(problem.help.capitalizedFirst).")
    case .badDelay(let key):
      finding(
        .wrongKind, at: key, "\(shown(text(key))) is neither a duration nor a variable.",
        help: "Write a number and a unit, for example `15s` or `2m`.")
    case .noTimeout(let node):
      finding(
        .badValue, at: node, "`timeout` must be greater than zero.", help: "Write a duration such as `15s`.")
    case .badPath(let node, let problem):
      finding(
        .wrongKind, at: node, "The path \(shown(text(node))) \(problem.rawValue).",
        help: "For example: `chart: payment.yaml`.")
    case .badFileName(let path):
      finding(
        .missingKey, at: path.origin.rawValue,
        "The file name \(shown(PathSpelling.name(of: path.text))) is not a valid id, so `id` is needed.",
        help: "For example: `id: payment`.")
    case .duplicateValue(let node, let earlier):
      finding(
        .duplicateValue, at: node, "\(shown(text(node))) is in this list twice.",
        help: earlier == nil ? "Remove one of the two." : "Delete \(shown(text(node))) here.", earlier,
        "first used here")
    case .valuesOfOtherType(let key):
      finding(
        .misplacedKey, at: key, "Only the type `string` can have `values`.",
        help: "Remove `values`, or write `type: string`.")
    case .storedSecret(let node):
      finding(
        .notAllowed, at: node, "A secret is never stored as it is, so `persist` cannot be `always`.",
        help: "Remove `persist` or `secret`. Without `persist`, the app may store the secret sealed.")
    case .unknownVersion(let node, let version):
      finding(
        .unsupportedVersion, at: node,
        "This tool reads version 1 of the format, not version \(version).",
        help: version == 0 ? "Write `statechart: 1`." : "Update the tool, or write `statechart: 1`.")
    case .hiddenEscape(let escape):
      Diagnostic(
        rule: YAMLRule.hiddenCharacter.rawValue,
        message:
          "The escape `\(document.source.text(in: escape.range))` puts an invisible character into the text: \(CharacterKind.code(escape.scalar)).",
        help: "Delete it.", range: escape.range)
    // Only repairs report these.
    case .emptyKey, .block, .laterKey, .state, .events, .event, .delay, .failure, .declaration, .action,
      .actionKey, .actionCall, .target, .guardText, .guardCall, .variable, .initialValue, .duration, .text:
      nil
    }
  }

  private func finding(
    _ rule: ShapeRule, at node: Int32, _ message: String, help: String, _ related: Int32? = nil,
    _ relation: String = ""
  ) -> Diagnostic {
    Diagnostic(
      rule: rule.rawValue, message: message, help: help, range: range(node),
      related: related.map { [Diagnostic.Related(range: range($0), message: relation)] } ?? [])
  }

  // MARK: Keys

  /// What a mapping is called in messages: its name, or else its kind.
  private func subject(_ owner: Int32, _ object: FormatObject) -> String {
    if object == .chart { return "The chart" }
    if kind(owner) == .scalar, object != .type { return shown(text(owner)) }
    return object.words.capitalizedFirst
  }

  /// Where findings about a whole mapping point: to its name, or to its first key.
  private func ownerPlace(_ owner: Int32) -> Int32 {
    let key = first(owner)
    return key >= 0 ? key : owner
  }

  private func missingKey(_ name: FormatName, _ owner: Int32, _ object: FormatObject) -> Diagnostic {
    let help: String
    switch (object, name) {
    case (.state, .states):
      help =
        "In a state with `type: parallel`, several states are active at once. Write them under `states:`, or delete `type: parallel`."
    case (.state, .always): help = "For example: `always: [{ guard: tries > 3, target: locked }, asking]`."
    default: help = index.key(name, in: object).map { "\($0.meaning) For example: `\($0.example)`." } ?? ""
    }
    return finding(
      .missingKey, at: ownerPlace(owner), "\(subject(owner, object)) needs the key `\(name.text)`.",
      help: help)
  }

  private func keyOfOtherKind(_ node: Int32, _ key: FormatKey, _ kind: StateKinds) -> Diagnostic {
    let name = key.name.text
    let help: String
    switch (key.name, kind) {
    case (.initial, .atomic): help = "Add `states:`, or remove `initial`."
    case (.initial, .parallel): help = "Remove it. A parallel state enters all of its states."
    case (.initial, .history): help = "Write `default` instead of `initial`."
    case (.done, .atomic):
      help =
        "If it is the end of a service, move `done` into `invoke:`. If not, delete it: a state without `states` never ends by itself."
    case (.default, _), (.history, _):
      help = "If this is a history state, write `type: history`. If not, delete \(shown(name))."
    case (.output, _):
      help =
        "If the flow or the group ends in this state, add `type: final` to it. If not, delete \(shown(name))."
    case (_, .choice): help = "Delete \(shown(name)). A choice is left at once and only has `always`."
    case (_, .final):
      help =
        "Nothing happens in a final state. Remove \(shown(name)), or remove `type: final`."
    case (_, .history): help = "Delete \(shown(name)). A history state only says where to continue."
    default: help = "Delete \(shown(name)). It is allowed in \(key.kinds.words.joined(separator: ", "))."
    }
    return finding(
      .misplacedKey, at: node, "`\(name)` is not allowed in \(kind.words.first ?? "a state").", help: help)
  }

  private func keyWithoutPartner(_ key: Int32, _ name: FormatName, _ object: FormatObject) -> Diagnostic {
    let (place, help): (String, String) =
      switch (object, name) {
      case (.send, _): ("a `send` with a `delay`", "Remove it, or write a `delay`.")
      case (_, .onRestore): ("a `service`", "Remove it. A child chart continues where it was.")
      case (_, .among):
        (
          "a computed `chart`",
          "Remove it, or write an expression in parentheses: `chart: (nextStep)`."
        )
      default: ("transitions in `after`", "Remove it. Only a timer can be resumed.")
      }
    return finding(.misplacedKey, at: key, "`\(name.text)` is only for \(place).", help: help)
  }

  private func noAction(_ node: Int32) -> Diagnostic {
    if let companion = companion(in: node), let owners = ActionWords.companions[companion] {
      return finding(
        .missingKey, at: first(node), "This is not an action.",
        help: "`\(companion)` belongs next to \(owners.joined(separator: " or ")).")
    }
    return finding(
      .exclusiveKeys, at: first(node),
      "This item has \(count(node)) keys, and none of them is an action of the format.",
      help: "Write two list items, each with its own `-`.")
  }

  private func spellingHelp(_ text: String, _ kind: FormatShape.NameKind) -> String {
    if NameSpelling.isReserved(text), kind.isUsedInExpressions {
      return "The word has a meaning in expressions. Write another name, for example `\(text)Value`."
    }
    if text.utf8.isEmpty { return "Write the name between the quotes, or remove the key." }
    if text == "~" {
      return kind == .state ? ChartNodes.noStateHelp : "Write \(kind.words), or remove the key."
    }
    if text.utf8.count > NameSpelling.longest {
      return "It has \(text.utf8.count) bytes. A name has at most \(NameSpelling.longest)."
    }
    return "\(kind.spelling).\(kind.wildcardHint)"
  }
}
