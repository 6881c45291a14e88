import Statecharts
import StatechartsLint
import StatechartsModel
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
    var state: StateNode
    /// What is wrong, in plain sentences.
    var message: String
    /// What to do about it.
    var help: String?
  }

  /// What is wrong with charts of which the first runs the others, as somebody who opens their files would find it.
  ///
  /// - Returns: An empty list only where the linter finds no error in any of the charts, and the loader takes them.
  static func problems(of charts: [ConvertedChart]) -> [Problem] {
    // Decision: Docs/decisions/conversion.md#a-converted-chart-is-loaded-before-it-is-written
    guard let first = charts.first else { return [] }
    let linted = charts.flatMap { $0.problems(for: Linter().lint($0.source).findings.map(\.diagnostic)) }
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
      let reason = Problem(path: first.path, state: first.chart.root, message: "The chart cannot be loaded.")
      switch error {
      case .file(let problem):
        return [Problem(path: reason.path, state: reason.state, message: problem.message)]
      case .findings(let files):
        let found = files.flatMap { file in
          (charts.first { $0.path == file.source.name } ?? first).problems(for: file.diagnostics)
        }
        return found.isEmpty ? [reason] : found
      }
    }
  }

  private var source: SourceText { SourceText(name: path, bytes: Array(text.utf8)) }

  /// The errors among findings.
  private func problems(for findings: [Diagnostic]) -> [Problem] {
    let errors = findings.filter { $0.severity == .error }
    guard !errors.isEmpty else { return [] }
    // A text that breaks a limit has places, too. The chart from which it was made bounds it.
    var limits = YAMLLimits()
    limits.fileBytes = .max
    limits.depth = .max
    limits.nodes = .max
    limits.scalarBytes = .max
    let document = YAMLDocument.read(source, limits: limits).document
    return errors.map { error in
      Problem(
        path: path, state: document.map { state(at: error.range.lowerBound, in: $0) } ?? chart.root,
        message: error.message, help: error.help)
    }
  }

  /// The innermost state in whose part of the text a byte stands.
  private func state(at offset: Int, in document: YAMLDocument) -> StateNode {
    func entry(of node: YAMLDocument.NodeID) -> (key: YAMLDocument.NodeID, value: YAMLDocument.NodeID)? {
      document.entries(of: node).last { document.range(of: $0.key).lowerBound <= offset }
    }
    var state = chart.root
    var node = document.root
    while let outer = node, let part = entry(of: outer), document.text(of: part.key) == "states",
      let inner = entry(of: part.value),
      let name = document.text(of: inner.key), let next = state.states.first(where: { $0.id.text == name })
    {
      state = next
      node = inner.value
    }
    return state
  }
}
