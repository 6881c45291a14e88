import Foundation

/// The inputs that mutations begin with.
package enum FuzzSeeds {
  /// The folders of the package whose charts are seeds; the last holds inputs that once were trouble.
  private static let folders = [
    "charts", "Docs/examples", "Tests/StatechartsLintTests/Fixtures", "Tests/LintFuzz/corpus",
  ]

  /// All seeds in the package's folder, by path.
  package static func all(in root: String) -> [[UInt8]] {
    folders.flatMap { folder -> [[UInt8]] in
      let url = URL(fileURLWithPath: root).appendingPathComponent(folder)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
      return names.filter { $0.hasSuffix(".yaml") }.sorted().compactMap { name in
        (try? Data(contentsOf: url.appendingPathComponent(name))).map { Array($0) }
      }
    }
  }
}
