package import StatechartsYAML

extension LintConfiguration {
  /// The rule that findings in a configuration name. It is none of those that look at charts.
  package static let findingRule = "configuration"

  /// What is explained of that rule.
  package static let page = """
    \(findingRule)
    Something is wrong with a `\(fileName)`.

    Why it matters: What is set in vain is not missed by anybody, and the charts are checked otherwise than the project wants.
    What to do: Write what the finding says. An error ends the run with 2; a warning fails it with --strict.

    Right:

        rules:
          naming-style: off         # off, note, warning or error
          unused-event: error
        paths:                      # for some charts only; the last entry that fits wins
          - path: charts/old        # a file, a folder or a pattern, from the folder of this file
            rules: { unused-event: note }
        fail-level: warning         # error, warning or note

    """

  /// A configuration whose name ends otherwise, which nobody reads.
  package static let otherFileName = ".statechart.yml"

  /// What is said of a file with that name.
  package static let otherFileFinding = Diagnostic(
    rule: findingRule, severity: .warning,
    message: "This file is not read: a configuration is called `\(fileName)`.", help: "Rename it.",
    range: 0..<0)

  /// Findings about the paths that no file fits, so that what is set for them does nothing.
  package func idlePaths(in folders: any FolderReading = SystemFolders()) -> [Diagnostic] {
    // The folder's own name could be taken for a pattern.
    guard !PathPattern.isPattern(folder) else { return [] }
    return paths.filter { isIdle($0.text, folders) }.map { path in
      Diagnostic(
        rule: Self.findingRule, severity: .warning, message: "No chart fits the path `\(path.text)`.",
        help: "Paths count from the folder of this file; mend the path, or remove what is set for it.",
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
