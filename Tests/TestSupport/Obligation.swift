import Foundation

/// A statement of a flow's sources that the flow has to keep, and the tests that show it by the names under which they run.
/// So the list that leads from the sources to the tests is read by a test, and does not outlive one that it names.
package struct Obligation: Sendable {
  /// What the source says.
  package let statement: String
  /// The names of tests, or of rows in their tables.
  package let tests: [String]

  package init(_ statement: String, _ tests: String...) {
    self.statement = statement
    self.tests = tests
  }

  /// What no test is named for, and tests that are not there.
  ///
  /// - Parameters:
  ///   - obligations: the list.
  ///   - folders: where the tests are, below the folder `Tests`.
  ///   - list: the file of the list, whose own names do not count.
  static func missing(
    _ obligations: [Obligation], in folders: [String], list: String
  ) throws -> [String] {
    let tests = URL(fileURLWithPath: list).deletingLastPathComponent().deletingLastPathComponent()
    var sources = ""
    for folder in folders {
      let folder = tests.appendingPathComponent(folder)
      for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
      where file.hasSuffix(".swift") && file != URL(fileURLWithPath: list).lastPathComponent {
        sources += try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      }
    }
    return obligations.flatMap { obligation in
      obligation.tests.isEmpty
        ? ["\(obligation.statement): no test"]
        : obligation.tests.filter { !sources.contains("\"\($0)\"") }.map { "\(obligation.statement): \($0)" }
    }
  }
}
