import ArgumentParser
import Dispatch
import StatechartsLanguageServer
import StatechartsLint
import StatechartsYAML

/// `statechart lsp`: the language server that editors start.
struct LanguageServerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp", abstract: "Runs the language server that editors start.",
    discussion: """
      Editors start this command and talk to it over the standard input and output (Language Server Protocol 3.17). It \
      reports findings while you type, and offers fixes, completion, descriptions and jumps. Docs/guide/editor.md has \
      settings for editors.

      Exit codes: 0 after the editor has shut it down, 1 when the connection ended before, 2 when the standard input cannot \
      be read.
      """
  )

  @Flag(help: "Use standard input and output. This is the default; some editors pass the option anyway.")
  var stdio = false

  func run() throws {
    let settings = ServerSettings()
    let server = LanguageServer(
      LanguageServer.Environment(
        version: StatechartCommand.configuration.version, selection: settings.selection,
        filesChanged: settings.forget, configurationsAreOutdated: settings.areOutdated,
        newProblems: settings.newProblems))
    let inbox = Inbox()
    DispatchQueue.global().async { Self.read(into: inbox) }
    while let entry = inbox.next() {
      send(server.handle(entry))
      if let code = server.exitCode { Output.end(with: code) }
      while inbox.isEmpty, let messages = server.publishNext() { send(messages) }
      if inbox.isEmpty { server.readNames() }
    }
    Output.end(with: server.exitCodeAtEnd)
  }

  private func send(_ messages: [JSON]) {
    for message in messages { Output.write(bytes: MessageFraming.framed(message)) }
  }

  private static func read(into inbox: Inbox) {
    var framing = MessageFraming()
    while true {
      do throws(FileProblem) {
        let chunk = try SourceText.readStandardInputChunk()
        guard !chunk.isEmpty else { return inbox.end() }
        framing.append(chunk)
        while let piece = framing.next() { inbox.add(piece) }
      } catch {
        Output.report("error: \(error.message)")
        Output.end(with: 2)
      }
    }
  }
}

/// The configurations of the projects whose charts are open.
private final class ServerSettings {
  private var configurations = Configurations(file: nil)
  private var shownProblems: Set<String> = []

  /// Which findings are reported for a chart. A configuration with errors is reported and not used, as by `lint`.
  func selection(for path: String) -> LintSelection {
    var selection = LintSelection()
    if let configuration = try? configurations.configuration(for: path) {
      selection.settings = configuration.severities(for: Configurations.absolute(path))
    }
    return selection
  }

  func areOutdated() -> Bool { configurations.areOutdated }

  /// The problems that were not there when it was asked before.
  func newProblems() -> [String] {
    guard !configurations.isEmpty else { return [] }
    defer { shownProblems = Set(configurations.problems) }
    return configurations.problems.filter { !shownProblems.contains($0) }
  }

  func forget() { configurations = Configurations(file: nil) }
}
