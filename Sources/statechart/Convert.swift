import ArgumentParser
import Foundation
import Statecharts
import StatechartsLint
import StatechartsSCXML
import StatechartsYAML

/// `statechart convert`: SCXML to charts and back.
struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Converts SCXML documents to charts, and charts to SCXML.",
    discussion: """
      What a file is tells its name: .scxml becomes a chart, .yaml becomes SCXML. State ids, document order and meaning \
      are kept. Charts that a document invokes are written beside the output.

      Exits with 1 when the file has mistakes or something could not be carried over, after naming it with its place, \
      and with 2 when a file cannot be opened or written. A file with mistakes is not converted.
      """
  )

  @Argument(help: ArgumentHelp("The file to convert.", valueName: "file"))
  var file: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Where to write; without it the standard output.", valueName: "file"))
  var output: String?

  func validate() throws {
    guard Self.kind(of: file) != nil else {
      throw ValidationError("`\(file)` is neither a .scxml nor a .yaml file.")
    }
    if let output, Self.kind(of: output) == nil || Self.kind(of: output) == Self.kind(of: file) {
      let ending = Self.kind(of: file) == .scxml ? ".yaml" : ".scxml"
      throw ValidationError("The output has to end in \(ending).")
    }
  }

  func run() throws {
    switch Self.kind(of: file) {
    case .yaml?: try exportChart()
    default: try importDocument()
    }
  }

  private enum Kind { case scxml, yaml }

  private static func kind(of path: String) -> Kind? {
    if path.hasSuffix(".scxml") || path.hasSuffix(".xml") { return .scxml }
    return path.hasSuffix(".yaml") || path.hasSuffix(".yml") ? .yaml : nil
  }

  // MARK: From SCXML

  private func importDocument() throws {
    let folder = (file as NSString).deletingLastPathComponent
    let stem = ((output ?? file) as NSString).lastPathComponent.split(separator: ".").first.map(String.init)
    let importer = SCXMLImporter { reference in
      guard let path = Self.localPath(reference) else { return nil }
      return try? SourceText.read(file: (folder as NSString).appendingPathComponent(path)).bytes
    }
    let source: SourceText
    do throws(FileProblem) {
      source = try SourceText.read(file: file)
    } catch {
      Output.report("error: \(VisibleText.escaped(error.message))")
      throw ExitCode(2)
    }
    let result = importer.read(source.bytes, name: file, base: stem ?? "chart")
    for remark in result.remarks { Output.report(VisibleText.escaped(remark.description)) }
    guard let chart = result.chart else { throw ExitCode(1) }
    var problems: [String] = []
    for part in [SCXMLImport.Part(path: output ?? file, chart: chart)] + result.children {
      problems += part.chart.problems().map { "\(part.path): error: \($0.message)" }
    }
    for problem in problems { Output.report(VisibleText.escaped(problem)) }
    try write(
      ChartWriter().text(of: chart), result.children.map { ($0.path, ChartWriter().text(of: $0.chart)) })
    if result.hasLosses || !problems.isEmpty { throw ExitCode(1) }
  }

  /// The path of a file beside the document, or below; nil for one that lies elsewhere.
  private static func localPath(_ reference: String) -> String? {
    let path = reference.hasPrefix("file:") ? String(reference.dropFirst(5)) : reference
    guard !path.hasPrefix("/"), !path.contains(":"), !path.split(separator: "/").contains("..") else {
      return nil
    }
    return path
  }

  // MARK: To SCXML

  private func exportChart() throws {
    let loaded: LoadedChart
    do {
      loaded = try ChartLoader().load(try ChartInput.source(at: file))
    } catch ChartLoadingFailure.findings(let files) {
      for file in files { ChartInput.report(file.diagnostics, in: file.source) }
      throw ExitCode(1)
    } catch ChartLoadingFailure.file(let problem) {
      Output.report("error: \(VisibleText.escaped(problem.message))")
      throw ExitCode(2)
    }
    let export = SCXMLExport(loaded.chart.chart, name: file)
    var remarks = export.remarks
    var children: [(String, String)] = []
    for (path, chart) in loaded.children.sorted(by: { $0.key < $1.key }) {
      let child = SCXMLExport(chart.chart, name: path)
      remarks += child.remarks
      children.append((String(path.dropLast(5)) + ".scxml", child.text))
    }
    for remark in remarks { Output.report(VisibleText.escaped(remark.description)) }
    try write(export.text, children)
    if remarks.contains(where: { $0.severity != .note }) { throw ExitCode(1) }
  }

  // MARK: Writing

  /// Writes the result, and what belongs to it beside it.
  private func write(_ text: String, _ others: [(path: String, text: String)]) throws {
    guard let output else {
      Output.write(text)
      if others.isEmpty { return }
      let names = others.map { "`\($0.path)`" }.joined(separator: ", ")
      Output.report("error: \(names) would be written too; say where with --output.")
      throw ExitCode(1)
    }
    let folder = (output as NSString).deletingLastPathComponent
    for (path, text) in [((output as NSString).lastPathComponent, text)] + others {
      let place = (folder as NSString).appendingPathComponent(path)
      do {
        try Data(text.utf8).write(to: URL(fileURLWithPath: place), options: .atomic)
      } catch {
        Output.report("error: `\(VisibleText.escaped(place))` cannot be written.")
        throw ExitCode(2)
      }
    }
  }
}
