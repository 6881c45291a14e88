import FlyingSocks
import Foundation
import LoopbackHTTP
import StatechartsTesting
import StatechartsYAML
import Synchronization
import TestExtent
import Testing

@testable import Statecharts
@testable import StatechartsPreview
@testable import statechart

/// Apps that show their sessions in the preview.
@Suite(
  "Apps in the preview",
  .enabled(
    if: TestExtent.includesClock, "only alone, because they wait for connections: STATECHARTS_TESTS=clock"))
struct InspectedAppsTests {
  private static let chart = BuiltCommand.root.appendingPathComponent("Docs/examples/sign-in-with-code.yaml")
  /// Typed as a secret, and as something personal.
  private static let code = "canary-code-8271"
  private static let address = "canary-person@example.org"

  /// A preview that listens, until the body is over.
  private struct Served: Sendable {
    let server: PreviewServer
    let port: Int

    var page: String { "http://127.0.0.1:\(port)/token/" }

    /// Waits until the page shows what is expected; gives the last answer.
    func view(_ query: String = "", until holds: @Sendable (InspectedSample) -> Bool) async throws
      -> InspectedSample
    {
      let clock = ContinuousClock()
      let end = clock.now + .seconds(60)
      while true {
        let sample = try await view(query)
        if holds(sample) || clock.now > end { return sample }
        await Task.yield()
      }
    }

    func view(_ query: String = "") async throws -> InspectedSample {
      let target = "/token/api/sessions?path=\(InspectedAppsTests.chart.path)\(query)"
      let response = await server.response(
        to: HTTPRequest(
          method: "GET", target: target, headers: [(name: "Host", value: "127.0.0.1")], body: []))
      #expect(response.status == 200)
      var sample = try JSONDecoder().decode(InspectedSample.self, from: Data(response.body))
      sample.text = String(decoding: response.body, as: UTF8.self)
      return sample
    }
  }

  /// What the page gets, as far as tests look at it.
  struct InspectedSample: Decodable {
    struct Session: Decodable {
      var key: Int
      var name: String
      var isConnected: Bool
      var problem: String?
      var end: String?
      var dropped: Int
      var first: Int
      var last: Int
    }
    struct Line: Decodable { var words: String }
    struct Step: Decodable {
      var number: Int
      var words: String
      var data: String?
      var place: String?
      var states: [String]
      var isIncomplete: Bool
      var isIgnored: Bool
      var lines: [Line]
    }
    var sessions: [Session]
    var shown: Int?
    var steps: [Step]
    var text = ""

    private enum CodingKeys: CodingKey { case sessions, shown, steps }
  }

  private func serving(
    clock: any Clock<Duration> = ContinuousClock(), _ body: @Sendable (Served) async throws -> Void
  ) async throws {
    let listener = try await LoopbackListener(port: 0)
    var server = PreviewServer(PreviewCharts([Self.chart.path]), token: "token", invitation: "code")
    server.clock = clock
    let served = Served(server: server, port: listener.port)
    let running = Task { [server] in await server.run(on: listener) }
    do {
      try await body(served)
    } catch {
      running.cancel()
      throw error
    }
    running.cancel()
    await running.value
  }

  private func bound(_ services: ScriptedServices) throws -> BoundChart {
    let text = SourceText(name: "chart.yaml", bytes: Array(try Data(contentsOf: Self.chart)))
    let compiled = try ChartLoader().load(text).chart
    var handlers = ChartHandlers()
    services.provide(for: compiled, in: &handlers)
    return try BoundChart(compiled, handlers: handlers)
  }

  /// A sign-in with one wrong code, to its end.
  private func signIn(_ inspector: any SessionInspector) async throws {
    let clock = ManualClock()
    let services = ScriptedServices(clock: clock)
    let session = try ChartSession(
      try bound(services), id: "session-1", clock: clock, inspector: inspector)
    await session.start()
    await session.send("submitEmail", data: ["address": .string(Self.address)])
    await clock.advance(by: .milliseconds(1_500))
    try await services.complete("sendCode")
    await session.send("submitEmail", data: ["address": .string(Self.address)])
    await session.send("submitCode", data: ["code": .string(Self.code)])
    try await services.fail("checkCode", code: "wrongCode")
    await session.send("submitCode", data: ["code": .string(Self.code)])
    try await services.complete("checkCode")
  }

