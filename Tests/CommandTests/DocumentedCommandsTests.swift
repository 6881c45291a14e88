import Foundation
import Testing

/// Every `console` fence in the documentation is run, and must print what the page says.
///
/// A comment `<!-- edit FILE: OLD => NEW -->` above a fence changes a copy of the file first; `\n` breaks the line. With
/// `<!-- change FILE -->`, the next two `yaml` fences are the old text and the new one: what readers are told to type is
/// then what the test types. With `STATECHARTS_UPDATE_DOCUMENTS=1` the pages are rewritten to what the commands print.
@Suite("Commands shown in the documentation")
struct DocumentedCommandsTests {
  struct Example {
    var page: String
    var line: Int
    var edits: [(file: String, old: String, new: String)]
    var text: [String]
  }

  static let pages =
    ["README.md"]
    + [
      "guide/editing-a-flow", "guide/pictures-and-pages", "guide/simulating", "guide/checking-charts",
      "reference/chart-format",
    ].map { "Docs/\($0).md" }

  @Test("each prints what the page shows", arguments: pages)
  func printsWhatThePageShows(page: String) throws {
    let file = BuiltCommand.root.appendingPathComponent(page)
    var lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    var index = 0
    var edits: [(file: String, old: String, new: String)] = []
    while index < lines.count {
      defer { index += 1 }
      if let edit = Self.edit(lines[index]) { edits.append(edit) }
      if let file = Self.changedFile(lines[index]) {
        let blocks = Self.blocks(in: lines[index...])
        guard blocks.count > 1 else {
          Issue.record("\(page):\(index + 1): two `yaml` fences must follow")
          return
        }
        edits.append((file, blocks[0], blocks[1]))
      }
      guard lines[index] == "```console" else { continue }
      guard let length = lines[(index + 1)...].firstIndex(of: "```").map({ $0 - index - 1 }) else {
        Issue.record("\(page):\(index + 1): the fence is not closed")
        return
      }
      let shown = Array(lines[(index + 1)..<(index + 1 + length)])
      let printed = try run(shown, edits: edits)
      if ProcessInfo.processInfo.environment["STATECHARTS_UPDATE_DOCUMENTS"] == "1" {
        lines.replaceSubrange((index + 1)..<(index + 1 + length), with: printed)
        try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
      } else {
        #expect(shown == printed, "\(page):\(index + 1): run the tests with STATECHARTS_UPDATE_DOCUMENTS=1")
      }
      edits = []
    }
  }

  /// Runs the lines that begin with `$ ` and gives the whole as it should be shown.
  private func run(
    _ shown: [String], edits: [(file: String, old: String, new: String)]
  ) throws -> [String] {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    for folder in ["charts", "Docs"] {
      try FileManager.default.copyItem(
        at: BuiltCommand.root.appendingPathComponent(folder), to: scratch.url.appendingPathComponent(folder))
    }
    for edit in edits {
      let file = scratch.url.appendingPathComponent(edit.file)
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains(edit.old), "`\(edit.old)` is not in \(edit.file)")
      try scratch.write(text.replacingOccurrences(of: edit.old, with: edit.new), to: edit.file)
    }
    var result: [String] = []
    for line in shown where line.hasPrefix("$ ") {
      result.append(line)
      let outcome = try BuiltCommand.shell(String(line.dropFirst(2)), in: scratch.url)
      #expect(outcome.exitCode >= 0 && outcome.exitCode < 100, "\(line) ended with \(outcome.exitCode)")
      var printed = (outcome.output + outcome.errors).components(separatedBy: "\n")
      while printed.last == "" { printed.removeLast() }
      result += printed
    }
    return result
  }

  private static func edit(_ line: String) -> (file: String, old: String, new: String)? {
    guard line.hasPrefix("<!-- edit "), line.hasSuffix(" -->") else { return nil }
    let body = line.dropFirst("<!-- edit ".count).dropLast(" -->".count)
    guard let colon = body.range(of: ": "), let arrow = body.range(of: " => ") else { return nil }
    return (
      String(body[..<colon.lowerBound]), String(body[colon.upperBound..<arrow.lowerBound]),
      String(body[arrow.upperBound...]).replacingOccurrences(of: "\\n", with: "\n")
    )
  }

  private static func changedFile(_ line: String) -> String? {
    guard line.hasPrefix("<!-- change "), line.hasSuffix(" -->") else { return nil }
    return String(line.dropFirst("<!-- change ".count).dropLast(" -->".count))
  }

  /// The texts of the `yaml` fences.
  private static func blocks(in lines: ArraySlice<String>) -> [String] {
    var result: [String] = []
    for index in lines.indices where lines[index] == "```yaml" {
      result.append(lines[(index + 1)...].prefix { $0 != "```" }.map { $0 + "\n" }.joined())
    }
    return result
  }
}
