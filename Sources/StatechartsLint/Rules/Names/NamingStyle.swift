import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Notes states, events and handlers that are not written like the others of their kind.
///
/// The style is camelCase. A chart that keeps to another one for all names of a kind, as imported charts do, has
/// no findings.
struct NamingStyle: LintRule {
  static let description = RuleDescription(
    "naming-style", "Name does not match the naming style", .note, .names,
    why:
      "Names become cases and functions in Swift and labels in diagrams. One style keeps them predictable.",
    howToFix: "Write names in camelCase: `waitingForKey`.",
    bad: """
      initial: wideOpen
      states:
        wideOpen:
          on: { close: locked_up }
        ▸locked_up: { type: final }
      """,
    good: """
      initial: wideOpen
      states:
        wideOpen:
          on: { close: lockedUp }
        lockedUp: { type: final }
      """)

  /// A way to write a name.
  enum Style: String, CaseIterable {
    case camel = "camelCase"
    case kebab = "kebab-case"
    case snake = "snake_case"
    case pascal = "PascalCase"
    case upper = "UPPER_CASE"

    /// Whether a name is written this way; of an event's name each part.
    func fits(_ name: some Sequence<UInt8>) -> Bool {
      var isFirst = true
      for byte in name {
        if byte == UInt8(ascii: ".") {
          isFirst = true
          continue
        }
        let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
        let isLower = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
        let fits =
          switch byte {
          case UInt8(ascii: "-"): self == .kebab
          case UInt8(ascii: "_"): self == .snake || self == .upper
          case UInt8(ascii: "0")...UInt8(ascii: "9"): !isFirst
          default:
            switch self {
            case .camel: isFirst ? isLower : isLower || isUpper
            case .kebab, .snake: isLower
            case .pascal: isFirst ? isUpper : isLower || isUpper
            case .upper: isUpper
            }
          }
        if !fits { return false }
        isFirst = false
      }
      return true
    }
  }

  func check(_ context: LintContext) -> [Diagnostic] {
    let kinds: Set<String> = ["state", "event", "guard", "action", "service", "query"]
    return context.names.filter { kinds.contains($0.kind) }.flatMap { check($0, context) }
  }

  private func check(_ group: ChartNames, _ context: LintContext) -> [Diagnostic] {
    let style = Self.style(of: group.names.map(\.text))
    let hasModel = group.names.contains { Self.fits($0.text, style) }
    return group.names.flatMap { name -> [Diagnostic] in
      if Self.fits(name.text, style) { return [] }
      return finding(
        "The \(group.kind) `\(name.text)` is not in \(style.rawValue)\(hasModel ? " like the others" : "").",
        help: "Write `\(Self.rewritten(name.text, in: style))` here and everywhere it is used.",
        at: context.range(of: name))
    }
  }

  /// camelCase, or the one other style that at least three names need and all names fit.
  static func style(of names: [String]) -> Style {
    guard names.count(where: { !fits($0, .camel) }) >= 3 else { return .camel }
    return Style.allCases.first { style in names.allSatisfy { fits($0, style) } } ?? .camel
  }

  private static func fits(_ name: String, _ style: Style) -> Bool {
    style.fits(name.utf8)
  }

  /// A name in another style, word by word.
  static func rewritten(_ name: String, in style: Style) -> String {
    name.split(separator: ".").map { part in
      let words = words(of: part).map { $0.lowercased() }
      return switch style {
      case .kebab: words.joined(separator: "-")
      case .snake: words.joined(separator: "_")
      case .upper: words.joined(separator: "_").uppercased()
      case .pascal: words.map(capitalized).joined()
      case .camel: words.prefix(1).joined() + words.dropFirst().map(capitalized).joined()
      }
    }.joined(separator: ".")
  }

  static func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  /// The words that a name is put together from.
  static func words(of name: Substring) -> [String] {
    var words: [String] = []
    var previous: Character = "-"
    for character in name {
      if character == "-" || character == "_" {
        previous = character
        continue
      }
      let startsWord = previous == "-" || previous == "_" || (character.isUppercase && !previous.isUppercase)
      if startsWord || words.isEmpty {
        words.append(String(character))
      } else {
        words[words.count - 1].append(character)
      }
      previous = character
    }
    return words
  }
}
