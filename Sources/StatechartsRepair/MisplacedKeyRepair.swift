import Statecharts
import StatechartsYAML

/// Keys of the format that stand one level too far out or too far in, where they count as names, and names that stand
/// among keys.
///
/// Names are free, so a state may well be called `done` and an event `exit`. A key is misplaced only where its value
/// cannot be meant as it would be read, or where nobody would choose it as a name.
struct MisplacedKeyRepair: ChartRepair {
  /// Keys that nobody chooses as the name of a state.
  fileprivate static let neverStates: Set<String> = [
    "on", "always", "after", "initial", "invoke", "states", "type",
  ]
  /// Keys that only a state has, and that no other tool gives a transition.
  fileprivate static let stateKeys: Set<String> = [
    "always", "after", "initial", "invoke", "states", "entry", "exit", "on",
  ]
  /// Words that stand in other formats for something else than an event.
  fileprivate static let foreignWords: Set<String> = [
    "ref", "src", "version", "key", "color", "style", "class",
  ]

  func advice(on problem: ShapeProblem, in chart: ChartNodes) -> Advice? {
    switch problem {
    case .state(let key, let previous): chart.stateAdvice(key, after: previous)
    case .event(let key): chart.eventAdvice(key)
    case .declaration(let key, let owner, let object): chart.declarationAdvice(key, of: owner, object)
    case .unknownKey(let key, let node, let object, _): chart.strangeKeyAdvice(problem, key, of: node, object)
    default: nil
    }
  }
}

