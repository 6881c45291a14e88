import Foundation
import Testing

/// Every `console` fence in the documentation is run, and must print what the page says.
///
/// Comments above a fence say how it is run. `<!-- edit FILE: OLD => NEW -->` changes a copy of the file first; `\n` breaks
/// the line. `<!-- same folder -->` runs it where the fence before it ran. `<!-- type: A | B -->` types lines for its command.
/// With `<!-- change FILE -->`, the next two `yaml` fences are the old text and the new one: what readers are told to type is
/// then what the test types. `<!-- write FILE -->` stands above a fence of any language and writes what the fence holds. With
/// `STATECHARTS_UPDATE_DOCUMENTS=1` the pages are rewritten to what the commands print.
@Suite("Commands shown in the documentation")
struct DocumentedCommandsTests {
  /// How a fence is run.
  private struct Setting {
    var edits: [(file: String, old: String, new: String)] = []
    var staysInFolder = false
    var input = ""
    var fileToWrite: String?

    /// Takes a comment of the page.
    mutating func read(_ line: String) {
      guard line.hasPrefix("<!-- "), line.hasSuffix(" -->") else { return }
      let body = String(line.dropFirst(5).dropLast(4))
      func rest(after word: String) -> String? {
        body.hasPrefix(word) ? String(body.dropFirst(word.count)) : nil
      }
      if body == "same folder" { staysInFolder = true }
      if let keys = rest(after: "type: ") {
        input = keys.components(separatedBy: " | ").map { $0 + "\n" }.joined()
      }
      if let file = rest(after: "write ") { fileToWrite = file }
      guard let edit = rest(after: "edit "), let colon = edit.range(of: ": "),
        let arrow = edit.range(of: " => ")
      else { return }
      let new = edit[arrow.upperBound...].replacingOccurrences(of: "\\n", with: "\n")
      edits.append(
        (String(edit[..<colon.lowerBound]), String(edit[colon.upperBound..<arrow.lowerBound]), new))
    }
  }

  static let pages =
    ["README.md"]
    + [
      "guide/starting-a-flow", "guide/editing-a-flow", "guide/pictures-and-pages", "guide/simulating",
      "guide/checking-charts", "guide/formatting-and-renaming", "reference/chart-format",
    ].map { "Docs/\($0).md" }

  @Test("each prints what the page shows", arguments: pages)
  func printsWhatThePageShows(page: String) throws {
    let file = BuiltCommand.root.appendingPathComponent(page)
    var lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    var index = 0
    var setting = Setting()
    var scratch = try Self.folder()
    defer { scratch.remove() }
    while index < lines.count {
      defer { index += 1 }
      setting.read(lines[index])
      if let file = Self.changedFile(lines[index]) {
        let blocks = Self.blocks(in: lines[index...])
        guard blocks.count > 1 else {
          Issue.record("\(page):\(index + 1): two `yaml` fences must follow")
          return
        }
        setting.edits.append((file, blocks[0], blocks[1]))
      }
      guard lines[index].hasPrefix("```"), lines[index].count > 3 else { continue }
      guard let length = lines[(index + 1)...].firstIndex(of: "```").map({ $0 - index - 1 }) else {
        Issue.record("\(page):\(index + 1): the fence is not closed")
        return
      }
      let shown = Array(lines[(index + 1)..<(index + 1 + length)])
      if let file = setting.fileToWrite {
        try scratch.write(shown.map { $0 + "\n" }.joined(), to: file)
      } else if lines[index] == "```console" {
        if !setting.staysInFolder {
          scratch.remove()
          scratch = try Self.folder()
        }
        let printed = try run(shown, setting, in: scratch)
        if ProcessInfo.processInfo.environment["STATECHARTS_UPDATE_DOCUMENTS"] == "1" {
          lines.replaceSubrange((index + 1)..<(index + 1 + length), with: printed)
          try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
          index += printed.count
        } else {
          #expect(shown == printed, "\(page):\(index + 1): run the tests with STATECHARTS_UPDATE_DOCUMENTS=1")
          index += length
        }
      } else {
        index += length
        continue
      }
      setting = Setting()
    }
  }

  /// A folder with copies of the charts and the documentation.
  private static func folder() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    for folder in ["charts", "Docs"] {
      try FileManager.default.copyItem(
        at: BuiltCommand.root.appendingPathComponent(folder), to: scratch.url.appendingPathComponent(folder))
    }
    return scratch
  }

  /// Runs the lines that begin with `$ ` and gives the whole as it should be shown.
  private func run(_ shown: [String], _ setting: Setting, in scratch: ScratchFolder) throws -> [String] {
    for edit in setting.edits {
      let file = scratch.url.appendingPathComponent(edit.file)
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains(edit.old), "`\(edit.old)` is not in \(edit.file)")
      try scratch.write(text.replacingOccurrences(of: edit.old, with: edit.new), to: edit.file)
    }
    var result: [String] = []
    for line in shown where line.hasPrefix("$ ") {
      result.append(line)
      let outcome = try BuiltCommand.shell(
        String(line.dropFirst(2)), input: setting.input, in: scratch.url)
      #expect(outcome.exitCode >= 0 && outcome.exitCode < 100, "\(line) ended with \(outcome.exitCode)")
      var printed = (outcome.output + outcome.errors).components(separatedBy: "\n")
      while printed.last == "" { printed.removeLast() }
      result += printed
    }
    return result
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
