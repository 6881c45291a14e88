import Foundation

/// How much of the longest tests is run.
public enum Extent {
  /// Whether all of them are asked for, by `STATECHARTS_FAULTS=all`, as CI does in steps of their own.
  public static let isWhole = ProcessInfo.processInfo.environment["STATECHARTS_FAULTS"] == "all"

  /// All cases where all are asked for, else every sixth.
  ///
  /// - Parameter place: where the cases belong; places that are next to each other leave out others.
  public static func of<Case>(_ cases: [Case], at place: Int = 0) -> [Case] {
    guard !isWhole else { return cases }
    return cases.enumerated().filter { ($0.offset + place).isMultiple(of: 6) }.map(\.element)
  }
}
