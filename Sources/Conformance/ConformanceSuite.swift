public import Foundation
import Statecharts
package import StatechartsModel
package import StatechartsSCXML
internal import StatechartsTesting

/// The tests of the W3C's implementation report in a folder: `index.tsv` beside a folder `txml`.
public struct ConformanceSuite: Sendable {
  /// The name of the environment variable that names the folder.
  public static let variable = "STATECHARTS_W3C"

  let folder: URL
  /// The tests, in the order of the index.
  public let tests: [ConformanceCase]

  /// Opens the suite in a folder; nil when it is not there.
  public init?(folder: URL) {
    guard let index = try? String(contentsOf: folder.appendingPathComponent("index.tsv"), encoding: .utf8)
    else {
      return nil
    }
    self.folder = folder
    tests = index.split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count > 5 else { return nil }
      return ConformanceCase(
        name: fields[0], section: fields[1], isMandatory: fields[3] == "mandatory",
        isAutomatic: fields[4] == "auto", tier: fields[5])
    }
  }

  /// Opens the suite where the environment says, else beside the package; nil when neither is there.
  public static func find(package: URL) -> ConformanceSuite? {
    if let path = ProcessInfo.processInfo.environment[variable] {
      return ConformanceSuite(folder: URL(fileURLWithPath: path))
    }
    return ConformanceSuite(folder: package.appendingPathComponent("../shared/w3c-irp"))
  }

  /// A test's document in the data model `ecmascript`.
  ///
  /// - Throws: what of it is missing or not known.
  public func document(_ test: String) throws(ConformanceProblem) -> String {
    guard let bytes = file(test + ".txml") else { throw ConformanceProblem(text: "the file is missing") }
    return try ConformanceRendering(isRefused: test == "test313" || test == "test314").document(bytes)
  }

  private func file(_ name: String) -> [UInt8]? {
    guard !name.contains("/") else { return nil }
    return (try? Data(contentsOf: folder.appendingPathComponent("txml/\(name)"))).map { [UInt8]($0) }
  }

  /// The importer of the product, reading what tests name.
  package var importer: SCXMLImporter {
    SCXMLImporter { reference in
      let name = reference.hasPrefix("file:") ? String(reference.dropFirst(5)) : reference
      guard name.hasSuffix(".scxml") else { return file(name) }
      // What is not there is told by the importer, where no test expects that.
      return (try? document(String(name.dropLast(6)))).map { [UInt8]($0.utf8) }
    }
  }

  /// Runs a test.
  public func run(_ test: ConformanceCase) -> ConformanceResult {
    var result = ConformanceResult(test: test, passed: nil, detail: "")
    if let reason = test.reasonForLeavingOut {
      result.detail = reason
      return result
    }
    result.passed = false
    let document: String
    do throws(ConformanceProblem) {
      document = try self.document(test.name)
    } catch {
      result.detail = error.text
      return result
    }
    let converted = importer.read([UInt8](document.utf8), name: test.name + ".scxml", base: test.name)
    let remarks = converted.remarks.map(\.description).joined(separator: "; ")
    // What cannot be carried over must be that which is known, so that a new loss is not taken for a pass.
    let losses = Self.losses(converted.remarks)
    guard losses == ConformanceLosses.expected[test.name] ?? "" else {
      result.detail = "the importer names other losses (\(losses)): \(remarks)"
      return result
    }
    if test.isRefused {
      result.passed = converted.chart == nil
      result.detail = converted.chart == nil ? "refused: \(remarks)" : "was not refused"
      return result
    }
    guard let chart = converted.chart else {
      result.detail = "could not be converted: \(remarks)"
      return result
    }
    let end = Self.run(chart, children: converted.children)
    result.passed = end.passed
    result.detail = end.passed ? end.detail : end.detail + (remarks.isEmpty ? "" : "; " + remarks)
    return result
  }

  /// Where something cannot be carried over or may differ, in the document as it is rendered.
  static func losses(_ remarks: [SCXMLRemark]) -> String {
    remarks.filter { $0.severity != .note }.map { remark in
      let place = remark.place.map { "\($0.line):\($0.column)" } ?? "-"
      return "\(place) \(remark.severity.rawValue)"
    }.joined(separator: ", ")
  }

  /// Runs a chart in virtual time until it ends, and says whether it ended in `pass`.
  package static func run(
    _ chart: Statechart, children: [SCXMLImport.Part]
  ) -> (passed: Bool, detail: String) {
    do {
      var compiled: [String: CompiledChart] = [:]
      for child in children { compiled[child.path] = try CompiledChart(child.chart) }
      var simulation = try Simulation(try CompiledChart(chart), children: compiled)
      var report = simulation.start()
      var failures = report.failures
      for _ in 0..<200 where !report.isFinal && report.stopped == nil {
        report = simulation.advance(by: .milliseconds(250))
        failures += report.failures
      }
      let end = report.configuration.joined(separator: " ")
      return (report.configuration == ["pass"], ([end] + failures).joined(separator: "; "))
    } catch {
      return (false, "\(error)")
    }
  }
}
