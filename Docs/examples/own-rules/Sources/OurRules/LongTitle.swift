import StatechartsLint
import StatechartsModel
import StatechartsYAML

/// Finds states with a title that our screens cut off.
public struct LongTitle: LintRule {
  static let maximumCharacters = 24

  public static let description = RuleDescription(
    id: "x-long-title", title: "Title is too long for a phone", severity: .warning, family: .names,
    why: "The title bar of our app shows \(maximumCharacters) characters, and cuts off the rest.",
    howToFix: "Shorten the title, and write the rest as `description`.",
    bad: [
      """
      statechart: 1
      id: door
      initial: open
      states:
        ▸open: { title: The door is open for everybody, on: { close: closed } }
        closed: { type: final }
      """
    ],
    good: [
      """
      statechart: 1
      id: door
      initial: open
      states:
        open: { title: Open, description: The door is open for everybody., on: { close: closed } }
        closed: { type: final }
      """
    ])

  public init() {}

  public func check(_ context: LintContext) -> [Diagnostic] {
    context.states.flatMap { state -> [Diagnostic] in
      guard let length = state.title?.count, length > Self.maximumCharacters else { return [] }
      return finding(
        "The title of `\(state.id.text)` has \(length) characters.", at: context.range(of: state.id))
    }
  }
}
