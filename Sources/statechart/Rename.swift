import ArgumentParser
import StatechartsEditing
import StatechartsFiles
import StatechartsLanguageServer
import StatechartsLint
import StatechartsYAML

/// `statechart rename`: renames a state, event, variable, handler, error code or output.
struct Rename: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Renames a state, event, variable, handler, error code or output.",
    discussion: """
      Shows what would change as a unified diff. --write changes the files.

      The name changes wherever the chart uses it, expressions included. Other charts change too: those that \
      send the event to this chart or receive it from this chart, and parents that handle the error code. They are \
      searched for in the current folder, and in the folder of a parent chart above it. Pages in the current folder that show the chart and the recorded runs \
      that they name change as well; --run and --page add others. Titles, descriptions and comments stay. Afterwards, \
      generate the Swift and the pages again.

      Stored sessions know states and variables by their names. --migrate raises the version of the chart and adds the \
      migration for them.

      Exit codes: 0 on success, 1 when the name cannot be changed, 2 when a file cannot be opened or written.
      """
  )

  @Argument(help: ArgumentHelp("The chart.", valueName: "file"), completion: Completions.charts)
  var file: String

  @Argument(help: "The name that the chart has now.")
  var old: String

  @Argument(help: "The new name.")
  var new: String

  @Option(help: "What to rename, when several things have the name.")
  var kind: ChartNameIndex.Kind?

  @Flag(help: "Change the files.")
  var write = false

  @Flag(help: "Add a migration for stored sessions, and raise the version of the chart.")
  var migrate = false

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("A recorded run of the chart. May be repeated.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var runs: [String] = []

  @Option(
    name: .customLong("page"),
    help: ArgumentHelp(
      "A page, or a folder of pages. The default is the current folder.", valueName: "path"),
    completion: .file(extensions: ["md"]))
  var pages: [String] = []

  func validate() throws {
    if file == "-" {
      throw ValidationError("The chart must be a file: its name is looked for in other files.")
    }
  }

  func run() throws {
    let files = try RenamedFiles(self)
    let renaming: ChartRenaming
    do throws(ChartRenaming.Refusal) {
      renaming = try ChartRenaming(old, to: new, kind: kind, in: files.files, migrates: migrate)
    } catch {
      report(error, files.files.chart)
      throw ExitCode(1)
    }
    for note in files.unread { Output.report("note: \(note)") }
    for name in renaming.unsearched {
      Output.report("note: `\(name)` has errors and was not searched.")
    }
    for name in renaming.filesWithoutRuns {
      Output.report("note: `\(name)` has no lines of a recorded run.")
    }
    try finish(renaming)
  }

  private func report(_ refusal: ChartRenaming.Refusal, _ chart: SourceText) {
    let place = refusal.range.map { chart.position(at: $0.lowerBound) }
    let location = place.map { "\(chart.name):\($0.line):\($0.column): " } ?? ""
    Output.report("\(location)error: \(refusal.message)")
    if let help = refusal.help { Output.report("  help: \(help)") }
  }

  private func finish(_ renaming: ChartRenaming) throws(ExitCode) {
    let changes = renaming.files.map { file in
      (file.source, file.edits.apply(to: file.source.bytes).bytes, file.edits.list.count)
    }
    if write {
      var written: [String] = []
      do throws(FileReplacement.Refusal) {
        // Nothing is written when one of the files cannot be.
        for (source, _, _) in changes { try FileReplacement(source.name, old: source.bytes).check() }
        for (source, bytes, count) in changes {
          try FileReplacement(source.name, old: source.bytes).write(bytes)
          written.append(source.name)
          Output.tell("\(source.name): \(count) change\(count == 1 ? "" : "s")")
        }
      } catch {
        Output.report("error: \(error.message)")
        if !written.isEmpty {
          let rest = changes.map(\.0.name).filter { !written.contains($0) }
          Output.report("Changed: \(written.joined(separator: ", "))")
          Output.report("Not changed: \(rest.joined(separator: ", "))")
        }
        throw ExitCode(2)
      }
    } else {
      for (source, bytes, _) in changes {
        Output.write(UnifiedDifference(from: source.bytes, to: bytes, path: source.name))
      }
      Output.report("Nothing was written. --write changes the files.")
    }
    if migrate, !renaming.needsMigration {
      Output.report("note: No migration was added: it can rename states and variables only.")
    }
    if renaming.keepsOldCode {
      Output.report("note: In stored sessions, variables of the type `error` keep `\(renaming.old)`.")
    }
    if renaming.needsMigration, !migrate {
      let word = renaming.kind == .state ? "states" : "context"
      Output.report(
        "note: Stored sessions have the old name. --migrate raises `version` and adds the migration "
          + "`\(word): { rename: { \(renaming.old): \(renaming.new) } }`.")
    }
  }
}

extension ChartNameIndex.Kind: ExpressibleByArgument {}

/// The files in which `rename` looks for a name.
private struct RenamedFiles {
  private(set) var files: ChartRenaming.Files
  /// Why some files around the chart were not read.
  private(set) var unread: [String] = []

  /// Finds and reads the files.
  ///
  /// - Throws: `ExitCode(2)` after a report when one that was named cannot be read.
  init(_ options: Rename) throws {
    let identity = SystemFolders().identity(of:)
    let chart = identity(options.file)
    var around = PathSearch(["."], for: .charts)
    var folder = ""
    if !around.paths.contains(where: { identity($0) == chart }) {
      folder = ChartPath.folder(of: options.file)
      around = PathSearch([folder.isEmpty ? "." : folder], for: .charts)
    }
    if let parent = ParentCharts.files(above: options.file, from: folder).last {
      let above = ChartPath.folder(of: parent)
      around = PathSearch([above.isEmpty ? "." : above], for: .charts)
    }
    // Charts name one another as the search does: it leaves out a leading `./`.
    let path = around.paths.first { identity($0) == chart } ?? options.file
    files = ChartRenaming.Files(try ChartInput.source(at: path))
    for other in around.paths where other != path {
      do throws(FileProblem) {
        files.others.append(try ChartInput.read(other))
      } catch {
        if other.hasPrefix(ChartPath.folder(of: path)) { unread.append(error.message) }
      }
    }
    var shown = ChartPages(showing: [path] + files.others.map(\.name))
    let pages = PathSearch(options.pages.isEmpty ? ["."] : options.pages, for: .pages)
    if !options.pages.isEmpty {
      for problem in pages.problems { unread.append(problem.message) }
    }
    let named = Set(options.pages.map(identity))
    for file in pages.paths {
      let isNamed = named.contains(identity(file))
      let page: SourceText
      if isNamed {
        page = try ChartInput.source(at: file)
      } else {
        guard let other = try? ChartInput.read(file) else { continue }
        page = other
      }
      let isShown = shown.add(page) && shown.pages.last?.markers.contains { $0.chart == path } == true
      if !isShown, isNamed { unread.append("`\(file)` does not show the chart.") }
    }
    files.runs = shown.runs
    // A run that a page names belongs to the chart that the page shows with it.
    var runs = Set(shown.runs.map { identity($0.run.name) })
    for run in options.runs {
      let source = try ChartInput.source(at: run)
      if runs.insert(identity(run)).inserted { files.runs.append((source, path)) }
    }
    files.pages = shown.pages
  }
}
