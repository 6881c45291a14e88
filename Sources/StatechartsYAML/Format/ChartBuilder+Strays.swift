import Statecharts

/// Keys of the format that stand one level too far out or too far in, where they count as names.
///
/// Names are free, so a state may well be called `done` and an event `exit`. A key counts as a stray only where what
/// stands behind it cannot be meant as it would be read, or where nobody would choose it as a name.
extension ChartBuilder {
  /// Reports a key of a chart or a state that stands among the states of `states`.
  ///
  /// - Returns: Whether it was one, so that it is not read as a state.
  mutating func reportStrayInStates(_ key: Int32, _ value: Int32, after previous: Int32?) -> Bool {
    let name = text(key)
    let isOfState = index.find(name, in: .state) != nil
    guard isOfState || index.find(name, in: .chart) != nil else { return false }
    guard !isEmpty(value), !fits(value, .state, strictly: Self.neverStates.contains(name)) else {
      return false
    }
    let help: String
    if let previous, isOfState {
      help =
        "Indent it further to make it part of \(self.name(of: previous)), or move it out of `states:`."
    } else {
      help =
        isOfState
        ? "Move it out of `states:`, to the same level."
        : "Move it to the top level of the chart."
    }
    report(
      .misplacedKey, at: range(key),
      "\(shown(name)) is inside `states:`, so it counts as a state.",
      help: help)
    return true
  }

  /// Reports a key of a transition or a state that stands among the events of `on`.
  ///
  /// - Returns: Whether it was one, so that it is not read as an event.
  mutating func reportStrayInEvents(_ key: Int32, _ value: Int32) -> Bool {
    let name = text(key)
    guard !declaredEvents.contains(name) else { return false }
    if isStrayInEvents(key) {
      report(
        .misplacedKey, at: range(key),
        "\(shown(name)) is inside `on:`, so it counts as an event.",
        help: "Indent it below an event: `on: { EVENT: { \(name): … } }`. "
          + "If it is the name of an event, declare it under `events` or put it in quotes.")
      return true
    }
    if isLegal(name, .state), isWrittenLikeState(value) {
      report(
        .misplacedKey, at: range(key),
        "\(shown(name)) is inside `on:`, so it counts as an event, but it is written like a state.",
        help: "Give it the same indentation as the other states.")
      return true
    }
    guard index.find(name, in: .state) != nil || name == "tags", isPlain(key), isKeyOfState(name, value)
    else {
      return false
    }
    report(
      .misplacedKey, at: range(key),
      "\(shown(name)) is inside `on:`, so it counts as an event.",
      help: "Move it out of `on:`, to the same level.")
    return true
  }

  /// Whether a word that no event is declared by is a key of a state, by what stands behind it.
  private mutating func isKeyOfState(_ name: String, _ value: Int32) -> Bool {
    if declaresEvents {
      // The ends of services and parts are events that need no declaration, and a word may be a misspelt event.
      return name != FormatName.done.text && NearNames.suggestion(for: name, in: declaredEvents) == nil
    }
    switch kind(value) {
    case .mapping: return !fits(value, .transition)
    case .scalar:
      return ["type", "title", "description"].contains(name) && !isEmpty(value) && !isState(text(value))
    case .sequence: return false
    }
  }

  /// Reports `{ event: close, target: closed }`, in which other tools write what here is `close: closed`.
  ///
  /// - Returns: Whether it was one, so that its keys are not read as events.
  mutating func reportEventBehindKey(_ node: Int32, isItem: Bool) -> Bool {
    // Most mappings have neither key, and this is read for each event of a chart.
    guard (value(of: "event", in: node) ?? value(of: "trigger", in: node)) != nil,
      !declaredEvents.contains("event")
    else { return false }
    var event: Int32 = -1
    var target: String?
    var hasOthers = false
    var key = first(node)
    while key >= 0, next(key) >= 0 {
      guard kind(key) == .scalar, isPlain(key) else { return false }
      let value = next(key)
      if ["event", "trigger"].contains(text(key)), kind(value) == .scalar, isLegal(text(value), .descriptor) {
        event = key
      } else if text(key) == "target", kind(value) == .scalar {
        target = text(value)
      } else {
        guard Self.transitionKeys.contains(text(key)) || ForeignKey.find(text(key), in: .transition) != nil
        else {
          return false
        }
        hasOthers = true
      }
      key = next(value)
    }
    // `on: { event: close }` alone may be an event of that name that leads to a state.
    guard event >= 0, isItem || target != nil || hasOthers else { return false }
    let name = text(next(event))
    let better =
      hasOthers ? "\(name): { \(target.map { "target: \($0), " } ?? "")… }" : "\(name): \(target ?? "…")"
    report(
      .misplacedKey, at: range(event),
      "\(shown(text(event))) is not allowed inside `on:`. The event itself is the key.",
      help: "Write \(shown(better, upTo: 80)).")
    return true
  }

  /// Whether a mapping has a key that only states have, and none of a transition.
  private func isWrittenLikeState(_ node: Int32) -> Bool {
    guard kind(node) == .mapping else { return false }
    var isState = false
    var key = first(node)
    while key >= 0, next(key) >= 0 {
      if kind(key) == .scalar {
        if Self.transitionKeys.contains(text(key)) { return false }
        if Self.stateKeys.contains(text(key)), !isEmpty(next(key)) { isState = true }
      }
      key = next(next(key))
    }
    return isState
  }

