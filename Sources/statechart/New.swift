import ArgumentParser
import Statecharts
import StatechartsFiles
import StatechartsLint
import StatechartsYAML

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `statechart new`: writes a first chart.
struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Writes a first chart to start from.",
    discussion: """
      The chart is complete: it has no findings, and you can draw it and walk through it at once. Comments explain its \
      parts. Kinds of charts:

      \(ChartTemplate.Kind.allCases.map { "  \($0.rawValue): \(ChartTemplate($0).summary)" }.joined(separator: "\n"))

      In a terminal, the command asks for the kind, the title, the id and the titles of the states. With --kind it \
      asks nothing and writes the chart at once. The chart goes into ID.yaml in the current folder, or into another file \
      with --output. A file that exists is never replaced.

      Exit codes: 2 when the file exists or cannot be written, 64 when the id or an option is wrong.
      """
  )

  @Argument(
    help: ArgumentHelp("The chart's id, such as `signIn`. It is also the name of the file.", valueName: "id"))
  var id: String?

  @Option(help: "What the chart is about. With it, the command asks nothing.")
  var kind: ChartTemplate.Kind?

  @Option(help: ArgumentHelp("The chart's title.", valueName: "text"))
  var title: String?

  @Option(
    name: [.short, .long], help: ArgumentHelp("The file to write.", valueName: "file"),
    completion: Completions.charts)
  var output: String?

  func validate() throws {
    if let output, !output.hasSuffix(".yaml"), !output.hasSuffix(".yml") {
      throw ValidationError("`\(output)` is not the name of a chart. Write a name that ends in `.yaml`.")
    }
    if let title, let problem = TitleProblem(title) { throw ValidationError(problem.text) }
  }

  func run() throws {
    if let id { try Self.check(id) }
    // Before questions are asked: a person must not answer in vain.
    if let path = output ?? id.map({ "\($0).yaml" }) { try Self.refuseExisting(path) }
    let screen = Screen.standardOutput(.auto)
    var template: ChartTemplate
    let id: String
    if kind == nil, TerminalMode.canEdit {
      var questions = NewQuestions(screen)
      (template, id) = try questions.answers(title: title, id: self.id, hasFile: output != nil)
    } else {
      template = ChartTemplate(kind ?? .code)
      id = try self.id ?? defaultID(of: template)
      if let title { template.title = title.oneLine }
    }
    let path = output ?? "\(id).yaml"
    let text = template.chart(id: id, firstLines: EditorSchema.firstLines(forChartAt: path))
    try Self.write(text, to: path)
    screen.show([
      .text("Wrote `\(path)`. Next, check it and walk through it:"),
      .text("statechart lint \(path.shellWord)", .strong, indent: 2),
      .text("statechart simulate \(path.shellWord)", .strong, indent: 2),
    ])
  }

  /// Refuses an id that charts cannot have, with the place of what is wrong in it.
  private static func check(_ id: String) throws {
    guard let problem = IDProblem(id) else { return }
    throw wrongUsage(problem.text)
  }

  /// The id of a chart whose id was not given.
  private func defaultID(of template: ChartTemplate) throws -> String {
    if let title {
      if let id = ChartTemplate.id(from: title) { return id }
    } else if kind != nil {
      return template.id
    }
    throw Self.wrongUsage(
      "The chart needs an id, which can be asked for only in a terminal. Write one after `new`: statechart new signIn"
    )
  }

  /// Refuses a file that exists.
  static func refuseExisting(_ path: String) throws {
    guard try ChartInput.replacement(of: path).old != nil else { return }
    Output.report("error: `\(path)` already exists, so nothing was written.")
    Output.report("  help: Choose another id, or another file with --output.")
    throw ExitCode(2)
  }

  private static func write(_ text: String, to path: String) throws {
    try refuseExisting(path)
    let folder = ChartPath.folder(of: path)
    if !folder.isEmpty, !FileManager.default.fileExists(atPath: folder) {
      Output.report("error: The folder `\(folder)` does not exist, so nothing was written.")
      Output.report("  help: Create it first: mkdir -p \(folder.shellWord)")
      throw ExitCode(2)
    }
    do throws(FileReplacement.Refusal) {
      try FileReplacement(path, old: nil).write(Array(text.utf8))
    } catch {
      Output.report("error: \(error.message)")
      throw ExitCode(2)
    }
  }
}

