internal import Statecharts
internal import StatechartsEditing
internal import StatechartsModel
internal import StatechartsYAML

/// One entry of a completion list.
struct Proposal {
  /// What editors show an icon for, with the number of the protocol.
  enum Kind: Int {
    case function = 3
    case field = 5
    case variable = 6
    case state = 7
    case key = 10
    case value = 12
    case keyword = 14
    case snippet = 15
    case file = 17
    case errorCode = 20
    case event = 23
  }

  var label: String
  var kind: Kind
  var detail: String?
  var documentation: String?
  var inserted: String?
}

/// Finds what may be typed at the cursor of a chart.
struct Proposals {
  /// What other files give, looked for when it is needed.
  struct OtherCharts {
    /// The paths of the charts that may be run.
    var paths: () -> [String]
    /// The charts that this chart runs, with their paths.
    var children: () -> [(chart: Statechart, path: String)]
  }

  /// What the chart declares; nil before the text could be read for the first time.
  private let index: ChartIndex?
  private let path: FormatPath
  private let cursor: CursorPath
  private let word: String
  private let isFirstInLine: Bool
  private let allowsSnippets: Bool
  private let others: OtherCharts
  private(set) var list: [Proposal] = []
  private var seen: Set<String> = []

  /// - Parameters:
  ///   - before: The text of the line before the word at the cursor.
  ///   - word: The word, up to the cursor.
  init(
    _ index: ChartIndex?, _ cursor: CursorPath, before: Substring, word: String, allowsSnippets: Bool,
    others: OtherCharts
  ) {
    self.index = index
    self.others = others
    self.word = word
    isFirstInLine = before.allSatisfy(\.isWhitespace)
    self.cursor = cursor
    self.allowsSnippets = allowsSnippets
    path = FormatPath(cursor.steps)
    guard let shape = path.shape else { return }
    if cursor.expected != .value { addKeys(of: shape) }
    if cursor.expected != .key { addValues(of: shape, before) }
  }

  private mutating func add(
    _ label: String, _ kind: Proposal.Kind, detail: String? = nil, documentation: String? = nil,
    inserted: String? = nil
  ) {
    guard !label.isEmpty, seen.insert(label).inserted else { return }
    list.append(
      Proposal(label: label, kind: kind, detail: detail, documentation: documentation, inserted: inserted))
  }

  // MARK: Keys

  private static let kinds: [String: StateKinds] = [
    "parallel": .parallel, "final": .final, "history": .history, "choice": .choice,
  ]

  private mutating func addKeys(of shape: FormatShape) {
    if let object = path.object(beside: cursor.siblings.keys) {
      // Without `type`, a state may still become one of any kind.
      let type = object == .state ? cursor.siblings["type"] : nil
      let kinds = type.flatMap { Self.kinds[$0] } ?? .all
      for key in object.keys where isNew(key.name.text) && !key.kinds.isDisjoint(with: kinds) {
        // Only timers go on after a restart.
        if object == .transition, key.name == .resume, !path.isInAfter { continue }
        addKey(key)
      }
      if object == .invoke, cursor.siblings.isEmpty { addInvocation() }
      let mayInvoke = [nil, "parallel"].contains(cursor.siblings["type"])
      if [.state, .chart].contains(object), mayInvoke, isNew("invoke") { addInvocation(key: "invoke") }
      return
    }
    switch shape {
    case .actions, .blocks:
      for form in FormatObject.actionForms {
        if let key = form.object.keys.first(where: { $0.name == form.verb }) { addKey(key) }
      }
    case .mapping(.state, _):
      addSnippet(
        "new state", detail: "a state with a title and a transition", key: "${1:name}",
        lines: ["title: ${2:Title}", "on:", "  ${3:event}: ${4:nextState}"],
        braces: "title: ${2:Title}, on: { ${3:event}: ${4:nextState} }")
    case .mapping(.failure, _):
      let service = path.service.flatMap { index?.service($0) }
      for code in service?.errors.map(\.text) ?? index?.names(.error) ?? [] where isNew(code) {
        addName(code, .error, suffix: ": ")
      }
      for word in ["timeout", "any"] where isNew(word) {
        add(
          word, .keyword, detail: word == "any" ? "any other error" : "the time limit", inserted: word + ": ")
      }
    case .eventTransitions where word.hasPrefix("error.") || word.hasPrefix("done."):
      for name in platformEvents where isNew(name) {
        add(name, .event, detail: "an event of the platform", inserted: name + ": ")
      }
    case .mapping(.delay, _):
      for variable in index?.chart.context ?? [] where variable.field.type == .duration {
        addName(variable.name.text, .variable, suffix: ": ")
      }
    case .eventTransitions:
      for event in index?.names(.event) ?? [] where isNew(event) { addName(event, .event, suffix: ": ") }
    case .expressions(.variable):
      for variable in index?.names(.variable) ?? [] where isNew(variable) {
        addName(variable, .variable, suffix: ": ")
      }
    case .expressions(.field):
      for field in ownerFields where isNew(field.name.text) { addField(field, suffix: ": ") }
    case .guard:
      for name in index?.names(.guard) ?? [] { addName(name, .guard, suffix: ": ") }
    default: return
    }
  }

