/// The variables and fields that have a value, as they are written.
struct SetPaths {
  /// How many are kept at most: in a chart with more, too much is doubted rather than looked at for too long.
  private static let most = 256

  private(set) var paths: Set<String> = []

  mutating func add(_ more: Set<String>) {
    // In an order, so that the same chart always has the same findings.
    for path in more.sorted() where paths.count < Self.most { paths.insert(path) }
  }

  mutating func keep(_ others: SetPaths) { paths.formIntersection(others.paths) }

  mutating func keep(_ isKept: (String) -> Bool) {
    if !paths.isEmpty { paths = paths.filter(isKept) }
  }

  /// Forgets a variable, its fields, and the elements that it may index.
  mutating func forget(_ variable: String) {
    keep { $0 != variable && !$0.hasPrefix(variable + ".") && !$0.contains("[") }
  }
}
