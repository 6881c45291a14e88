/// What is printed when the engines differ.
package enum FailureReport {
  /// One line to repeat it, the smallest chart that still shows it, and where the engines part.
  package static func text(seed: UInt64, _ scenario: Scenario, _ difference: Comparison.Difference) -> String
  {
    let (small, difference) = Shrinker.shrink(scenario, difference)
    var lines = [
      "seed=\(seed): \(difference.kind). Repeat: swift run statechart-fuzz --runs 1 --seed \(seed)"
    ]
    lines += ChartPrinter.lines(small)
    let what = difference.step == 0 ? "the start" : "step \(difference.step)"
    lines.append("after \(what), in which the Recommendation (<) and the product (>) differ:")
    let (left, right) = (difference.expected.lines, difference.found.lines)
    let common = zip(left, right).prefix { $0 == $1 }.count
    lines += left.prefix(common).suffix(6).map { "    \($0)" }
    lines += left.dropFirst(common).prefix(12).map { "  < \($0)" }
    lines += right.dropFirst(common).prefix(12).map { "  > \($0)" }
    lines += difference.violations.map { "  ! \($0)" }
    return lines.joined(separator: "\n")
  }
}
