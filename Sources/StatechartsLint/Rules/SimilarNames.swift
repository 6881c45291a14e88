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
      statechart: 1
      id: door
      initial: waitingForKey
      states:
        waitingForKey:
          on: { turn: open, push: waitngForKey }
        ▸waitngForKey: { type: final }
        open: { type: final }
      """,
    good: """
      statechart: 1
      id: door
      initial: waitingForKey
      states:
        waitingForKey:
          on: { turn: open }
        open: { type: final }
      """,
    alsoBad: [
      """
      statechart: 1
      id: door
      errors: { stuck: }
      initial: open
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
      statechart: 1
      id: door
      initial: open
      states:
        open:
          on: { done.invoke.lookup: closed }
          invoke: { service: lookUp, id: lookup, timeout: 5s, failed: { any: closed } }
        closed: { type: final }
      """
    ])

  func check(_ chart: LintContext) -> [Diagnostic] {
    chart.names.flatMap { check($0, chart) } + misspeltPlatformEvents(chart) + misspeltActions(chart)
  }

  /// Without a catalogue of events, `error.stcuk` would wait for an error that nothing fails with.
  private func misspeltPlatformEvents(_ chart: LintContext) -> [Diagnostic] {
    guard let events = ChartNames.platformEvents(of: chart) else { return [] }
    let answered = Set(chart.usage.descriptors.compactMap { chart.range(of: $0.name) })
    // Names of things that there are may be similar; they are told as that.
    return check(events, chart).filter { answered.contains($0.range) }
  }

  /// Without a catalogue of actions, `asign` would count as a handler's name and set nothing.
  private func misspeltActions(_ chart: LintContext) -> [Diagnostic] {
    guard chart.chart.handlers.actions == nil else { return [] }
    return chart.usage.actions.flatMap { name -> [Diagnostic] in
      guard let meant = ChartAction.builtInNames.first(where: { Self.isSlip(name.text, $0) }) else {
        return []
      }
      return finding(
        "The action `\(name.text)` has almost the same name as the built-in action `\(meant)`.",
        help:
          "Write `\(meant)`. If the app has an action `\(name.text)`, list all its actions under `actions:` of `handlers:`.",
        at: chart.range(of: name))
    }
  }

  private func check(_ group: ChartNames, _ chart: LintContext) -> [Diagnostic] {
    // By hash, for names fold to texts of their own, and a hash of a number is found fastest.
    var folded: [UInt64: ChartName] = [:]
    folded.reserveCapacity(group.names.count)
    var slips = SlipIndex(expecting: group.names.count)
    var result: [Diagnostic] = []
    let isDeclared = Self.isDeclared(group.kind, chart.chart)
    for name in group.names {
      let key = Self.foldedHash(name.text)
      let near = slips.add(name)
      let known = folded[key]
      // Unlike names have one hash by design only.
      let twin = known.flatMap { Self.folded($0.text) == Self.folded(name.text) ? $0 : nil } ?? near
      if let twin {
        let first = chart.range(of: twin).map { range in
          Diagnostic.Related(range: range, message: "the \(group.kind) `\(twin.text)`")
        }
        result += finding(
          "The \(group.kind) `\(name.text)` has almost the same name as the \(group.kind) `\(twin.text)`.",
          help:
            "If both mean the same, \(isDeclared ? "delete `\(name.text)` here and write `\(twin.text)` everywhere" : "write `\(twin.text)` here too"), or the other way round. If not, give one a clearly different name.",
          at: chart.range(of: name), related: first.map { [$0] } ?? [])
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

  /// A name without what people write now so and now so.
  static func folded(_ name: String) -> [UInt8] { name.utf8.compactMap(foldedByte) }

  /// A hash of that.
  private static func foldedHash(_ name: String) -> UInt64 {
    var hash: UInt64 = 0
    for byte in name.utf8 {
      if let byte = foldedByte(byte) { hash = (hash &+ UInt64(byte) &+ 1) &* 0x9E37_79B9_7F4A_7C15 }
    }
    return hash
  }

  private static func foldedByte(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): nil
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    default: byte
    }
  }

  /// Whether one small letter inside is wrong, missing, doubled, or swapped with its neighbour.
  static func isSlip(_ left: String, _ right: String) -> Bool {
    let left = Array(left.utf8)
    let right = Array(right.utf8)
    let start = zip(left, right).prefix { $0 == $1 }.count
    let shorter = min(left.count, right.count)
    let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
    let common = min(end, shorter - start)
    let leftPart = left[start..<(left.count - common)]
    let rightPart = right[start..<(right.count - common)]
    guard start > 0, common > 0 else { return false }
    // What follows the difference must be inside the same word: `sentCode` is not a typo of `sendCode`.
    let letters = leftPart + rightPart + [left[left.count - common]]
    guard letters.allSatisfy({ $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }) else { return false }
    switch (leftPart.count, rightPart.count) {
    case (0, 1), (1, 0), (1, 1): return true
    case (2, 2): return leftPart.elementsEqual(rightPart.reversed())
    default: return false
    }
  }
}