  /// The events that come from failures and from what has ended.
  private var platformEvents: [String] {
    guard let index else { return [] }
    let groups = index.states.filter { !$0.states.isEmpty }.map { "done.state.\($0.id.text)" }
    let work = ([index.chart.root] + index.states).flatMap(\.invoke).map { "done.invoke.\($0.effectiveID)" }
    return index.names(.error).map { "error.\($0)" } + groups + work
  }

  private func isNew(_ key: String) -> Bool { cursor.siblings[key] == nil }

  /// A service with what follows its result and its failures.
  private mutating func addInvocation(key: String? = nil) {
    addSnippet(
      "new invocation", detail: "a service with `done` and `failed`", key: key,
      lines: ["service: ${1:service}", "done: ${2:nextState}", "failed:", "  any: ${3:errorState}"],
      braces: "service: ${1:service}, done: ${2:nextState}, failed: { any: ${3:errorState} }")
  }

  /// A mapping with placeholders: in lines where the cursor is in a block and alone in its line, else in braces.
  ///
  /// - Parameter key: The key of the mapping; nil inside the mapping, or where it is an item or a value.
  private mutating func addSnippet(
    _ label: String, detail: String, key: String?, lines: [String], braces: String
  ) {
    guard allowsSnippets else { return }
    let isBlock = !cursor.isInFlow && cursor.expected != .value && isFirstInLine
    let isInBraces = cursor.isInFlow && cursor.expected == .key && key == nil
    let text =
      isBlock
      ? ((key.map { [$0 + ":"] } ?? []) + lines.map { key == nil ? $0 : "  " + $0 }).joined(separator: "\n")
      : (key.map { $0 + ": " } ?? "") + (isInBraces ? braces : "{ \(braces) }")
    add(label, .snippet, detail: detail, inserted: text + "$0")
  }

  private mutating func addKey(_ key: FormatKey) {
    let takesText = key.shape.kinds.contains(.scalar)
    let text = key.name.text + (takesText ? ": " : ":")
    // An item in brackets that is a mapping needs braces.
    let isItem = cursor.isInFlow && cursor.expected == .keyOrValue
    add(
      key.name.text, .key, detail: key.shape.words,
      documentation: "\(key.meaning)\n\nExample: `\(key.example)`",
      inserted: isItem ? "{ \(text) }" : text)
  }

  // MARK: Values

  private mutating func addValues(of shape: FormatShape, _ before: Substring) {
    switch shape {
    case .bool:
      for word in ["true", "false"] { add(word, .value) }
    case .choice(let words):
      for word in words { add(word, .value) }
    case .formatVersion: add("1", .value)
    case .name(let kind), .names(let kind), .oneOrMoreNames(let kind), .computable(let kind):
      addNames(of: kind)
    case .path, .paths:
      for path in others.paths() { add(path, .file) }
    case .transitions: addAll(.state)
    case .initial: addNames(of: .state)
    case .actions, .blocks: addAll(.action)
    case .invocations: addInvocation()
    case .type, .described(.field), .described(.variable), .described(.type):
      for entry in TypeNames.all { add(entry.name, .keyword, detail: "a type") }
    case .expression, .expressions, .delay: addExpression(before, isGuard: false)
    case .guard: addExpression(before, isGuard: true)
    default: return
    }
  }

  private mutating func addAll(_ kind: ChartNameIndex.Kind) {
    for name in index?.names(kind) ?? [] { addName(name, kind) }
  }

  private mutating func addNames(of kind: FormatShape.NameKind) {
    switch kind {
    case .state where path.isInitial:
      for state in index?.starts(of: path.state) ?? [] { addName(state, .state) }
    case .state, .versionedState: addAll(.state)
    case .error, .failure: addAll(.error)
    case .output: addAll(.output)
    case .event where path.key?.name == .send:
      // Behind `to`, only the events of that chart are possible.
      let receivers = Set((index?.children ?? []).filter { $0.id == path.sendsTo }.map(\.path))
      if receivers.isEmpty { addAll(.event) }
      for child in others.children() where receivers.isEmpty || receivers.contains(child.path) {
        for event in child.chart.events ?? [] {
          add(
            event.name.text, .event, detail: "an event of `\(child.path)`", documentation: event.description)
        }
      }
    case .event, .descriptor: addAll(.event)
    case .variable, .versionedVariable: addAll(.variable)
    case .handler:
      addAll(path.key?.name == .service ? .service : path.key?.name == .queries ? .query : .action)
    case .work:
      add("parent", .keyword, detail: "the chart that runs this one")
      for state in index?.states ?? [] {
        for invocation in state.invoke { add(invocation.effectiveID, .function) }
      }
    case .chart, .sendID, .field, .item, .delay: return
    }
  }

