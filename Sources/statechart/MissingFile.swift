import Statecharts
import StatechartsLint
import StatechartsYAML

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file that somebody named and that does not exist.
struct MissingFile {
  /// What is wrong.
  let message: String
  /// What was probably meant; nil when no name in the folder is near.
  let help: String?

  /// - Parameter moved: Where the file was probably moved to.
  init(_ path: String, moved: String? = nil) {
    let base = path.hasPrefix("/") ? "" : " (paths are relative to the current folder)"
    message = "`\(VisibleText.escaped(path))` does not exist\(base)."
    help = (moved ?? Self.near(path)).map { "Did you mean `\(VisibleText.escaped($0))`?" }
  }

  /// A file that exists when the command runs in a folder around the current one.
  init(_ path: String, insteadIn folder: String) {
    message = "`\(VisibleText.escaped(path))` does not exist (paths are relative to the current folder)."
    help =
      "Run the command in the folder `\(folder)`, or write `\(VisibleText.escaped("\(folder)/\(path)"))`."
  }

  /// A problem of a file, when it is that the file does not exist.
  init?(_ problem: FileProblem) {
    guard problem.reason == .missing else { return nil }
    self.init(problem.path)
  }

  /// A file of a similar name in the same folder.
  private static func near(_ path: String) -> String? {
    let folder = ChartPath.folder(of: path)
    let name = String(path.dropFirst(folder.count))
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
    else {
      return nil
    }
    if names.contains("\(name).yaml") { return "\(path).yaml" }
    let shown = names.filter { !$0.hasPrefix(".") }.sorted()
    return NearNames.suggestion(for: name, in: shown).map { folder + $0 }
  }
}

extension FileProblem {
  /// The problem as a line of a report, with a help line where there is something to say.
  var report: String {
    guard let missing = MissingFile(self) else { return "error: \(message)" }
    return "error: \(missing.message)" + (missing.help.map { "\n  help: \($0)" } ?? "")
  }
}
