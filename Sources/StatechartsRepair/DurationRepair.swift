import Statecharts
import StatechartsYAML

/// Durations as people, other languages and ISO 8601 write them.
struct DurationRepair: ChartRepair {
  func advice(on problem: ShapeProblem, in chart: ChartNodes) -> Advice? {
    switch problem {
    case .duration(let node):
      let text = chart.text(node)
      guard let duration = DurationWords.duration(text), !chart.isVariable(text) else { return nil }
      return chart.durationAdvice(node, .noNumber, meaning: duration)
    case .badDuration(let node, let problem): return chart.durationAdvice(node, problem, meaning: nil)
    case .wrongKind(let node, _, .mapping(.delay, _), _)
    where (try? Duration(literal: chart.text(node))) != nil:
      return Advice(
        problem, in: chart, help: "Add the next state: `after: { \(chart.text(node)): STATE }`.")
    default: return nil
    }
  }
}

extension ChartNodes {
  fileprivate func durationAdvice(
    _ node: Int32, _ problem: DurationLiteralProblem, meaning duration: String?
  ) -> Advice? {
    let text = text(node)
    let whole = text.filter { !$0.isWhitespace }
    let isSpaced = whole != text && (try? Duration(literal: whole)) != nil
    let meant = isSpaced ? whole : duration ?? DurationWords.duration(text) ?? DurationWords.sum(whole)
    var problem = problem
    // A space in front of the unit is no part of what is wrong with it.
    do throws(DurationLiteralProblem) { _ = try Duration(literal: whole) } catch { problem = error }
    let clock = DurationWords.clock(text)
    let grouped = meant == nil ? DurationWords.grouped(text) : nil
    // The reader says it itself.
    if whole == text, meant == nil, clock == nil, grouped == nil { return nil }
    let message = meant != nil || clock != nil || grouped != nil ? "" : ": \(problem.message)"
    return Advice(
      .wrongKind, at: range(node), "\(shown(text)) is not a duration\(message).",
      help: isSpaced
        ? "Write it without a space: `\(whole)`."
        : meant.map { "Write `\($0)`: a number and `ms`, `s`, `m`, `h` or `d`, without a space." }
          ?? grouped.map { "Write \($0), without the comma." } ?? clock ?? problem.help.capitalizedFirst
          + ".",
      fix: meant.map { replacement(of: node, by: $0, "Write `\($0)`") })
  }
}

/// Durations as people say them.
private enum DurationWords {
  private static let numbers = [
    "a": "1", "an": "1", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "10", "twelve": "12", "fifteen": "15", "twenty": "20",
    "thirty": "30", "forty": "40", "sixty": "60", "ninety": "90",
  ]

  /// `10m` for `ten minutes`; nil for what is no such text.
  static func duration(_ text: String) -> String? {
    guard text.utf8.count <= 40 else { return nil }
    if let duration = standardDuration(text) { return duration }
    // In many languages a comma stands before the fraction, and in others before each three digits: that has to be asked.
    let groups = text.split(separator: ",", omittingEmptySubsequences: false).dropFirst()
    if groups.count > 1 || groups.contains(where: { digits(in: $0) > 2 }) { return nil }
    let lower = text.lowercased().split(separator: ",", omittingEmptySubsequences: false).joined(
      separator: ".")
    var words = lower.split(whereSeparator: \.isWhitespace).map(String.init)
    if words.count == 1, (try? Duration(literal: text)) == nil {
      let digits = lower.prefix { "0123456789.".contains($0) }
      words = [String(digits), String(lower.dropFirst(digits.count))]
    }
    guard words.count == 2, let number = numbers[words[0]] ?? (Double(words[0]) == nil ? nil : words[0])
    else { return nil }
    if ["w", "week", "weeks"].contains(words[1]) {
      guard let weeks = Int(number), weeks <= 521 else { return nil }
      return "\(weeks * 7)d"
    }
    guard let unit = Duration.unitSpelling(of: words[1]) else { return nil }
    let duration = number + unit
    return (try? Duration(literal: duration)) == nil ? nil : duration
  }

  private static func digits(in text: Substring) -> Int { text.prefix { "0123456789".contains($0) }.count }

  /// What to ask for `1,500 ms`, which may be a thousand times as long as `1.5 ms`; nil for what is no such text.
  static func grouped(_ text: String) -> String? {
    guard text.utf8.count <= 40, text.contains(","), duration(text) == nil else { return nil }
    let durations = ["", "."].compactMap { mark in
      let written = text.split(separator: ",").joined(separator: mark)
      return (try? Duration(literal: written)) == nil ? duration(written) : written
    }
    return durations.isEmpty ? nil : durations.map { "`\($0)`" }.joined(separator: " or ")
  }

  /// What to ask for `10:00`, which may be minutes or hours; nil for what is no such text.
  static func clock(_ text: String) -> String? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let first = parts[0], let second = parts[1], first >= 0, second >= 0, second < 60,
      first <= 999
    else { return nil }
    let (seconds, minutes) = (
      Duration.seconds(first * 60 + second), Duration.seconds((first * 60 + second) * 60)
    )
    return
      "Write `\(seconds.literalText)` for minutes and seconds, or `\(minutes.literalText)` for hours and minutes."
  }

  /// `1m30s` for `PT1M30S`, a duration of ISO 8601; nil for what is no such text.
  private static func standardDuration(_ text: String) -> String? {
    guard text.hasPrefix("P"), text.utf8.contains(where: { $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    let parts = text.dropFirst().split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    // Before the `T`, `M` stands for months, which are of no fixed length.
    guard parts.allSatisfy({ $0.allSatisfy { $0.isASCII && ($0.isNumber || "DHMS.".contains($0)) } }),
      !parts[0].contains("M")
    else { return nil }
    let duration = parts.joined().lowercased()
    return (try? Duration(literal: duration)) == nil ? sum(duration) : duration
  }

  /// `90m` for `1h30m` and `1hour30minutes`; nil for what is not several durations.
  static func sum(_ text: String) -> String? {
    guard text.utf8.count <= 40 else { return nil }
    var sum = Duration.zero
    var count = 0
    var rest = text[...]
    while !rest.isEmpty {
      let number = rest.prefix { "0123456789.".contains($0) }
      let word = rest.dropFirst(number.count).prefix { !"0123456789.".contains($0) }
      guard let unit = Duration.unitSpelling(of: String(word)),
        let part = try? Duration(literal: number + unit)
      else { return nil }
      sum += part
      count += 1
      rest = rest.dropFirst(number.count + word.count)
    }
    guard count > 1, sum <= Duration.longestInChart else { return nil }
    return sum.literalText
  }
}
