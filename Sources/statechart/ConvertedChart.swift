import Statecharts
import StatechartsLint
import StatechartsYAML

/// A chart that was made of another file, as text.
struct ConvertedChart {
  /// The chart's file, relative to that of the first chart.
  let path: String
  let chart: Statechart
  let text: String

  init(_ chart: Statechart, path: String) {
    self.path = path
    self.chart = chart
    text = ChartWriter().text(of: chart)
  }

  /// Why a chart cannot be used.
  struct Problem {
    /// The file of the chart.
    var path: String
    /// The innermost state around the place, in the model from which the text was made.
    var state: State
    /// What is wrong, in plain sentences.
    var message: String
    /// What to do about it.
    var help: String?
  }

  /// What is wrong with charts of which the first runs the others, as somebody who opens their files would find it.
  static func problems(of charts: [ConvertedChart]) -> [Problem] {
    guard let first = charts.first else { return [] }
    let linted = charts.flatMap { chart in
      Linter().lint(chart.source).findings.map(\.diagnostic).filter { $0.severity == .error }
        .map(chart.problem)
    }
    guard linted.isEmpty else { return linted }
    let sources = Dictionary(charts.map { ($0.path, $0.source) }, uniquingKeysWith: { first, _ in first })
    let loader = ChartLoader { (path, _) throws(FileProblem) in
      guard let source = sources[path] else { throw FileProblem(path: path, reason: .missing) }
      return source
    }
    do throws(ChartLoadingFailure) {
      _ = try loader.load(first.source)
      return []
    } catch {
      switch error {
      case .file(let problem):
        return [Problem(path: first.path, state: first.chart.root, message: problem.message)]
      case .findings(let files):
        return files.flatMap { file in
          let chart = charts.first { $0.path == file.source.name } ?? first
          return file.diagnostics.filter { $0.severity == .error }.map(chart.problem)
        }
      }
    }
  }

  private var source: SourceText { SourceText(name: path, bytes: Array(text.utf8)) }

  private func problem(_ finding: Diagnostic) -> Problem {
    let line = source.position(at: finding.range.lowerBound).line
    return Problem(path: path, state: state(around: line), message: finding.message, help: finding.help)
  }

  /// The innermost state in whose part of the text a line stands, by the layout in which the text was written: a text that breaks
  /// a limit of YAML has no tree.
  private func state(around number: Int) -> State {
    // The keys around the line, the innermost first: each stands further left than what is in it.
    var keys: [Substring] = []
    var margin = Int.max
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).prefix(number).reversed() {
      let content = line.drop { $0 == " " || $0 == "-" }
      let column = line.count - content.count
      guard column < margin, let colon = content.firstIndex(of: ":") else { continue }
      margin = column
      keys.append(content[..<colon])
    }
    var state = chart.root
    for (key, next) in zip(keys.reversed(), keys.reversed().dropFirst()) where key == "states" {
      let name = next.trimmingPrefix("\"").prefix { $0 != "\"" }
      guard let inner = state.states.first(where: { $0.id.text == name }) else { break }
      state = inner
    }
    return state
  }
}
