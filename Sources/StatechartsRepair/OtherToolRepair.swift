import Statecharts
import StatechartsModel
import StatechartsYAML

/// Keys, words and structures of other tools that have another form here.
struct OtherToolRepair: ChartRepair {
  func advice(on problem: ShapeProblem, in chart: ChartNodes) -> Advice? {
    switch problem {
    case .unknownKey(let key, let node, let object, let others):
      (object == .transition ? chart.transitionKeyHelp(key, of: node) : nil).map {
        Advice(problem, in: chart, help: $0)
      } ?? chart.keywordAdvice(problem, key, of: node, object, others)
    case .notAllowed(let node, .type, let words): chart.typeAdvice(problem, node, words)
    case .events(let node, let isItem): chart.eventKeyAdvice(node, isItem: isItem)
    case .delay(let key, let node): chart.delayKeyAdvice(key, of: node)
    case .failure(let key, let node): chart.anyErrorAdvice(key, of: node)
    case .wrongKind(let node, _, .formatVersion, _) where chart.kind(node) == .mapping:
      Advice(
        problem, in: chart,
        help:
          "In Sismic the chart is inside `statechart`. Here, write `statechart: 1` next to `id`, `initial` and `states`, which Sismic has in `root state`."
      )
    default: nil
    }
  }

  /// What to write for a type of state that other tools have.
  fileprivate static func help(forType text: String) -> String? {
    switch text.lowercased().filter(\.isLetter) {
    case "compound", "atomic", "normal", "simple", "plain", "state":
      "Remove the line. A state without `type` is a plain state, with or without `states`."
    case "shallowhistory": "Write `type: history`."
    case "deephistory": "Write `type: history` and `history: deep`."
    case "task":
      "Remove the line. A task is a state with `invoke: { service: NAME }`."
    case "pass": "Remove the line. A state that continues at once has `always: STATE`."
    case "wait": "Remove the line. A state that waits has `after: { 10s: STATE }`."
    default: nil
    }
  }

  /// What other tools call a final state.
  fileprivate static let endWords: Set<String> = [
    "end", "ended", "ending", "endstate", "exit", "fail", "succeed", "finish", "finished", "finalstate",
    "stop", "terminal", "terminate",
  ]
}

extension ChartNodes {
  // MARK: Keys

  /// What to write for `type: show`, which names an action, and for the fallback `else: STATE`.
  fileprivate func transitionKeyHelp(_ key: Int32, of node: Int32) -> String? {
    let value = next(key)
    guard kind(value) == .scalar else { return nil }
    switch text(key) {
    case "type" where !["internal", "external"].contains(text(value)) && isLegal(text(value), .handler):
      return "For an action, write `actions: \(text(value))`."
    case "else", "otherwise", "default":
      guard isState(text(value)), count(node) == 1 else { return nil }
      return "Write the fallback as the last item, without a guard: `- \(text(value))`."
    default: return nil
    }
  }

  fileprivate func keywordAdvice(
    _ problem: ShapeProblem, _ key: Int32, of node: Int32, _ object: FormatObject, _ others: Set<String>
  ) -> Advice? {
    let (text, value) = (text(key), next(key))
    guard
      let keyword = OtherToolKeyword.find(
        text, in: object, value: kind(value) == .scalar ? self.text(value) : nil)
    else { return nil }
    var advice = Advice(problem, in: self, help: keyword.help)
    guard let name = keyword.replacement else { return advice }
    advice.reading = .key(name, isCertain: false)
    let fix = renaming(of: key, to: name, in: object, beside: others)
    advice.finding?.fix = fix
    if others.contains(name) {
      advice.finding?.help = helpBeside(name, key, in: node)
    } else if name == "failed", let transition = transition(underErrorKey: value) {
      advice.finding?.help =
        "Write `failed: { any: \(transition) }`. Each error code has a transition of its own."
    } else if fix == nil, let expected = object.keys.first(where: { $0.name.text == name }) {
      advice.finding?.help? += " Its value is \(expected.shape.words), for example `\(expected.example)`."
    }
    return advice
  }

  // MARK: Words

