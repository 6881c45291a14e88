internal import StatechartsYAML

/// Writes findings in the format for results of static analysis, SARIF 2.1.0, with the rules and the fixes.
///
/// Columns count UTF-16 code units, as the format's readers expect unless told otherwise.
public struct SARIFRenderer: Sendable {
  private let version: String
  private let rules: RuleRegistry

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - version: The version of the tool.
  ///   - rules: The rules of the linter that found the findings.
  public init(version: String, rules: RuleRegistry = .standard) {
    self.version = version
    self.rules = rules
  }

  private static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

  /// One log with one run over all files.
  ///
  /// - Parameter isComplete: Whether everything that was asked for could be read.
  public func render(_ files: [LintedFile], isComplete: Bool = true) -> String {
    let rules = rules.all
    let numbers = Dictionary(
      rules.enumerated().map { ($0.element.id, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    let driver: JSON = .object([
      ("name", .string("statechart")), ("version", .string(version)), ("semanticVersion", .string(version)),
      ("rules", .array(rules.map(Self.rule))),
    ])
    let run: JSON = .object([
      ("tool", .object([("driver", driver)])),
      ("columnKind", .string("utf16CodeUnits")),
      ("invocations", .array([.object([("executionSuccessful", .bool(isComplete))])])),
      ("results", .array(files.flatMap { Self.results(of: $0, numbers) })),
    ])
    let log: JSON = .object([
      ("$schema", .string(Self.schema)), ("version", .string("2.1.0")), ("runs", .array([run])),
    ])
    return log.text
  }

  private static func rule(_ rule: RuleDescription) -> JSON {
    let markdown = """
      \(rule.why) \(rule.howToFix)

      Wrong:

      ```yaml
      \(rule.bad.first?.text ?? "")
      ```

      Right:

      ```yaml
      \(rule.good.first?.text ?? "")
      ```

      """
    return .object([
      ("id", .string(rule.id)),
      ("shortDescription", text("\(rule.title).")),
      ("fullDescription", text(rule.why)),
      ("help", .object([("text", .string(rule.howToFix)), ("markdown", .string(markdown))])),
      ("defaultConfiguration", .object([("level", .string(rule.severity.rawValue))])),
      ("properties", .object([("tags", .strings([rule.family.rawValue]))])),
    ])
  }

  private static func results(of file: LintedFile, _ numbers: [String: Int]) -> [JSON] {
    let places = PlaceTable(file.findings.flatMap(\.diagnostic.offsets), in: file.source, counting: .utf16)
    let artifact: JSON = .object([("uri", .string(uri(file.source.name)))])
    func region(_ range: SourceRange) -> JSON {
      let place = places.place(of: range)
      return .object([
        ("startLine", .int(place.start.line)), ("startColumn", .int(place.start.column)),
        ("endLine", .int(place.end.line)), ("endColumn", .int(place.end.column)),
      ])
    }
    func location(_ range: SourceRange) -> (String, JSON) {
      ("physicalLocation", .object([("artifactLocation", artifact), ("region", region(range))]))
    }
    return file.findings.map { finding in
      let diagnostic = finding.diagnostic
      let message = [diagnostic.message, diagnostic.help].compactMap(\.self).joined(separator: " ")
      var fields: [(String, JSON)] = [("ruleId", .string(diagnostic.rule))]
      if let number = numbers[diagnostic.rule] { fields.append(("ruleIndex", .int(number))) }
      fields += [
        ("level", .string(diagnostic.severity.rawValue)), ("message", text(message)),
        ("locations", .array([.object([location(diagnostic.range)])])),
      ]
      if !diagnostic.related.isEmpty {
        let related = diagnostic.related.enumerated().map { number, related in
          JSON.object([("id", .int(number)), location(related.range), ("message", text(related.message))])
        }
        fields.append(("relatedLocations", .array(related)))
      }
      if let fix = diagnostic.fix {
        let replacement: JSON = .object([
          ("deletedRegion", region(fix.range)), ("insertedContent", text(fix.replacement)),
        ])
        let change: JSON = .object([("artifactLocation", artifact), ("replacements", .array([replacement]))])
        fields.append(
          (
            "fixes",
            .array([.object([("description", text(fix.title)), ("artifactChanges", .array([change]))])])
          ))
      }
      return .object(fields)
    }
  }

  private static func text(_ text: String) -> JSON { .object([("text", .string(text))]) }

  /// A path as a reference (RFC 3986): relative ones stay relative to where the command ran.
  private static func uri(_ path: String) -> String {
    var result = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      let isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
      let isPlain = isLetter || byte >= 0x30 && byte <= 0x39 || "-._~/".utf8.contains(byte)
      if isPlain {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let hex = String(byte, radix: 16, uppercase: true)
        result += "%" + (hex.utf8.count < 2 ? "0" : "") + hex
      }
    }
    return result
  }
}

extension Diagnostic {
  /// All offsets of the finding's places.
  var offsets: [Int] {
    let ranges = [range] + related.map(\.range) + [fix?.range].compactMap(\.self)
    return ranges.flatMap { [$0.lowerBound, $0.upperBound] }
  }
}
