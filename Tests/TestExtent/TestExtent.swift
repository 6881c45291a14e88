import Foundation

/// How much of the long tests runs, as `STATECHARTS_TESTS` says: a sample when it is not set.
public enum TestExtent {
  // Decision: Docs/decisions/tooling-and-tests.md#one-variable-sets-the-extent-of-the-tests
  // Decision: Docs/decisions/tooling-and-tests.md#long-tests-run-in-samples-before-a-change-lands
  private static let wanted = ProcessInfo.processInfo.environment["STATECHARTS_TESTS"] ?? ""

  /// Whether every case runs: `all`, or `pairs`, which also runs what takes hours, such as every pair of faults.
  public static let isWhole = ["all", "pairs"].contains(wanted)

  /// Whether the tests of processes run that depend on the clock: `clock`. They fail on a busy machine, so they run alone.
  public static let includesClock = wanted == "clock"

  /// A number of cases: `sample`, or `whole` when every case runs.
  public static func count<Count>(_ sample: Count, whole: Count) -> Count { isWhole ? whole : sample }

  /// Every how many of very many cases one runs, such as pairs of faults: `stride` when every case runs, six times that by default,
  /// or 1 with `pairs`.
  public static func pairStride(_ stride: Int = 16) -> Int {
    wanted == "pairs" ? 1 : isWhole ? stride : 6 * stride
  }

  /// All cases when every case runs, else one in `stride`.
  ///
  /// - Parameter offset: makes neighboring tests skip different cases.
  public static func of<Case>(_ cases: [Case], every stride: Int = 30, at offset: Int = 0) -> [Case] {
    guard !isWhole else { return cases }
    return cases.enumerated().filter { ($0.offset + offset).isMultiple(of: stride) }.map(\.element)
  }
}
