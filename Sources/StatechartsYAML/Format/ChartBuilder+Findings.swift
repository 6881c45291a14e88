import Statecharts

extension ChartBuilder {
  /// Adds a finding, unless there are enough.
  mutating func report(
    _ rule: ShapeRule, at range: SourceRange, _ message: String, help: String? = nil,
    related: [Diagnostic.Related] = [], fix: Diagnostic.Fix? = nil
  ) {
    guard !reported.contains(range), findings.admits(rule) else { return }
    findings.add(
      Diagnostic(rule: rule.rawValue, message: message, help: help, range: range, related: related, fix: fix))
  }

  /// A fix that puts another text in the place of a scalar, quotes and all.
  func replacement(of node: Int32, by text: String, _ title: String) -> Diagnostic.Fix {
    Diagnostic.Fix(title: title, range: range(node), replacement: text)
  }

  /// A fix that puts the name that is meant in the place of a scalar; nil where somebody has to be asked.
  func replacement(of node: Int32, by near: NearName) -> Diagnostic.Fix? {
    near.isSure ? replacement(of: node, by: near.text, "Write `\(near.text)`") : nil
  }

  /// A text as messages show it, cut when it is long.
  func shown(_ text: String, upTo length: Int = 40) -> String {
    text.count <= length ? "`\(text)`" : "`\(text.prefix(length - 3))…`"
  }

  /// What a key is called in messages.
  func name(of key: Int32) -> String { kind(key) == .scalar ? shown(text(key)) : "This" }

  /// What stands somewhere, as it follows `but this is`.
  func found(_ node: Int32) -> String {
    switch kind(node) {
    case .sequence: first(node) < 0 ? "an empty list" : "a list"
    case .mapping: first(node) < 0 ? "an empty mapping" : "a mapping"
    case .scalar:
      if isEmpty(node) {
        "nothing"
      } else if text(node).utf8.isEmpty {
        "empty text"
      } else if isPlain(node) {
        shown(text(node))
      } else {
        "the quoted text \(shown(text(node)))"
      }
    }
  }

  /// The place of a value, or of its key when there is nothing.
  func place(_ node: Int32, key: Int32) -> SourceRange {
    let place = range(node)
    return place.isEmpty ? hyphen(before: node) ?? range(key) : place
  }

  /// The hyphen of an item without a value; nil where a comment stands behind it, or something else before.
  private func hyphen(before node: Int32) -> SourceRange? {
    let bytes = document.source.bytes
    let place = bytes[..<Int(nodes[Int(node)].start)].lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard let place, bytes[place] == UInt8(ascii: "-") else { return nil }
    return place..<place + 1
  }

  // MARK: Wrong values

  /// Reports a value of the wrong kind behind a key of the format.
  mutating func reportWrongKind(
    _ entry: Entry, in fields: Fields, help: String? = nil, fix: Diagnostic.Fix? = nil
  ) {
    guard findings.admits(ShapeRule.wrongKind) else { return }
    let key = key(entry, in: fields)
    reportWrongKind(
      entry.value, key: entry.key, expected: key.shape, help: help ?? "For example: `\(key.example)`.",
      fix: fix)
  }

  /// Reports a value of the wrong kind behind any key.
  mutating func reportWrongKind(
    _ node: Int32, key: Int32, expected: FormatShape, help: String? = nil, fix: Diagnostic.Fix? = nil
  ) {
    guard findings.admits(ShapeRule.wrongKind) else { return }
    let isItem = node != key && next(key) != node
    let what = isItem ? "An item of \(name(of: key))" : name(of: key)
    if isEmpty(node) {
      // That the key is there twice is reported as that.
      if !isItem, next(node) >= 0, kind(next(node)) == .scalar, text(next(node)) == text(key) { return }
      report(
        .wrongKind, at: place(node, key: key), "\(what) has no value. It must be \(expected.words).",
        help: help ?? "Write it after the \(isItem ? "hyphen" : "colon"), or remove the line.", fix: fix)
    } else if kind(node) == .scalar, isPlain(node), expected.kinds.contains(.mapping),
      let better = WideColon.fixed(text(node))
    {
      report(
        .wrongKind, at: range(node), WideColon.message, help: "Write \(shown(better)).",
        fix: replacement(of: node, by: better, WideColon.fixTitle))
    } else {
      report(
        .wrongKind, at: range(node), "\(what) must be \(expected.words), not \(found(node)).",
        help: help ?? "Write \(expected.words).", fix: fix)
    }
  }

