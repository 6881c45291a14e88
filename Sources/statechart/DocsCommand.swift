import ArgumentParser
import Statecharts
import StatechartsDocs
import StatechartsFiles
import StatechartsLint

/// `statechart docs`: updates the parts of Markdown pages that show charts.
struct DocsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs",
    abstract: "Updates diagrams and tables of charts in Markdown pages.",
    discussion: """
      Two lines in a page mark a region. The command replaces the text between them and keeps everything else:

        <!-- statechart: charts/sign-in.yaml view=diagram -->
        <!-- /statechart -->

      Views: \(DocumentView.allCases.map(\.rawValue).joined(separator: ", ")).

      A diagram, overview or path takes these settings: state=ID draws one state with the states inside it. depth=2 \
      draws two levels of states. direction=right changes the direction of most arrows. notes=errors adds the error codes \
      of services. active=ID,ID marks states as active. title="…" sets the title for screen readers.

      A chart whose diagram is too wide for a page gets several, unless depth is set: one with its groups folded, then one \
      for each group. An overview of such a chart shows its outer levels only.

      A sheet is an image: the command writes it into the folder `images` beside the page, and the page shows it.

      run=FILE names a saved run. Diagrams mark its states, view=path draws only its states, and view=story describes \
      it in words. All paths are relative to the current folder.

      With --stdout the updated page goes to the standard output, and no file is written. With --check no file is \
      written, and the differences go to the standard output.

      With --html FOLDER, the command writes a static site of the pages and changes no page. The site has an index, a \
      page for each Markdown page, and a page with all states, events, outputs and errors. It needs no script. \
      Nothing in the folder is deleted, and only files of such a site are replaced.

      Exit codes: 1 when --check finds differences, 2 when a page cannot be updated: a marker or its chart has errors, a \
      file cannot be opened or written, or no page has a marker. Other pages are still updated. \
      With --html, nothing is written then.
      """
  )

  static let defaultPaths = ["Docs"]

  @Argument(
    help: ArgumentHelp("Pages, folders to search for *.md, or patterns in quotes.", valueName: "path"),
    completion: .file(extensions: ["md"]))
  var paths = Self.defaultPaths

  @Flag(help: "Only check whether the pages are up to date.")
  var check = false

  @Flag(name: .customLong("stdout"), help: "Write the updated page to the standard output. Takes one page.")
  var toOutput = false

  @Option(
    help: ArgumentHelp(
      "Write a static site of the pages into this folder, and no page.", valueName: "folder"),
    completion: .directory)
  var html: String?

  func validate() throws {
    if check, toOutput {
      throw ValidationError("--check and --stdout cannot be used together.")
    }
    if html?.isEmpty == true {
      throw ValidationError("--html needs the path of a folder. Write . for the current folder.")
    }
    if html != nil, check || toOutput {
      throw ValidationError("--html cannot be used with \(check ? "--check" : "--stdout").")
    }
  }

  func run() throws {
    let found = PathSearch(paths, for: .pages)
    if toOutput, found.paths.count > 1 {
      throw Self.wrongUsage("--stdout takes one page, but \(found.paths.count) were given.")
    }
    if let html {
      var site = SiteRun(in: html)
      site.write(found)
      if site.failures > 0 { throw ExitCode(2) }
      return
    }
    var run = DocsRun(check: check, toOutput: toOutput)
    run.update(found, in: paths)
    run.report()
    // Decision: Docs/decisions/tooling-and-tests.md#exit-code-1-for-findings-2-for-failures
    if run.failures > 0 { throw ExitCode(2) }
    if check, run.stale > 0 { throw ExitCode(1) }
  }
}
