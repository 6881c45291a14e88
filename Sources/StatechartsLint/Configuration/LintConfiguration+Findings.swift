package import StatechartsFiles
package import StatechartsYAML

extension LintConfiguration {
  /// The rule of findings in a configuration file. It is not one of the rules for charts.
  package static let findingRule = "configuration"

  /// The page that `statechart explain` shows for that rule.
  package static let page = """
    \(findingRule)
    The configuration file `\(fileName)` is not valid.

    Why it matters: A setting without effect is easy to miss. The charts are then not checked as the project wants.
    How to fix: Write what the finding says. An error ends the run with exit code 2. A warning fails it with --strict.

    Right:

        rules:
          naming-style: off         # off, note, warning or error
          unused-event: error
        paths:                      # for some charts only; the last matching entry wins
          - path: charts/old        # a file, a folder or a pattern, relative to the folder of this file
            rules: { unused-event: note }
        fail-level: warning         # error, warning or note

    """

  /// A file name that looks like a configuration file but is ignored.
  package static let otherFileName = ".statechart.yml"

  /// The warning for a file with that name.
  package static let otherFileFinding = Diagnostic(
    rule: findingRule, severity: .warning,
    message: "This file is ignored. The configuration file must be named `\(fileName)`.",
    help: "Rename it to `\(fileName)`.",
    range: 0..<0)

  /// Findings about paths that match no file, so that their settings have no effect.
  package func idlePaths(in folders: any FolderReading = SystemFolders()) -> [Diagnostic] {
    // The folder's own name could be taken for a pattern.
    guard !PathPattern.isPattern(folder) else { return [] }
    return paths.filter { isIdle($0.text, folders) }.map { path in
      Diagnostic(
        rule: Self.findingRule, severity: .warning, message: "The path `\(path.text)` matches no chart.",
        help: "Write a path relative to the folder of this file, or delete this entry of `paths`.",
        range: path.range)
    }
  }

  private func isIdle(_ text: String, _ folders: any FolderReading) -> Bool {
    // What lies outside of the folder has another configuration.
    if text.split(separator: "/").contains("..") { return true }
    let path = folder.isEmpty ? text : folder + (folder.hasSuffix("/") ? "" : "/") + text
    guard PathPattern.isPattern(text) else { return folders.kind(of: path) == nil }
    let search = PathSearch([path], for: .charts, in: folders)
    // What cannot be searched may hold one.
    return search.paths.isEmpty && search.problems.allSatisfy { $0.reason == .noMatch }
  }
}
