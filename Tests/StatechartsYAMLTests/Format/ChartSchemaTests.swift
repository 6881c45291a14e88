import Foundation
import StatechartsYAML
import Testing

@Suite("The JSON Schema")
struct ChartSchemaTests {
  @Test("the published file is the schema of the table of keys")
  func published() throws {
    let file = PackageFolder.url.appendingPathComponent("Docs/schema/statechart.schema.json")
    if PackageFolder.isUpdating { try Data(ChartSchema.json.utf8).write(to: file) }
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(
      text == ChartSchema.json,
      "Write it anew: swift run statechart schema > Docs/schema/statechart.schema.json")
  }

  @Test("names of which a chart has none are refused by `not`, for `enum` must list something")
  func noNames() throws {
    let text = """
      statechart: 1
      id: door
      events: {}
      errors: {}
      outputs: {}
      handlers: { guards: {}, actions: {}, services: {}, queries: {} }
      initial: open
      states: { open: { type: final } }

      """
    let reading = ChartReader().read(SourceText(name: "door.yaml", bytes: Array(text.utf8)))
    let json = ChartSchema.json(for: try #require(reading.chart))
    let root = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let definitions = try #require(root["$defs"] as? [String: [String: Any]])
    for name in [
      "variableName", "guardName", "actionName", "serviceName", "queryName", "outputName", "sentEvent",
    ] {
      let definition = try #require(definitions[name])
      #expect(definition["enum"] == nil && (definition["not"] as? [String: Any])?.isEmpty == true, "\(name)")
    }
    #expect(definitions["stateName"]?["enum"] as? [String] == ["open"])
    var rest: [Any] = [root]
    while let next = rest.popLast() {
      if let list = next as? [Any] { rest += list }
      guard let object = next as? [String: Any] else { continue }
      if let values = object["enum"] as? [Any] { #expect(!values.isEmpty) }
      rest += object.values
    }
  }

  @Test("it is JSON, every reference in it leads somewhere, and every key is explained")
  func sound() throws {
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(ChartSchema.json.utf8)) as? [String: Any])
    let definitions = try #require(root["$defs"] as? [String: Any])
    var used: Set<String> = []
    var rest: [Any] = [root]
    while let next = rest.popLast() {
      if let list = next as? [Any] { rest += list }
      guard let object = next as? [String: Any] else { continue }
      if let reference = object["$ref"] as? String {
        let name = reference.replacingOccurrences(of: "#/$defs/", with: "")
        #expect(definitions[name] != nil, "\(reference)")
        used.insert(name)
      }
      if let properties = object["properties"] as? [String: Any],
        object["additionalProperties"] as? Bool == false
      {
        for (name, property) in properties {
          #expect((property as? [String: Any])?["description"] is String, "\(name)")
        }
      }
      rest += object.values
    }
    #expect(used == Set(definitions.keys))
  }
}

/// The folder of this package, for tests that read its files.
enum PackageFolder {
  static let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Whether files that are made from code are to be written anew.
  static let isUpdating = ProcessInfo.processInfo.environment["STATECHARTS_UPDATE_DOCUMENTS"] != nil
}
