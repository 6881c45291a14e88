import ArgumentParser
import StatechartsDocs
import StatechartsEditing
import StatechartsFiles
import StatechartsLint
import StatechartsYAML

/// `statechart format`: writes charts in one layout.
struct Format: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "format", abstract: "Writes charts in one layout.",
    discussion: """
      Keys get one order, mostly that of the reference, and nested blocks an indentation of two spaces. Braces and \
      brackets that are longer than 120 characters become blocks. Quotes stay where they are needed. Comments and single \
      empty lines stay with what they belong to. Texts are not changed. Files in folders without the key `statechart` are \
      skipped.

      Files are replaced, as `lint --fix` does it. --check and --diff write nothing. For the standard input the \
      formatted text goes to the standard output. A chart means the same afterwards: the result is read again and \
      compared before it is written.

      Exit codes: 0 when all charts are formatted, 1 when --check or --diff finds one that is not, or when a chart is \
      not YAML, 2 when a file cannot be opened or written.
      """
  )

  @Argument(
    help: ArgumentHelp(
      "Charts, folders to search for *.yaml and *.yml, patterns in quotes, or - for the standard input.",
      valueName: "path"),
    completion: Completions.charts)
  var paths: [String] = [Lint.defaultPath]

  @Flag(help: "Only report charts that are not formatted.")
  var check = false

  @Flag(help: "Show what would change.")
  var diff = false

  @Option(help: ArgumentHelp("The name of the standard input in messages.", valueName: "name"))
  var stdinName: String?

  @Flag(name: .shortAndLong, help: "Write no summary.")
  var quiet = false

  func validate() throws {
    if stdinName != nil, !paths.contains("-") {
      throw ValidationError("--stdin-name needs the path `-`, which stands for the standard input.")
    }
  }

  func run() throws {
    var run = FormatRun(self)
    let found = PathSearch(paths, for: .charts)
    for path in found.paths { run.format(path) }
    for problem in found.problems { run.fail(problem.message) }
    try run.finish()
  }
}

/// One run of `format` over charts.
private struct FormatRun {
  private let options: Format
  private var changed = 0
  private var unchanged = 0
  private var refused = 0
  private var hasFailed = false

  init(_ options: Format) { self.options = options }

  /// Reports a failure of the run.
  mutating func fail(_ message: String) {
    Output.report("error: \(message)")
    hasFailed = true
  }

  /// Formats one chart.
  mutating func format(_ path: String) {
    let source: SourceText
    do throws(FileProblem) {
      source = try ChartInput.read(path, standardInputName: options.stdinName ?? "<stdin>")
    } catch {
      Output.report(error.report)
      hasFailed = true
      return
    }
    do throws(ChartFormatter.Refusal) {
      try finish(Linter.formatted(source), source, path)
    } catch {
      // Folders have other YAML files too.
      guard error.isChart || isNamed(path) else { return }
      ChartInput.report(error.diagnostics, in: source)
      refused += 1
    }
  }

  /// Whether a file was named, and not only found in a folder or by a pattern.
  private func isNamed(_ path: String) -> Bool {
    let identity = SystemFolders().identity(of: path)
    return options.paths.contains { SystemFolders().identity(of: $0) == identity }
  }

  private mutating func finish(_ bytes: [UInt8], _ source: SourceText, _ path: String) {
    let isChanged = bytes != source.bytes
    if isChanged { changed += 1 } else { unchanged += 1 }
    if options.diff {
      Output.write(UnifiedDifference(from: source.bytes, to: bytes, path: source.name))
    }
    if options.check || options.diff {
      if isChanged, options.check { Output.report("not formatted: \(source.name)") }
    } else if path == "-" {
      Output.write(bytes: bytes)
    } else if isChanged {
      do throws(FileReplacement.Refusal) {
        try FileReplacement(path, old: source.bytes).write(bytes)
      } catch {
        fail(error.message)
        changed -= 1
      }
    }
  }

  /// Writes the summary.
  ///
  /// - Throws: The exit code, when it is not 0.
  func finish() throws(ExitCode) {
    let onlyShows = options.check || options.diff
    let count = changed + unchanged + refused
    if !options.quiet, count > 0 {
      var words = [
        "\(count) chart\(count == 1 ? "" : "s") checked", "\(changed) \(onlyShows ? "not " : "")formatted",
      ]
      if changed == 0 { words[1] = "nothing to format" }
      if refused > 0 { words.append("\(refused) with errors") }
      Output.report(words.joined(separator: ", "))
    }
    if hasFailed { throw ExitCode(2) }
    if refused > 0 || onlyShows && changed > 0 { throw ExitCode(1) }
  }
}