  fileprivate func typeAdvice(_ problem: ShapeProblem, _ node: Int32, _ words: [String]) -> Advice? {
    let text = text(node)
    if let help = OtherToolRepair.help(forType: text) {
      return Advice(
        .notAllowed, at: range(node), "`type` cannot be \(shown(text)).", help: help)
    }
    guard words.contains("final"), OtherToolRepair.endWords.contains(text.lowercased()) else { return nil }
    let near = NearName(known: "final")
    return Advice(problem, in: self, help: near.sentence, fix: replacement(of: node, by: near))
  }

  // MARK: Structures

  /// Advice on `{ event: close, target: closed }`, in which other tools write what here is `close: closed`.
  fileprivate func eventKeyAdvice(_ node: Int32, isItem: Bool) -> Advice? {
    // Most mappings have neither key, and this is read for each event of a chart.
    guard (value(of: "event", in: node) ?? value(of: "trigger", in: node)) != nil,
      !declaredEvents.contains("event")
    else { return nil }
    var event: Int32 = -1
    var target: String?
    var hasOthers = false
    for (key, value) in entries(of: node) {
      guard isPlain(key) else { return nil }
      if ["event", "trigger"].contains(text(key)), kind(value) == .scalar, isLegal(text(value), .descriptor) {
        event = key
      } else if text(key) == "target", kind(value) == .scalar {
        target = text(value)
      } else {
        guard
          FormatObject.transitionOnlyKeys.contains(text(key))
            || OtherToolKeyword.find(text(key), in: .transition) != nil
        else {
          return nil
        }
        hasOthers = true
      }
    }
    // `on: { event: close }` alone may be an event of that name that leads to a state.
    guard event >= 0, isItem || target != nil || hasOthers else { return nil }
    let name = text(next(event))
    let better =
      hasOthers ? "\(name): { \(target.map { "target: \($0), " } ?? "")… }" : "\(name): \(target ?? "…")"
    return Advice(
      .misplacedKey, at: range(event),
      "\(shown(text(event))) is not allowed inside `on:`. The event itself is the key.",
      help: "Write \(shown(better, upTo: 80)).")
  }

  /// `after: { delay: 5s, target: … }` is how other tools write `after: { 5s: … }`.
  fileprivate func delayKeyAdvice(_ key: Int32, of node: Int32) -> Advice? {
    guard isDelayWord(key) else { return nil }
    // One finding says it for all of them.
    var earlier = first(node)
    while earlier != key {
      if isDelayWord(earlier) { return Advice() }
      earlier = next(next(earlier))
    }
    let rest = ["guard", "actions"].contains { value(of: $0, in: node) != nil } ? ", …" : ""
    let better =
      "\(word("delay", in: node) ?? "5s"): { target: \(word("target", in: node) ?? "STATE")\(rest) }"
    return Advice(
      .unknownKey, at: range(key), "`\(text(key))` is not allowed inside `after:`. Its keys are durations.",
      help: "Write \(shown("after: { \(better) }", upTo: 80)).")
  }

  /// The value of a key of a mapping, where it is a text.
  private func word(_ name: String, in node: Int32) -> String? {
    value(of: name, in: node).flatMap { kind($0) == .scalar && !isEmpty($0) ? text($0) : nil }
  }

  /// Whether a key of `after` is one of a transition, or of other tools, and no variable.
  private func isDelayWord(_ key: Int32) -> Bool {
    kind(key) == .scalar && ["delay", "target", "guard", "actions"].contains(text(key))
      && !isVariable(text(key))
  }

  /// Advice on what other tools, or people who think of an else, write for `any`.
  fileprivate func anyErrorAdvice(_ key: Int32, of node: Int32) -> Advice? {
    let text = text(key)
    // They may be codes as well, so they are reported only where the chart declares its codes without them.
    let isWord = !declaredErrors.isEmpty && (ChartInvocation.isWordForAny(text) || text.lowercased() == "any")
    guard text != "any", !declaredErrors.contains(text), isWord || text == "*" else { return nil }
    let isThere = value(of: "any", in: node) != nil
    return Advice(
      .unknownKey, at: range(key),
      "\(shown(text)) is not allowed inside `failed:`. The key for all other errors is `any`.",
      help: isThere ? "`any` is already here. Keep one of the two." : "Write `any`.",
      fix: isThere ? nil : replacement(of: key, by: "any", "Write `any`"), reading: .name("any"))
  }
}
