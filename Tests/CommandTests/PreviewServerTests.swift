import Foundation
import LoopbackHTTP
import Testing

@testable import statechart

/// What the preview's server serves, and to whom.
@Suite("The server of the preview")
struct PreviewServerTests {
  private static let chart = """
    statechart: 1
    id: door
    title: Door
    initial: closed
    states:
      closed:
        on: { open: opened }
      opened:
        title: Wide open
        on: { shut: closed }

    """

  /// A server for the charts of a folder.
  private struct Served {
    let folder: ScratchFolder
    let server: PreviewServer

    init(_ files: [String: String]) throws {
      folder = try ScratchFolder()
      for (name, text) in files { try folder.write(text, to: name) }
      server = PreviewServer(PreviewCharts([folder.url.path]), token: "token", invitation: "code")
    }

    func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    func get(
      _ target: String, method: String = "GET", headers: [(String, String)] = [("Host", "127.0.0.1:80")],
      body: [UInt8] = []
    ) async -> PreviewResponse {
      await server.response(
        to: HTTPRequest(
          method: method, target: target, headers: headers.map { (name: $0.0, value: $0.1) }, body: body))
    }

    /// The JSON of a response about a chart.
    func ask(_ route: String, _ name: String, _ more: String = "") async throws -> [String: Any] {
      let response = await get("/token/api/\(route)?path=\(path(name))\(more)")
      #expect(response.status == 200)
      return try #require(try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
    }
  }

  private func serving(
    _ files: [String: String] = ["door.yaml": chart], _ body: (Served) async throws -> Void
  )
    async throws
  {
    let served = try Served(files)
    defer { served.folder.remove() }
    try await body(served)
  }

  /// A request with its headers, and the status of its response.
  struct Attempt: Sendable {
    let target: String
    let headers: [(String, String)]
    let status: Int

    init(_ status: Int, _ target: String, _ headers: [(String, String)]) {
      (self.target, self.headers, self.status) = (target, headers, status)
    }
  }

  private static let host = ("Host", "127.0.0.1:80")
  private static let list = "/token/api/charts"
  private static let attempts: [Attempt] = [
    Attempt(200, list, [host]),
    Attempt(200, list, [("Host", "localhost:4000"), ("Origin", "http://localhost:4000")]),
    Attempt(200, list, [("Host", "[::1]:80"), ("Sec-Fetch-Site", "same-origin")]),
    Attempt(200, "/token/", [("Host", "127.0.0.1"), ("Sec-Fetch-Site", "none")]),
    Attempt(421, list, []),
    Attempt(421, list, [("Host", "example.com")]),
    Attempt(421, list, [("Host", "127.0.0.1.example.com")]),
    Attempt(421, list, [("Host", "127.0.0.1:80@example.com")]),
    Attempt(421, list, [host, ("Host", "example.com")]),
    Attempt(403, list, [host, ("Origin", "http://example.com")]),
    Attempt(403, list, [host, ("Origin", "null")]),
    Attempt(403, list, [host, ("Origin", "http://127.0.0.1:81")]),
    Attempt(403, list, [host, ("Sec-Fetch-Site", "cross-site")]),
    Attempt(403, list, [host, ("Sec-Fetch-Site", "same-site")]),
    Attempt(403, "/", [host]),
    Attempt(403, "/api/charts", [host]),
    Attempt(403, "/tokeN/api/charts", [host]),
    Attempt(403, "/token", [host]),
    Attempt(403, "/style.css", [host]),
  ]

  @Test("only the page itself is served", arguments: attempts)
  func refusals(attempt: Attempt) async throws {
    try await serving { served in
      #expect(await served.get(attempt.target, headers: attempt.headers).status == attempt.status)
    }
  }

  @Test("without a chart, the command ends with exit code 2")
  func noChart() throws {
    let outcome = try BuiltCommand.run(["preview", "--no-open", "nothing.yaml"])
    #expect(outcome.exitCode == 2 && outcome.errors == "error: `nothing.yaml` does not exist.\n")
  }

  @Test("a code opens the page once")
  func invitation() async throws {
    try await serving { served in
      #expect(await served.get("/open/other").status == 403)
      let first = await served.get("/open/code")
      #expect(first.status == 303 && first.location == "/token/")
      #expect(await served.get("/open/code").status == 403)
    }
  }

