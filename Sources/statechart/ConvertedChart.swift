import Statecharts
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

  /// What is wrong with charts of which the first runs the others, as whoever opens their files would find it.
  static func problems(of charts: [ConvertedChart]) -> [Problem] {
    guard let first = charts.first else { return [] }
    let texts = Dictionary(charts.map { ($0.path, $0.text) }, uniquingKeysWith: { first, _ in first })
    let loader = ChartLoader { (path, _) throws(FileProblem) in
      guard let text = texts[path] else { throw FileProblem(path: path, reason: .missing) }
      return SourceText(name: path, bytes: Array(text.utf8))
    }
    do throws(ChartLoadingFailure) {
      _ = try loader.load(SourceText(name: first.path, bytes: Array(first.text.utf8)))
      return []
    } catch {
      guard case .findings(let files) = error else { return [] }
      return files.flatMap { file in
        file.diagnostics.filter { $0.severity == .error }.map { finding in
          let chart = charts.first { $0.path == file.source.name } ?? first
          let line = file.source.position(at: finding.range.lowerBound).line
          return Problem(
            path: chart.path, state: chart.state(around: line), message: finding.message, help: finding.help)
        }
      }
    }
  }

  /// The innermost state in whose part of the text a line stands.
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
