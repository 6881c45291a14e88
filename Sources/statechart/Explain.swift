import ArgumentParser
import Statecharts
import StatechartsLint
import StatechartsYAML

/// `statechart explain RULE`: explains a rule of the linter.
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explains a rule of the linter.",
    discussion:
      "Shows what a rule finds, why it matters and how to fix it, with an example. `statechart rules` lists all rules."
  )

  @Argument(
    help:
      "Ids of rules, or findings pasted from the output of `statechart lint` in any format. `-` reads the standard input.",
    completion: Completions.rules)
  var rules: [String]

  func run() throws {
    var reported: Set<String> = []
    var pages: [String] = []
    for text in rules {
      let ids = text == "-" ? try Self.ids(inFindings: Self.standardInput()) : try Self.ids(inText: text)
      pages += ids.filter { reported.insert($0).inserted }.compactMap(Self.page(of:))
    }
    Output.write(pages.joined(separator: "\n"))
  }

  private static func standardInput() throws -> String {
    do throws(FileProblem) {
      return String(decoding: try SourceText.readStandardInput().bytes, as: UTF8.self)
    } catch {
      throw ValidationError(error.message)
    }
  }

  /// The rules of the findings in a text; the output of a run without findings has none.
  private static func ids(inFindings text: String) throws -> [String] {
    do {
      return try ids(inText: text)
    } catch {
      let rest = text.filter { !$0.isWhitespace }
      if rest.isEmpty || rest == "[]" || text.contains("nothing found") || text.contains("\"results\"") {
        return []
      }
      throw error
    }
  }

  /// The rules that a text names: it is one, or several with commas or spaces between, or holds lines of findings.
  private static func ids(inText text: String) throws -> [String] {
    let words = text.split { $0 == "," || $0.isWhitespace }.map(String.init)
    if !words.isEmpty, words.allSatisfy({ page(of: $0) != nil }) { return words }
    let found = text.split(whereSeparator: \.isNewline).compactMap { line in
      ids(in: line).first { page(of: $0) != nil }
    }
    guard found.isEmpty else { return found }
    let isList = text.contains(",") || words.contains { page(of: $0) != nil }
    let unknown = (isList ? words.first { page(of: $0) == nil } : nil) ?? text
    let near = NearNames.suggestion(for: unknown, in: RuleRegistry.standard.all.map(\.id))
    let family = RuleDescription.Family.allCases.first {
      [$0.rawValue, $0.title.lowercased()].contains(unknown.lowercased())
    }
    let help =
      family.map { "`\($0.title)` is a family of rules; `statechart rules` lists them." }
      ?? near.map { "Did you mean `\($0)`?" } ?? "`statechart rules` lists them."
    throw ValidationError("`\(VisibleText.escaped(String(unknown.prefix(80))))` is not a rule. \(help)")
  }

  private static func page(of id: String) -> String? {
    id == LintConfiguration.findingRule ? LintConfiguration.page : RuleRegistry.standard.rule(id)?.page
  }

  /// What may be a rule's id in a line: the `[id]` at the end of a text, `title=id` for GitHub, `"rule": "id"` in JSON and
  /// `"ruleId": "id"` in SARIF.
  private static func ids(in line: Substring) -> [String] {
    var result: [String] = []
    if let end = line.lastIndex(where: { $0 != " " && $0 != "\t" }), line[end] == "]",
      let start = line[..<end].lastIndex(of: "[")
    {
      result.append(String(line[line.index(after: start)..<end]))
    }
    for mark in ["title=", "\"rule\"", "\"ruleId\""] {
      guard let found = line.firstRange(of: mark) else { continue }
      let value = line[found.upperBound...].drop { ": \"".contains($0) }
      result.append(String(value.prefix { $0.isLetter || $0 == "-" }))
    }
    return result
  }
}
