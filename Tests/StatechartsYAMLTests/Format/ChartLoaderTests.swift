import Foundation
import Statecharts
import StatechartsModel
import StatechartsYAML
import Testing

@Suite("Loading charts from files")
struct ChartLoaderTests {
  /// A folder with files that is removed in the end.
  private final class Folder {
    let url: URL

    init(_ files: [String: String]) throws {
      url = FileManager.default.temporaryDirectory.appendingPathComponent("charts-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      for (name, text) in files {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// The findings of loading a file, one a line.
    func findings(_ name: String) -> [String] {
      do throws(ChartLoadingFailure) {
        _ = try ChartLoader().load(path(name))
        return []
      } catch {
        switch error {
        case .file(let problem): return [problem.message.replacingOccurrences(of: url.path, with: "")]
        case .findings(let files):
          return files.flatMap { file in
            file.diagnostics.map { finding in
              let place = file.source.position(at: finding.range.lowerBound)
              return "\(file.source.name.dropFirst(url.path.utf8.count + 1)):\(place.line) \(finding.rule)"
            }
          }
        }
      }
    }
  }

  private static func chart(_ children: String...) -> String {
    let invocations = children.enumerated().map { "{ chart: \($1), id: c\($0) }" }.joined(separator: ", ")
    return "statechart: 1\nid: test\ninitial: a\nstates:\n  a: { invoke: [\(invocations)] }\n"
  }

  @Test("a chart with the charts inside it, by their paths from its folder")
  func children() throws {
    let folder = try Folder([
      "top.yaml": Self.chart("sub/one.yaml", "./two.yaml"),
      "sub/one.yaml": Self.chart("deep/three.yaml", "../two.yaml"),
      "two.yaml": Self.chart(), "sub/deep/three.yaml": Self.chart(),
    ])
    let loaded = try ChartLoader().load(folder.path("top.yaml"))
    #expect(loaded.children.keys.sorted() == ["sub/deep/three.yaml", "sub/one.yaml", "two.yaml"])
    #expect(loaded.readings.count == 4)
    let sources = { (chart: CompiledChart) in chart.chart.root.states.flatMap { $0.invoke.map(\.source) } }
    #expect(sources(loaded.chart) == [.chart("sub/one.yaml"), .chart("two.yaml")])
    let one = try #require(loaded.children["sub/one.yaml"])
    #expect(sources(one) == [.chart("sub/deep/three.yaml"), .chart("two.yaml")])
  }

  @Test("a file that cannot be read says why")
  func files() throws {
    let folder = try Folder([
      "sub/one.yaml": Self.chart(), "large.yaml": String(repeating: "#", count: 4_194_305),
    ])
    #expect(folder.findings("none.yaml") == ["`/none.yaml` does not exist."])
    #expect(folder.findings("sub/one.yaml/two.yaml") == ["`/sub/one.yaml/two.yaml` does not exist."])
    #expect(folder.findings("sub") == ["`/sub` is a folder, not a file."])
    #expect(
      folder.findings("large.yaml") == ["The file `/large.yaml` is larger than the limit of 4 MiB."])
    #expect(throws: FileProblem(path: "", reason: .missing)) { try SourceText.read(file: "") }
    #expect(throws: FileProblem(path: "a\u{0}b", reason: .missing)) { try SourceText.read(file: "a\u{0}b") }
  }

  @Test("findings of the shape and of the model come together, with those of the charts inside")
  func findings() throws {
    let folder = try Folder([
      "top.yaml": Self.chart("bad.yaml", "none.yaml", "../out.yaml")
        + "  b: { on: { go: nowhere } }\n  c: { foo: 1 }\n",
      "bad.yaml": "statechart: 1\nid: bad\n",
    ])
    #expect(
      folder.findings("top.yaml") == [
        "top.yaml:5 unknown-chart", "top.yaml:5 unknown-chart", "top.yaml:5 unknown-chart",
        "top.yaml:6 unknown-target", "top.yaml:7 unknown-key",
        "bad.yaml:1 missing-key",
      ])
  }

