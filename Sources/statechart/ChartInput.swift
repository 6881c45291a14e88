import ArgumentParser
import Foundation
import Statecharts
import StatechartsYAML

/// Reads the files that `diagram` and `docs` work on.
enum ChartInput {
  /// The longest file that is read: as long as any chart or page may be, and short enough for any machine.
  private static let limit = 16 << 20

  /// The content of a file, or of the standard input for `-`; nil, after a report, when it cannot be read.
  static func bytes(of path: String) -> [UInt8]? {
    var isFolder: ObjCBool = false
    if path != "-" {
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        report("\(path): error: there is no such file")
        return nil
      }
      if isFolder.boolValue {
        report("\(path): error: this is a folder, not a file")
        return nil
      }
    }
    let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path)
    guard let handle, let bytes = bytes(from: handle) else {
      report("\(path): error: this file cannot be read")
      return nil
    }
    guard bytes.count <= limit else {
      report("\(path): error: this file is longer than \(limit >> 20) MiB")
      return nil
    }
    return bytes
  }

  private static func bytes(from handle: FileHandle) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      do {
        // Nothing, or an empty chunk, is the end.
        guard let chunk = try handle.read(upToCount: 1 << 20), !chunk.isEmpty else { return bytes }
        bytes.append(contentsOf: chunk)
      } catch {
        return nil
      }
    }
    return bytes
  }

  /// A chart that can be drawn; nil, after a report of what is wrong with it.
  ///
  /// - Parameter requiresSense: Whether a chart that can be read but not run is refused too.
  static func chart(at path: String, requiresSense: Bool) -> Statechart? {
    guard let bytes = bytes(of: path) else { return nil }
    let source = SourceText(name: path == "-" ? "<stdin>" : path, bytes: bytes)
    let reading = ChartReader().read(source)
    var findings = reading.diagnostics.filter { $0.severity == .error }
    if requiresSense, findings.isEmpty, let chart = reading.chart {
      findings = reading.diagnostics(for: chart.problems()).filter { $0.severity == .error }
    }
    for finding in findings {
      report(finding.message, at: finding.range, in: source, help: finding.help, rule: finding.rule)
    }
    return findings.isEmpty ? reading.chart : nil
  }

  /// Reports an error with its place, as compilers do.
  static func report(
    _ message: String, at range: SourceRange, in source: SourceText, help: String?, rule: String? = nil
  ) {
    let place = source.position(at: range.lowerBound)
    let id = rule.map { " [\($0)]" } ?? ""
    report("\(source.name):\(place.line):\(place.column): error: \(message)\(id)")
    if let help { report("  \(help)") }
  }

  /// Writes a line about the run itself; control characters of names and texts do not reach the terminal.
  static func report(_ line: String) {
    var visible = String.UnicodeScalarView()
    for scalar in line.unicodeScalars {
      visible.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
    }
    try? FileHandle.standardError.write(contentsOf: Data((String(visible) + "\n").utf8))
  }

  /// Writes a result. A reader that went away, such as `head`, is no error.
  static func write(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }
}
