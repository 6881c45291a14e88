internal import Statecharts
internal import StatechartsFiles
internal import StatechartsRepair
public import StatechartsYAML

/// Reads a `.statechart.yaml`.
struct ConfigurationReader {
  private let document: YAMLDocument
  private let registry: RuleRegistry
  private(set) var findings: [Diagnostic] = []
  private(set) var configuration: LintConfiguration

  private static let keys = ["rules", "paths", "fail-level"]
  private static let pathKeys = ["path", "rules"]

  init(_ document: YAMLDocument, folder: String, _ registry: RuleRegistry) {
    self.document = document
    self.registry = registry
    configuration = LintConfiguration(folder: folder)
    guard let root = document.root, document.kind(of: root) == .mapping else { return }
    for (key, value) in document.entries(of: root) {
      switch document.text(of: key) {
      case "rules": configuration.settings = settings(value)
      case "paths": readPaths(value)
      case "fail-level":
        guard let level = document.text(of: value).flatMap(FailLevel.init(rawValue:)) else {
          report(
            value, "`fail-level` must be one of \(Self.list(FailLevel.allCases.map(\.rawValue))).",
            Self.question(document.text(of: value), among: FailLevel.allCases.map(\.rawValue)))
          continue
        }
        configuration.failLevel = level
      case let name: reportUnknown(key, name, among: Self.keys)
      }
    }
  }

  private mutating func readPaths(_ node: YAMLDocument.NodeID) {
    guard document.kind(of: node) == .sequence else {
      return report(
        node, "`paths` must be a list.",
        "Write each entry like `- { path: charts/old/**, rules: { naming-style: off } }`.")
    }
    for item in document.children(of: node) {
      guard document.kind(of: item) == .mapping else {
        report(item, "This entry of `paths` must be a mapping.", "Write `{ path: …, rules: { … } }`.")
        continue
      }
      var override = LintConfiguration.Override(patterns: [], settings: [:])
      for (key, value) in document.entries(of: item) {
        switch document.text(of: key) {
        case "path": override.patterns = readPatterns(value)
        case "rules": override.settings = settings(value)
        case let name: reportUnknown(key, name, among: Self.pathKeys)
        }
      }
      if override.patterns.isEmpty {
        report(
          item, "This entry of `paths` has no path.",
          "Add `path:` with a path, a pattern or a list of them.")
      }
      configuration.overrides.append(override)
    }
  }

  private mutating func readPatterns(_ node: YAMLDocument.NodeID) -> [PathPattern] {
    let nodes = document.kind(of: node) == .scalar ? [node] : Array(document.children(of: node))
    return nodes.compactMap { node in
      guard let text = document.text(of: node), !text.utf8.isEmpty, !text.hasPrefix("/") else {
        report(node, "This is not a relative path.", "Write a path relative to the folder of this file.")
        return nil
      }
      configuration.paths.append(LintConfiguration.Path(text: text, range: document.range(of: node)))
      let path = text.hasPrefix("./") ? String(text.dropFirst(2)) : text
      return PathPattern(path.hasSuffix("/") ? path + "**" : path)
    }
  }

  private mutating func settings(_ node: YAMLDocument.NodeID) -> [String: LintConfiguration.Setting] {
    guard document.kind(of: node) == .mapping else {
      report(node, "`rules` must be a mapping.", "Write it like `rules: { naming-style: off }`.")
      return [:]
    }
    var result: [String: LintConfiguration.Setting] = [:]
    for (key, value) in document.entries(of: node) {
      guard let id = document.text(of: key) else { continue }
      guard let rule = registry.rule(id) else {
        // A rule of the project, which only its own command knows.
        if id.hasPrefix(RuleRegistry.prefix) { continue }
        let near = NearNames.suggestion(for: id, in: registry.all.lazy.map(\.id))
        report(
          key, "`\(id)` is not a rule of the linter.",
          near.map { "Did you mean `\($0)`?" } ?? "`statechart rules` lists all rules.")
        continue
      }
      guard let setting = document.text(of: value).flatMap(LintConfiguration.Setting.init(rawValue:)) else {
        let words = LintConfiguration.Setting.allCases.map(\.rawValue)
        report(
          document.range(of: value).isEmpty ? key : value,
          "The rule `\(id)` must be set to one of \(Self.list(words)).",
          Self.question(document.text(of: value), among: words, asItIs: rule.severity.rawValue))
        continue
      }
      guard rule.severity != .error || setting == .error else {
        report(
          value, "The rule `\(id)` reports errors, so its severity cannot be changed.",
          "Delete this setting. A chart with such an error cannot be used, so fix the error.")
        continue
      }
      result[id] = setting
    }
    return result
  }

  private mutating func reportUnknown(_ key: YAMLDocument.NodeID, _ name: String?, among known: [String]) {
    let near = name.flatMap { NearNames.suggestion(for: $0, in: known) }
    report(
      key, "The key `\(name ?? "")` is not allowed here.",
      near.map { "Did you mean `\($0)`?" } ?? "The allowed keys are \(Self.list(known)).")
  }

  private mutating func report(_ node: YAMLDocument.NodeID, _ message: String, _ help: String) {
    findings.append(
      Diagnostic(
        rule: LintConfiguration.findingRule, message: message, help: help, range: document.range(of: node)))
  }

  /// Which of some words is probably meant.
  ///
  /// - Parameter severity: How bad the findings of a rule are where nothing is set.
  private static func question(
    _ word: String?, among words: [String], asItIs severity: String? = nil
  ) -> String {
    guard let word = word?.lowercased() else { return "Write one of them." }
    let meant: String? =
      switch word {
      case "of", "false", "no", "none", "never", "disable", "disabled", "ignore", "0": "off"
      case "warn", "warnings", "1": "warning"
      case "err", "errors", "fatal", "2": "error"
      case "info", "hint", "notes", "notice": "note"
      case "on", "true", "yes", "enable", "enabled", "default": severity
      default: words.contains(word) ? word : NearNames.suggestion(for: word, in: words)
      }
    return meant.flatMap { words.contains($0) ? "Did you mean `\($0)`?" : nil } ?? "Write one of them."
  }

  private static func list(_ words: [String]) -> String {
    words.map { "`\($0)`" }.joined(separator: ", ")
  }
}

extension LintConfiguration {
  /// Reads a configuration.
  ///
  /// - Parameters:
  ///   - source: The file's text, under its path.
  ///   - folder: The folder that paths in it count from, as the paths of charts begin; empty for the current one.
  ///   - rules: The known rules.
  /// - Returns: The configuration, and what is wrong with the file; one with errors is not to be used.
  public static func read(
    _ source: SourceText, folder: String, rules: RuleRegistry = .standard
  ) -> (configuration: LintConfiguration, findings: [Diagnostic]) {
    // An empty file, or one of comments only, sets nothing.
    let isBlank = (1...source.lineStarts.count).allSatisfy { line in
      let text = source.lineText(line).drop { $0 == " " }
      return text.isEmpty || text.hasPrefix("#")
    }
    if isBlank { return (LintConfiguration(folder: folder), []) }
    let reading = YAMLDocument.read(source, explainer: .advising)
    // That `off` means no in older YAML is no trap here: it is a word like the others.
    let errors = reading.diagnostics.filter { $0.severity == .error }
    guard let document = reading.document else { return (LintConfiguration(folder: folder), errors) }
    let reader = ConfigurationReader(document, folder: folder, rules)
    return (reader.configuration, errors + reader.findings)
  }
}
