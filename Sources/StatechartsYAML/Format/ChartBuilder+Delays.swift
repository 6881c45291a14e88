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
    guard looksLikeSpan(text) else { return expression(entry.value, key: entry.key).map { .expression($0) } }
    do throws(DurationLiteralProblem) {
      return .literal(try Duration(literal: text))
    } catch {
      // `2 * pause` begins with a digit and is no span that was written wrong.
      if text.utf8.contains(where: { $0 == 0x2A || $0 == 0x2B || $0 == 0x2F || $0 == 0x28 }) {
        return expression(entry.value, key: entry.key).map { .expression($0) }
      }
      report(entry.value, error, key: entry.key)
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
        report(key, error, key: key)
        return nil
      }
    }
    guard let name = name(key, .variable) else { return nil }
    return .expression(Expression(name.text, origin: name.origin))
  }

  /// Whether a text begins as a number does.
  private func looksLikeSpan(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    return first >= 0x30 && first <= 0x39 || first == 0x2E || first == 0x2B
      || first == 0x2D && text.utf8.dropFirst().first.map { $0 >= 0x30 && $0 <= 0x39 } ?? false
  }

  private mutating func report(_ node: Int32, _ problem: DurationLiteralProblem, key: Int32) {
    let spaced = text(node).filter { $0 != " " }
    let isSpaced = spaced != text(node) && (try? Duration(literal: spaced)) != nil
    report(
      .wrongKind, at: range(node), "\(shown(text(node))) is not a span of time: \(problem.message).",
      help: isSpaced ? "Write it without a space: `\(spaced)`." : problem.help.capitalizedFirst + ".",
      fix: isSpaced ? replacement(of: node, by: spaced, "Write `\(spaced)`") : nil)
  }
}
