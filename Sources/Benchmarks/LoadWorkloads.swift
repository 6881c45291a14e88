import Statecharts
import StatechartsDocs
import StatechartsYAML

/// W6, W7, W8, W10: what depends on the size of a chart.
struct LoadWorkloads {
  static let sizes = [10, 100, 1_000, 10_000]

  var effort: Effort
  /// A folder for the files that are read.
  var folder: String

  /// W6: from the file to a running machine.
  func load() throws -> [Result] {
    var results: [Result] = []
    for size in Self.sizes {
      let path = try write(Charts.flat(size), "w6_\(size).yaml")
      let repeats = max(1, effort.loops(1_000) / size)
      let result = try effort.nanoseconds("W6 \(size)", "ms", count: repeats * 1_000_000) {
        for _ in 0..<repeats {
          var machine = try Machine(ChartLoader().load(path).chart)
          _ = machine.start()
          try CheckFailure.check("W6 state", opaque(machine).configuration, ["s0"])
        }
      }
      results.append(result)
    }
    return results
  }

  /// W6's parts for the largest chart.
  func loadParts() throws -> [Result] {
    let path = try write(Charts.flat(10_000), "w6_10000.yaml")
    let source = try SourceText.read(file: path)
    let tree = effort.nanoseconds("W6 10000, YAML tree", "ms", count: 1_000_000) {
      _ = opaque(YAMLDocument.read(source))
    }
    let model = effort.nanoseconds("W6 10000, YAML tree and model", "ms", count: 1_000_000) {
      _ = opaque(ChartReader().read(source))
    }
    guard let chart = ChartReader().read(source).chart else { throw CheckFailure("W6: no chart") }
    let compiled = try effort.nanoseconds("W6 10000, compile", "ms", count: 1_000_000) {
      _ = opaque(try CompiledChart(chart))
    }
    return [tree, model, compiled]
  }

  /// W7: the diagram of 1,000 states.
  func diagram() throws -> [Result] {
    let source = SourceText(name: "w7.yaml", bytes: Array(Charts.flat(1_000).utf8))
    guard let chart = ChartReader().read(source).chart else { throw CheckFailure("W7: no chart") }
    var bytes = 0
    let result = effort.nanoseconds("W7", "ms", count: 1_000_000) {
      bytes = opaque(MermaidDiagram(chart)).text.utf8.count
    }
    if bytes < 10_000 { throw CheckFailure("W7: the diagram has only \(bytes) bytes") }
    return [result]
  }

  /// W8: YAML to a tree with marks.
  func yaml() throws -> [Result] {
    let source = SourceText(name: "w8.yaml", bytes: Array(Charts.yaml().utf8))
    try CheckFailure.check("W8 bytes", source.bytes.count, 1_000_040)
    let times = try effort.nanoseconds("W8", "MB/s", count: 1) {
      let reading = YAMLDocument.read(source)
      guard opaque(reading).document != nil else {
        throw CheckFailure("W8: \(reading.diagnostics.first?.message ?? "no document")")
      }
    }
    return [Result("W8", "MB/s", times.runs.map { Double(source.bytes.count) / 1e6 / ($0 / 1e9) })]
  }

  /// W10: an event as the chart grows.
  func events() throws -> [Result] {
    try Self.sizes.map { size in
      let source = SourceText(name: "w10.yaml", bytes: Array(Charts.flat(size).utf8))
      guard let chart = ChartReader().read(source).chart else { throw CheckFailure("W10: no chart") }
      var machine = try Machine(CompiledChart(chart))
      machine.begin()
      let next = try StepWorkloads.events(["next"], of: machine.chart)[0]
      let count = max(size, effort.loops(3_000_000) / size * size)
      let result = effort.nanoseconds("W10 \(size)", "ns/event", count: count) {
        for _ in 0..<count { machine.send(next) }
      }
      try CheckFailure.check("W10 state", machine.configuration, ["s0"])
      return result
    }
  }

  private func write(_ text: String, _ name: String) throws -> String {
    let path = folder + "/" + name
    try Files.save(text, to: path)
    return path
  }
}