  @Test("a session is shown step by step, and its end, without what is secret or personal")
  func session() async throws {
    try await serving { served in
      let inspector = try PreviewInspector(served.page)
      try await signIn(inspector)
      await inspector.close()
      let view = try await served.view { $0.sessions.first?.isConnected == false }
      let session = try #require(view.sessions.first)
      #expect(session.name == "session-1" && session.end == "The flow has ended." && session.problem == nil)
      #expect(
        view.steps.map(\.words) == [
          "The flow starts", "email address typed", "“send the code by mail” is done",
          "email address typed",
          "code typed",
          "“check the code” fails: This code is not right.", "code typed", "“check the code” is done",
        ])
      #expect(
        view.steps.map(\.place) == [
          "Asking for the email address", "Sending the code", "Asking for the code", nil,
          "Checking the code",
          "Asking for the code", "Checking the code", "Signed in",
        ])
      #expect(view.steps.map(\.isIgnored) == [false, false, false, true, false, false, false, false])
      #expect(view.steps[3].lines.map(\.words) == ["The flow stays here: no transition handles this now."])
      #expect(view.steps[1].states == ["sendingCode"])
      #expect(view.steps[1].data == "address: [personal]" && view.steps[4].data == "code: [secret]")
      #expect(view.steps.allSatisfy { !$0.isIncomplete })
      #expect(!view.text.contains("canary"))
      // The page asks only for what is new, and for the last step, which may have grown.
      let rest = try await served.view("&session=\(session.key)&after=6")
      #expect(rest.steps.map(\.number) == [7, 8])
      #expect(rest.steps.map(\.place) == view.steps.suffix(2).map(\.place))
    }
  }

  @Test("the lines of a page are those of its session")
  func documentation() async throws {
    let lines = Mutex("")
    let inspector = JSONLinesInspector { line in lines.withLock { $0 += line } }
    try await signIn(inspector)
    let page = try String(
      contentsOf: BuiltCommand.root.appendingPathComponent("Docs/reference/trace-stream.md"), encoding: .utf8)
    let start = try #require(page.range(of: "```jsonl\n"))
    let end = try #require(page.range(of: "```", range: start.upperBound..<page.endIndex))
    let shown = String(page[start.upperBound..<end.lowerBound])
    let expected = PreviewConnection.hello("signIn", process: 4711) + lines.withLock { $0 }
    #expect(shown == expected, "the page has to show\n\(expected)")
    // The page explains each line, and the preview reads it.
    for line in shown.split(separator: "\n") { _ = try TraceLine(String(line)) }
    for kind in TraceKinds.names { #expect(page.contains("| `\(kind)`"), "\(kind) is not explained") }
    #expect(!shown.contains("canary"))
  }

  // MARK: Connections

  /// Waits for the reason with which an inspector ends.
  private func end(of address: String) async throws -> (reason: String?, kinds: TraceKinds) {
    let (reasons, sink) = AsyncStream.makeStream(of: String.self)
    let inspector = try PreviewInspector(address) { sink.yield($0) }
    var iterator = reasons.makeAsyncIterator()
    let reason = await iterator.next()
    await inspector.close()
    return (reason, inspector.kinds)
  }

  @Test("an app without a preview, or with a wrong token, goes on without being watched")
  func noPreview() async throws {
    try await serving { served in
      let wrong = try await end(of: served.page.replacing("token", with: "other"))
      #expect(wrong.reason == "The preview does not know the token of this address." && wrong.kinds.isEmpty)
    }
    let listener = try await LoopbackListener(port: 0)
    let running = Task { await listener.run(connections: 1) { _ in } }
    running.cancel()
    await running.value
    let gone = try await end(of: "http://127.0.0.1:\(listener.port)/token/")
    #expect(gone.reason == "No preview is at this address." && gone.kinds.isEmpty)
  }

  @Test(
    "only addresses of a preview on this machine are taken",
    arguments: [
      "", "127.0.0.1:80/token", "http://example.org:80/token/", "http://127.0.0.1/token/",
      "http://127.0.0.1:80/",
      "http://127.0.0.1:80000/token/", "http://127.0.0.1:80/token/more", "http://127.0.0.1:80/to\r\nken/",
      "https://127.0.0.1:80/token/", "http://127.0.0.1:80@example.org/token/",
    ])
  func addresses(address: String) throws {
    #expect(throws: PreviewAddressProblem.self) { try PreviewInspector(address) }
  }

  /// A request to connect, and the status of its response.
  struct Attempt: Sendable {
    let status: Int
    var method = "GET"
    var token = "token"
    var headers = [("Host", "127.0.0.1:80"), ("Upgrade", "statechart-trace")]
  }

  @Test(
    "connections follow the rules of all requests",
    arguments: [
      Attempt(status: 101), Attempt(status: 426, method: "POST"), Attempt(status: 403, token: "other"),
      Attempt(status: 426, headers: [("Host", "127.0.0.1:80")]),
      Attempt(status: 426, headers: [("Host", "127.0.0.1:80"), ("Upgrade", "websocket")]),
      Attempt(status: 421, headers: [("Host", "example.org"), ("Upgrade", "statechart-trace")]),
      Attempt(
        status: 403,
        headers: [
          ("Host", "127.0.0.1:80"), ("Origin", "http://example.org"), ("Upgrade", "statechart-trace"),
        ]),
    ])
  func refusals(attempt: Attempt) async {
    let server = PreviewServer(PreviewCharts([Self.chart.path]), token: "token", invitation: "code")
    let response = await server.response(
      to: HTTPRequest(
        method: attempt.method, target: "/\(attempt.token)/api/attach",
        headers: attempt.headers.map { (name: $0.0, value: $0.1) }, body: []))
    #expect(response.status == attempt.status)
  }

  @Test("only some apps can be connected")
  func manyApps() async {
    let server = PreviewServer(PreviewCharts([Self.chart.path]), token: "token", invitation: "code")
    let request = HTTPRequest(
      method: "GET", target: "/token/api/attach",
      headers: [(name: "Host", value: "127.0.0.1"), (name: "Upgrade", value: "statechart-trace")], body: [])
    for _ in 0..<InspectedApps.mostApps { #expect(await server.response(to: request).status == 101) }
    #expect(await server.response(to: request).status == 503)
    await server.charts.apps.close(nil, problem: nil)
    #expect(await server.response(to: request).status == 101)
  }

  private static let hello = #"{"statechartTrace":1,"app":"x","process":1}"# + "\n"
  private static let line = #"{"n":1,"t":0,"session":"s","chart":"signInWithCode","event":"started"}"# + "\n"

  /// What a wrong app sends, and what it gets for it.
  struct Hostile: Sendable {
    let bytes: String
    let answer: String
    /// Whether it then sends nothing more for a long time.
    var isSlow = false
    /// Whether the preview shows a session of it.
    var hasSession: Bool { bytes.hasPrefix(InspectedAppsTests.hello + InspectedAppsTests.line) }
  }

  private static let hostileApps: [Hostile] = [
    Hostile(bytes: "hello\n", answer: "is not valid JSON"),
    Hostile(bytes: "[]\n", answer: "This line is not a JSON object."),
    Hostile(bytes: line, answer: "The first line has no `statechartTrace`."),
    Hostile(bytes: #"{"statechartTrace":2}"# + "\n", answer: "takes only streams"),
    Hostile(bytes: hello + hello, answer: "Only the first line"),
    Hostile(bytes: hello + line + "{}\n", answer: "This line has no `session`"),
    Hostile(bytes: hello + String(repeating: "[", count: 1_000) + "\n", answer: "nested deeper"),
    Hostile(bytes: hello + String(repeating: "x", count: 70_000), answer: "A line is longer than 64 KiB."),
    Hostile(bytes: hello + line + "{", answer: "A line took longer than 10 s.", isSlow: true),
    Hostile(bytes: "", answer: "A line took longer than 10 s.", isSlow: true),
  ]

  @Test("wrong, long and slow lines are refused with a message", arguments: hostileApps)
  func hostile(app: Hostile) async throws {
    let clock = ManualClock()
    try await serving(clock: clock) { served in
      // Without a time limit that a busy machine could meet.
      let socket = try await AsyncSocket.connected(
        to: .inet(ip4: "127.0.0.1", port: UInt16(served.port)), timeout: 3_600)
      let head = "GET /token/api/attach HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: statechart-trace\r\n\r\n"
      try await socket.write(Data(head.utf8))
      var answer = ""
      while !answer.hasSuffix("\r\n\r\n") {
        answer += String(decoding: try await socket.read(atMost: 4_096), as: UTF8.self)
      }
      try? await socket.write(Data(app.bytes.utf8))
      if app.isSlow && app.hasSession { _ = try await served.view { !$0.sessions.isEmpty } }
      let limit = served.server.requestLimit
      let time = Task {
        guard app.isSlow else { return }
        while clock.deadlines.isEmpty, !Task.isCancelled { await Task.yield() }
        #expect(clock.deadlines.allSatisfy { $0 == limit })
        while !Task.isCancelled {
          await clock.advance(by: limit)
          await Task.yield()
        }
      }
      defer { time.cancel() }
      while let bytes = try? await socket.read(atMost: 4_096) {
        answer += String(decoding: bytes, as: UTF8.self)
      }
      try socket.close()
      #expect(answer.contains(app.answer))
      // The page says it too, if a session was there.
      if app.hasSession {
        let view = try await served.view { $0.sessions.first?.isConnected == false }
        #expect(view.sessions.first?.problem?.contains(app.answer) == true)
      }
      #expect(await served.server.charts.apps.open(), "the preview does not take apps any more")
    }
  }

  // MARK: Limits

  /// The lines of a session that begins, and is at one state after the other.
  private func lines(_ session: String, steps: Int, isEnded: Bool = false) throws -> [(
    text: String, line: TraceLine
  )] {
    var texts = [#"{"session":"\#(session)","chart":"c","event":"started"}"#]
    for step in 0..<steps {
      texts += [
        #"{"session":"\#(session)","chart":"c","event":"received","name":"e"}"#,
        #"{"session":"\#(session)","chart":"c","event":"stepped","exited":["s\#(step)"],"entered":["s\#(step + 1)"]}"#,
      ]
    }
    if isEnded { texts.append(#"{"session":"\#(session)","chart":"c","event":"ended"}"#) }
    return try texts.map { ($0, try TraceLine($0)) }
  }

  @Test("the newest steps and sessions are kept, and ended sessions are forgotten first")
  func limits() async throws {
    let apps = InspectedApps()
    let app = await apps.begin("x", process: nil)
    try await apps.take(try lines("long", steps: InspectedSession.mostSteps + 49), of: app)
    let long = try #require(await apps.sessions.first)
    #expect(long.steps.count == InspectedSession.mostSteps && long.steps.first?.number == 51)
    #expect(long.steps.last?.states == ["s1049"])
    try await apps.take(try lines("over", steps: 0, isEnded: true), of: app)
    for number in 0..<(InspectedApps.mostSessions - 1) {
      try await apps.take(try lines("\(number)", steps: 0), of: app)
    }
    let names = await apps.sessions.map(\.name)
    #expect(names.count == InspectedApps.mostSessions && names.contains("long") && !names.contains("over"))
    #expect(await apps.running == ["c": InspectedApps.mostSessions])
    // Sessions that run keep their places.
    try await apps.take(try lines("one more", steps: 1), of: app)
    #expect(await apps.sessions.map(\.name) == names)
    #expect(await apps.state(of: "c").more == 1)
    try await apps.take(try lines("3", steps: 0, isEnded: true) + lines("one more", steps: 1), of: app)
    #expect(await apps.sessions.last?.name == "one more")
    #expect(await apps.sessions.last?.steps.last?.states == ["s1"])
    #expect(await apps.state(of: "c").more == 0)
  }

  @Test("charts inside others make room for a new session, which does not make room for them")
  func roomForSessions() async throws {
    let apps = InspectedApps()
    let app = await apps.begin("x", process: nil)
    for number in 1...InspectedApps.mostSessions {
      try await apps.take(try lines(number == 1 ? "a" : "a.child\(number)", steps: 0), of: app)
    }
    try await apps.take(try lines("b", steps: 0) + lines("a.child2", steps: 1), of: app)
    let names = await apps.sessions.map(\.name)
    #expect(names.first == "a" && names.last == "b" && !names.contains("a.child2"))
    #expect(await apps.state(of: "c").more == 1)
    // They end with the session in which they run.
    try await apps.take(try lines("a", steps: 0, isEnded: true), of: app)
    #expect(await apps.running == ["c": 1])
    #expect(await apps.state(of: "c").more == 0)
  }

  @Test("a chart inside another one ends when its root is left, and a restored session is a new one")
  func ends() async throws {
    let apps = InspectedApps()
    let app = await apps.begin("x", process: nil)
    func take(_ session: String, _ rest: String) async throws {
      let text = #"{"session":"\#(session)","chart":"c","event":\#(rest)}"#
      try await apps.take([(text, try TraceLine(text))], of: app)
    }
    try await apps.take(try lines("a", steps: 1) + lines("a.child1", steps: 1), of: app)
    #expect(await apps.running == ["c": 2])
    try await take("a.child1", #""stepped","exited":["s1","c"],"entered":[]"#)
    #expect(await apps.running == ["c": 1])
    try await take("a", #""ended""#)
    try await take("a", #""serviceEnded","service":"s","run":1"#)
    #expect(await apps.running.isEmpty)
    #expect(await apps.sessions.count == 2)
    try await take("a", #""restored","states":["s1"]"#)
    try await take("a.child1", #""received","name":"e""#)
    let sessions = await apps.sessions
    #expect(sessions.map(\.name) == ["a", "a.child1", "a", "a.child1"])
    #expect(sessions.map { $0.end == nil } == [false, false, true, true])
    // Nothing says where a chart inside another one is after a restore.
    #expect(sessions.suffix(2).map { $0.steps.last?.isIncomplete } == [false, true])
  }

  @Test("the preview reads the deepest value that a session writes")
  func depth() throws {
    var value = ChartValue.int(1)
    for _ in 0..<100 { value = .list([value]) }
    let event = TraceEvent(number: 1, time: .zero, session: "s", chart: "c", kind: .logged(value))
    _ = try TraceLine(event.jsonLine)
  }

  @Test("a session takes a limited number of bytes and of lines in a step")
  func bytes() throws {
    let name = String(repeating: "x", count: 10_000)
    var session: InspectedSession?
    for number in 0..<1_000 {
      let kind = number % 500 < 2 ? "received" : "logged"
      let text = #"{"session":"s","chart":"c","event":"\#(kind)","name":"\#(name)"}"#
      guard case .event(let event) = try TraceLine(text) else { continue }
      if session == nil { session = InspectedSession(key: 1, app: 1, event) }
      session?.add(event, text)
    }
    let steps = try #require(session?.steps)
    #expect(steps.allSatisfy { $0.lines.count <= InspectedSession.mostLines } && steps.last?.more ?? 0 > 0)
    #expect(steps.count < 4 && steps.last?.number == 4)
    // No chart has so many active states.
    for name in [name, "x"] {
      for number in 0..<2_000 {
        let text =
          #"{"session":"s","chart":"c","event":"\#(number == 0 ? "started" : "stepped")","entered":["\#(name)\#(number)"]}"#
        if case .event(let event) = try TraceLine(text) { session?.add(event, text) }
      }
      let last = try #require(session?.steps.last)
      #expect(last.states.count <= InspectedSession.mostStates && last.bytes < InspectedSession.maximumBytes)
      #expect(last.isIncomplete)
    }
  }

  @Test("after missing lines, only states that are certain are shown")
  func missingLines() async throws {
    let apps = InspectedApps()
    let app = await apps.begin("x", process: nil)
    let texts = [
      #"{"session":"s","chart":"c","event":"started"}"#,
      #"{"session":"s","chart":"c","event":"stepped","exited":[],"entered":["a","b"]}"#,
      #"{"dropped":7,"paused":0.5}"#,
      #"{"session":"s","chart":"c","event":"timerFired","timer":"t"}"#,
      #"{"session":"s","chart":"c","event":"stepped","exited":["x"],"entered":["y"]}"#,
      #"{"session":"s","chart":"c","event":"received","name":"e"}"#,
      #"{"session":"s","chart":"c","event":"stepped","exited":["y"],"entered":["z"]}"#,
      #"{"dropped":1,"paused":0}"#,
      #"{"session":"s","chart":"c","event":"received","name":"e"}"#,
      #"{"session":"s","chart":"c","event":"restored","states":["a"]}"#,
      #"{"session":"t","chart":"c","event":"received","name":"e"}"#,
    ]
    try await apps.take(texts.map { ($0, try TraceLine($0)) }, of: app)
    let steps = try #require(await apps.sessions.first?.steps)
    #expect(steps.map(\.states) == [["a", "b"], ["y"], ["z"], [], ["a"]])
    #expect(steps.map(\.isIncomplete) == [false, true, true, true, false])
    #expect(await apps.sessions.last?.steps.first?.isIncomplete == true, "its start was not seen")
    #expect(await apps.apps[app]?.dropped == 8)
    #expect(await apps.apps[app]?.paused == 0.5)
  }

  @Test("an app that is too fast drops events, counts them, and keeps the ends of sessions")
  func queue() async throws {
    let queue = TraceQueue()
    func event(_ kind: TraceEvent.Kind) -> TraceEvent {
      TraceEvent(number: 1, time: .zero, session: "s", chart: "c", kind: kind)
    }
    for _ in 0..<TraceQueue.limit { queue.add(event(.taken)) }
    #expect(queue.kinds == .all)
    for _ in 0..<(TraceQueue.mostDropped - 1) { queue.add(event(.taken)) }
    #expect(queue.kinds == .all)
    queue.add(event(.taken))
    // Making events takes longer than dropping them, so steps are not even made.
    #expect(queue.kinds == .all.subtracting(.steps))
    queue.add(event(.stopped(.requested)))
    #expect(queue.take(TraceQueue.limit / 2).count == TraceQueue.limit / 2)
    #expect(queue.kinds == .all.subtracting(.steps), "there is not enough room yet")
    let rest = queue.take(.max).map(PreviewConnection.line)
    #expect(rest.count == TraceQueue.limit / 2 + 2)
    #expect(rest.dropLast().last?.hasPrefix("{\"dropped\":\(TraceQueue.mostDropped),\"paused\":0") == true)
    #expect(rest.last?.contains("stopped") == true)
    #expect(queue.kinds == .all)
    let end = queue.take(.max).map(PreviewConnection.line).joined()
    #expect(end.hasPrefix("{\"dropped\":0,\"paused\":0.") && end.hasSuffix("}\n"))
    queue.close()
    queue.add(event(.taken))
    #expect(queue.take(.max).isEmpty && queue.kinds.isEmpty)
  }

  @Test("an app drops events that take too many bytes")
  func bytesOfQueue() {
    let queue = TraceQueue()
    func add(_ size: Int) {
      let value = ChartValue.map(["text": .list([.string(String(repeating: "x", count: size))])])
      queue.add(TraceEvent(number: 1, time: .zero, session: "s", chart: "c", kind: .logged(value)))
    }
    add(TraceQueue.mostBytesOfEvent)
    for _ in 0..<500 { add(50_000) }
    let taken = queue.take(.max)
    let sizes = taken.map { PreviewConnection.line($0).utf8.count }
    #expect(PreviewConnection.line(taken[0]).hasPrefix("{\"dropped\":1,"))
    #expect(sizes.reduce(0, +) < TraceQueue.maximumBytes + TraceQueue.mostBytesOfEvent && taken.count > 50)
    add(1)
    #expect(queue.take(.max).count == 2, "there is room again")
  }

  @Test("the end of an app does not wait long for a preview that takes nothing")
  func slowPreview() async throws {
    let listener = try await LoopbackListener(port: 0)
    let (reasons, sink) = AsyncStream.makeStream(of: String.self)
    let inspector = try PreviewInspector("http://127.0.0.1:\(listener.port)/token/") { sink.yield($0) }
    await inspector.close()
    var iterator = reasons.makeAsyncIterator()
    #expect(await iterator.next() == "The preview did not take the last lines in time.")
    let running = Task { await listener.run(connections: 1) { _ in } }
    running.cancel()
    await running.value
  }
}

extension TraceKinds {
  /// The kinds in one word.
  fileprivate static let names = [
    "started", "restored", "received", "completed", "failed", "timerFired", "stopRequested", "taken",
    "ignored",
    "rejected", "repeated", "late", "stepped", "action", "logged", "fault", "unhandledError",
    "serviceStarted",
    "serviceCancelled", "serviceEnded", "timerSet", "timerCancelled", "output", "sent", "undelivered",
    "ended", "stopped",
  ]
}
