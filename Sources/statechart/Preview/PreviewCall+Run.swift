#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PreviewCall {
  /// The body of a request about a run.
  private struct Run: Decodable {
    /// The lines of a recorded run.
    var lines: [String]
  }

  /// The run of the body, played through the chart of the query.
  ///
  /// - Throws: `PreviewProblem` if there is no body, the chart is unknown, or the chart has errors.
  func run() async throws -> SimulatedRun {
    guard let run = try? JSONDecoder().decode(Run.self, from: Data(body)) else {
      throw PreviewProblem(message: "The request is not a run. It is {\"lines\": [LINE, …]}.", status: 400)
    }
    let chart = try await charts.loaded(path())
    return await onThread { SimulatedRun(run.lines, on: chart) }
  }
}
