import Foundation
import Statecharts
import StatechartsYAML
import Testing

/// Charts that are loaded from YAML while the app runs, with handlers in Swift.
@Suite("Loaded charts with handlers")
struct LoadedChartTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a chart of this repository.
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  private static func door(_ edit: (String) -> String = { $0 }) throws -> LoadedChart {
    let text = edit(try text("Tests/ClientPackage/Sources/door/door.yaml"))
    return try ChartLoader().load(SourceText(name: "door.yaml", bytes: Array(text.utf8)))
  }

  /// What binding to `Door` says about an edited chart.
  private static func problems(_ edit: (String) -> String) throws -> String {
    let chart = try door(edit)
    do {
      _ = try Door.bound(Lock(), chart: chart)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test("a chart with other transitions, titles and choices runs with the handlers of the generated type")
  func edited() throws {
    let chart = try Self.door {
      $0.replacing("openings < 3", with: "openings < 1").replacing("title: Locked", with: "title: Shut")
    }
    let bound = try Door.bound(Lock(), chart: chart)
    var machine = try Machine(bound.untyped.chart, handlers: bound.untyped.handlers)
    _ = machine.start()
    for event in [Door.Event.enter(code: "4711"), .close, .enter(code: "4711")] { _ = machine.send(event) }
    #expect(Door.configuration(of: machine) == [.locked])
  }

  @Test("a renamed event is reported where it is missing and where it is unknown")
  func renamed() throws {
    #expect(
      try Self.problems { $0.replacing("close", with: "slam") } == """
        door.yaml:2:5: error: The event `close` is not declared, but the generated Swift uses it. \
        Declare it under `events`, or generate Swift from this chart.
        door.yaml:13:3: error: The generated Swift does not have the event `slam`. \
        Generate Swift from this chart, or delete the event.
        """)
  }

  @Test(
    "other contents, states and kinds of data are differences",
    arguments: [
      (
        "code: { type: string, secret: true }", "code: { type: int, secret: true }",
        "The event `enter` has `code: int (secret)`, but the generated Swift expects `code: string (secret)`."
      ),
      (
        "times: int", "times: int?",
        "The output `opened` has `times: int?`, but the generated Swift expects `times: int`."
      ),
      (
        "type: int, initial: 0,", "type: int, initial: 0, input: true,",
        "The variable `openings` has `int (input)`, but the generated Swift expects `int`."
      ),
      (
        "initial: locked", "initial: locked\nerrors: { broken: {} }",
        "The generated Swift does not have the error `broken`."
      ),
      ("  open:\n", "  wide: {}\n  open:\n", "The generated Swift does not have the state `wide`."),
      (
        "    ring: {", "    knock: {}\n    ring: {",
        "The generated Swift does not have the action `knock`."
      ),
    ])
  func differs(old: String, new: String, expected: String) throws {
    #expect(try Self.problems { $0.replacing(old, with: new) }.contains(": error: " + expected))
  }

  @Test("charts inside a loaded chart get their handlers by path")
  func children() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("loaded-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("steps"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let parent = "statechart: 1\nid: top\ninitial: a\nstates: { a: { invoke: { chart: steps/door.yaml } } }\n"
    try Data(parent.utf8).write(to: folder.appendingPathComponent("top.yaml"))
    let door = try Self.text("Tests/ClientPackage/Sources/door/door.yaml")
    try Data(door.utf8).write(to: folder.appendingPathComponent("steps/door.yaml"))
    let loaded = try ChartLoader().load(folder.appendingPathComponent("top.yaml").path)

    try loaded.check(Door.self, at: "steps/door.yaml")
    let session = try ChartSession(
      loaded.bound(ChartHandlers(), children: ["steps/door.yaml": Door.handlers(Lock())]))
    await session.start()
    #expect(await session.current.services.count == 1)
    #expect(await session.current.failures.isEmpty)

    #expect(throws: BindingProblems.self) { try loaded.check(Door.self, at: "steps/none.yaml") }
    #expect(throws: BindingProblems.self) { try loaded.bound(ChartHandlers()) }
    #expect(throws: BindingProblems.self) {
      try loaded.bound(ChartHandlers(), children: ["door.yaml": Door.handlers(Lock())])
    }
    #expect(throws: ChartLoadingFailure.self) { try loaded.check(Door.self) }
  }

  @Test("a file that cannot be used says so in lines without control characters")
  func hostile() throws {
    let missing = Self.root.appendingPathComponent("none.yaml").path
    #expect(throws: ChartLoadingFailure.self) { try ChartLoader().load(missing) }
    let text = "statechart: 1\nid: a\ninitial: \"\\e[2J\"\nstates: { b: {} }\n"
    do {
      _ = try ChartLoader().load(SourceText(name: "a.yaml", bytes: Array(text.utf8)))
      Issue.record("the chart was loaded")
    } catch {
      #expect("\(error)".hasPrefix("a.yaml:3:10: error: "))
      #expect(!"\(error)".unicodeScalars.contains("\u{1B}"))
    }
  }
}
