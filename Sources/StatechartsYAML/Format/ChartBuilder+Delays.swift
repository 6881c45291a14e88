import Statecharts

extension ChartBuilder {
  /// Reads a delay behind a key of the format: a span of time, or an expression.
  mutating func delay(_ name: FormatName, in fields: Fields) -> Delay? {
    guard let entry = entry(name, in: fields) else { return nil }
    guard kind(entry.value) == .scalar, !isEmpty(entry.value) else {
      reportWrongKind(entry, in: fields)
      return nil
    }
    let text = text(entry.value)
    if let span = SpanWords.span(text), !isVariable(text) {
      report(entry.value, .noNumber, meaning: span)
      return nil
    }
    guard looksLikeSpan(text) else { return expression(entry.value, key: entry.key).map { .expression($0) } }
    do throws(DurationLiteralProblem) {
      return .literal(try Duration(literal: text))
    } catch {
      // `2 * pause` begins with a digit and is no span that was written wrong.
      if text.utf8.contains(where: { $0 == 0x2A || $0 == 0x2B || $0 == 0x2F || $0 == 0x28 }) {
        return expression(entry.value, key: entry.key).map { .expression($0) }
      }
      report(entry.value, error)
      return nil
    }
  }

  /// Reads a key of `after`: a span of time, or the name of a variable.
  mutating func delay(key: Int32) -> Delay? {
    let text = text(key)
    if looksLikeSpan(text) {
      do throws(DurationLiteralProblem) {
        return .literal(try Duration(literal: text))
      } catch {
        report(key, error)
        return nil
      }
    }
    if let span = SpanWords.span(text), !isVariable(text) {
      report(key, .noNumber, meaning: span)
      return nil
    }
    if text.utf8.contains(UInt8(ascii: " ")) {
      report(
        .wrongKind, at: range(key), "\(shown(text)) is neither a span of time nor the name of a variable.",
        help: "Write a number and a unit, for example `15s` or `2m`.")
      return nil
    }
    guard let name = name(key, .variable) else { return nil }
    return .expression(Expression(name.text, origin: name.origin))
  }

  private func isVariable(_ text: String) -> Bool { variables.contains { $0.name.text == text } }

  /// Whether a text begins as a number does.
  private func looksLikeSpan(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    return first >= 0x30 && first <= 0x39 || first == 0x2E || first == 0x2B
      || first == 0x2D && text.utf8.dropFirst().first.map { $0 >= 0x30 && $0 <= 0x39 } ?? false
  }

  private mutating func report(_ node: Int32, _ problem: DurationLiteralProblem, meaning span: String? = nil)
  {
    let spaced = text(node).filter { $0 != " " }
    let isSpaced = spaced != text(node) && (try? Duration(literal: spaced)) != nil
    let meant = isSpaced ? spaced : span ?? SpanWords.span(text(node)) ?? SpanWords.sum(spaced)
    let message = meant != nil && !isSpaced ? "" : ": \(problem.message)"
    report(
      .wrongKind, at: range(node), "\(shown(text(node))) is not a span of time\(message).",
      help: isSpaced
        ? "Write it without a space: `\(spaced)`."
        : meant.map { "Write `\($0)`: a number, and right behind it `ms`, `s`, `m`, `h` or `d`." }
          ?? problem.help.capitalizedFirst + ".",
      fix: meant.map { replacement(of: node, by: $0, "Write `\($0)`") })
  }
}

/// Spans of time as people say them.
private enum SpanWords {
  private static let numbers = [
    "a": "1", "an": "1", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "10", "twelve": "12", "fifteen": "15", "twenty": "20",
    "thirty": "30", "forty": "40", "sixty": "60", "ninety": "90",
  ]

  /// `10m` for `ten minutes`; nil for what is no such text.
  static func span(_ text: String) -> String? {
    guard text.utf8.count <= 40 else { return nil }
    if let span = standardSpan(text) { return span }
    let words = text.lowercased().split(separator: " ").map(String.init)
    guard words.count == 2, let number = numbers[words[0]] ?? (Double(words[0]) == nil ? nil : words[0]),
      let unit = Duration.unitSpelling(of: words[1])
    else { return nil }
    let span = number + unit
    return (try? Duration(literal: span)) == nil ? nil : span
  }

  /// `1m30s` for `PT1M30S`, a span of ISO 8601; nil for what is no such text.
  private static func standardSpan(_ text: String) -> String? {
    guard text.hasPrefix("P"), text.utf8.contains(where: { $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    let parts = text.dropFirst().split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    // Before the `T`, `M` stands for months, which are of no fixed length.
    guard parts.allSatisfy({ $0.allSatisfy { $0.isASCII && ($0.isNumber || "DHMS.".contains($0)) } }),
      !parts[0].contains("M")
    else { return nil }
    let span = parts.joined().lowercased()
    return (try? Duration(literal: span)) == nil ? sum(span) : span
  }

  /// `90m` for `1h30m` and `1hour30minutes`; nil for what is not several spans.
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
