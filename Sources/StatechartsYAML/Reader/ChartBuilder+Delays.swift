import Statecharts
import StatechartsModel

extension ChartBuilder {
  /// Reads a delay behind a key of the format: a duration, or an expression.
  mutating func delay(_ name: FormatName, in fields: Fields) -> ChartDelay? {
    guard let entry = value(name, in: fields), ask(.duration(entry.value)) == nil else { return nil }
    switch duration(entry.value) {
    case .success(let duration)?: return .literal(duration)
    // `2 * pause` begins with a digit and is not a duration with a mistake.
    case .failure(let problem)? where !text(entry.value).utf8.contains(where: { "*+/(".utf8.contains($0) }):
      report(.badDuration(entry.value, problem))
      return nil
    default: return expression(entry.value, key: entry.key).map { .expression($0) }
    }
  }

  /// Reads a key of `after`: a duration, or the name of a variable.
  mutating func delay(key: Int32) -> ChartDelay? {
    switch duration(key) {
    case .success(let duration)?: return .literal(duration)
    case .failure(let problem)?:
      report(.badDuration(key, problem))
      return nil
    case nil: break
    }
    if ask(.duration(key)) != nil { return nil }
    if text(key).utf8.contains(UInt8(ascii: " ")) {
      report(.badDelay(key))
      return nil
    }
    return name(key, .variable).map { .expression(ChartExpression($0.text, origin: $0.origin)) }
  }

  /// Reads `resume`.
  mutating func resume(in fields: Fields) -> Resumption? {
    choice(.resume, in: fields).flatMap(Resumption.init(rawValue:))
  }

  /// A text as a duration; nil for one that does not begin as a number does.
  private func duration(_ node: Int32) -> Result<Duration, DurationLiteralProblem>? {
    let text = text(node)
    guard let first = text.utf8.first else { return nil }
    let isDigit: (UInt8) -> Bool = { $0 >= 0x30 && $0 <= 0x39 }
    guard
      isDigit(first) || first == 0x2E || first == 0x2B
        || first == 0x2D && text.utf8.dropFirst().first.map(isDigit) ?? false
    else { return nil }
    return Result { () throws(DurationLiteralProblem) in try Duration(literal: text) }
  }
}
