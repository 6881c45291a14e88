/// The median of several runs of one workload.
struct Result {
  /// The workload, such as `W3, cache off`.
  var workload: String
  /// What the numbers count.
  var unit: String
  /// The runs in ascending order; never empty.
  var runs: [Double]
  /// How many things a run does, such as events; 1 where that says nothing.
  var count: Int

  init(_ workload: String, _ unit: String, _ runs: [Double], count: Int = 1) {
    self.workload = workload
    self.unit = unit
    self.count = count
    self.runs = runs.sorted()
  }

  /// The middle run.
  var median: Double { runs.isEmpty ? 0 : runs[runs.count / 2] }

  /// One line that the script beside the benchmarks reads.
  var line: String {
    [
      "RESULT", "swift-statecharts", workload, unit, text(median), text(runs.first), text(runs.last),
      "\(runs.count)", "\(count)",
    ]
    .joined(separator: "\t")
  }

  /// The result as a JSON object.
  var json: String {
    "{\"workload\": \"\(workload)\", \"unit\": \"\(unit)\", \"median\": \(text(median)), "
      + "\"min\": \(text(runs.first)), \"max\": \(text(runs.last)), \"runs\": \(runs.count)}"
  }

  /// A number with as many digits as it is worth.
  func text(_ value: Double?) -> String {
    guard let value else { return "0" }
    if value >= 1_000 { return "\(Int(value.rounded()))" }
    return value >= 100 ? "\((value * 10).rounded() / 10)" : "\((value * 100).rounded() / 100)"
  }
}

/// Says why a workload did not do what it must do: its time would mean nothing.
struct CheckFailure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }

  /// Throws unless the two are equal.
  static func check<T: Equatable>(_ what: String, _ found: T, _ expected: T) throws {
    if found != expected { throw CheckFailure("\(what): expected \(expected), found \(found)") }
  }
}

/// How often things are measured.
struct Effort {
  /// Runs of which the median counts.
  var runs = 9
  /// Part of the full number of events, for quick looks and for CI.
  var scale = 1.0

  /// The workload whose body runs once more, so that a program that counts can tell what one run of it costs.
  var again: String?

  /// How often the body of a workload runs: once to warm up, and to be measured.
  func bodies(of workload: String) -> Int { runs + (workload == again ? 2 : 1) }

  /// A number of loops, at least one.
  func loops(_ full: Int) -> Int { max(1, Int(Double(full) * scale)) }

  /// Measures a body that does `count` things, after one run to warm up.
  func nanoseconds(_ workload: String, _ unit: String, count: Int, _ body: () throws -> Void) rethrows
    -> Result
  {
    try body()
    if workload == again { try body() }
    var times: [Double] = []
    for _ in 0..<runs {
      let start = Clock.threadNanoseconds()
      try body()
      times.append((Clock.threadNanoseconds() - start) / Double(count))
    }
    return Result(workload, unit, times, count: count)
  }

  /// The same for a body that may go on in other threads: the processor time of all of them.
  func processorTime(
    _ workload: String, _ unit: String, count: Int, _ body: () async throws -> Void
  ) async rethrows -> Result {
    try await body()
    if workload == again { try await body() }
    var times: [Double] = []
    for _ in 0..<runs {
      let start = Clock.processNanoseconds()
      try await body()
      times.append((Clock.processNanoseconds() - start) / Double(count))
    }
    return Result(workload, unit, times, count: count)
  }
}
