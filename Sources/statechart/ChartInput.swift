import ArgumentParser
import Statecharts
import StatechartsFiles
import StatechartsLint
import StatechartsModel
import StatechartsRepair
import StatechartsTesting
import StatechartsYAML

/// Reads the files that commands work on, and reports their problems.
enum ChartInput {
  /// A text file, or the standard input for `-`.
  ///
  /// - Parameters:
  ///   - folder: The folder that the file belongs to where a page names it; nil for the command line.
  ///   - standardInputName: What messages call the standard input.
  /// - Throws: `FileProblem` when it cannot be read, is longer than a chart may be, or is named by a link out of its
  ///   package.
  static func read(
    _ path: String, inside folder: String? = nil, standardInputName: String = "<stdin>"
  ) throws(FileProblem) -> SourceText {
    if path == "-" { return try SourceText.readStandardInput(as: standardInputName) }
    guard let folder else { return try SourceText.read(linked: path) }
    return try SourceText.read(file: path, inside: folder)
  }

  /// A text file, or the standard input for `-`.
  ///
  /// - Throws: `ExitCode(2)` after a report when it cannot be read.
  static func source(at path: String, inside folder: String? = nil) throws(ExitCode) -> SourceText {
    do {
      return try read(path, inside: folder)
    } catch {
      Output.report(error.report)
      throw ExitCode(2)
    }
  }

  /// A file that will be written, with what stands in it now.
  ///
  /// - Throws: `ExitCode(2)` after a report when it cannot be read.
  static func replacement(of path: String) throws(ExitCode) -> FileReplacement {
    do throws(FileProblem) {
      return try FileReplacement(reading: path)
    } catch {
      Output.report("error: \(error.message)")
      throw ExitCode(2)
    }
  }

  /// A chart that can be drawn.
  ///
  /// - Parameter requiresSense: Whether a chart that can be read but not run is refused too.
  /// - Throws: `ExitCode(2)` when it cannot be read, `ExitCode(1)` when it has errors, both after a report.
  static func chart(at path: String, requiresSense: Bool) throws(ExitCode) -> Statechart {
    try chart(source(at: path), requiresSense: requiresSense)
  }

  /// A chart that can be drawn, from a text.
  ///
  /// - Throws: `ExitCode(1)` after a report when it has errors.
  static func chart(_ source: SourceText, requiresSense: Bool) throws(ExitCode) -> Statechart {
    let reading = ChartReader.advising.read(source)
    var findings = reading.diagnostics.filter { $0.severity == .error }
    if requiresSense, findings.isEmpty, let chart = reading.chart {
      findings = reading.diagnostics(for: chart.problems()).filter { $0.severity == .error }
    }
    guard findings.isEmpty, let chart = reading.chart else {
      report(findings, in: source)
      throw ExitCode(1)
    }
    return chart
  }

  /// A chart in which `lint` finds no error, from a text, with the places of everything in it.
  ///
  /// - Throws: `ExitCode(1)` after a report when it has errors.
  static func chartWithoutErrors(
    _ source: SourceText
  ) throws(ExitCode) -> (chart: Statechart, reading: ChartReading) {
    let reading = ChartReader.advising.read(source)
    let errors = Linter().lint(reading, looksForFiles: false).diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty, let chart = reading.chart else {
      report(errors, in: source)
      throw ExitCode(1)
    }
    return (chart, reading)
  }

  /// A chart that can be run, with the charts that it runs inside itself, from a file or the standard input for `-`.
  ///
  /// - Throws: `ExitCode(2)` when it cannot be read, `ExitCode(1)` when it has errors, both after a report.
  static func loadedChart(at path: String) throws(ExitCode) -> LoadedChart {
    let source = try source(at: path)
    do throws(ChartLoadingFailure) {
      return try ChartLoader.advising.load(source)
    } catch {
      switch error {
      case .file(let problem):
        Output.report(problem.report)
        throw ExitCode(2)
      case .findings(let files):
        for file in files { report(file.diagnostics, in: file.source) }
        throw ExitCode(1)
      }
    }
  }

  /// A run of a chart in virtual time.
  ///
  /// - Throws: `ExitCode(2)` after a report when an input does not fit the chart.
  static func simulation(of loaded: LoadedChart, input: [String: ChartValue] = [:]) throws(ExitCode)
    -> Simulation
  {
    do {
      return try Simulation(loaded.chart, children: loaded.children, input: input)
    } catch {
      Output.report("error: \(error)")
      throw ExitCode(2)
    }
  }

  /// Reports findings as `lint` does.
  static func report(_ findings: [Diagnostic], in source: SourceText) {
    Output.report(rendered: TextRenderer(usesColor: false).render(LintedFile(source, findings)))
  }

  /// Reports a problem of a page with its location, as compilers do.
  static func report(_ message: String, at range: SourceRange, in page: SourceText, help: String) {
    let place = page.position(at: range.lowerBound)
    Output.report("\(page.name):\(place.line):\(place.column): error: \(message)")
    Output.report("  help: \(help)")
  }
}