  @Test("each token is another one, and long")
  func tokens() {
    let tokens = Set((0..<100).map { _ in PreviewServer.makeToken() })
    #expect(tokens.count == 100 && tokens.allSatisfy { $0.count == 26 })
  }

  @Test(
    "files outside the list are not served",
    arguments: ["/etc/hostname", "../secret.yaml", "secret.txt", "", "charts/../door.yaml"])
  func otherFiles(path: String) async throws {
    try await serving(["door.yaml": Self.chart, "secret.txt": "canary"]) { served in
      for route in ["chart?", "view?view=sheet&", "state?state=a&", "compare?"] {
        for path in [path, served.path(path)] {
          let response = await served.get("/token/api/\(route)path=\(path)")
          #expect(response.status == 404)
          #expect(!String(decoding: response.body, as: UTF8.self).contains("canary"))
        }
      }
    }
  }

  @Test("an unknown page is reported, and so is a method that a page does not have")
  func unknown() async throws {
    try await serving { served in
      #expect(await served.get("/token/nothing").status == 404)
      #expect(await served.get("/token/../api/charts").status == 404)
      #expect(await served.get("/token/api/charts", method: "DELETE").status == 405)
      #expect(await served.get("/token/main.js", method: "POST").status == 405)
      #expect(await served.get("/token/api/chart").status == 400)
    }
  }

  @Test("a change is shown; a chart that cannot be read keeps its last picture")
  func changes() async throws {
    try await serving { served in
      let first = try await served.ask("view", "door.yaml", "&view=sheet")
      #expect(first["isOutdated"] as? Bool == false)
      #expect("\(first)".contains("Wide open"))

      try served.folder.write("states: [", to: "door.yaml")
      let broken = try await served.ask("view", "door.yaml", "&view=sheet")
      #expect(broken["isOutdated"] as? Bool == true)
      #expect("\(broken)".contains("Wide open"))
      let findings = try #require(try await served.ask("chart", "door.yaml")["findings"] as? [[String: Any]])
      #expect(findings.first?["severity"] as? String == "error")

      let changed = Self.chart.replacingOccurrences(of: "Wide open", with: "Ajar")
      try served.folder.write(changed, to: "door.yaml")
      let repaired = try await served.ask("view", "door.yaml", "&view=sheet")
      #expect(repaired["isOutdated"] as? Bool == false)
      #expect("\(repaired)".contains("Ajar"))
    }
  }

  @Test("settings of lint that are changed are seen without a change of the chart")
  func settings() async throws {
    let unused = Self.chart.replacingOccurrences(
      of: "initial: closed", with: "events: { knock: {}, open: {}, shut: {} }\ninitial: closed")
    try await serving(["door.yaml": unused]) { served in
      func findings() async -> Int {
        await served.server.charts.list().charts.reduce(0) { $0 + $1.warnings + $1.notes }
      }
      let before = await findings()
      #expect(before > 0)
      try served.folder.write("rules: { unused-event: off }\n", to: ".statechart.yaml")
      #expect(await findings() < before)
    }
  }

  @Test("a file that vanishes is a message, and its last picture stays")
  func vanished() async throws {
    try await serving { served in
      _ = try await served.ask("chart", "door.yaml")
      try FileManager.default.removeItem(atPath: served.path("door.yaml"))
      let chart = try await served.ask("chart", "door.yaml")
      #expect("\(chart)".contains("does not exist"))
      let view = try await served.ask("view", "door.yaml", "&view=sheet")
      #expect(view["isOutdated"] as? Bool == true)
      #expect("\(view)".contains("Wide open"))
    }
  }

  @Test("the lines of a state are those from its id to the last line of what is inside it")
  func lines() async throws {
    try await serving { served in
      let states = try #require(try await served.ask("chart", "door.yaml")["states"] as? [[String: Any]])
      #expect(states.map { $0["id"] as? String } == ["closed", "opened"])
      #expect(states.map { $0["line"] as? Int } == [6, 8])
      #expect(states.map { $0["endLine"] as? Int } == [7, 10])
    }
  }

