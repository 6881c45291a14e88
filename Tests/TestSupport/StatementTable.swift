import Foundation
package import Statecharts
import StatechartsModel

/// The table at the end of a flow's page: each statement of the flow's source, where the flow has it, and why if it differs.
package struct StatementTable {
  private struct Row {
    let statement: String
    let place: String
    let reason: String

    var isDifferent: Bool { place.hasPrefix("Different: ") || place.hasPrefix("Not included") }

    /// The states that the row links to.
    var links: [(title: String, id: String)] {
      place.matches(of: /\[([^\]]+)\]\(#state-([A-Za-z0-9]+)\)/).map { (String($0.1), String($0.2)) }
    }

    /// The names in backticks, without the labels of a method's arguments.
    var names: [String] { place.matches(of: /`([^`(]+)[^`]*`/).map { String($0.1) } }
  }

  private let rows: [Row]

  /// Reads the last table of a text.
  package init(_ text: String) {
    let lines = text.split(separator: "\n")
    let start = (lines.lastIndex { $0.hasPrefix("| ---") } ?? lines.endIndex - 1) + 1
    rows = lines[start...].prefix { $0.hasPrefix("|") }.map { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst()
        .map { $0.trimmingCharacters(in: .whitespaces) }
      return Row(
        statement: cells.first ?? "", place: cells.dropFirst().first ?? "",
        reason: cells.dropFirst(2).first ?? "")
    }
  }

  /// Reads a page of `Docs/flows`.
  package init(page: String, test: String = #filePath) throws {
    self.init(
      try String(contentsOf: Self.root(test).appendingPathComponent("Docs/flows/\(page)"), encoding: .utf8))
  }

  private static func root(_ test: String) -> URL {
    URL(fileURLWithPath: test).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  /// Rows that name nothing that exists, differ without a reason, have no test, or occur twice; and obligations without a row
  /// or without their tests.
  ///
  /// - Parameters:
  ///   - chart: the chart of the page.
  ///   - module: the folder of its Swift, below `Sources/Flows`. Its tests are in the folder of this name and `Tests`, or in
  ///     `FlowTests`.
  ///   - obligations: the tested statements.
  package func problems(
    _ chart: CompiledChart, module: String, obligations: [Obligation], test: String = #filePath
  ) throws -> [String] {
    let parts = ChartNames(chart.chart)
    let code = try Self.code(["FlowKit", "FlowTransport", module], test)
    let words = Set(code.split { !$0.isLetter && !$0.isNumber }.map(String.init))
    // A name has to be a whole word. Addresses and the like are searched as they are.
    func isInCode(_ name: String) -> Bool {
      name.allSatisfy { $0.isLetter || $0.isNumber } ? words.contains(name) : code.contains(name)
    }
    let tested = Set(obligations.map(\.statement))
    var problems = rows.isEmpty ? ["the page has no table"] : []
    var seen: Set<String> = []
    for row in rows {
      func report(_ problem: String) { problems.append("\(row.statement): \(problem)") }
      if !seen.insert(row.statement).inserted { report("occurs twice") }
      for link in row.links where parts.titles[link.id] != link.title {
        report("no state \(link.id) with the title \(link.title)")
      }
      for name in row.names where !parts.names.contains(name) && !isInCode(name) {
        report("neither chart nor Swift has \(name)")
      }
      if row.isDifferent {
        if row.reason.isEmpty { report("differs without a reason") }
        continue
      }
      if !row.reason.isEmpty {
        report("has a reason and does not begin with “Different: ” or “Not included”")
      }
      if row.links.isEmpty && row.names.isEmpty { report("names nothing of the chart or its Swift") }
      if row.links.isEmpty && !tested.contains(row.statement) { report("links to no state and has no test") }
    }
    return try problems + tested.subtracting(seen).sorted().map { "\($0): no row" }
      + Obligation.missing(obligations, in: ["\(module)Tests", "FlowTests"], list: test)
  }

  /// The Swift of some modules without its comments.
  private static func code(_ modules: [String], _ test: String) throws -> String {
    var code = ""
    for module in modules {
      let folder = root(test).appendingPathComponent("Sources/Flows/\(module)")
      for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      where file.hasSuffix(".swift") {
        code += try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
          .split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
      }
    }
    return code
  }
}

/// What a page can name of a chart.
private struct ChartNames {
  private(set) var names: Set<String> = []
  /// The titles of the states by id.
  private(set) var titles: [String: String] = [:]

  init(_ chart: Statechart) {
    let handlers = chart.handlers
    names.formUnion(chart.context.map(\.name.text))
    names.formUnion((chart.events ?? []).map(\.name.text))
    names.formUnion((chart.errors ?? []).map(\.code.text))
    names.formUnion((chart.outputs ?? []).map(\.name.text))
    for list in [handlers.guards, handlers.actions, handlers.services, handlers.queries] {
      names.formUnion((list ?? []).map(\.name.text))
    }
    add(chart.root)
  }

  private mutating func add(_ state: StateNode) {
    names.insert(state.id.text)
    titles[state.id.text] = state.title ?? state.id.text
    state.states.forEach { add($0) }
  }
}
