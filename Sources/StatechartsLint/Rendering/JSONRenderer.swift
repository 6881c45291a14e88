internal import StatechartsYAML

/// Writes findings for machines: one JSON array of objects.
///
/// Each has `rule`, `severity`, `message`, `file`, `line`, `column`, `endLine`, `endColumn`, `help` and
/// `related`, and `fix` where there is one. Lines and columns count from 1, columns in characters; ends are the
/// place after the last character.
public struct JSONRenderer: Sendable {
  /// Makes a renderer.
  public init() {}

  /// All findings of some files, one object a line.
  public func render(_ files: [LintedFile]) -> String {
    let objects = files.flatMap { file in file.findings.map { object($0, file: file.source.name) } }
    return objects.isEmpty ? "[]\n" : "[\n  " + objects.joined(separator: ",\n  ") + "\n]\n"
  }

  private func object(_ finding: Finding, file: String) -> String {
    let diagnostic = finding.diagnostic
    let related = zip(diagnostic.related, finding.relatedLocations).map { related, place in
      "{\"message\": \(Self.string(related.message)), \(position(place))}"
    }
    var fields = [
      "\"rule\": \(Self.string(diagnostic.rule))",
      "\"severity\": \"\(diagnostic.severity.rawValue)\"",
      "\"message\": \(Self.string(diagnostic.message))",
      "\"file\": \(Self.string(file))",
      position(finding.location),
      "\"help\": \(diagnostic.help.map(Self.string) ?? "null")",
      "\"related\": [\(related.joined(separator: ", "))]",
    ]
    if let fix = diagnostic.fix, let place = finding.fixLocation {
      let title = Self.string(fix.title)
      let replacement = Self.string(fix.replacement)
      fields.append("\"fix\": {\"title\": \(title), \(position(place)), \"replacement\": \(replacement)}")
    }
    return "{\(fields.joined(separator: ", "))}"
  }

  private func position(_ place: Finding.Location) -> String {
    "\"line\": \(place.start.line), \"column\": \(place.start.column), "
      + "\"endLine\": \(place.end.line), \"endColumn\": \(place.end.column)"
  }

  /// A JSON string; what a terminal must not print is escaped too.
  static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.value < 0x20 || VisibleText.standIn(for: scalar) != nil {
          for unit in String(scalar).utf16 {
            let hex = String(unit, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
          }
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
