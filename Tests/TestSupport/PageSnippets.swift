import Foundation

/// A page of the documentation whose Swift is that of a source, which is compiled with the tests.
package struct PageSnippets {
  private let page: URL
  private let source: URL

  /// - Parameters:
  ///   - page: the page's name, in the folder `Docs/swift`.
  ///   - source: the source's name, beside the test.
  ///   - test: the file of the test, in a folder below `Tests`.
  package init(page: String, source: String, test: String = #filePath) {
    let folder = URL(fileURLWithPath: test).deletingLastPathComponent()
    self.source = folder.appendingPathComponent(source)
    self.page = folder.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
      "Docs/swift/\(page)")
  }

  /// The lines of the page's fences of one language, without their indentation.
  package func fences(_ language: String) throws -> [[String]] {
    var fences: [[String]] = []
    var isInside = false
    for line in try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n") {
      // In lists, fences are indented.
      let fence = line.trimmingCharacters(in: .whitespaces)
      if fence == "```\(language)" {
        fences.append([])
        isInside = true
      } else if fence == "```" {
        isInside = false
      } else if isInside, let last = fences.indices.last {
        fences[last].append(line.trimmingCharacters(in: .whitespaces))
      }
    }
    return fences
  }

  /// The cells of the rows of the page's tables whose first cell holds code, without what holds the code.
  package func rows() throws -> [[String]] {
    try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
      .filter { $0.hasPrefix("| `") }
      .map { line in
        line.split(separator: "|").map {
          $0.trimmingCharacters(in: .whitespaces).replacing("`", with: "")
        }
      }
  }

  /// The first lines of the snippets that do not stand, line for line, in the source. There, what the page prints is put out by
  /// a function `out`.
  package func missing() throws -> [String] {
    let lines = try String(contentsOf: source, encoding: .utf8).components(separatedBy: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces).replacing(/\bout\(/, with: "print(") }
    return try fences("swift").filter { snippet in
      !lines.indices.contains { lines[$0...].starts(with: snippet) }
    }
    .map { $0.first ?? "" }
  }
}
