import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds failures of services that no transition answers.
struct UnhandledError: LintRule {
  static let description = RuleDescription(
    "unhandled-error", "Service failure is not handled", .warning, .services,
    why: "After such a failure the flow stays where it is, and people wait and see nothing.",
    howToFix: "Add the error code under `failed:` of the service, or `any:` for all other codes.",
    bad: """
      errors: { jammed: , frozen: }
      handlers: { services: { lock: { errors: [jammed, frozen] } } }
      states:
        open:
          invoke:
            service: ▸lock
            timeout: 5s
            done: closed
            failed: { jammed: closed, timeout: closed }
        closed: { type: final }
      """,
    good: """
      errors: { jammed: , frozen: }
      handlers: { services: { lock: { errors: [jammed, frozen] } } }
      states:
        open:
          invoke:
            service: lock
            timeout: 5s
            done: closed
            failed: { jammed: closed, any: closed }
        closed: { type: final }
      """,
    alsoBad: [
      """
      states:
        open:
          invoke: { service: lock, timeout: 5s, done: closed, failed: { timeout: jammed, ▸else: jammed } }
        closed: { type: final }
        jammed: { type: final }
      """,
      """
      states:
        open:
          invoke: { service: ▸lock, timeout: 5s, done: closed }
        closed: { type: final }
      """,
      """
      handlers: { services: { lock: } }
      states:
        open:
          invoke: { service: ▸lock, timeout: 5s, done: closed }
        closed: { type: final }
      """,
      """
      context: { pushes: { type: int, initial: 0 } }
      states:
        open:
          invoke:
            service: lock
            timeout: 5s
            done: closed
            failed:
              any: { guard: ▸pushes < 3, actions: { assign: { pushes: pushes + 1 } }, target: open }
        closed: { type: final }
      """,
    ],
    alsoGood: [
      """
      initial: open
      on: { error.*: closed }
      states:
        open:
          invoke: { service: lock, timeout: 5s, done: closed }
        closed: { type: final }
      """,
      """
      handlers: { services: { lock: { errors: [] } } }
      states:
        open:
          invoke: { service: lock, done: closed }
          on: { cancel: closed }
        closed: { type: final }
      """,
      """
      context: { pushes: { type: int, initial: 0 } }
      states:
        open:
          invoke:
            service: lock
            timeout: 5s
            done: closed
            failed:
              any:
                - { guard: pushes < 3, actions: { assign: { pushes: pushes + 1 } }, target: open }
                - closed
        closed: { type: final }
      """,
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    guard context.unreadStates.hasDeclarations else { return [] }
    let tree = context.tree
    let declared = context.chart.handlers.services.map { services in
      Dictionary(services.map { ($0.name.text, $0) }, uniquingKeysWith: { first, _ in first })
    }
    let answers = Answers(tree)
    let data = Dictionary(
      (context.chart.errors ?? []).map { ($0.code.text, $0.payload) }, uniquingKeysWith: { first, _ in first }
    )
    var guarded = GuardedAnswers(context)
    var guardedCodesLeft = Self.mostGuardedCodes
    return tree.nodes.indices.filter(context.unreadStates.isIntact).flatMap { number -> [Diagnostic] in
      tree.nodes[number].state.invoke.flatMap { invocation -> [Diagnostic] in
        guard case .service(let name) = invocation.source else { return [] }
        let branches = Dictionary(grouping: invocation.failed) { $0.code?.text }
        let own = declared?[name.text]?.errors ?? []
        var others: [ChartName] = invocation.timeout == nil ? [] : ["timeout"]
        if declared == nil {
          // Without a catalogue a service may fail with any code.
          if invocation.failed.isEmpty {
            guard !answers.anyError(number) else { return [] }
            return finding(
              "`\(invocation.effectiveID)` can fail in \(tree.nodes[number].state.called), and no transition handles it.",
              help:
                "Write `failed: { any: STATE }` next to `service: \(name.text)`, with the state that follows.",
              at: context.range(of: name))
          }
          others += invocation.failed.compactMap(\.code)
        }
        let codes = [own, others].joined().lazy.map(\.text)
        // No more are looked for than are shown: many services may each fail with many codes.
        var open: [String] = []
        for code in codes {
          guard branches[nil] == nil, open.count <= Self.mostShown else { break }
          if branches[code] == nil, !open.contains(code), !answers.error(code, number) { open.append(code) }
        }
        // For a declared service, a code that it never fails with is another finding.
        var result =
          branches[nil] == nil && declared?[name.text] == nil && !answers.anyError(number)
          ? wordForAny(invocation, context) : []
        if !open.isEmpty {
          let shown = Self.shown(open)
          result += finding(
            "`\(invocation.effectiveID)` can fail with \(shown) in \(tree.nodes[number].state.called), and no transition handles it.",
            help: Self.help(open, in: invocation, of: name.text),
            at: context.range(of: name))
        }
        guard invocation.failed.contains(where: { $0.transition.guard != nil }),
          !GuardedAnswers.hasOtherWayOut(number, besides: invocation, context)
        else { return result }
        // Codes that fall through at one guard have one mistake.
        var refused: [ModelOrigin: (guard: ChartExpression, codes: [String])] = [:]
        var seen: Set<String> = []
        for code in codes {
          guard guardedCodesLeft > 0 else { break }
          guard seen.insert(code).inserted else { continue }
          guardedCodesLeft -= 1
          if answers.error(code, number) { continue }
          let (own, others) = (branches[code] ?? [], branches[nil] ?? [])
          guard own.count + others.count <= GuardedAnswers.most else { continue }
          let tried = (own + others).map(\.transition)
          guard
            let last = guarded.open(tried, event: "error.\(code)", error: code, data: data[code] ?? [])
          else { continue }
          refused[last.origin, default: (last, [])].codes.append(code)
        }
        for (last, codes) in refused.values {
          result += finding(
            "`\(invocation.effectiveID)` can fail with \(Self.shown(codes)) while no guard is true, and no transition handles that.",
            help:
              "If this transition must always be taken, delete this `guard:`. If not, add a last entry `- STATE` without a guard under `any:`.",
            at: context.range(of: last.origin))
        }
        return result
      }
    }
  }

  /// A word such as `else` where no errors are declared, so that it counts as the code of one.
  private func wordForAny(_ invocation: ChartInvocation, _ context: LintContext) -> [Diagnostic] {
    guard context.chart.errors == nil,
      let code = invocation.failed.lazy.compactMap(\.code).first(where: {
        ChartInvocation.isWordForAny($0.text)
      })
    else { return [] }
    return finding(
      "`\(code.text)` is read as an error code here, so other errors of `\(invocation.effectiveID)` are not handled.",
      help:
        "Write `any` for all other errors. If `\(code.text)` is an error code, list all codes under `errors:`.",
      at: context.range(of: code))
  }

  /// What to write for codes that nothing handles.
  private static func help(_ codes: [String], in invocation: ChartInvocation, of service: String) -> String {
    let entries = codes.prefix(mostShown).map { "\($0): STATE" }.joined(separator: ", ")
    return invocation.failed.isEmpty
      ? "Write `failed: { \(entries) }` next to `service: \(service)`. To handle all errors alike, write `failed: { any: STATE }`."
      : "Add `\(entries)` to `failed:` of `\(service)`. To handle all other errors alike, add `any: STATE`."
  }

  private static let mostShown = 3
  /// How many codes are looked at with the guards of their answers: each costs as much as there are guards.
  private static let mostGuardedCodes = 20_000

  private static func shown(_ codes: [String]) -> String {
    codes.prefix(mostShown).map { "`\($0)`" }.joined(separator: ", ") + (codes.count > mostShown ? ", …" : "")
  }
}

/// Which states answer failures and ends by their names in `on`.
struct Answers {
  private var byName: [String: [Int]] = [:]
  private let tree: StateIndex

