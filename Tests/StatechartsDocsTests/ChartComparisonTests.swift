import StatechartsModel
import StatechartsYAML
import Testing

@testable import StatechartsDocs

@Suite("Two versions of a chart")
struct ChartComparisonTests {
  private static let old = """
    statechart: 1
    id: door
    events: { open: {}, shut: {} }
    states:
      closed:
        on: { open: opened }
      opened:
        title: Open
        on: { shut: closed }
    """

  /// The differences, one line each: what happened, to what, and what was and is said.
  private func differences(replacing text: String, by other: String) throws -> [String] {
    func chart(_ text: String) throws -> Statechart {
      let reading = ChartReader().read(SourceText(name: "door.yaml", bytes: Array(text.utf8)))
      return try #require(reading.chart)
    }
    let new = Self.old.replacing(text, with: other)
    #expect(new != Self.old || text == other)
    return ChartComparison(from: try chart(Self.old), to: try chart(new)).groups.flatMap(\.items).map {
      item in
      let words = [item.old, item.text].map { $0 ?? "-" }.joined(separator: " > ")
      return "\(item.isState ? "state" : item.state == nil ? "declaration" : "transition") "
        + "\(item.change) \(item.title): \(words)"
    }
  }

  @Test("equal versions have no differences")
  func equal() throws {
    #expect(try differences(replacing: "x", by: "x").isEmpty)
  }

  @Test("a new title is a change of the state, not of the transitions to it")
  func title() throws {
    #expect(
      try differences(replacing: "title: Open", by: "title: Wide") == ["state changed Wide: Open > Wide"])
  }

  @Test("a new target is a change of the transition")
  func target() throws {
    #expect(
      try differences(replacing: "shut: closed", by: "shut: opened")
        == ["transition changed Open: on shut, to closed > on shut, to Open"])
  }

  @Test("an added state, transition and event are listed")
  func added() throws {
    let found = try differences(
      replacing: "shut: closed }", by: "shut: closed, lock: locked }\n  locked: { type: final }")
    #expect(
      found == ["state added locked: - > end", "transition added Open: - > on lock, to locked"])
    #expect(
      try differences(replacing: "shut: {} }", by: "shut: {}, lock: {} }")
        == ["declaration added event lock: - > -"])
  }

  @Test("a removed state is listed with its transitions")
  func removed() throws {
    let found = try differences(replacing: "  closed:\n    on: { open: opened }\n", by: "")
    #expect(found.contains("state removed closed: waits > -"))
    #expect(found.contains("transition removed closed: on open, to Open > -"))
  }
}
