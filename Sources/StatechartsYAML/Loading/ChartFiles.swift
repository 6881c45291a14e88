import Statecharts
import StatechartsModel

/// The files of a chart and of the charts inside it, while they are loaded.
struct ChartFiles {
  struct File {
    /// The path relative to the folder of the first file.
    var path: String
    var reading: ChartReading
    /// The chart with the paths of its children resolved.
    var chart: Statechart?
    var diagnostics: [Diagnostic]
    /// The files that it invokes, with the names by which it does.
    var children: [(file: Int, name: ChartName)] = []
  }

  let folder: String
  let charts: ChartReader
  let reader: ChartLoader.Reader
  private(set) var files: [File] = []
  private var numbers: [String: Int] = [:]

  init(folder: String, charts: ChartReader, reader: @escaping ChartLoader.Reader) {
    self.folder = folder
    self.charts = charts
    self.reader = reader
  }

  var hasErrors: Bool { files.contains { file in file.diagnostics.contains { $0.severity == .error } } }

  var findings: [ChartLoadingFailure.File] {
    files.filter { !$0.diagnostics.isEmpty }.map { file in
      let sorted = file.diagnostics.enumerated().sorted { left, right in
        (left.element.range.lowerBound, left.offset) < (right.element.range.lowerBound, right.offset)
      }
      return ChartLoadingFailure.File(source: file.reading.source, diagnostics: sorted.map(\.element))
    }
  }

  mutating func add(_ reading: ChartReading, as path: String) {
    numbers[path] = files.count
    files.append(File(path: path, reading: reading, chart: reading.chart, diagnostics: reading.diagnostics))
  }

  /// Reads the files that those read so far invoke, until there are no more.
  mutating func addChildren() {
    var next = 0
    while next < files.count {
      var names: [ChartName] = []
      if var chart = files[next].chart {
        visit(&chart.root, from: files[next].path, &names)
        files[next].chart = chart
      }
      for name in names { addChild(name, of: next) }
      next += 1
    }
  }

  /// Collects the charts that a state and those inside it invoke, and resolves their paths.
  ///
  /// States are nested at most as deep as the reader allows.
  private func visit(_ state: inout StateNode, from path: String, _ names: inout [ChartName]) {
    for index in state.invoke.indices {
      switch state.invoke[index].source {
      case .service: continue
      case .chart(var name):
        names.append(name)
        name.text = ChartPath.resolve(name.text, from: path) ?? name.text
        state.invoke[index].source = .chart(name)
      case .computed(let expression, var charts):
        // The expression gives a path as it is written; the engine compares the ends.
        for number in charts.indices {
          names.append(charts[number])
          charts[number].text = ChartPath.resolve(charts[number].text, from: path) ?? charts[number].text
        }
        state.invoke[index].source = .computed(expression, among: charts)
      }
    }
    for index in state.states.indices { visit(&state.states[index], from: path, &names) }
  }

  private mutating func addChild(_ name: ChartName, of parent: Int) {
    guard let path = ChartPath.resolve(name.text, from: files[parent].path) else {
      return report(
        parent, name, "The file `\(name.text)` is outside the folder of the chart.",
        help: "Move the file into that folder, and write its path from there.")
    }
    if numbers[path] == nil {
      // The chart that is loaded is one of the files, and none of those that it brings.
      guard files.count <= ChartLoader.maximumCharts else {
        return report(
          parent, name, rule: "limit", "The chart runs more than \(ChartLoader.maximumCharts) other charts.",
          help: "Use fewer charts.")
      }
      do throws(FileProblem) {
        add(charts.read(try reader(folder + path, folder)), as: path)
      } catch {
        let isMissing = error.reason == .missing
        return report(
          parent, name,
          isMissing
            ? "The file `\(name.text)` does not exist in the folder of this chart." : error.message,
          help: isMissing
            ? "Correct the path, or create the file."
            : "Write the path of a chart in the folder of this chart.")
      }
    }
    if let child = numbers[path] { files[parent].children.append((child, name)) }
  }

  /// Reports charts that run themselves, and charts inside one another deeper than allowed.
  mutating func findCycles() {
    var open: [(file: Int, next: Int)] = files.isEmpty ? [] : [(0, 0)]
    /// For each file, the longest way down from it, itself counted; 0 while it is not known.
    var heights = [Int](repeating: 0, count: files.count)
    while let top = open.last {
      guard top.next < files[top.file].children.count else {
        heights[top.file] = 1 + (files[top.file].children.map { heights[$0.file] }.max() ?? 0)
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      let (child, name) = files[top.file].children[top.next]
      if open.contains(where: { $0.file == child }) {
        report(
          top.file, name, rule: "chart-cycle", "The chart `\(files[child].path)` would run inside itself.",
          help: "Write the path of another chart, or delete this `invoke:`.")
      } else if heights[child] == 0 {
        open.append((child, 0))
      }
    }
    guard let height = heights.first, height > ChartLoader.deepestChart, !hasErrors else { return }
    if let name = files[0].children.max(by: { heights[$0.file] < heights[$1.file] })?.name {
      report(
        0, name, rule: "limit", "Charts are nested deeper than \(ChartLoader.deepestChart) levels.",
        help: "Invoke some of them from an outer chart.")
    }
  }

  /// Compiles all files, and adds what is wrong with the models.
  mutating func compile() -> [CompiledChart?] {
    files.indices.map { index in
      guard let chart = files[index].chart else { return nil }
      do throws(ModelProblems) {
        return try CompiledChart(chart, children: children(of: index))
      } catch {
        files[index].diagnostics += files[index].reading.diagnostics(for: error.problems)
        return nil
      }
    }
  }

  /// The charts that a file invokes, by their paths; those that cannot be read are left out.
  private func children(of parent: Int) -> [String: ChildInterface] {
    var result: [String: ChildInterface] = [:]
    for (child, _) in files[parent].children {
      guard let chart = files[child].chart,
        !files[child].diagnostics.contains(where: { $0.severity == .error })
      else { continue }
      result[files[child].path] = ChildInterface(chart)
    }
    return result
  }

  /// Reports at each `chart:` that the chart there has mistakes: what invokes it cannot run either.
  mutating func reportBrokenChildren() {
    // Decision: Docs/decisions/linter.md#an-invoked-chart-with-errors-is-an-error
    // A file's children are mostly behind it, so that what is reported about them is known.
    for parent in files.indices.reversed() {
      for (child, name) in files[parent].children
      where child != parent && files[child].diagnostics.contains(where: { $0.severity == .error }) {
        report(
          parent, name, "The chart `\(name.text)` has errors, so it cannot run inside this one.",
          help: "To see the errors, run: statechart lint \(folder + files[child].path)")
      }
    }
  }

  private mutating func report(
    _ file: Int, _ name: ChartName, rule: String = "unknown-chart", _ message: String, help: String
  ) {
    files[file].diagnostics.append(
      Diagnostic(rule: rule, message: message, help: help, range: files[file].reading.range(of: name.origin)))
  }
}
