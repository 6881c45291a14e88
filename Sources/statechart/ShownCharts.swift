import ArgumentParser
import Statecharts
import StatechartsCodegen
import StatechartsDocs
import StatechartsFiles
import StatechartsRepair
import StatechartsYAML

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A chart that pages show.
struct ShownChart {
  let chart: DocumentedChart
  /// The same, ready to run; nil when it can be drawn but a chart that it runs inside itself cannot be used.
  let loaded: LoadedChart?

  /// Reads a chart.
  ///
  /// - Throws: `ExitCode` after a report when it cannot be read or has mistakes.
  init(at path: String) throws(ExitCode) {
    // A page may come from anybody, and the content of files that it names must not get into messages.
    let source = try ChartInput.source(at: path, inside: ".")
    // Nearly all can be run, and are read and compiled once.
    loaded = try? ChartLoader.advising.load(source)
    if let chart = loaded?.readings.first?.chart {
      self.chart = DocumentedChart(chart)
    } else {
      chart = DocumentedChart(try ChartInput.chart(source, requiresSense: true))
    }
  }

  /// What Swift provides for the chart's handlers.
  func signatures(_ path: String) -> [String: String] {
    guard let compiled = loaded?.chart ?? (try? CompiledChart(chart.chart)) else { return [:] }
    let requirements = SwiftChart(compiled, file: path).requirements
    return Dictionary(
      requirements.map { ("\($0.kind) \($0.name)", $0.swift) }, uniquingKeysWith: { first, _ in first })
  }
}

/// The charts and recorded runs that pages name; each chart is read once, and each run played once.
struct ShownCharts {
  private var charts: [String: ShownChart?] = [:]
  /// The recorded runs by their files, by their charts.
  private var runs: [String: [String: DocumentRun?]] = [:]
  private var missing: [String: MissingFile] = [:]
  /// What is searched for files that were moved, from the first missing one on.
  private var movedFiles: MovedFiles?

  /// A chart; nil when it cannot be used, after a report the first time.
  mutating func chart(at path: String) -> ShownChart? {
    let key = Self.key(path)
    if let known = charts[key] { return known }
    let chart = path == "-" ? nil : try? ShownChart(at: path)
    charts[key] = .some(chart)
    return chart
  }

  /// A recorded run; nil when it cannot be used, after a report the first time.
  mutating func run(_ file: String, of path: String, _ shown: ShownChart) -> DocumentRun? {
    let (chartKey, key) = (Self.key(path), Self.key(file))
    if let known = runs[chartKey]?[key] { return known }
    let loaded = try? shown.loaded ?? ChartInput.loadedChart(at: path)
    let run = loaded.flatMap { try? RecordedRun.read(file, inside: ".", of: $0) }
    runs[chartKey, default: [:]][key] = .some(run)
    return run
  }

  /// A file that does not exist; nil when it is there, or something else is wrong with it.
  mutating func missingFile(_ path: String) -> MissingFile? {
    if let known = missing[path] { return known }
    var status = stat()
    // This sign stands where bytes of a name are no UTF-8.
    guard path != "-", !path.unicodeScalars.contains("\u{FFFD}"), stat(path, &status) != 0,
      [ENOENT, ENOTDIR, ENAMETOOLONG].contains(errno)
    else { return nil }
    let file: MissingFile
    if let folder = Self.folderAbove(with: path) {
      file = MissingFile(path, insteadIn: folder)
    } else {
      let moved = movedFiles ?? MovedFiles()
      movedFiles = moved
      file = MissingFile(path, moved: moved.suggestion(for: path))
    }
    missing[path] = file
    return file
  }

  /// The folder around the current one in which a path leads to a file, as far as it is in the same package.
  private static func folderAbove(with path: String) -> String? {
    guard !path.hasPrefix("/") else { return nil }
    let tree = FileTree(around: "")
    var folder = ".."
    // Deeper folders are rare, and the root of the file system is its own parent.
    for _ in 0..<32 where tree.contains(folder) {
      let path = "\(folder)/\(path)"
      if access(path, F_OK) == 0, tree.contains(path) { return folder }
      folder += "/.."
    }
    return nil
  }

  /// The path of a file behind all links, so that a file has one key.
  static func key(_ path: String) -> String { FileReplacement.linkTarget(path) ?? path }
}