extension ChartTemplate.Kind: ExpressibleByArgument {}

/// What is wrong with the id of a chart.
struct IDProblem {
  /// The message, with the id and its wrong place marked, and what to write.
  let text: String

  /// Nil when nothing is wrong.
  init?(_ id: String) {
    guard !NameRule.isIdentifier(id) else { return nil }
    let characters = Array(id)
    func isPart(_ character: Character) -> Bool {
      character.isASCII && (character.isLetter || character.isNumber || character == "_" || character == "-")
    }
    let place: Int
    let reason: String
    if let wrong = characters.firstIndex(where: { !isPart($0) }) {
      place = wrong
      reason =
        characters[wrong] == " "
        ? "it has a space"
        : "`\(VisibleText.escaped(String(characters[wrong])))` is not allowed"
    } else if characters.isEmpty {
      place = 0
      reason = "it is empty"
    } else if characters.count > NameRule.longest {
      place = NameRule.longest
      reason = "it has more than \(NameRule.longest) characters"
    } else {
      place = 0
      reason = "it does not start with a letter"
    }
    // The file gets the ending by itself.
    let name = id.hasSuffix(".yaml") ? String(id.dropLast(5)) : id
    let suggestion = ChartTemplate.id(from: name).map { " For instance: \($0)" } ?? ""
    let shown = VisibleText.escaped(id)
    let before = VisibleText.escaped(String(characters[..<place]))
    text = """
      `\(shown)` cannot be the id of a chart: \(reason).
        \(shown)
        \(String(repeating: " ", count: Screen.columns(before)))^
        help: Start with a letter, then use letters, digits, `_` and `-`.\(suggestion)
      """
  }
}

/// What is wrong with the title of a chart or a state.
struct TitleProblem {
  /// The most Unicode scalars of a title. More do not fit into one line of a page or a picture.
  static let longest = 200

  /// The message.
  let text: String

  /// Nil when nothing is wrong.
  init?(_ title: String) {
    let hidden = title.first { !$0.isNewline && VisibleText.escaped(String($0)) != String($0) }
    if title.allSatisfy(\.isWhitespace) {
      text = "The title is empty."
    } else if title.unicodeScalars.count > Self.longest {
      text = "The title has more than \(Self.longest) characters. Write a shorter one."
    } else if let hidden {
      text = "The title has the character `\(VisibleText.escaped(String(hidden)))`. Leave it out."
    } else {
      return nil
    }
  }
}

extension String {
  /// The text as one word of a shell.
  var shellWord: String {
    let isPlain = !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-./".contains($0)) }
    return isPlain
      ? self : "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}

/// The comment with which editors find the schema of charts.
enum EditorSchema {
  private static let name = "statechart.schema.json"
  /// Where a folder may have it. The last one is that of this project.
  private static let places = ["", "schema/", "Docs/schema/"]

  /// The first lines of a chart: the schema of the project around it, or how to get one.
  static func firstLines(forChartAt path: String) -> String {
    guard let schema = schema(forChartAt: path) else {
      return """
        # Your editor can complete this file. Make the schema with `statechart schema > \(name)`, and
        # write this in the first line: # yaml-language-server: $schema=\(name)

        """
    }
    // As many lines as without a schema, so that both charts have the same line numbers.
    return """
      # yaml-language-server: $schema=\(schema)
      # With the line above, your editor can complete this file and check it.

      """
  }

  /// The path of the nearest schema, from the folder of the chart; nil when the chart's package or repository has none.
  /// Outside of both, only the chart's own folder counts.
  private static func schema(forChartAt path: String) -> String? {
    let tree = FileTree(around: ChartPath.folder(of: path))
    var folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent()
    var up = ""
    // No path has more levels.
    for _ in 0..<1024 {
      for place in places {
        let file = folder.appendingPathComponent(place + name).path
        if FileManager.default.fileExists(atPath: file), tree.contains(file) { return up + place + name }
      }
      guard folder.path != "/", !folder.path.isEmpty else { return nil }
      folder = folder.deletingLastPathComponent()
      up += "../"
    }
    return nil
  }
}