  private static let canary = "sk_live_4eC39HqLyjWDarjtT1zdp7dc"
  private static let value = """
    context:
      apiKey: { type: string, secret: true, initial: "'\(canary)'" }
    states:
    """

  /// A chart with a secret, the settings of lint beside it, and an older version.
  struct WithSecret: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var chart: String
    var settings = ""
  }

  @Test(
    "a secret is in no response, wherever it is written",
    arguments: [
      WithSecret(testDescription: "in a value", chart: chart.replacing("states:", with: value)),
      WithSecret(
        testDescription: "in a value that lint does not report",
        chart: chart.replacing("states:", with: value), settings: "rules: { hard-coded-secret: off }\n"),
      WithSecret(
        testDescription: "in a text that cannot be read",
        chart: chart.replacing("states:", with: value) + "   - ]\n"),
      WithSecret(testDescription: "in a title", chart: chart.replacing("Wide open", with: "Key \(canary)")),
      WithSecret(
        testDescription: "as a target", chart: chart.replacing("open: opened", with: "open: \(canary)")),
    ])
  func secrets(_ written: WithSecret) async throws {
    try await serving(["door.yaml": written.chart, ".statechart.yaml": written.settings]) { served in
      let run = Array(#"{"lines": ["{\"event\": \"open\"}"]}"#.utf8)
      let routes = [
        ("charts?", "GET"), ("chart?", "GET"), ("view?view=sheet&", "GET"), ("view?view=reference&", "GET"),
        ("view?view=screens&", "GET"), ("state?state=opened&", "GET"), ("compare?", "GET"), ("run?", "POST"),
        ("jump?to=opened&", "POST"),
      ]
      for (route, method) in routes {
        let response = await served.get(
          "/token/api/\(route)path=\(served.path("door.yaml"))", method: method,
          body: method == "POST" ? run : [])
        // A picture may break it over lines.
        #expect(!String(decoding: response.body, as: UTF8.self).contains(Self.canary.suffix(8)), "\(route)")
      }
      let source = "\(try await served.ask("chart", "door.yaml")["source"] ?? "")"
      #expect(source.contains("****"))
      let changes = try #require(await served.server.charts.changes())
      var lists = changes.makeAsyncIterator()
      #expect(!String(decoding: try #require(await lists.next()), as: UTF8.self).contains(Self.canary))
    }
  }

  @Test("a secret of a version that could be read is hidden while the text cannot be read")
  func earlierSecrets() async throws {
    let chart = Self.chart.replacing(
      "states:",
      with: "context: { password: { type: string, secret: true, initial: \"'open sesame 1'\" } }\nstates:")
    try await serving(["door.yaml": chart]) { served in
      _ = try await served.ask("chart", "door.yaml")
      try served.folder.write(chart + "   - ]\n", to: "door.yaml")
      let shown = try await served.ask("chart", "door.yaml")
      #expect(shown["isOutdated"] as? Bool == true)
      #expect(!"\(shown)".contains("open sesame 1"))
    }
  }

  @Test("a secret that begins with other secrets is hidden as a whole")
  func secretsInSecrets() {
    let secret = "open sesame 1234"
    let secrets = Set((4...secret.count).map { String(secret.prefix($0)) })
    let response = PreviewResponse.text("a \(secret) b").hiding(secrets)
    #expect(String(decoding: response.body, as: UTF8.self) == "a **************** b")
  }

  @Test("secrets of the version that is shown stay hidden, however many later versions have")
  func manySecrets() async throws {
    let chart = Self.chart.replacing("Wide open", with: "Key \(Self.canary)")
    try await serving(["door.yaml": chart]) { served in
      _ = try await served.ask("view", "door.yaml", "&view=screens")
      for version in 0..<3 {
        let lines = (0..<101).map { "password: 'sesame \(version) \($0)'\n" }.joined()
        try served.folder.write("states: [\n\(lines)", to: "door.yaml")
        _ = try await served.ask("chart", "door.yaml")
      }
      let shown = try await served.ask("view", "door.yaml", "&view=screens")
      #expect(shown["isOutdated"] as? Bool == true)
      #expect(!"\(shown)".contains(Self.canary.suffix(12)))
    }
  }

  @Test(
    "pictures and the reference have no part of a secret, and its signs stay",
    arguments: [
      ("\"'hunter2-x'\"", "'*******-*'", "hunter2"),
      ("\"'correcthorsebattery'\"", "'*******************'", "correcthorse"),
      ("'''hunter2'''", "'*******'", "hunter2"),
      ("\"'hunter\\n2'\"", "'******", "hunter"),
      ("\"'Bearer 4fK94fK94fK94fK94fK94fK9' + name\"", "'****** ************************'", "4fK9"),
    ])
  func partsOfSecrets(written: String, shown: String, secret: String) async throws {
    let chart = Self.chart
      .replacing("states:", with: "context: { password: string, name: string }\nstates:")
      .replacing("title: Wide open", with: "entry: { assign: { password: \(written) } }")
    try await serving(["door.yaml": chart]) { served in
      for route in ["view?view=sheet&", "view?view=reference&", "state?state=opened&", "chart?"] {
        let response = await served.get("/token/api/\(route)path=\(served.path("door.yaml"))")
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(!text.contains(secret), "\(route)")
        #expect(route == "chart?" || text.contains(shown), "\(route)")
      }
    }
  }

  private static let parent = """
    statechart: 1
    id: house
    initial: entering
    states:
      entering:
        invoke: { id: door, chart: inside/door.yaml }
        on: { leave: left }
      left: { type: final }

    """

  private func errors(_ path: String, _ served: Served) async throws -> Int? {
    let chart = try await served.ask("chart", path)
    return (chart["summary"] as? [String: Any])?["errors"] as? Int
  }

  @Test("a chart is checked again when one that it runs has changed, whichever is asked for first")
  func childCharts() async throws {
    try await serving(["house.yaml": Self.parent, "inside/door.yaml": Self.chart]) { served in
      #expect(try await errors("house.yaml", served) == 0)
      try served.folder.write(
        Self.chart.replacing("open: opened", with: "open: nowhere"), to: "inside/door.yaml")
      #expect(try await errors("inside/door.yaml", served) == 1)
      #expect(try await errors("house.yaml", served) == 1)
    }
  }

  @Test("screens show the last version without errors, also if nobody has seen it")
  func lastGoodScreens() async throws {
    try await serving { served in
      _ = try await served.ask("view", "door.yaml", "&view=screens")
      try served.folder.write(Self.chart.replacing("Wide open", with: "Ajar"), to: "door.yaml")
      _ = try await served.ask("view", "door.yaml", "&view=sheet")
      try served.folder.write(Self.chart.replacing("open: opened", with: "open: nowhere"), to: "door.yaml")
      let shown = try await served.ask("view", "door.yaml", "&view=screens")
      #expect("\(shown)".contains("Ajar") && shown["isOutdated"] as? Bool == true)
    }
  }

  @Test("titles never become markup")
  func markup() async throws {
    let hostile = "</text><script>alert(1)</script><img src=x onerror=alert(1)>"
    let chart = Self.chart.replacingOccurrences(of: "Wide open", with: "\"\(hostile)\"")
    try await serving(["door.yaml": chart]) { served in
      for view in ["sheet", "screens", "reference"] {
        let shown = try await served.ask("view", "door.yaml", "&view=\(view)")
        let text = "\(shown)"
        #expect(text.contains("&lt;script&gt;"))
        #expect(!text.contains("<script") && !text.contains("<img"))
      }
    }
  }

  @Test("a listener gets the list at once and after each change, and only some can listen")
  func listeners() async throws {
    try await serving { served in
      let charts = served.server.charts
      var lists = try #require(await charts.changes()).makeAsyncIterator()
      func next() async throws -> String { String(decoding: try #require(await lists.next()), as: UTF8.self) }
      #expect(try await next().contains("\"title\":\"Door\""))
      try served.folder.write(Self.chart.replacingOccurrences(of: "Door", with: "Gate"), to: "door.yaml")
      _ = try await served.ask("chart", "door.yaml")
      #expect(try await next().contains("\"title\":\"Gate\""))
      var others: [AsyncStream<[UInt8]>] = []
      while let other = await charts.changes() { others.append(other) }
      #expect(others.count == PreviewCharts.mostListeners - 1)
      #expect(await served.get("/token/api/events").status == 503)
    }
  }
}