extension ChartNodes {
  /// Advice on a key of a chart or a state that stands among the states of `states`.
  fileprivate func stateAdvice(_ key: Int32, after previous: Int32?) -> Advice? {
    let (name, value) = (text(key), next(key))
    let isOfState = index.has(name, in: .state)
    guard isOfState || index.has(name, in: .chart) else { return nil }
    guard !isEmpty(value), !fits(value, .state, strictly: MisplacedKeyRepair.neverStates.contains(name))
    else {
      return nil
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
    return Advice(
      .misplacedKey, at: range(key),
      "\(shown(name)) is inside `states:`, so it counts as a state.",
      help: help)
  }

  /// Advice on a key of a state that stands among the events of `on`.
  fileprivate func eventAdvice(_ key: Int32) -> Advice? {
    let (name, value) = (text(key), next(key))
    // An event without a value, followed by a key that belongs in it, is one mistake.
    if isEmpty(value), isTransitionKey(next(value), besides: declaredEvents) { return Advice() }
    // The reader reports keys of transitions.
    guard !declaredEvents.contains(name), !isTransitionKey(key, besides: declaredEvents) else { return nil }
    if isLegal(name, .state), isWrittenLikeState(value) {
      return Advice(
        .misplacedKey, at: range(key),
        "\(shown(name)) is inside `on:`, so it counts as an event, but it is written like a state.",
        help: "Give it the same indentation as the other states.")
    }
    guard index.has(name, in: .state) || name == "tags", isPlain(key), isKeyOfState(name, value)
    else {
      return nil
    }
    return Advice(
      .misplacedKey, at: range(key),
      "\(shown(name)) is inside `on:`, so it counts as an event.",
      help: "Move it out of `on:`, to the same level.")
  }

  /// Whether a word that is not a declared event is a key of a state, by its value.
  private func isKeyOfState(_ name: String, _ value: Int32) -> Bool {
    if declaresEvents {
      // The ends of services and parts are events that need no declaration, and a word may be a misspelled event.
      return name != FormatName.done.text && NearNames.suggestion(for: name, in: declaredEvents) == nil
    }
    switch kind(value) {
    case .mapping: return !fits(value, .transition)
    case .scalar:
      return ["type", "title", "description"].contains(name) && !isEmpty(value) && !isState(text(value))
    case .sequence: return false
    }
  }

  /// Whether a mapping has a key that only states have, and none of a transition.
  private func isWrittenLikeState(_ node: Int32) -> Bool {
    guard kind(node) == .mapping else { return false }
    var isState = false
    for (key, value) in entries(of: node) {
      if FormatObject.transitionOnlyKeys.contains(text(key)) { return false }
      if MisplacedKeyRepair.stateKeys.contains(text(key)), !isEmpty(value) { isState = true }
    }
    return isState
  }

  /// Advice on a key of a declaration that stands among the declared names.
  fileprivate func declarationAdvice(_ key: Int32, of owner: FormatName, _ object: FormatObject) -> Advice? {
    let value = next(key)
    guard object != .handlers, index.has(text(key), in: object), !isEmpty(value) else { return nil }
    guard !fits(value, object) else { return nil }
    return Advice(
      .misplacedKey, at: range(key),
      "\(shown(text(key))) is inside `\(owner.text):`, so it counts as \(object.words).",
      help: "Indent it below one of the names: "
        + "`\(owner.text): { NAME: { \(text(key)): … } }`.")
  }

  /// Where a key belongs that a mapping does not have, by its value; nil where the value does not say.
  private func properPlace(of key: Int32, in object: FormatObject) -> String? {
    let (name, value) = (text(key), next(key))
    let isName = isLegal(name, .state)
    switch object {
    case .chart where isName && kind(value) == .mapping && fits(value, .state, strictly: true):
      return "If \(shown(name)) is a state, move it into `states:`."
    case .state where isLegal(name, .descriptor) && !index.has(name, in: .transition):
      if kind(value) == .mapping, first(value) >= 0 {
        if fits(value, .transition, strictly: true) {
          return "If \(shown(name)) is an event, move it into `on:`."
        }
        if isName, fits(value, .state, strictly: true) {
          return
            "If \(shown(name)) is a state of its own, indent it like this state. If it belongs inside this state, move it into `states:`."
        }
      } else if kind(value) == .scalar, isLegal(text(value), .state),
        !MisplacedKeyRepair.foreignWords.contains(name)
      {
        let asEvent = "If \(shown(name)) is an event, write \(shown("on: { \(name): \(text(value)) }"))."
        return isState(text(value))
          ? asEvent : "\(asEvent) If it is a note, write \(shown("x-\(name): \(text(value))"))."
      }
      return nil
    case .invoke where index.has(name, in: .state) && name != "type":
      return "`\(name)` belongs to the state. Move it out of `invoke:`, to the same level."
    case .handlers where isName:
      return
        "Write what it is instead: `guards`, `actions`, `services` or `queries`. Events are declared outside, under `events:`."
    default: return nil
    }
  }

  /// Whether a key that a mapping does not have is a state at a wrong level.
  private func isMisplacedState(_ key: Int32, in object: FormatObject) -> Bool {
    let value = next(key)
    return (object == .state || object == .chart) && isLegal(text(key), .state) && kind(value) == .mapping
      && first(value) >= 0 && fits(value, .state, strictly: true)
  }

  /// Whether a value can be meant as a mapping of the format.
  ///
  /// - Parameter isStrict: Whether a key has to be right; else one that is misspelled, or another tool's, will do.
  func fits(_ value: Int32, _ object: FormatObject, strictly isStrict: Bool = false) -> Bool {
    guard kind(value) == .mapping else { return object == .transition }
    return first(value) < 0
      || entries(of: value).contains { key, _ in
        index.has(text(key), in: object) || isExtension(text(key))
          || !isStrict && isMisspelled(text(key), in: object)
      }
  }

  /// Advice on a key whose value says more than its letters.
  fileprivate func strangeKeyAdvice(
    _ problem: ShapeProblem, _ key: Int32, of node: Int32, _ object: FormatObject
  ) -> Advice? {
    guard let place = properPlace(of: key, in: object) else { return nil }
    let near = NearNames.nearest(to: text(key), in: index.keys(of: object).map(\.name.text))
    if let near, near.isSure, fitsOnly(near.text, next(key), in: object, of: node) { return nil }
    // The groups of handlers are all named already.
    let question = object == .handlers ? nil : near.map { " Or \($0.question())" }
    var advice = Advice(problem, in: self, help: place + (question ?? ""))
    if isMisplacedState(key, in: object) { advice.misplacedState = text(key) }
    return advice
  }

  /// Whether what stands behind a misspelled key can only be meant as it is read behind the right one, and not as an event
  /// or a state of that name.
  private func fitsOnly(
    _ name: String, _ value: Int32, in object: FormatObject, of node: Int32
  ) -> Bool {
    guard let shape = index.keys(of: object).first(where: { $0.name.text == name })?.shape else {
      return false
    }
    guard kind(value) == .mapping else {
      let word = text(value)
      if case .initial = shape {
        let states = self.value(of: FormatName.states.text, in: node)
        return states.map { self.value(of: word, in: $0) != nil } ?? false
      }
      guard !isState(word) else { return false }
      switch shape {
      case .text: return true
      case .choice(let words): return words.contains(word)
      case .actions, .blocks: return declaredActions.contains(word)
      default: return false
      }
    }
    let keys = entries(of: value).map { text($0.key) }.filter { !isExtension($0) }
    let owners: [FormatObject] =
      object == .handlers ? [.guardHandler, .actionHandler, .service, .query] : [.state, .transition]
    guard !keys.allSatisfy({ key in owners.contains { index.has(key, in: $0) } }) else {
      return false
    }
    switch shape {
    case .invocations: return keys.allSatisfy { index.has($0, in: .invoke) }
    case .actions, .blocks: return keys.count == 1 || keys.contains { ActionWords.object($0) != nil }
    default: return true
    }
  }
}
