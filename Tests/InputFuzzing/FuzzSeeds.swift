import Foundation

/// The package's files that inputs are made of.
package struct FuzzSeeds: Sendable {
  /// Charts, by path.
  package let charts: [[UInt8]]
  /// The charts among them that are shipped or shown, which can be run.
  package let shipped: [[UInt8]]
  /// Documents of SCXML.
  package let documents: [[UInt8]]
  /// Diagrams of Mermaid: those in the pages.
  package let diagrams: [[UInt8]]
  /// Pages in Markdown.
  package let pages: [[UInt8]]
  /// Inputs that once were trouble, by the target's name.
  package let corpus: [String: [[UInt8]]]

  /// Reads the files in the package's folder.
  package init(root: String) {
    func files(_ folder: String, _ ending: String) -> [[UInt8]] {
      let url = URL(fileURLWithPath: root).appendingPathComponent(folder)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
      return names.filter { $0.hasSuffix(ending) }.sorted().compactMap { name in
        (try? Data(contentsOf: url.appendingPathComponent(name))).map { Array($0) }
      }
    }
    shipped = files("charts", ".yaml") + files("Docs/examples", ".yaml")
    charts =
      shipped + files("Tests/StatechartsLintTests/Fixtures", ".yaml")
      + files("Tests/InputFuzz/corpus", ".yaml")
    pages =
      files(".", "README.md")
      + ["guide", "reference", "swift", "flows"].flatMap { files("Docs/\($0)", ".md") }
    diagrams = files("Tests/InputFuzz/corpus", ".mmd") + pages.flatMap(Self.diagrams)
    documents = files("Tests/InputFuzz/corpus", ".scxml")
    var corpus: [String: [[UInt8]]] = [:]
    for name in ["snapshot", "callback", "answer"] {
      corpus[name] = files("Tests/InputFuzz/corpus", "." + name)
    }
    self.corpus = corpus
  }

  /// What stands in fences of Mermaid.
  private static func diagrams(in page: [UInt8]) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var diagram: [UInt8]?
    for line in page.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.elementsEqual("```mermaid".utf8) {
        diagram = []
      } else if line.elementsEqual("```".utf8), let whole = diagram {
        if whole.starts(with: "stateDiagram".utf8) { found.append(whole) }
        diagram = nil
      } else {
        diagram?.append(contentsOf: line + [0x0A])
      }
    }
    return found
  }
}