  /// Reports a word that is none of those that may stand here.
  mutating func reportNotAllowed(_ entry: Entry, _ text: String, among words: [String], in fields: Fields) {
    guard findings.admits(ShapeRule.notAllowed) else { return }
    if entry.name == .type, let help = Self.helpForType(text) {
      report(.notAllowed, at: range(entry.value), "`type` cannot be \(shown(text)).", help: help)
      return
    }
    let isEnd = entry.name == .type && words.contains("final") && Self.endWords.contains(text.lowercased())
    let near = isEnd ? NearName(known: "final") : NearNames.nearest(to: text, in: words)
    report(
      .notAllowed, at: range(entry.value),
      "`\(entry.name.text)` must be \(FormatShape.choice(words).words), not \(shown(text)).",
      help: near?.sentence
        ?? "Write \(words.count == 1 ? "`\(words[0])`" : "one of these words"), or delete the line.",
      fix: near.flatMap { replacement(of: entry.value, by: $0) })
  }

  /// What to write for a type of state that other tools have.
  private static func helpForType(_ text: String) -> String? {
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
  private static let endWords: Set<String> = [
    "end", "ended", "ending", "endstate", "exit", "fail", "succeed", "finish", "finished", "finalstate",
    "stop", "terminal", "terminate",
  ]

  // MARK: Wrong keys

  /// What to do with a key that is meant as one that is there too, be it misspelt.
  private func helpBeside(_ name: String, _ key: Int32, _ value: Int32, in node: Int32) -> String {
    guard let there = self.value(of: name, in: node) else {
      return "Another key here also means `\(name)`. Write one `\(name)` for both."
    }
    if isEmpty(there) {
      return name == FormatName.invoke.text && index.find(text(key), in: .invoke) != nil
        ? "Indent it below `invoke:`."
        : "`\(name)` is already here without a value. Move this value to it."
    }
    return kind(value) == .scalar
      ? "`\(name)` is already here. Delete one of the two."
      : "`\(name)` is already here. Move the lines below this key into it."
  }

  /// Another word for a key; nil where the word is there already, or would not take what stands behind it.
  private func renaming(
    of key: Int32, _ value: Int32, to name: String, in object: FormatObject, beside others: Set<String>
  ) -> Diagnostic.Fix? {
    guard !others.contains(name), takes(name, value, in: object) else { return nil }
    if name == "failed", transition(underErrorKey: value) != nil { return nil }
    return replacement(of: key, by: name, "Write `\(name)`")
  }

  /// Whether what stands behind another word for a key can stand behind the key.
  private func takes(_ name: String, _ value: Int32, in object: FormatObject) -> Bool {
    guard let shape = index.keys[Int(object.rawValue)].first(where: { $0.name.text == name })?.shape else {
      return false
    }
    if isEmpty(value) { return true }
    switch (kind(value), shape) {
    // Elsewhere transitions and states are lists, which are not only called otherwise here.
    case (.sequence, .eventTransitions): return false
    case (.mapping, .eventTransitions):
      var key = first(value)
      while key >= 0, next(key) >= 0 {
        if kind(key) == .scalar, Self.transitionKeys.contains(text(key)) { return false }
        key = next(next(key))
      }
      return true
    case (.scalar, .actions), (.scalar, .blocks): return isLegal(text(value), .handler)
    default: return shape.kinds.contains(kind(value))
    }
  }

  /// Whether what stands behind a misspelt key can only be meant as it is read behind the right one, and not as an event
  /// or a state of that name.
  private mutating func fitsOnly(
    _ name: String, _ value: Int32, in object: FormatObject, of node: Int32
  ) -> Bool {
    guard let shape = index.keys[Int(object.rawValue)].first(where: { $0.name.text == name })?.shape else {
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
    var keys: [String] = []
    var key = first(value)
    while key >= 0, next(key) >= 0 {
      if kind(key) == .scalar, !isExtension(text(key)) { keys.append(text(key)) }
      key = next(next(key))
    }
    let owners: [FormatObject] =
      object == .handlers ? [.guardHandler, .actionHandler, .service, .query] : [.state, .transition]
    guard !keys.allSatisfy({ key in owners.contains { index.find(key, in: $0) != nil } }) else {
      return false
    }
    switch shape {
    case .invocations: return keys.allSatisfy { index.find($0, in: .invoke) != nil }
    case .actions, .blocks: return keys.count == 1 || keys.contains { ActionWords.object($0) != nil }
    default: return true
    }
  }

  /// The transition that stands where error codes belong, as it could be written on one line; nil for a mapping of codes.
  private func transition(underErrorKey value: Int32) -> String? {
    switch kind(value) {
    case .scalar: return text(value)
    case .mapping:
      var key = first(value)
      while key >= 0 {
        if Self.transitionKeys.contains(text(key)) { return "{ target: … }" }
        let inner = next(key)
        key = inner >= 0 ? next(inner) : -1
      }
      return nil
    default: return "[…]"
    }
  }

  /// Reports a key that a mapping does not have; gives the key that is probably meant.
  ///
  /// - Parameter others: The keys that stand beside it, which cannot take its place.
  mutating func reportUnknownKey(
    _ key: Int32, _ value: Int32, of node: Int32, as object: FormatObject, beside others: Set<String>
  ) -> String? {
    let text = text(key)
    // YAML has reported keys that say nothing.
    guard !text.utf8.isEmpty, findings.admits(ShapeRule.unknownKey) else { return nil }
    if text.hasPrefix("//") {
      report(
        .unknownKey, at: range(key), "\(shown(text)) is not allowed \(object.place).",
        help: "Comments begin with `#`. Write `#` instead of `//`.")
      return nil
    }
    let known = index.keys[Int(object.rawValue)].map(\.name.text)
    if isPlain(key), let dashed = ActionSlip.dashed(text), known.contains(dashed) {
      reportDash(key, "`\(text)` is a key here", "\(dashed): …")
      return dashed
    }
    if object == .transition, text == "type", kind(value) == .scalar,
      !["internal", "external"].contains(self.text(value)), isLegal(self.text(value), .handler)
    {
      report(
        .unknownKey, at: range(key), "`type` is not allowed \(object.place).",
        help: "For an action, write `actions: \(self.text(value))`.")
      return nil
    }
    if object == .transition, ["else", "otherwise", "default"].contains(text), kind(value) == .scalar,
      isState(self.text(value)), count(node) == 1
    {
      report(
        .unknownKey, at: range(key), "\(shown(text)) is not allowed \(object.place).",
        help:
          "Write the fallback as the last item, without a guard: `- \(self.text(value))`.")
      return nil
    }
    if let foreign = ForeignKey.find(text, in: object, value: kind(value) == .scalar ? self.text(value) : nil)
    {
      let fix = foreign.replacement.flatMap { renaming(of: key, value, to: $0, in: object, beside: others) }
      let everyError = foreign.replacement == "failed" ? transition(underErrorKey: value) : nil
      report(
        .unknownKey, at: range(key), "\(shown(text)) is not allowed \(object.place).",
        help: foreign.replacement.flatMap { others.contains($0) ? helpBeside($0, key, value, in: node) : nil }
          ?? everyError.map { "Write `failed: { any: \($0) }`. Each error code has a transition of its own." }
          ?? foreign.help
          + (fix == nil ? foreign.replacement.flatMap { shape(of: $0, in: object) } ?? "" : ""),
        fix: fix)
      return foreign.replacement
    }
    let near = NearNames.nearest(to: text, in: known)
    // What stands behind the key tells more than its letters.
    if let place = properPlace(of: key, value, in: object),
      !(near.map { $0.isSure && fitsOnly($0.text, value, in: object, of: node) } ?? false)
    {
      if isStrayState(key, value, in: object) { strayStates.insert(text) }
      report(
        .unknownKey, at: range(key), "\(shown(text)) is not allowed \(object.place).",
        help: place + (near.map { " Or \($0.question())" } ?? ""))
      return nil
    }
    if let near {
      let name = near.text
      report(
        .unknownKey, at: range(key), "\(shown(text)) is not allowed \(object.place).",
        help: near.sentence + (others.contains(name) ? " " + helpBeside(name, key, value, in: node) : ""),
        fix: near.isSure ? renaming(of: key, value, to: name, in: object, beside: others) : nil)
      return name
    }
    let everything = FormatName.allCases.map(\.text)
    let meant = everything.contains(text) ? text : NearNames.suggestion(for: text, in: everything) ?? text
    let owners = FormatObject.allCases.filter { other in
      other != .type && index.keys[Int(other.rawValue)].contains { $0.name.text == meant }
    }
    // Where many mappings have it, the list says nothing.
    let elsewhere =
      owners.isEmpty || owners.count > 2
      ? "" : "`\(meant)` is allowed \(owners.map(\.place).joined(separator: " or ")). "
    report(
      .unknownKey, at: range(key), "\(shown(text)) is not allowed \(object.place).",
      help: "\(elsewhere)The keys are \(list(known)). For a note of your own, write \(shown("x-\(text)")).")
    return nil
  }

  /// What is expected behind a key, where more than its name has to be changed.
  private func shape(of name: String, in object: FormatObject) -> String? {
    index.keys[Int(object.rawValue)].first { $0.name.text == name }.map {
      " Its value is \($0.shape.words), for example `\($0.example)`."
    }
  }

  mutating func reportMisplaced(_ entry: Entry, _ key: FormatKey, in kind: StateKinds) {
    let name = entry.name.text
    let owner = kind.words.first ?? "a state"
    let help: String
    switch (entry.name, kind) {
    case (.initial, .atomic): help = "Add `states:`, or remove `initial`."
    case (.initial, .parallel): help = "Remove it. A parallel state enters all of its states."
    case (.initial, .history): help = "Write `default` instead of `initial`."
    case (.done, .atomic):
      help =
        "If it is the end of a service, move `done` into `invoke:`. If not, delete it: a state without `states` never ends by itself."
    case (.default, _), (.history, _):
      help = "If this is a history state, write `type: history`. If not, delete \(shown(name))."
    case (.output, _):
      help = "If the flow or this group ends here, write `type: final`. If not, delete \(shown(name))."
    case (_, .choice): help = "Delete \(shown(name)). A choice is left at once and only has `always`."
    case (_, .final):
      help =
        "Nothing happens in a final state. Remove \(shown(name)), or remove `type: final`."
    case (_, .history): help = "Delete \(shown(name)). A history state only says where to continue."
    default: help = "Delete \(shown(name)). It is allowed in \(key.kinds.words.joined(separator: ", "))."
    }
    report(
      .misplacedKey, at: range(entry.key), "`\(name)` is not allowed in \(owner).", help: help)
  }

  mutating func reportMissing(_ key: FormatKey, in fields: Fields, help: String? = nil) {
    report(
      .missingKey, at: ownerRange(fields),
      "\(subject(of: fields)) needs the key `\(key.name.text)`.",
      help: help ?? "\(key.meaning) For example: `\(key.example)`.")
  }

  mutating func reportMissing(oneOf names: [FormatName], in fields: Fields) {
    let words = names.map { "`\($0.text)`" }.joined(separator: " or ")
    report(
      .missingKey, at: ownerRange(fields), "\(subject(of: fields)) needs the key \(words).",
      help: index.keys[Int(fields.object.rawValue)].filter { names.contains($0.name) }.map {
        "`\($0.example)`"
      }
      .joined(separator: " or ") + ".")
  }

  mutating func reportExclusive(_ key: Int32, after first: Int32) {
    report(
      .exclusiveKeys, at: range(key), "\(name(of: first)) and \(name(of: key)) cannot be used together.",
      help: "Delete \(name(of: first)) or \(name(of: key)).",
      related: [Diagnostic.Related(range: range(first), message: "the other key")])
  }

  /// What a mapping is called in messages: its name, or else its kind.
  func subject(of fields: Fields) -> String {
    if fields.object == .chart { return "The chart" }
    if kind(fields.owner) == .scalar, fields.object != .type { return shown(text(fields.owner)) }
    return fields.object.words.capitalizedFirst
  }

  /// Where findings about a whole mapping point: to its name, or to its first line.
  func ownerRange(_ fields: Fields) -> SourceRange {
    guard kind(fields.owner) != .scalar else { return range(fields.owner) }
    let whole = range(fields.owner)
    let key = first(fields.owner)
    return key >= 0 ? range(key) : whole
  }

  private func list(_ names: [String]) -> String {
    names.count < 2
      ? names.map { "`\($0)`" }.joined()
      : names.dropLast().map { "`\($0)`" }.joined(separator: ", ") + " and `\(names[names.count - 1])`"
  }
}

extension String {
  /// With a capital letter in front.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
