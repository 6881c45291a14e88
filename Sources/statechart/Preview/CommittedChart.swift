import StatechartsDocs
import StatechartsLint
import StatechartsModel
import StatechartsRepair
import StatechartsYAML

/// The version of a chart in the last commit of its Git repository.
enum CommittedChart {
  /// Compares a chart with its committed version. Git may be slow.
  ///
  /// - Parameter chart: What is in the file now, without its secrets.
  /// - Returns: What differs, and the secrets of the committed version.
  static func comparison(of path: String, _ chart: Statechart) -> (PreviewComparison, secrets: [String]) {
    let folder = ChartPath.folder(of: path)
    let name = path.dropFirst(folder.count)
    // Plumbing commands run no program that the repository names, unless a partial clone fetches what it lacks.
    let git = ["GIT_ALLOW_PROTOCOL=none", "git", "-C", folder.isEmpty ? "." : folder]
    guard let commit = ChildProcess.output(of: "env", git + ["rev-parse", "--short", "HEAD"], limit: 100)
    else {
      return (PreviewComparison(message: "The file is not in a Git repository with a commit."), [])
    }
    let base = String(decoding: commit, as: UTF8.self).trimmed
    guard
      let bytes = ChildProcess.output(
        of: "env", git + ["cat-file", "blob", "HEAD:./\(name)"], limit: YAMLLimits.default.fileBytes)
    else {
      return (PreviewComparison(base: base, message: "The file is not part of the last commit, \(base)."), [])
    }
    let reading = ChartReader.advising.read(SourceText(name: path, bytes: bytes))
    let file = Linter().lint(reading, looksForFiles: false)
    guard reading.isUsable, let old = reading.hidingSecrets(of: file).chart else {
      let message = "The version of the last commit, \(base), cannot be read as a chart."
      return (PreviewComparison(base: base, message: message), [])
    }
    let groups = ChartComparison(from: old, to: chart).groups
    guard groups.contains(where: { !$0.items.isEmpty }) else {
      let message = "States and transitions are those of the last commit, \(base)."
      return (PreviewComparison(base: base, message: message), file.secretTexts)
    }
    return (PreviewComparison(base: base, groups: groups), file.secretTexts)
  }
}

extension String {
  fileprivate var trimmed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