  init(_ tree: StateIndex) {
    self.tree = tree
    for (number, node) in tree.nodes.enumerated() {
      var names: Set<Substring> = []
      for entry in node.state.on where entry.event.isWildcard || entry.event.isPlatform {
        if names.insert(entry.event.prefix).inserted {
          byName[String(entry.event.prefix), default: []].append(number)
        }
      }
    }
  }

  /// Whether a failure with a code is answered while a state is active.
  func error(_ code: String, _ number: Int) -> Bool {
    isAnswered(["error.\(code)", "error", ""], number)
  }

  /// Whether any failure at all is answered while a state is active.
  func anyError(_ number: Int) -> Bool { isAnswered(["error", ""], number) }

  /// Whether the end of an invocation is answered while a state is active.
  func invocationDone(_ id: String, _ number: Int) -> Bool {
    isAnswered(["done.invoke.\(id)", "done.invoke", "done", ""], number)
  }

  private func isAnswered(_ names: [String], _ number: Int) -> Bool {
    var comparisons = 0
    for name in names {
      for state in byName[name] ?? [] {
        comparisons += 1
        // A chart that asks for more is hostile, and not worth the wait.
        if comparisons > 1_000 || tree.canBeActiveTogether(state, number) { return true }
      }
    }
    return false
  }
}
