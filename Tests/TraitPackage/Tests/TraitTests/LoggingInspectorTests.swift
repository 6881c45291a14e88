import Foundation
import Logging
import Statecharts
import StatechartsModel
import StatechartsLogging
import Testing

/// Keeps what is logged.
private final class Records: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [LogEvent] = []
  var all: [LogEvent] { lock.withLock { kept } }
  func append(_ event: LogEvent) { lock.withLock { kept.append(event) } }
}

private struct Recorder: LogHandler {
  let records: Records
  var metadataProvider: Logger.MetadataProvider?
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .trace
  func log(event: LogEvent) { records.append(event) }
  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }
}

/// A level that all copies of a handler share.
private final class Level: @unchecked Sendable {
  var now = Logger.Level.critical
}

private struct AdjustableHandler: LogHandler {
  let level: Level
  var metadataProvider: Logger.MetadataProvider?
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level {
    get { level.now }
    set { level.now = newValue }
  }
  func log(event: LogEvent) {}
  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }
}

@Suite("Sessions in a log")
struct LoggingInspectorTests {
  private func run(_ level: Logger.Level) async throws -> [LogEvent] {
    let code = FieldDeclaration("code", .string, isSecret: true)
    let chart = Statechart(
      "flow", events: [EventDeclaration("enter", payload: [code, FieldDeclaration("note", .string)])],
      root: StateNode(
        "flow", initial: InitialTransition(["a"]), on: [EventTransition("enter", ChartTransition(["b"]))],
        states: [StateNode("a"), StateNode("b")]))
    let records = Records()
    var logger = Logger(label: "flow") { _ in Recorder(records: records) }
    logger.logLevel = level
    let session = try ChartSession(BoundChart(CompiledChart(chart)), inspector: LoggingInspector(logger))
    await session.start()
    await session.send("enter", data: ["code": "canary-4711", "note": "one\ntwo"])
    await session.send("nothing")
    return records.all
  }

  @Test("each event of a session is one line of the log, with what belongs to it as metadata")
  func events() async throws {
    let records = try await run(.trace)
    #expect(
      records.map { "\($0.level) \($0.message)" } == [
        "info started", "info stepped", "debug received", "debug taken", "info stepped", "debug received",
        "warning rejected",
      ])
    let received = records[2].metadata ?? [:]
    #expect(received["n"] == "3")
    #expect(received["chart"] == "flow")
    #expect(received["name"] == "enter")
    #expect(received["from"] == "app")
    #expect(records[4].metadata?["entered"] == ["b"])
    #expect(records[4].metadata?["taken"] == [["source": "flow", "targets": ["b"], "trigger": "enter"]])
  }

  @Test("a secret is not in the log, and a text from outside ends no line")
  func secrets() async throws {
    let records = try await run(.trace)
    #expect(!"\(records)".contains("canary"))
    #expect(records[2].metadata?["data"] == ["code": "[secret]", "note": "one\\u{a}two"])
  }

  @Test("a handler whose level changes while the app runs decides what is looked at")
  func changedLevel() {
    let level = Level()
    let inspector = LoggingInspector(Logger(label: "flow") { _ in AdjustableHandler(level: level) })
    #expect(inspector.kinds == [])
    level.now = .trace
    #expect(inspector.kinds == .all)
    level.now = .error
    #expect(inspector.kinds == [.fault, .unhandledError])
    level.now = .critical
    #expect(inspector.kinds == [])
  }

  @Test("what the logger's level leaves out is not written")
  func levels() async throws {
    #expect(try await run(.warning).map { "\($0.message)" } == ["rejected"])
    #expect(try await run(.critical).isEmpty)
  }
}
