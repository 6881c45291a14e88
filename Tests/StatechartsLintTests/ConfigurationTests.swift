import StatechartsFiles
import StatechartsLint
import StatechartsYAML
import Testing

@Suite("What a project sets")
struct ConfigurationTests {
  private func read(_ text: String, folder: String = "/p") -> (LintConfiguration, [String]) {
    let source = SourceText(name: ".statechart.yaml", bytes: Array(text.utf8))
    let (configuration, findings) = LintConfiguration.read(source, folder: folder)
    let lines = LintedFile(source, findings).findings.map { finding in
      "\(finding.location.start.line):\(finding.location.start.column) \(finding.diagnostic.message)"
    }
    return (configuration, lines)
  }

  @Test("rules are set for all charts and for some, the last that fits counts")
  func settings() {
    let (configuration, findings) = read(
      """
      # Ours
      rules: { naming-style: off, unused-event: error }
      paths:
        - { path: charts/old, rules: { unused-event: note } }
        - path: ["charts/**/draft-*.yaml", b.yaml]
          rules: { unused-event: off, naming-style: warning }
      fail-level: warning

      """)
    #expect(findings.isEmpty, "\(findings)")
    #expect(configuration.failLevel == .warning)
    #expect(configuration.severities(for: "/p/a.yaml") == ["naming-style": .off, "unused-event": .error])
    #expect(configuration.severities(for: "/p/charts/old/x/a.yaml")["unused-event"] == .note)
    #expect(configuration.severities(for: "/p/charts/older.yaml")["unused-event"] == .error)
    for path in ["/p/charts/old/draft-1.yaml", "/p/b.yaml"] {
      #expect(
        configuration.severities(for: path) == ["unused-event": .off, "naming-style": .warning], "\(path)")
    }
    #expect(configuration.severities(for: "/q/b.yaml")["unused-event"] == .error)
  }

  @Test("a file without anything sets nothing", arguments: ["", "# nothing yet\n", "\n\n"])
  func empty(_ text: String) { #expect(read(text).1.isEmpty) }

  @Test(
    "a word that is probably meant as one of those that can be set is asked for",
    arguments: [
      ("rules: { unused-event: warn }", "warning"), ("rules: { unused-event: warnings }", "warning"),
      ("rules: { unused-event: of }", "off"), ("rules: { unused-event: false }", "off"),
      ("rules: { unused-event: on }", "warning"), ("rules: { no-cancel: on }", "warning"),
      ("rules: { unused-event: info }", "note"), ("fail-level: warnings", "warning"),
      ("fail-level: Error", "error"),
    ])
  func guesses(_ text: String, _ meant: String) {
    let source = SourceText(name: ".statechart.yaml", bytes: Array(text.utf8))
    let found = LintConfiguration.read(source, folder: "/p").findings
    #expect(found.map(\.help) == ["Did you mean `\(meant)`?"])
  }

  @Test(
    "what is wrong is reported with its place",
    arguments: [
      ("rule: {}", "1:1 The key `rule` is not allowed here."),
      ("rules: { unused-evnt: off }", "1:10 `unused-evnt` is not a rule of the linter."),
      (
        "rules: { unused-event: maybe }",
        "1:24 The rule `unused-event` must be set to one of `off`, `note`, `warning`, `error`."
      ),
      (
        "rules: { unknown-target: warning }",
        "1:26 The rule `unknown-target` reports errors, so its severity cannot be changed."
      ),
      ("rules: [unused-event]", "1:8 `rules` must be a mapping."),
      ("fail-level: never", "1:13 `fail-level` must be one of `error`, `warning`, `note`."),
      ("paths: charts", "1:8 `paths` must be a list."),
      ("paths: [{ rules: {} }]", "1:9 This entry of `paths` has no path."),
      ("paths: [{ path: /tmp, rules: {} }]", "1:17 This is not a relative path."),
    ])
  func wrong(_ text: String, _ message: String) {
    #expect(read(text).1.contains(message), "\(read(text).1)")
  }

  @Test("paths that no file fits are reported at their places")
  func idlePaths() {
    let source = SourceText(
      name: ".statechart.yaml",
      bytes: Array(
        """
        paths:
          - { path: charts/old, rules: { naming-style: off } }
          - { path: charts/olld, rules: { naming-style: off } }
          - { path: [./charts, "charts/**/draft-*.yaml", "charts/*.txt"], rules: {} }
          - { path: ../other, rules: {} }

        """.utf8))
    let (configuration, findings) = LintConfiguration.read(source, folder: "/p")
    #expect(findings.isEmpty)
    let found = LintedFile(source, configuration.idlePaths(in: FewFolders())).findings
    #expect(
      found.map { "\($0.location.start.line) \($0.diagnostic.severity) \($0.diagnostic.message)" } == [
        "3 warning The path `charts/olld` matches no chart.",
        "4 warning The path `charts/*.txt` matches no chart.",
        "5 warning The path `../other` matches no chart.",
      ])
    #expect(configuration.severities(for: "/p/charts/old/a.yaml")["naming-style"] == .off)
  }

  /// A folder `/p` with a chart `charts/old/draft-1.yaml`.
  private struct FewFolders: FolderReading {
    func kind(of path: String) -> FolderEntryKind? {
      switch path {
      case "/p", "/p/charts", "/p/charts/old", "/p/./charts": .folder
      case "/p/charts/old/draft-1.yaml": .file
      default: nil
      }
    }

    func names(in folder: String) throws(FileProblem) -> [String] {
      switch folder {
      case "/p": ["charts"]
      case "/p/charts": ["old"]
      case "/p/charts/old": ["draft-1.yaml"]
      default: throw FileProblem(path: folder, reason: .missing)
      }
    }

    func identity(of path: String) -> FileIdentity { .path(path) }
  }

  @Test("severities are changed, findings left out, and errors stay")
  func selection() {
    let text =
      "statechart: 1\nid: door\nevents: { go: , lock: }\ninitial: opn\nstates: { open: { on: { go: open } } }\n"
    func found(_ change: (inout LintSelection) -> Void) -> (LintedFile, [String]) {
      var selection = LintSelection()
      change(&selection)
      let file = Linter(selection).lint(SourceText(name: "a.yaml", bytes: Array(text.utf8)))
      return (file, file.findings.map { "\($0.diagnostic.severity) \($0.diagnostic.rule)" })
    }
    let all = ["warning unused-event", "error unknown-target"]
    #expect(found { _ in }.1 == all)
    #expect(found { $0.settings = ["unused-event": .off] }.1 == ["error unknown-target"])
    #expect(
      found { $0.settings = ["unused-event": .error] }.1 == ["error unused-event", "error unknown-target"])
    #expect(found { $0.skipped = ["unused-event", "unknown-target"] }.1 == ["error unknown-target"])
    let (file, only) = found { $0.only = ["unused-event"] }
    #expect(only == ["warning unused-event"])
    #expect(file.hiddenErrors == 1)
    #expect(FailLevel.error.fails(LintSummary([file])))
  }
}
