/// The results of all tests as a table for people.
public struct ConformanceTable: Sendable {
  /// The results, in the order of the index.
  public let results: [ConformanceResult]

  /// Runs all tests of a suite.
  public init(_ suite: ConformanceSuite) { results = suite.tests.map { suite.run($0) } }

  /// Whether a test that was run did not pass.
  public var hasFailures: Bool { results.contains { $0.passed == false } }

  /// How many tests passed of those that are chosen.
  public func passed(_ isChosen: (ConformanceCase) -> Bool) -> Int {
    results.count { $0.passed == true && isChosen($0.test) }
  }

  /// A line for each test, and the sums.
  public var text: String {
    var lines = [["test", "section", "tier", "kind", "result"]]
    for result in results {
      let word =
        switch result.passed {
        case true?: "pass"
        case false?: "FAIL: \(result.detail)"
        case nil: "left out: \(result.detail)"
        }
      let kind =
        (result.test.isMandatory ? "mandatory" : "optional") + (result.test.isAutomatic ? "" : ", manual")
      lines.append([result.test.name, result.test.section, result.test.tier, kind, word])
    }
    let widths = (0..<4).map { column in lines.map { $0[column].count }.max() ?? 0 }
    let rows = lines.map { line in
      line.enumerated().map { column, text in
        column < 4 ? text + String(repeating: " ", count: widths[column] - text.count) : text
      }.joined(separator: "  ")
    }
    let run = results.count { $0.passed != nil }
    return rows.joined(separator: "\n") + """


      \(passed { _ in true }) of \(run) pass: \(passed { $0.isMandatory && $0.isAutomatic }) mandatory automatic, \
      \(passed { !$0.isMandatory }) optional, \(passed { $0.isRefused }) refused when loaded. \
      \(results.count - run) are left out.
      """
  }
}
