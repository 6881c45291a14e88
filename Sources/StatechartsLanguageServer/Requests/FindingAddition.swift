internal import Statecharts
internal import StatechartsEditing
internal import StatechartsModel
internal import StatechartsYAML

/// What may be added to a chart because of a finding: a declaration, a transition for failures or a time limit.
struct FindingAddition {
  /// What it does, as a command to the reader.
  let title: String
  /// One of what may be added.
  private let first: any TextAddition
  /// What may be added. Of several, the one that leaves the fewest findings is taken. They differ only in their values,
  /// which are not found before they are needed.
  let candidates: () -> [any TextAddition]

  /// Whether findings of other rules may follow. Declarations are meant to be completed.
  let mayCauseFindings: Bool

  /// What the finding of a rule asks for; nil where that is not an addition.
  init?(_ finding: Diagnostic, _ index: ChartIndex) {
    guard let addition = Self.addition(for: finding, index) else { return nil }
    self = addition
  }

  /// Why a text has no location for it; nil when it has one.
  func refusal(in document: YAMLDocument) -> EditRefusal? {
    do throws(EditRefusal) { _ = try first.edit(in: document) } catch { return error }
    return nil
  }

  private static func addition(for finding: Diagnostic, _ index: ChartIndex) -> Self? {
    let offset = finding.range.lowerBound
    let name = index.source.text(in: finding.range).trimmingQuotes
    // Some rules also report declared names that are used in the wrong location.
    let isUndeclared = ["is not a declared", "is neither"].contains { finding.message.contains($0) }
    switch finding.rule {
    case "missing-timeout":
      return Self(
        title: "Add `timeout: 15s`",
        ChartAddition(["timeout"], value: "15s", invocation: offset))
    case "unhandled-error":
      guard let state = index.state(invokingAt: offset), let target = index.fallback(of: state) else {
        return nil
      }
      return Self(
        title: "Add `failed: { any: \(target) }`",
        ChartAddition(["failed", "any"], value: target, invocation: offset),
        mayCauseFindings: false)
    case "unknown-target"
    where finding.fix == nil && finding.message == "`\(name)` is not a state." && NameRule.isIdentifier(name):
      let keys = index.statesAround(offset).flatMap { ["states", $0] } + ["states", name]
      return Self(title: "Add the state `\(name)`", ChartAddition(keys, value: "{}"))
    case "unlisted-error":
      guard let item = finding.related.first?.range.lowerBound, let state = index.state(listingErrorAt: item),
        let code = finding.message.split(separator: "`").dropLast().last.map(String.init)
      else { return nil }
      return Self(
        title: "Add `\(code)` to the errors of `\(state.id.text)`",
        ListAddition(code, besideItemAt: item), mayCauseFindings: false)
    case "unknown-event" where isUndeclared && name.hasPrefix("error."):
      let code = String(name.dropFirst("error.".count))
      return NameRule.isIdentifier(code) ? declaration(of: code, .error, under: "errors", index: index) : nil
    case "unknown-event" where isUndeclared && NameRule.isEventName(name):
      let first = name.prefix { $0 != "." }
      guard !["after", "done", "error", "session"].contains(first) else { return nil }
      return declaration(of: name, .event, under: "events", index: index)
    case "unknown-error" where isUndeclared && NameRule.isIdentifier(name):
      if let service = index.service(failingAt: offset), let last = service.errors.last?.origin,
        !service.errors.contains(where: { $0.text == name })
      {
        guard let item = index.document.node(of: last).map(index.document.range) else { return nil }
        return declaration(of: name, listedBy: service.name.text, at: item.lowerBound, index: index)
      }
      return declaration(of: name, .error, under: "errors", index: index)
    case "unknown-output" where isUndeclared && NameRule.isIdentifier(name):
      return declaration(of: name, .output, under: "outputs", index: index)
    case "unknown-variable" where finding.message.contains("neither an error code"):
      return NameRule.isIdentifier(name) ? declaration(of: name, .error, under: "errors", index: index) : nil
    case "unknown-variable" where isUndeclared && NameRule.isExpressionName(name):
      // An error code where nothing says that one is meant: something else is wrong there.
      guard index.facts(.error, name) == nil,
        !index.allUses.contains(where: { $0.kind == .element && $0.name == name })
      else { return nil }
      let addition = { ChartAddition(["context", name], value: $0) }
      return Self(title: "Declare the variable `\(name)`", addition("{}")) { variables.map(addition) }
    case "unknown-handler":
      return index.allUses.last { $0.range.touches(offset) }.flatMap { handler($0, index) }
    default: return nil
    }
  }

