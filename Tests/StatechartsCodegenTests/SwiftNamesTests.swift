import Foundation
import Statecharts
import StatechartsModel
import Testing

@testable import StatechartsCodegen

/// How names of charts become names of Swift.
@Suite struct SwiftNamesTests {
  @Test(
    "names take Swift's shape",
    arguments: [
      ("checkAccount", "checkAccount"), ("foo-bar", "fooBar"), ("foo_bar", "fooBar"),
      ("foo.bar.baz", "fooBarBaz"),
      ("WAITING_FOR_USER_INPUT", "waitingForUserInput"), ("INPUT", "input"), ("URLOpened", "urlOpened"),
      ("Start", "start"), ("user-ID", "userID"), ("2fa", "value2fa"), ("", "empty"), ("ä", "value"),
      ("_x", "x"),
      ("A", "a"),
    ])
  func shape(name: String, expected: String) { #expect(SwiftNames.member(name) == expected) }

  @Test("who has the name already keeps it, and the others are numbered in order")
  func collisions() {
    var names = SwiftNames()
    #expect(names.members(["foo-bar", "fooBar", "foo_bar"]) == ["fooBar2", "fooBar", "fooBar3"])
  }

  @Test(
    "a chart that is called like a type of Swift, a framework or this package does not hide it, unless it is asked to",
    arguments: [
      ("task", "TaskChart"), ("set", "SetChart"), ("result", "ResultChart"), ("tasks", "Tasks"),
      ("date", "DateChart"), ("data", "DataChart"), ("form", "FormChart"), ("alert", "AlertChart"),
      ("view", "ViewChart"),
      ("link", "LinkChart"), ("settings", "SettingsChart"), ("app", "AppChart"), ("binding", "BindingChart"),
      ("future", "FutureChart"), ("observable", "ObservableChart"), ("chart", "ChartChart"),
      ("secret", "SecretChart"), ("delivery", "DeliveryChart"), ("visibility", "VisibilityChart"),
      ("keyPress", "KeyPressChart"), ("fileDocument", "FileDocumentChart"),
      ("dismissAction", "DismissActionChart"), ("redactionReasons", "RedactionReasonsChart"),
      ("plottable", "PlottableChart"), ("axisMark", "AxisMarkChart"), ("scaleType", "ScaleTypeChart"),
      ("annotationPosition", "AnnotationPositionChart"), ("numberBins", "NumberBinsChart"),
      ("dateBins", "DateBinsChart"),
    ])
  func typeNames(id: String, expected: String) throws {
    let root = StateNode(ChartName(id), initial: InitialTransition(["a"]), states: [StateNode("a")])
    let chart = try CompiledChart(Statechart(ChartName(id), root: root))
    #expect(SwiftChart(chart, file: "a.yaml").typeName == expected)
    #expect(SwiftChart(chart, file: "a.yaml", typeName: "Task").typeName == "Task")
  }

  @Test("no chart hides a public type of the modules that apps link")
  func publicTypes() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(".ci/public-api")
    let modules = [
      "Statecharts", "StatechartsTesting", "StatechartsObservation", "StatechartsDocs", "StatechartsStores",
      "StatechartsSealing", "StatechartsLogging", "StatechartsPreview", "StatechartsYAML", "FlowTransport",
      "FlowKit", "LoopbackServer",
    ]
    let reserved = SwiftNames.types.union(SwiftNames.appTypes).union(SwiftNames.frameworkTypes)
    for module in modules {
      let file = folder.appendingPathComponent("\(module).txt")
      let types = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
        line.wholeMatch(of: /([A-Z]\w*): .*\b(?:struct|class|enum|actor|protocol|typealias) .*/).map {
          String($0.1)
        }
      }
      #expect(Set(types).subtracting(reserved).sorted() == [], "\(module)")
    }
  }

  @Test("what cannot be a member gets a word behind it, and reserved names a number")
  func impossible() {
    var names = SwiftNames(reserved: ["code"])
    #expect(names.members(["init", "none", "code"]) == ["initValue", "noneValue", "code2"])
  }

  @Test("long texts are broken at spaces and are whole again when read")
  func texts() {
    let text = String(repeating: "word ", count: 60) + "\n end"
    let rows = SwiftText.rows(text, width: 80)
    #expect(rows.allSatisfy { $0.count <= 80 })
    let joined = rows.map { $0.hasSuffix("\\") ? String($0.dropLast()) : $0 + "\n" }.joined()
    #expect(joined.replacing("\\u{20}", with: " ") == text + "\n")
  }
}
