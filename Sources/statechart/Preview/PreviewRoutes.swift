import StatechartsDocs

/// What the server of the preview does for a method and a path.
struct PreviewRoute: Sendable {
  let method: String
  /// The path after the token.
  let path: String
  let respond: @Sendable (PreviewCall) async throws -> PreviewResponse

  init(
    _ method: String, _ path: String,
    _ respond: @escaping @Sendable (PreviewCall) async throws -> PreviewResponse
  ) {
    self.method = method
    self.path = path
    self.respond = respond
  }

  /// All routes but those of the page's files.
  static let all = [
    PreviewRoute("GET", "sheet.css") { _ in .text(ChartViews.style, type: "text/css; charset=utf-8") },
    PreviewRoute("GET", "api/charts") { await .json($0.charts.list()) },
    PreviewRoute("GET", "api/chart") { try await .json($0.charts.chart(at: $0.path())) },
    PreviewRoute("GET", "api/view") { try await .json($0.charts.view($0.value("view"), of: $0.path())) },
    PreviewRoute("POST", "api/run") { try await .json($0.run().view) },
    PreviewRoute("POST", "api/jump") { call in
      let (state, run) = (try call.value("to"), try await call.run())
      return .json(await onThread { RunJump(to: state, after: run) })
    },
    PreviewRoute("GET", "api/state") {
      try await .json($0.charts.section(of: $0.value("state"), in: $0.path()))
    },
    PreviewRoute("GET", "api/compare") { try await .json($0.charts.comparison(of: $0.path())) },
    PreviewRoute("GET", "api/sessions") { try await .json($0.charts.sessions(of: $0.path(), in: $0)) },
    PreviewRoute("GET", "api/events") { await .events($0.charts.changes()) },
  ]
}