  private mutating func addName(_ name: String, _ kind: ChartNameIndex.Kind, suffix: String = "") {
    let facts = index?.facts(kind, name)
    let icon: Proposal.Kind =
      switch kind {
      case .state: .state
      case .event: .event
      case .error: .errorCode
      case .variable, .element: .variable
      case .output: .value
      case .guard, .action, .service, .query: .function
      }
    add(
      name, icon, detail: facts?.title ?? kind.words, documentation: facts?.description,
      inserted: suffix.isEmpty ? nil : name + suffix)
  }

  private mutating func addField(_ field: FieldDeclaration, suffix: String = "") {
    add(
      field.name.text, .field, detail: field.type.chartText, documentation: field.description,
      inserted: suffix.isEmpty ? nil : field.name.text + suffix)
  }

  // MARK: Expressions

  /// Whether a word in an expression is the state of `in(…)`.
  static func isState(after before: Substring) -> Bool {
    guard before.hasSuffix("in(") else { return false }
    // Not `min(`.
    return before.dropLast(3).last.map { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." } ?? true
  }

  /// - Parameter before: The text of the line before the word at the cursor.
  private mutating func addExpression(_ before: Substring, isGuard: Bool) {
    if Self.isState(after: before) { return addAll(.state) }
    if before.hasSuffix("event.data.") {
      for field in index?.eventFields(at: path) ?? [] { addField(field) }
      return
    }
    if before.hasSuffix("event.") {
      for word in ["data", "error", "name"] { add(word, .field) }
      return
    }
    if let last = before.last, last == "." {
      let base = before.dropLast().reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      let name = String(base.reversed())
      guard let variable = index?.chart.context.first(where: { $0.name.text == name }) else { return }
      for field in variable.field.type.fields { addField(field) }
      return
    }
    let beforeText = Self.beforeText(before)
    addTexts(beforeText ?? before, isInText: beforeText != nil)
    if beforeText != nil { return }
    for name in path.elements { addName(name, .element) }
    addAll(.variable)
    if isGuard { addAll(.guard) }
    add("event", .keyword, detail: "the current event")
    for word in ["and", "or", "not", "true", "false", "unset"] { add(word, .keyword) }
    add("in", .function, detail: "in(state)", inserted: "in(")
    add("defined", .function, detail: "defined(value)", inserted: "defined(")
    for function in ExpressionFunction.allCases {
      add(function.name, .function, detail: function.usage, inserted: function.name + "(")
    }
  }

  private var ownerFields: [FieldDeclaration] {
    guard let owner = path.owner else { return [] }
    let fields = index?.fields(of: owner) ?? []
    guard fields.isEmpty else { return fields }
    // A chart that runs inside this one declares its inputs, and may declare what is sent to it.
    switch owner {
    case .chartInput(let path):
      let child = others.children().first { $0.path == path }?.chart
      return child?.context.filter(\.isInput).map(\.field) ?? []
    case .event(let name):
      let events = others.children().flatMap { $0.chart.events ?? [] }
      return events.first { $0.name.text == name }?.payload ?? []
    case .arguments, .output, .serviceInput: return []
    }
  }

  /// What stands before the text between quotes at the end of a line; nil where the end is in no text. If YAML quotes the
  /// value with `'`, the quotes of texts are doubled.
  private static func beforeText(_ line: Substring) -> Substring? {
    guard let first = line.firstIndex(of: "'"), let last = line.lastIndex(of: "'") else { return nil }
    let head = line[..<first]
    let isInCall = head.count { $0 == "(" } > head.count { $0 == ")" }
    let isQuotedValue = !isInCall && head.last { $0 != " " }.map(":-[{,".contains) != false
    let count = line.count { $0 == "'" }
    guard isQuotedValue ? (count - 1) / 2 % 2 == 1 : count % 2 == 1 else { return nil }
    return line[..<(isQuotedValue ? line.index(before: last) : last)]
  }

  /// Adds what a text may be: an error code, or one of the values of what is compared or gets a value.
  ///
  /// - Parameter isInText: Whether the cursor is between quotes.
  private mutating func addTexts(_ before: Substring, isInText: Bool) {
    let words = before.split(separator: " ")
    let isComparison = words.last.map { ["==", "!="].contains($0) } ?? false
    let compared = isComparison ? words.dropLast().last.map { $0.drop { "('\"".contains($0) } } : nil
    let field = compared.flatMap(field(at:)) ?? index?.receiver(at: path)
    if compared?.hasSuffix("event.error") == true || field?.type == .error || field?.type == .optional(.error)
    {
      addAll(.error)
    }
    for value in field?.values ?? [] { add(isInText ? value : "'\(value)'", .value) }
  }

  /// What is declared of a variable, of its field or of a field of the event.
  private func field(at name: Substring) -> FieldDeclaration? {
    let parts = name.split(separator: ".").map(String.init)
    if parts.starts(with: ["event", "data"]) {
      return index?.eventFields(at: path).first { $0.name.text == parts.dropFirst(2).first }
    }
    let variable = index?.chart.context.first { $0.name.text == parts.first }?.field
    return parts.count == 2 ? variable?.type.fields.first { $0.name.text == parts[1] } : variable
  }
}
