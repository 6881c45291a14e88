import ArgumentParser
import Statecharts
import StatechartsFiles
import StatechartsLint
import StatechartsMermaid
import StatechartsModel
import StatechartsRepair
import StatechartsSCXML
import StatechartsYAML

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `statechart convert`: SCXML and Mermaid to charts, and charts to SCXML.
struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Converts SCXML and Mermaid to charts, and charts to SCXML.",
    discussion: """
      The file extension decides: .scxml becomes a chart, .yaml becomes SCXML. State ids, document order and meaning \
      stay the same. A Mermaid state diagram (.mmd) becomes a first chart with its states and transitions. Events are \
      named after the labels of the arrows.

      Charts that a document invokes are written to the folder of the output. If one of the files exists, nothing is \
      written, unless --force is given. A file with errors is not converted, and no chart is written in which \
      `statechart lint` finds errors. Similar remarks are counted together; --all lists each.

      Remarks: `error` stops the conversion, `lost` marks a part that could not be converted, `may differ` marks a part \
      whose meaning may change, and `note` is only for information.

      Exit codes: 1 when the file has errors, or a part of it is lost or may differ, 2 when a file cannot be opened or \
      written, or would be replaced.
      """
  )

  @Argument(
    help: ArgumentHelp("The file to convert.", valueName: "file"),
    completion: .file(extensions: ["scxml", "mmd", "yaml", "yml"]))
  var file: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The file to write. The default is the standard output.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml", "scxml"]))
  var output: String?

  @Flag(help: "Replace files that exist.")
  var force = false

  @Flag(help: "List each remark with its location, instead of counting similar ones.")
  var all = false

  func validate() throws {
    guard Self.kind(of: file) != nil else {
      throw ValidationError("`\(file)` is not a .scxml, .mmd or .yaml file.")
    }
    let wanted: Kind = Self.kind(of: file) == .yaml ? .scxml : .yaml
    if let output, Self.kind(of: output) != wanted {
      let ending = wanted == .yaml ? ".yaml" : ".scxml"
      throw ValidationError("`\(output)` must end in \(ending).")
    }
  }

  func run() throws {
    // Read first, so that a later change by somebody else is not lost.
    let target = try output.map { try ChartInput.replacement(of: $0) }
    switch Self.kind(of: file) {
    case .yaml?: try exportChart(to: target)
    case .mermaid?: try importDiagram(to: target)
    default: try importDocument(to: target)
    }
  }

  private enum Kind { case scxml, mermaid, yaml }

  private static func kind(of path: String) -> Kind? {
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "scxml", "xml": .scxml
    case "mmd", "mermaid": .mermaid
    case "yaml", "yml": .yaml
    default: nil
    }
  }

  // MARK: From SCXML

  private func importDocument(to target: FileReplacement?) throws {
    let folder = ChartPath.folder(of: file)
    let place = URL(fileURLWithPath: output ?? file)
    let name = place.lastPathComponent
    let stem = place.deletingPathExtension().lastPathComponent
    let importer = SCXMLImporter { reference in
      guard let path = Self.localPath(reference, in: folder) else { return nil }
      return try? SourceText.read(file: folder + path).bytes
    }
    let source = try ChartInput.source(at: file)
    let base = stem.isEmpty ? "chart" : stem
    let chartFile = output == nil ? base + ".yaml" : name
    let result = importer.read(source.bytes, name: file, base: base, file: chartFile)
    tell(result.remarks)
    guard let chart = result.chart else { throw ExitCode(1) }
    try write(
      [ConvertedChart(chart, path: chartFile)]
        + result.children.map { ConvertedChart($0.chart, path: $0.path) }, to: target
    ) { path, origin in
      guard let source = result.sources[path] else { return file }
      let place = source.place(of: origin)
      return "\(source.document):\(place.line):\(place.column)"
    }
    if result.hasLosses { throw ExitCode(1) }
  }

  /// Writes charts that were made of a file, unless one of them could not be used.
  private func write(
    _ charts: [ConvertedChart], to target: FileReplacement?, place: (_ path: String, ModelOrigin) -> String
  ) throws(ExitCode) {
    let problems = ConvertedChart.problems(of: charts)
    for problem in problems {
      Output.report(
        "\(place(problem.path, problem.state.id.origin)): error: State `\(problem.state.id)` cannot be converted: "
          + problem.message)
      if let help = problem.help { Output.report("  help: \(help)") }
    }
    guard problems.isEmpty, let chart = charts.first else { throw ExitCode(1) }
    try write(chart.text, charts.dropFirst().map { ($0.path, $0.text) }, to: target)
  }

  /// The path of a file beside the document, or below; nil for one that is hidden or lies elsewhere, also where a link
  /// leads there.
  private static func localPath(_ reference: String, in folder: String) -> String? {
    let path = reference.hasPrefix("file:") ? String(reference.dropFirst(5)) : reference
    guard !path.hasPrefix("/"), !path.contains(":"), !path.split(separator: "/").contains(".."),
      let home = FileReplacement.linkTarget(folder.isEmpty ? "." : folder),
      let target = FileReplacement.linkTarget(folder + path),
      target.hasPrefix(home.hasSuffix("/") ? home : home + "/"),
      !FileTree.isHidden(folder + path, from: folder)
    else { return nil }
    return path
  }

  private func tell(_ remarks: [SCXMLRemark]) {
    tell(
      remarks.map {
        let kind = "\($0.document) \($0.severity) \(RemarkSummary.kind(of: $0.message))"
        return ($0.description, $0.severity == .error ? nil : kind)
      })
  }

  private func tell(_ remarks: [(text: String, kind: String?)]) {
    for line in RemarkSummary(remarks, individually: all).lines { Output.report(VisibleText.escaped(line)) }
  }

  // MARK: From Mermaid

  private func importDiagram(to target: FileReplacement?) throws {
    let stem = URL(fileURLWithPath: output ?? file).deletingPathExtension().lastPathComponent
    let result = MermaidImport(try ChartInput.source(at: file).bytes, name: file, base: stem)
    tell(result.remarks.map { ($0.description, RemarkSummary.kind(of: $0.message)) })
    guard let chart = result.chart else { throw ExitCode(1) }
    try write([ConvertedChart(chart, path: stem + ".yaml")], to: target) { _, origin in
      "\(file):\(max(1, origin.rawValue))"
    }
    if result.hasLosses { throw ExitCode(1) }
  }

  // MARK: To SCXML

  private func exportChart(to target: FileReplacement?) throws {
    let loaded = try ChartInput.loadedChart(at: file)
    let readings = Dictionary(
      loaded.readings.map { ($0.source.name, $0) }, uniquingKeysWith: { first, _ in first })
    let export = SCXMLExport(loaded.chart.chart, name: file) { Self.place(of: $0, in: loaded.readings.first) }
    var remarks = export.remarks
    var children: [(String, String)] = []
    let folder = ChartPath.folder(of: file)
    for (path, chart) in loaded.children.sorted(by: { $0.key < $1.key }) {
      let name = folder + path
      let child = SCXMLExport(chart.chart, name: name) { Self.place(of: $0, in: readings[name]) }
      remarks += child.remarks
      children.append((String(path.dropLast(5)) + ".scxml", child.text))
    }
    tell(remarks)
    try write(export.text, children, to: target)
    if remarks.contains(where: { $0.severity != .note }) { throw ExitCode(1) }
  }

  /// Where a part of a chart stands in its text.
  private static func place(of origin: ModelOrigin, in reading: ChartReading?) -> TextPlace? {
    guard let reading, origin != .none else { return nil }
    let position = reading.source.position(at: reading.range(of: origin).lowerBound)
    return TextPlace(line: position.line, column: position.column)
  }

  // MARK: Writing

  /// Writes the result, and what belongs to it beside it: all of it or, where something is in the way, nothing.
  private func write(
    _ text: String, _ others: [(path: String, text: String)], to target: FileReplacement?
  ) throws(ExitCode) {
    guard let target else {
      guard others.isEmpty else {
        Output.report(
          "error: The conversion also writes \(Self.listed(others.map(\.path))). Name the output file with --output."
        )
        throw ExitCode(1)
      }
      Output.write(text)
      return
    }
    let folder = ChartPath.folder(of: target.path)
    // Where names differ only in case, some disks have one file.
    let paths = [target.path] + others.map { folder + $0.path }
    let names = paths.map { URL(fileURLWithPath: $0).standardizedFileURL.path.lowercased() }
    if let twice = names.indices.dropFirst().first(where: { names[..<$0].contains(names[$0]) }) {
      Output.report("error: `\(paths[twice])` would be written twice. Choose another name with --output.")
      throw ExitCode(2)
    }
    // The file that was asked for comes last: where it is, all that belongs to it is there.
    var files: [(file: FileReplacement, text: String)] = []
    for (path, text) in others { files.append((try ChartInput.replacement(of: folder + path), text)) }
    files.append((target, text))
    let existing = files.filter { $0.file.old != nil }.map(\.file.path)
    // Decision: Docs/decisions/conversion.md#conversion-replaces-files-only-with---force
    guard force || existing.isEmpty else {
      let (verb, object) = existing.count == 1 ? ("exists", "it") : ("exist", "them")
      Output.report(
        "error: \(Self.listed(existing)) already \(verb), so nothing was written. Move \(object) away, or use --force."
      )
      throw ExitCode(2)
    }
    do throws(FileReplacement.Refusal) {
      for (file, _) in files { try file.check() }
      for (file, text) in files {
        if file.path != target.path { Self.makeFolder(of: file.path) }
        try file.write(Array(text.utf8))
      }
    } catch {
      Output.report("error: \(error.message)")
      throw ExitCode(2)
    }
  }

  /// Makes the folder of a file; where that cannot be done, neither can the file be written.
  private static func makeFolder(of path: String) {
    try? FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
  }

  private static func listed(_ paths: [String]) -> String {
    paths.map { "`\($0)`" }.joined(separator: ", ")
  }
}
