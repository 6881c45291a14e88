import ArgumentParser
import Statecharts
import StatechartsTesting
import StatechartsYAML

/// A chart that was read from a file and found runnable.
struct LoadedChart {
  let chart: Statechart

  init(path: String) throws { throw ExitCode(2) }

  func simulation(input: [String: Value]) throws -> Simulation { throw ExitCode(2) }

  static func source(path: String) throws -> SourceText { throw ExitCode(2) }
}