  @Test("a file that does not exist is told by the path in the chart, with what to do")
  func missingChild() throws {
    let folder = try Folder(["top.yaml": Self.chart("locks/none.yaml")])
    do throws(ChartLoadingFailure) {
      _ = try ChartLoader().load(folder.path("top.yaml"))
      Issue.record("it was loaded")
    } catch {
      guard case .findings(let files) = error else { throw error }
      let finding = files.flatMap(\.diagnostics).first
      #expect(finding?.message == "The file `locks/none.yaml` does not exist in the folder of this chart.")
      #expect(finding?.help == "Correct the path, or create the file.")
    }
  }

  @Test("no file outside of the chart's folder is read, and none inside in its place")
  func outside() throws {
    let folder = try Folder([
      "in/top.yaml": Self.chart("../out.yaml"), "in/out.yaml": Self.chart(), "out.yaml": Self.chart(),
    ])
    #expect(folder.findings("in/top.yaml") == ["in/top.yaml:5 unknown-chart"])
  }

  @Test("an event is sent to a chart inside only if that chart declares it")
  func sentEvents() throws {
    func messages(_ event: String, _ invocations: String, _ events: String) throws -> [String] {
      let parent = """
        statechart: 1
        id: house
        events: { ring: {} }
        initial: a
        states:
          a: { invoke: [\(invocations)], on: { ring: { actions: { send: \(event), to: room } } } }

        """
      let room = "statechart: 1\nid: room\n\(events)initial: b\nstates: { b: {} }\n"
      let folder = try Folder(["house.yaml": parent, "room.yaml": room, "attic.yaml": room])
      do throws(ChartLoadingFailure) {
        _ = try ChartLoader().load(folder.path("house.yaml"))
        return []
      } catch {
        guard case .findings(let files) = error else { throw error }
        return files.flatMap(\.diagnostics).map { "\($0.message) \($0.help ?? "")" }
      }
    }
    let declared = "events: { cancel: {}, stop: {} }\n"
    let message =
      "The chart `room.yaml` has no event `cancl`. Did you mean `cancel`? Otherwise declare `cancl` under `events:` of that chart."
    #expect(try messages("cancl", "{ chart: room.yaml }", declared) == [message])
    #expect(try messages("stop", "{ chart: room.yaml }", declared).isEmpty)
    // Without a list, a chart takes any event. A service takes any too.
    #expect(try messages("cancl", "{ chart: room.yaml }", "").isEmpty)
    #expect(
      try messages("cancl", "{ service: x, id: room }, { chart: room.yaml, id: other }", declared).isEmpty)
    #expect(try messages("cancl", "{ chart: attic.yaml, id: room }", declared).count == 1)
  }

  @Test("a chart cannot run inside itself")
  func cycles() throws {
    let folder = try Folder([
      "self.yaml": Self.chart("self.yaml"), "a.yaml": Self.chart("b.yaml"),
      "b.yaml": Self.chart("c.yaml", "d.yaml"),
      "c.yaml": Self.chart(), "d.yaml": Self.chart("c.yaml", "a.yaml"),
    ])
    #expect(folder.findings("self.yaml") == ["self.yaml:5 chart-cycle"])
    #expect(
      folder.findings("a.yaml") == [
        "a.yaml:5 unknown-chart", "b.yaml:5 unknown-chart", "d.yaml:5 chart-cycle",
      ])
  }

  @Test("charts inside one another and charts together are limited")
  func limits() throws {
    func chain(_ length: Int) -> [String: String] {
      var files = ["c\(length).yaml": Self.chart()]
      for number in 1..<length { files["c\(number).yaml"] = Self.chart("c\(number + 1).yaml") }
      return files
    }
    #expect(try Folder(chain(8)).findings("c1.yaml") == [])
    #expect(try Folder(chain(9)).findings("c1.yaml") == ["c1.yaml:5 limit"])
    for (count, expected) in [(100, []), (101, ["top.yaml:4 limit"])] {
      var files: [String: String] = [:]
      for number in 0..<count { files["c\(number).yaml"] = Self.chart() }
      let names = (0..<count).map { "{ chart: c\($0).yaml }" }.joined(separator: ", ")
      files["top.yaml"] = "statechart: 1\nid: t\ninitial: a\nstates: { a: { invoke: [\(names)] } }"
      #expect(try Folder(files).findings("top.yaml") == expected)
    }
  }
}