  /// A variable of each simple type, and lists of them.
  private static let variables = [
    "{ type: bool, initial: false }", "{ type: int, initial: 0 }", "{ type: string, initial: \"''\" }",
    "{ type: error, optional: true }", "{ type: duration, initial: 0s }", "{ type: number, initial: 0 }",
    "{ type: [string], initial: [] }", "{ type: [int], initial: [] }", "{ type: [bool], initial: [] }",
  ]

  private static func handler(_ use: ChartNameIndex.Use, _ index: ChartIndex) -> Self? {
    let list: String
    switch use.kind {
    case .guard: list = "guards"
    case .action: list = "actions"
    case .service: list = "services"
    case .query: list = "queries"
    case .state, .event, .variable, .error, .output, .element: return nil
    }
    guard NameRule.isExpressionName(use.name) else { return nil }
    return declaration(of: use.name, use.kind, under: "handlers", list, index: index)
  }

  /// A declaration with the data that the uses of the name show.
  private static func declaration(
    of name: String, _ kind: ChartNameIndex.Kind, under keys: String..., index: ChartIndex
  ) -> Self {
    let addition = { ChartAddition(keys + [name], value: $0) }
    return Self(title: "Declare the \(kind.words) `\(name)`", addition("{}")) {
      ShownData(name, kind, index).declarations.map(addition)
    }
  }

  /// A declaration of an error code that is also added to the errors of a service.
  private static func declaration(
    of code: String, listedBy service: String, at item: Int, index: ChartIndex
  ) -> Self {
    let addition = { (value: String) in
      ListedDeclaration(
        declaration: ChartAddition(["errors", code], value: value),
        listing: ListAddition(code, besideItemAt: item))
    }
    return Self(title: "Declare the error code `\(code)` of `\(service)`", addition("{}")) {
      ShownData(code, .error, index).declarations.map(addition)
    }
  }

  private init(
    title: String, _ first: any TextAddition, mayCauseFindings: Bool = true,
    candidates: (() -> [any TextAddition])? = nil
  ) {
    self.title = title
    self.first = first
    self.candidates = candidates ?? { [first] }
    self.mayCauseFindings = mayCauseFindings
  }
}

extension String {
  /// The text without the quotes around it.
  fileprivate var trimmingQuotes: String {
    guard let first = utf8.first, utf8.count > 1, first == utf8.last, "'\"".utf8.contains(first) else {
      return self
    }
    return String(dropFirst().dropLast())
  }
}

extension ChartIndex {
  /// The state whose invocation has an offset.
  fileprivate func state(invokingAt offset: Int) -> StateNode? {
    ([chart.root] + states).first { state in
      state.invoke.contains { invocation in
        document.node(of: invocation.origin).map { document.range(of: $0).touches(offset) } ?? false
      }
    }
  }

  /// The states around the targets at an offset, the outermost first.
  fileprivate func statesAround(_ offset: Int) -> [String] {
    let path = FormatPath(steps(around: offset))
    var inner = path.state
    let isInside = path.isInitial && states.first { $0.id.text == inner }?.kind.isHistory == false
    var result = isInside ? [inner].compactMap(\.self) : []
    while let state = inner {
      inner = states.first { $0.states.contains { $0.id.text == state } }?.id.text
      if let inner { result.insert(inner, at: 0) }
    }
    return result
  }

  /// The service whose failures are handled at an offset.
  fileprivate func service(failingAt offset: Int) -> HandlerDeclaration? {
    let path = FormatPath(steps(around: offset))
    return path.code == nil ? nil : path.service.flatMap(service)
  }

  /// The state that lists an error code at an offset.
  fileprivate func state(listingErrorAt offset: Int) -> StateNode? {
    ([chart.root] + states).first { state in
      state.errors.contains { document.node(of: $0.origin).map(document.range)?.lowerBound == offset }
    }
  }

  /// Where people go when a state fails: to the state before it in which the flow waits, or to the first state. Nil where
  /// the flow does not wait there, because then the service would start again without end.
  fileprivate func fallback(of state: StateNode) -> String? {
    let waiting = Set(states.filter(\.isWaiting).map(\.id.text)).subtracting([state.id.text])
    let before = transitions.filter { $0.targets.map(\.text) == [state.id.text] }.map(\.source)
    let initial = chart.root.initial?.targets.first?.text
    return (before + [initial].compactMap(\.self)).first(where: waiting.contains)
  }
}

extension StateNode {
  /// Whether the flow stays in the state until an event.
  fileprivate var isWaiting: Bool {
    kind == .plain && !on.isEmpty && invoke.isEmpty && states.isEmpty && always.isEmpty
  }
}
