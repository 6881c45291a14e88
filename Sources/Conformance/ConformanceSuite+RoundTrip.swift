import Statecharts
package import StatechartsModel
internal import StatechartsSCXML
internal import StatechartsYAML

extension ConformanceSuite {
  /// Takes a test through all formats: SCXML to charts, charts to YAML and back, those to SCXML and back; then runs what
  /// came out. Nil where the test has nothing to take.
  public func roundTrip(_ test: ConformanceCase) -> ConformanceResult? {
    guard test.reasonForLeavingOut == nil, !test.isRefused, let document = try? document(test.name) else {
      return nil
    }
    let converted = importer.read([UInt8](document.utf8), name: test.name, base: test.name)
    guard let chart = converted.chart else { return nil }
    var result = ConformanceResult(test: test, passed: false, detail: "")
    var documents: [String: String] = [:]
    for part in [.init(path: "\(test.name).yaml", chart: chart)] + converted.children {
      switch Self.throughYAML(part.chart) {
      case .failure(let problem):
        result.detail = "\(part.path): \(problem.text)"
        return result
      case .success(let chart):
        let exported = SCXMLExport(chart, name: part.path)
        // What may differ where kinds are not known is told, and the run shows that it does not.
        guard exported.remarks.allSatisfy({ $0.severity == .differs }) else {
          result.detail = exported.remarks.map(\.description).joined(separator: "; ")
          return result
        }
        documents[String(part.path.dropLast(5)) + ".scxml"] = exported.text
      }
    }
    let files = documents
    let importer = SCXMLImporter { reference in files[reference].map { [UInt8]($0.utf8) } }
    let again = importer.read(
      [UInt8]((documents["\(test.name).scxml"] ?? "").utf8), name: test.name, base: test.name)
    guard let chart = again.chart else {
      result.detail = again.remarks.map(\.description).joined(separator: "; ")
      return result
    }
    (result.passed, result.detail) = Self.run(chart, children: again.children)
    return result
  }

  /// Why a chart did not come back from YAML.
  package struct Problem: Error {
    /// What is wrong.
    package var text: String
  }

  /// A chart written and read again; a failure when the text has findings or means something else.
  package static func throughYAML(_ chart: Statechart) -> Result<Statechart, Problem> {
    let text = ChartWriter().text(of: chart)
    let reading = ChartReader().read(SourceText(name: "chart.yaml", bytes: Array(text.utf8)))
    guard let read = reading.chart, reading.diagnostics.isEmpty else {
      return .failure(Problem(text: reading.diagnostics.map(\.message).joined(separator: "; ") + "\n" + text))
    }
    let problems = read.problems()
    guard problems.isEmpty else {
      return .failure(Problem(text: problems.map(\.message).joined(separator: "; ")))
    }
    guard ChartWriter().text(of: read) == text else {
      return .failure(Problem(text: "it is written otherwise the second time\n" + text))
    }
    return .success(read)
  }
}
