import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds transitions that another one of the same state always takes the place of.
///
/// Transitions of a state are tried in document order. One without a guard takes every event that it answers, so what
/// comes after it for the same events is never tried; nor is one taken whose guard holds only where one of those
/// before it holds too, for guards are pure. Guards that may both hold are normal: the first one is meant to win.
struct HiddenTransition: LintRule {
  static let description = RuleDescription(
    "hidden-transition", "Transition can never be taken", .warning, .structure,
    why: "Transitions are tried in order, and an earlier one is always taken instead.",
    howToFix: "Move it before the other one, add a `guard:` to the other one, or delete it.",
    bad: """
      states:
        open:
          on:
            close:
              - closed
              - ▸{ guard: isFree, target: locked }
            lock: locked
        closed: { type: final }
        locked: { type: final }
      """,
    good: """
      states:
        open:
          on:
            close:
              - { guard: isFree, target: locked }
              - closed
            lock: locked
        closed: { type: final }
        locked: { type: final }
      """,
    alsoBad: [
      """
      context: { knocks: { type: int, initial: 0 } }
      states:
        open:
          on:
            knock:
              - { guard: knocks > 3, target: closed }
              - ▸{ guard: knocks > 5, target: locked }
              - { actions: { assign: { knocks: knocks + 1 } } }
            lock: locked
        closed: { type: final }
        locked: { type: final }
      """,
      """
      states:
        open:
          on:
            "*": closed
            lock: ▸locked
          after: { 5s: locked }
        closed: { type: final }
        locked: { type: final }
      """,
    ],
    alsoGood: [
      """
      context: { knocks: { type: int, initial: 0 } }
      states:
        open:
          on:
            knock:
              - { guard: knocks > 5, target: locked }
              - { guard: knocks > 3, target: closed }
              - { actions: { assign: { knocks: knocks + 1 } } }
            lock:
              - { guard: isFree, target: closed }
              - { guard: not isFree, target: locked }
        closed: { type: final }
        locked: { type: final }
      """,
      """
      context: { knocks: { type: any, initial: 0 } }
      states:
        open:
          on:
            knock:
              - { guard: knocks > 3, target: closed }
              - { guard: knocks <= 3, actions: { assign: { knocks: "'many'" } } }
              - locked
        closed: { type: final }
        locked: { type: final }
      """,
      """
      context: { keys: { type: any, initial: 0 } }
      states:
        open:
          on:
            knock:
              - { guard: "has(keys, 'front')", target: closed }
              - { guard: "not has(keys, 'front')", actions: { assign: { keys: "{front: 1}" } } }
              - locked
            lock:
              - { guard: "defined(keys['front'])", target: closed }
              - { guard: "not defined(keys['front'])", target: open }
              - locked
        closed: { type: final }
        locked: { type: final }
      """,
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    var search = Search(context)
    return context.tree.nodes.flatMap { node -> [Diagnostic] in
      let state = node.state
      let on = state.on.filter { !context.isDuplicateKey($0.event.name) }
      var hidden = search.hidden(on.map { (String($0.event.prefix), $0.transition) }, byBeginning: true)
      // The last branch of a choice has to be there, whatever the others say.
      hidden += search.hidden(
        state.always.map { ("", $0) }, sparing: state.kind == .choice ? state.always.last : nil)
      hidden += search.hidden(state.done.map { ("", $0) })
      let after = state.after.filter { !context.isDuplicateKey($0.name) }
      hidden += search.hidden(after.map { ($0.name.text, $0.transition) })
      for invocation in state.invoke {
        hidden += search.hidden(invocation.done.map { ("", $0) })
        hidden += search.hidden(invocation.failed.map { ($0.code?.text ?? "", $0.transition) })
      }
      return hidden.flatMap { report($0, context) }
    }
  }

  /// A transition with those before it that take its place.
  private struct Hidden {
    var transition: ChartTransition
    var earlier: [ChartTransition]
    var isSame = false
    /// Whether the earlier one takes more events than this one.
    var isBroader = false
  }

  /// What a transition waits for; the condition is nil where there is none.
  private struct Trigger: Hashable {
    var name: String
    var condition: String?
  }

  /// The search in one chart.
  private struct Search {
    private typealias Guarded = (transition: ChartTransition, condition: GuardAlgebra.Prepared)

    /// How many transitions before one are looked at together.
    private static let most = 8
    private let context: LintContext
    private var algebra: GuardAlgebra

    init(_ context: LintContext) {
      self.context = context
      algebra = GuardAlgebra(context.chart)
    }

    /// The transitions of one list that are never taken.
    ///
    /// - Parameters:
    ///   - transitions: The list, in the order in which they are tried, with what triggers each.
    ///   - byBeginning: Whether a trigger is a name, and stands for all names that begin with it.
    ///   - spared: One that counts as hidden only by one without a guard.
    mutating func hidden(
      _ transitions: [(trigger: String, transition: ChartTransition)], byBeginning: Bool = false,
      sparing spared: ChartTransition? = nil
    ) -> [Hidden] {
      guard transitions.count > 1 else { return [] }
      var first: [Trigger: ChartTransition] = [:]
      var guarded: [String: [Guarded]] = [:]
      var result: [Hidden] = []
      // What could not be read may have been the condition.
      for (name, transition) in transitions where !context.isBroken(transition.origin) {
        let node = transition.guard.flatMap { context.node(of: $0) }
        let condition = transition.guard.map { node?.text ?? $0.text }
        let prepared = node.map { algebra.prepare($0) }
        let names = byBeginning ? Self.beginnings(of: name) : [name]
        let unguarded = names.compactMap { first[Trigger(name: $0, condition: nil)] }.first
        let same = names.compactMap { first[Trigger(name: $0, condition: condition)] }.first
        if let earlier = unguarded ?? same {
          let own = first[Trigger(name: name, condition: nil)]
          result.append(
            Hidden(
              transition: transition, earlier: [earlier], isSame: unguarded == nil,
              isBroader: unguarded != nil && own == nil))
          continue
        }
        if transition != spared, transition.guard == nil || node != nil {
          let before = names.flatMap { guarded[$0] ?? [] }
          if let earlier = covering(prepared, before) {
            result.append(Hidden(transition: transition, earlier: earlier))
            continue
          }
        }
        first[Trigger(name: name, condition: condition)] = transition
        if let prepared, guarded[name, default: []].count < Self.most {
          guarded[name, default: []].append((transition, prepared))
        }
      }
      return result
    }

    /// The transitions before one of which always one is taken instead; nil where it can be taken.
    private mutating func covering(_ condition: GuardAlgebra.Prepared?, _ before: [Guarded])
      -> [ChartTransition]?
    {
      guard !before.isEmpty, before.count <= Self.most,
        !algebra.canHold(condition, after: before.map(\.condition)),
        // A guard that never holds at all is another finding. Without budget that is not known.
        condition == nil || algebra.canHold(condition, after: []) && algebra.budget > 0
      else { return nil }
      let one = before.first { !algebra.canHold(condition, after: [$0.condition]) }
      return one.map { [$0.transition] } ?? before.map(\.transition)
    }

    /// A name and what stands before each of its dots; `*` has the empty beginning, as all names do.
    private static func beginnings(of name: String) -> [String] {
      let inside = name.utf8.indices.filter { name.utf8[$0] == UInt8(ascii: ".") }.map { String(name[..<$0]) }
      return [""] + inside + (name.isEmpty ? [] : [name])
    }
  }

  private func report(_ hidden: Hidden, _ context: LintContext) -> [Diagnostic] {
    let related = hidden.earlier.compactMap { earlier in
      context.range(of: earlier.origin).map {
        Diagnostic.Related(range: $0, message: "this transition is taken instead")
      }
    }
    let reason =
      if hidden.earlier.count > 1 {
        "one of the earlier ones is always taken instead"
      } else if hidden.earlier.first?.guard == nil {
        "an earlier one has no `guard:`"
      } else if hidden.isSame { "an earlier one has the same `guard:`" } else {
        "the `guard:` of an earlier one is true whenever this one could be taken"
      }
    return finding(
      "This transition is never taken: \(reason).",
      help: Self.together(hidden, context.tree) ?? Self.help(hidden, context),
      at: context.range(of: hidden.transition.origin), related: related)
  }

  /// What to do with a transition and the one before it.
  private static func help(_ hidden: Hidden, _ context: LintContext) -> String {
    guard hidden.earlier.count == 1, let earlier = hidden.earlier.first else {
      let lines = hidden.earlier.map { context.inLine(of: $0.origin) }.joined(separator: " and ")
      return "Delete this transition. Or correct the conditions \(lines)."
    }
    let line = context.inLine(of: earlier.origin)
    if hidden.isSame { return "Write another condition after `guard:`, or delete this transition." }
    if hidden.transition.guard != nil || hidden.isBroader {
      return "Move this transition before the one \(line). Or delete it."
    }
    return earlier.guard == nil
      ? "Delete this transition. Or add a `guard:` with a condition to the one \(line)."
      : "Delete this transition. Or correct the condition \(line)."
  }

  /// How to enter the targets of both transitions, where they lie in different parts of a parallel state.
  private static func together(_ hidden: Hidden, _ tree: StateIndex) -> String? {
    guard hidden.earlier.count == 1, let earlier = hidden.earlier.first, earlier.guard == nil,
      let first = earlier.targets.first, let second = hidden.transition.targets.first,
      earlier.targets.count + hidden.transition.targets.count == 2,
      let one = tree.number(of: first), let other = tree.number(of: second)
    else { return nil }
    let common = tree.commonAncestor(one, other)
    guard common != one, common != other, tree.nodes[common].state.kind == .parallel else { return nil }
    return
      "To enter both states, write `{ target: [\(first.text), \(second.text)] }`. To enter one of them, add a `guard:` to the first."
  }
}