  /// Whether a key of `on` is a stray key of a transition; a missing value before it is the same mistake.
  func isStrayInEvents(_ key: Int32) -> Bool {
    key >= 0 && kind(key) == .scalar && isKeyOfTransition(key) && !declaredEvents.contains(text(key))
  }

  /// Whether a name is a key of a transition, by its text and what stands behind it. In quotes it is a name.
  private func isKeyOfTransition(_ key: Int32) -> Bool {
    // Decision: Docs/decisions/format.md#a-key-in-quotes-is-a-name
    guard isPlain(key), Self.transitionKeys.contains(text(key)) else { return false }
    let value = next(key)
    // Only a truth value can be meant behind `internal`.
    return text(key) != "internal" || kind(value) == .scalar && ["true", "false"].contains(text(value))
  }

  /// Reports a key of a transition that stands among the error codes of `failed`.
  ///
  /// - Returns: Whether it was one, so that it is not read as a code.
  mutating func reportStrayInFailures(_ key: Int32, after code: Int32?) -> Bool {
    let name = text(key)
    guard isKeyOfTransition(key), !declaredErrors.contains(name) else { return false }
    report(
      .misplacedKey, at: range(key), "\(shown(name)) is inside `failed:`, so it counts as an error code.",
      help: code.map {
        "Indent it further, so that it belongs to \(shown(text($0))) in line \(document.source.line(at: range($0).lowerBound))."
      }
        ?? "Write it inside an error code: `failed: { any: { \(name): … } }`.")
    return true
  }

  /// Reports a key of a declaration that stands among the declared names.
  ///
  /// - Returns: Whether it was one, so that it is not read as a declaration.
  mutating func reportStrayInDeclarations(
    _ key: Int32, _ value: Int32, of owner: FormatName, _ object: FormatObject
  ) -> Bool {
    guard object != .handlers, index.find(text(key), in: object) != nil, !isEmpty(value) else { return false }
    guard !fits(value, object) else { return false }
    report(
      .misplacedKey, at: range(key),
      "\(shown(text(key))) is inside `\(owner.text):`, so it counts as \(object.words).",
      help: "Indent it below one of the names: "
        + "`\(owner.text): { NAME: { \(text(key)): … } }`.")
    return true
  }

  /// Where a key belongs that a mapping does not have, by what stands behind it; nil when that does not tell.
  func properPlace(of key: Int32, _ value: Int32, in object: FormatObject) -> String? {
    let name = text(key)
    let isName = isLegal(name, .state)
    switch object {
    case .chart where isName && kind(value) == .mapping && fits(value, .state, strictly: true):
      return "If \(shown(name)) is a state, move it into `states:`."
    case .state where isLegal(name, .descriptor) && index.find(name, in: .transition) == nil:
      if kind(value) == .mapping, first(value) >= 0 {
        if fits(value, .transition, strictly: true) {
          return "If \(shown(name)) is an event, move it into `on:`."
        }
        if isName, fits(value, .state, strictly: true) {
          return
            "If \(shown(name)) is a state of its own, indent it like this state. If it belongs inside this state, move it into `states:`."
        }
      } else if kind(value) == .scalar, isLegal(text(value), .state), !Self.foreignWords.contains(name) {
        return
          "If \(shown(name)) is an event, write \(shown("on: { \(name): \(text(value)) }"))."
      }
      return nil
    case .invoke where index.find(name, in: .state) != nil && name != "type":
      return "`\(name)` belongs to the state. Move it out of `invoke:`, to the same level."
    case .handlers where isName:
      return
        "Move it into `guards:`, `actions:`, `services:` or `queries:`. An event is declared under `events:`."
    default: return nil
    }
  }

  /// Whether a key that a mapping does not have is a state at a wrong level.
  func isStrayState(_ key: Int32, _ value: Int32, in object: FormatObject) -> Bool {
    (object == .state || object == .chart) && isLegal(text(key), .state) && kind(value) == .mapping
      && first(value) >= 0 && fits(value, .state, strictly: true)
  }

  /// Words that stand in other formats for something else than an event.
  private static let foreignWords: Set<String> = ["ref", "src", "version", "key", "color", "style", "class"]

  /// Whether a value can be meant as a mapping of the format.
  ///
  /// - Parameter isStrict: Whether a key has to be right; else one that is misspelt, or another tool's, will do.
  private func fits(_ value: Int32, _ object: FormatObject, strictly isStrict: Bool = false) -> Bool {
    guard kind(value) == .mapping else { return object == .transition }
    var key = first(value)
    if key < 0 { return true }
    let known = index.keys[Int(object.rawValue)].lazy.map(\.name.text)
    while key >= 0 {
      let inside = next(key)
      guard inside >= 0 else { break }
      if kind(key) == .scalar {
        let name = text(key)
        if index.find(name, in: object) != nil || isExtension(name) { return true }
        if !isStrict, ForeignKey.find(name, in: object) != nil { return true }
        if !isStrict, NearNames.suggestion(for: name, in: known) != nil { return true }
      }
      key = next(inside)
    }
    return false
  }

  /// Keys that nobody chooses as the name of a state.
  private static let neverStates: Set<String> = [
    "on", "always", "after", "initial", "invoke", "states", "type",
  ]
  /// Keys that only a state has, and that no other tool gives a transition.
  private static let stateKeys: Set<String> = [
    "always", "after", "initial", "invoke", "states", "entry", "exit", "on",
  ]
  /// Keys of a transition, which as names of events or codes are declared or written in quotes.
  static let transitionKeys: Set<String> = ["target", "guard", "actions", "internal"]
}
