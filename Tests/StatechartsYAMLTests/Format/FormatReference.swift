import StatechartsYAML

/// The tables of keys in `Docs/reference/chart-format.md`.
enum FormatReference {
  /// The line before a table.
  static func beginning(of object: FormatObject) -> String { "<!-- keys: \(object.text) -->" }
  /// The line after a table.
  static let end = "<!-- end of keys -->"

  /// The table of a mapping's keys as Markdown.
  static func table(of object: FormatObject) -> String {
    let hasKinds = object == .state
    var lines = [
      "| key | value | default | meaning |" + (hasKinds ? " in which states |" : ""),
      "|---|---|---|---|" + (hasKinds ? "---|" : ""),
    ]
    for key in object.keys {
      let fallback = key.fallback ?? (key.isRequired ? "**required**" : "")
      let cells =
        [
          "`\(key.name.text)`", key.shape.words, fallback,
          "\(key.meaning) `\(key.example.replacing("|", with: "\\|"))`",
        ] + (hasKinds ? [key.kinds.summary.isEmpty ? "any" : key.kinds.summary] : [])
      lines.append("| " + cells.joined(separator: " | ") + " |")
    }
    return lines.joined(separator: "\n")
  }

  /// A document with new tables; the rest is left as it is. Tables without an end are left too.
  static func updated(_ document: String) -> String {
    var result: [Substring] = []
    var skipping = false
    let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      if skipping, line == end { skipping = false }
      if skipping { continue }
      result.append(line)
      guard let object = FormatObject.allCases.first(where: { line == beginning(of: $0) }),
        lines[number...].contains(where: { $0 == end })
      else { continue }
      result += ["", Substring(table(of: object)), ""]
      skipping = true
    }
    return result.joined(separator: "\n")
  }
}
