/// A file of another kind under the name of a chart, recognized by how it begins.
package struct ForeignFile {
  /// Its first line.
  package let range: SourceRange
  package let message: String
  package let help: String

  /// Nil for what may be YAML.
  package init?(_ source: SourceText) {
    let bytes = source.bytes
    var start = 0
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    while start < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[start]) { start += 1 }
    var end = start
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D, end - start < 200 { end += 1 }
    guard start < end else { return nil }
    range = start..<end
    let line = String(decoding: bytes[range], as: UTF8.self)
    if line.hasPrefix("<?xml") || line.hasPrefix("<scxml") {
      message = "This file is XML, but a chart is written in YAML."
      help = "If it is SCXML, name it `….scxml` and convert it with `statechart convert`."
    } else if Self.programStarts.contains(where: { line.hasPrefix($0) }) || line.contains("createMachine(") {
      message = "This file is a program, but a chart is written in YAML."
      help =
        "Write the states as keys below a first line `statechart: 1`, as `Docs/reference/chart-format.md` shows."
    } else {
      return nil
    }
  }

  private static let programStarts = [
    "export const ", "export default ", "import { ", "const ", "let ", "var ", "function ",
  ]
}
