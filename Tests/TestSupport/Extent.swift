import Foundation

/// How much of the longest tests is run.
public enum Extent {
  /// Whether all of them are asked for, by `STATECHARTS_FAULTS=all`: takes long, and is best run by itself.
  public static let isWhole = ProcessInfo.processInfo.environment["STATECHARTS_FAULTS"] == "all"

  /// One in how many pairs of faults is run: every one with `STATECHARTS_FAULT_PAIRS=all`.
  public static let pairStride =
    ProcessInfo.processInfo.environment["STATECHARTS_FAULT_PAIRS"] == "all" ? 1 : 16

  /// How many code verifiers are made and looked at: `STATECHARTS_VERIFIERS=1000000` makes a million.
  public static let verifiers =
    ProcessInfo.processInfo.environment["STATECHARTS_VERIFIERS"].flatMap { Int($0) } ?? 20_000

  /// All cases where all are asked for, else one in thirty.
  ///
  /// - Parameter place: where the cases belong; places that are next to each other leave out others.
  public static func of<Case>(_ cases: [Case], at place: Int = 0) -> [Case] {
    guard !isWhole else { return cases }
    return cases.enumerated().filter { ($0.offset + place).isMultiple(of: 30) }.map(\.element)
  }
}
