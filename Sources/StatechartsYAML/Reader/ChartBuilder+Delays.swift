import Statecharts
import StatechartsModel

extension ChartBuilder {
  /// Reads a delay behind a key of the format: a duration, or an expression.
  mutating func delay(_ name: FormatName, in fields: Fields) -> ChartDelay? {
    guard let entry = entry(name, in: fields) else { return nil }
    guard kind(entry.value) == .scalar, !isEmpty(entry.value) else {
      reportWrongKind(entry, in: fields)
      return nil
    }
    let text = text(entry.value)
    if ask(.duration(entry.value)) != nil { return nil }
    guard looksLikeDuration(text) else {
      return expression(entry.value, key: entry.key).map { .expression($0) }
    }
    do throws(DurationLiteralProblem) {
      return .literal(try Duration(literal: text))
    } catch {
      // `2 * pause` begins with a digit and is not a duration with a mistake.
      if text.utf8.contains(where: { $0 == 0x2A || $0 == 0x2B || $0 == 0x2F || $0 == 0x28 }) {
        return expression(entry.value, key: entry.key).map { .expression($0) }
      }
      report(.badDuration(entry.value, error))
      return nil
    }
  }

  /// Reads a key of `after`: a duration, or the name of a variable.
  mutating func delay(key: Int32) -> ChartDelay? {
    let text = text(key)
    if looksLikeDuration(text) {
      do throws(DurationLiteralProblem) {
        return .literal(try Duration(literal: text))
      } catch {
        report(.badDuration(key, error))
        return nil
      }
    }
    if ask(.duration(key)) != nil { return nil }
    if text.utf8.contains(UInt8(ascii: " ")) {
      report(
        .wrongKind, at: range(key), "\(shown(text)) is neither a duration nor a variable.",
        help: "Write a number and a unit, for example `15s` or `2m`.")
      return nil
    }
    guard let name = name(key, .variable) else { return nil }
    return .expression(ChartExpression(name.text, origin: name.origin))
  }

  /// Whether a text begins as a number does.
  private func looksLikeDuration(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    return first >= 0x30 && first <= 0x39 || first == 0x2E || first == 0x2B
      || first == 0x2D && text.utf8.dropFirst().first.map { $0 >= 0x30 && $0 <= 0x39 } ?? false
  }
}
