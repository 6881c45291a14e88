import ArgumentParser
import StatechartsDocs
import StatechartsFiles
import StatechartsLint
import StatechartsYAML

/// One run of `lint` over charts.
struct LintRun {
  private let options: Lint
  private let renderer: TextRenderer
  private let only: Set<String>?
  private let skipped: Set<String>
  private var configurations: Configurations
  private var files: [LintedFile] = []
  private var fixes = 0
  /// Whether --diff has left out findings that --fix would leave.
  private var hidesFindings = false
  private var hasFailed = false
  /// The strictest fail level of the configurations that were used.
  private var failLevel: FailLevel?
  private var fixesStandardInput: Bool

  init(_ options: Lint) {
    self.options = options
    renderer = TextRenderer(usesColor: options.color.usesColor)
    only = options.only.isEmpty ? nil : Set(Lint.rules(options.only))
    skipped = Set(Lint.rules(options.skip))
    configurations = Configurations(file: options.config)
    fixesStandardInput = options.fix && options.paths.contains("-")
  }

  /// Reports a failure of the run.
  mutating func fail(_ message: String) {
    Output.report("error: \(message)")
    hasFailed = true
  }

  /// Checks charts, fixes them if that was asked for, and writes the findings, in the order of the paths.
  mutating func check(_ paths: [String]) {
    var rest = paths[...]
    while !rest.isEmpty {
      let jobs = rest.prefix(LintJob.batch).compactMap { job(for: $0) }
      rest = rest.dropFirst(LintJob.batch)
      for (job, outcome) in zip(jobs, LintJob.run(jobs)) { finish(job, outcome) }
    }
  }

  private mutating func job(for path: String) -> LintJob? {
    do throws(FileProblem) {
      let source = try ChartInput.read(path, standardInputName: options.stdinName ?? "<stdin>")
      return LintJob(
        source: source, path: path, linter: Linter(selection(for: source.name)),
        fixes: options.fix || options.diff)
    } catch {
      let isDefault = options.paths == [Lint.defaultPath] && error.reason == .missing
      hasFailed = true
      Output.report(
        isDefault
          ? "error: The current folder has no folder `\(path)`.\n"
            + "  help: Write the path of a chart or of a folder: statechart lint PATH"
          : error.report)
      return nil
    }
  }

  private mutating func selection(for chart: String) -> LintSelection {
    var selection = LintSelection()
    selection.only = only
    selection.skipped = skipped
    do throws(Configurations.Unusable) {
      if let configuration = try configurations.configuration(for: chart) {
        selection.settings = configuration.severities(for: Configurations.absolute(chart))
        if let level = configuration.failLevel { failLevel = max(level, failLevel ?? level) }
      }
    } catch {
      hasFailed = true
    }
    return selection
  }

  private mutating func finish(_ job: LintJob, _ outcome: LintJob.Outcome) {
    var file = outcome.file
    if let fixed = outcome.fixed {
      if options.diff {
        let source = job.source
        Output.write(UnifiedDifference(from: source.bytes, to: fixed.source.bytes, path: source.name))
        fixes += fixed.count
        hidesFindings = hidesFindings || !fixed.file.findings.isEmpty
      } else if write(fixed, of: job) {
        file = fixed.file
        fixes += fixed.count
      }
    }
    files.append(file)
    write(file)
  }

  /// Writes the fixed text; false when that cannot be done.
  private mutating func write(_ fixed: FixedText, of job: LintJob) -> Bool {
    if job.path == "-" {
      Output.write(bytes: fixed.source.bytes)
      return true
    }
    guard fixed.count > 0 else { return true }
    do throws(FileReplacement.Refusal) {
      try FileReplacement(job.path, old: job.source.bytes).write(fixed.source.bytes)
      return true
    } catch {
      fail(error.message)
      return false
    }
  }

  private func write(_ file: LintedFile) {
    guard !options.diff else { return }
    let text: String
    switch options.format {
    case .text: text = fixesStandardInput ? TextRenderer().render(file) : renderer.render(file)
    case .short: text = ShortRenderer().render(file)
    case .github: text = GitHubRenderer().render(file)
    case .json, .sarif: return
    }
    tell(text)
  }

  /// Writes findings; where the standard output holds a fixed text, to the standard error.
  private func tell(_ text: String) {
    guard fixesStandardInput else { return Output.write(text) }
    Output.report(rendered: text)
  }

  /// Writes the end of the output.
  ///
  /// - Throws: The exit code, when it is not 0.
  func finish() throws(ExitCode) {
    if !options.diff {
      switch options.format {
      case .json: tell(JSONRenderer().render(files))
      case .sarif:
        let version = StatechartCommand.configuration.version
        tell(SARIFRenderer(version: version).render(files, isComplete: !hasFailed))
      case .text, .short, .github: break
      }
    }
    let summary = LintSummary(files, fixes: options.diff ? 0 : fixes)
    if !options.quiet, !files.isEmpty {
      Output.report(summary.text)
      // A fix may uncover further findings, so the two numbers need not agree.
      if options.diff, fixes > 0 { Output.report("--fix would make \(fixes) change\(fixes == 1 ? "" : "s")") }
      if hidesFindings { Output.report("run it without --diff to see the findings that --fix cannot fix") }
    }
    // Decision: Docs/decisions/tooling-and-tests.md#exit-code-1-for-findings-2-for-failures
    if hasFailed { throw ExitCode(2) }
    let level = options.failLevel ?? (options.strict ? .warning : failLevel ?? .error)
    let isMisconfigured = level >= .warning && configurations.haveWarnings
    if level.fails(summary) || isMisconfigured || (options.diff && fixes > 0) { throw ExitCode(1) }
  }
}
