import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds two names of one kind that differ so little that one is probably a typo of the other.
///
/// Names count as the same when only capitals, hyphens, underscores and dots differ, and as a typo when one
/// small letter inside a word is wrong, missing, doubled or swapped. Plurals, endings, numbers and different
/// word beginnings are meant as they are.
struct SimilarNames: LintRule {
  static let description = RuleDescription(
    "similar-names", "Two names are almost the same", .warning, .names,
    why: "Somebody will use one and mean the other, and no check will find it.",
    howToFix: "Use one spelling for one thing, and clearly different names for different things.",
    bad: """
      initial: waitingForKey
      states:
        waitingForKey:
          on: { turn: open, push: waitngForKey }
        ▸waitngForKey: { type: final }
        open: { type: final }
      """,
    good: """
      initial: waitingForKey
      states:
        waitingForKey:
          on: { turn: open }
        open: { type: final }
      """,
    alsoBad: [
      """
      errors: { stuck: }
      states:
        open:
          on: { ▸error.stcuk: jammed, error: closed }
          invoke: { service: lock, timeout: 5s, done: closed }
          errors: [stuck]
        jammed: { type: final }
        closed: { type: final }
      """
    ],
    alsoGood: [
      """
      states:
        open:
          on: { done.invoke.lookup: closed }
          invoke: { service: lookUp, id: lookup, timeout: 5s, failed: { any: closed } }
        closed: { type: final }
      """
    ])

  static let yieldsTo: Set<String> = [YAMLRule.similarKeys.rawValue]

  func check(_ context: LintContext) -> [Diagnostic] {
    context.names.flatMap { check($0, context) } + misspelledPlatformEvents(context)
      + misspelledActions(context)
  }

  /// Without a catalogue of events, `error.stcuk` would wait for an error that nothing fails with.
  private func misspelledPlatformEvents(_ context: LintContext) -> [Diagnostic] {
    guard let events = ChartNames.platformEvents(of: context) else { return [] }
    let answered = Set(context.usage.descriptors.compactMap { context.range(of: $0.name) })
    // Names that the chart declares may be similar too; those findings are made with their own group.
    return check(events, context).filter { answered.contains($0.range) }
  }

  /// Without a catalogue of actions, `asign` would count as a handler's name and set nothing.
  private func misspelledActions(_ context: LintContext) -> [Diagnostic] {
    guard context.chart.handlers.actions == nil else { return [] }
    return context.usage.actions.flatMap { name -> [Diagnostic] in
      guard let meant = ChartAction.builtInNames.first(where: { TypoIndex.isTypo(name.text, $0) }) else {
        return []
      }
      return finding(
        "The action `\(name.text)` has almost the same name as the built-in action `\(meant)`.",
        help:
          "Write `\(meant)`. If the app has an action `\(name.text)`, list all its actions under `actions:` of `handlers:`.",
        at: context.range(of: name))
    }
  }

  private func check(_ group: ChartNames, _ context: LintContext) -> [Diagnostic] {
    // By hash, for names fold to texts of their own, and a hash of a number is found fastest.
    var folded: [UInt64: ChartName] = [:]
    folded.reserveCapacity(group.names.count)
    var typos = TypoIndex(expecting: group.names.count)
    var result: [Diagnostic] = []
    let isDeclared = Self.isDeclared(group.kind, context.chart)
    for name in group.names {
      let key = TypoIndex.foldedHash(name.text)
      let near = typos.add(name)
      let known = folded[key]
      // Unlike names have one hash by design only.
      let twin = known.flatMap { TypoIndex.folded($0.text) == TypoIndex.folded(name.text) ? $0 : nil } ?? near
      if let twin {
        let first = context.range(of: twin).map { range in
          Diagnostic.Related(range: range, message: "the \(group.kind) `\(twin.text)`")
        }
        result += finding(
          "The \(group.kind) `\(name.text)` has almost the same name as the \(group.kind) `\(twin.text)`.",
          help:
            "If both mean the same, \(isDeclared ? "delete `\(name.text)` here and write `\(twin.text)` everywhere" : "write `\(twin.text)` here too"), or the other way round. If not, give one a clearly different name.",
          at: context.range(of: name), related: first.map { [$0] } ?? [])
      }
      if known == nil { folded[key] = name }
    }
    return result
  }

  /// Whether the names of a kind stand in a list of their own; if not, they are those that are used.
  private static func isDeclared(_ kind: String, _ chart: Statechart) -> Bool {
    switch kind {
    case "event": chart.events != nil
    case "action": chart.handlers.actions != nil
    case "service": chart.handlers.services != nil
    case "query": chart.handlers.queries != nil
    case "error code": chart.errors != nil
    case "output": chart.outputs != nil
    default: true
    }
  }
}
