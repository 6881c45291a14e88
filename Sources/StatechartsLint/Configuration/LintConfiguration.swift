internal import StatechartsFiles
public import StatechartsYAML

/// What a project's `.statechart.yaml` says: how bad the findings of which rules are, for all charts or for some.
public struct LintConfiguration: Sendable {
  /// What the file is called.
  public static let fileName = ".statechart.yaml"

  /// What a configuration says of a rule.
  public enum Setting: String, Sendable, CaseIterable {
    /// Its findings are not reported.
    case off
    /// Its findings are notes.
    case note
    /// Its findings are warnings.
    case warning
    /// Its findings are errors.
    case error

    /// The severity of its findings; nil for none at all.
    public var severity: Diagnostic.Severity? { Diagnostic.Severity(rawValue: rawValue) }
  }

  /// What holds for some charts only.
  struct Override: Sendable {
    var patterns: [PathPattern]
    var settings: [String: Setting]
  }

  /// A path or pattern of `paths`.
  struct Path: Sendable {
    var text: String
    var range: SourceRange
  }

  /// The folder of the file, which paths in it count from; empty for the current one.
  public let folder: String
  /// The severity from which on findings fail a run; nil leaves that to the command.
  public internal(set) var failLevel: FailLevel?
  var settings: [String: Setting] = [:]
  var overrides: [Override] = []
  /// The paths and patterns of `paths`.
  var paths: [Path] = []

  init(folder: String) { self.folder = folder }

  /// What is set for the rules in a file; later entries of `paths` win over earlier ones and over `rules`.
  ///
  /// - Parameter file: The file's path, relative to the same folder as `folder`, or both absolute.
  public func severities(for file: String) -> [String: Setting] {
    guard !overrides.isEmpty else { return settings }
    guard let path = relative(file) else { return settings }
    return overrides.reduce(into: settings) { result, override in
      guard override.patterns.contains(where: { $0.matchesWhole(path) }) else { return }
      result.merge(override.settings) { _, new in new }
    }
  }

  /// A path relative to the folder; nil when it does not lie in it.
  private func relative(_ path: String) -> String? {
    let plain = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    if folder.isEmpty { return plain.hasPrefix("/") ? nil : plain }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return plain.hasPrefix(prefix) ? String(plain.dropFirst(prefix.count)) : nil
  }
}
