import Statecharts
import StatechartsModel
import Testing

@testable import StatechartsDocs

@Suite("Regions of documents")
struct DocumentRegionsTests {
  private func update(_ text: String, with markdown: String = "new\n") -> String {
    String(decoding: DocumentRegions(Array(text.utf8)).updated { _ in markdown }, as: UTF8.self)
  }

  private func problems(_ text: String) -> [String] {
    DocumentRegions(Array(text.utf8)).problems.map { problem in
      let line = text.utf8.prefix(problem.range.lowerBound).count { $0 == 0x0A } + 1
      return "\(line): \(problem.message)"
    }
  }

  @Test("a marker says which chart is shown, and how")
  func settings() throws {
    let text = """
      <!-- statechart: charts/a.yaml -->
      <!-- /statechart -->
      <!--  statechart:  "charts/b c.yaml"   view=overview title="A title" depth=2 state=b  -->
      <!-- /statechart -->
      <!-- statechart: c.yaml direction=right notes=errors active=a,b run=r.jsonl -->
      <!-- /statechart -->
      """
    let regions = DocumentRegions(Array(text.utf8)).regions
    #expect(regions.map(\.chart) == ["charts/a.yaml", "charts/b c.yaml", "c.yaml"])
    #expect(regions.map(\.view) == [.diagram, .overview, .diagram])
    #expect(regions.map(\.settings.title) == [nil, "A title", nil])
    #expect(regions.map(\.settings.depth) == [nil, 2, nil])
    #expect(regions.map(\.settings.part?.text) == [nil, "b", nil])
    #expect(regions.map(\.settings.direction) == [.down, .down, .right])
    #expect(regions.map(\.settings.notesErrors) == [false, false, true])
    #expect(regions.map(\.settings.active) == [[], [], ["a", "b"]])
    #expect(regions.map(\.run) == [nil, nil, "r.jsonl"])
  }

  @Test("only what stands between the markers changes")
  func replacement() {
    let before = "\u{FEFF}# A  \n\ttext\n<!-- statechart: a.yaml -->"
    let after = "<!-- /statechart -->  \n\nno end of line"
    #expect(update("\(before)\nold\nold\n\(after)") == "\(before)\n\nnew\n\n\(after)")
    #expect(update("\(before)\n\(after)") == "\(before)\n\nnew\n\n\(after)")
  }

  @Test("bytes that are no text stay as they are")
  func invalidText() {
    let head: [UInt8] = [0xFF, 0xC0, 0x0A]
    let markers = Array("<!-- statechart: a.yaml -->\n<!-- /statechart -->\n".utf8)
    let regions = DocumentRegions(head + markers + [0xFE])
    #expect(regions.problems.isEmpty)
    let updated = regions.updated { _ in "x\n" }
    #expect(updated.starts(with: head))
    #expect(updated.last == 0xFE)
  }

  @Test("a document with CRLF gets CRLF, one with LF gets LF")
  func lineEnds() {
    #expect(
      update("<!-- statechart: a.yaml -->\r\n<!-- /statechart -->\r\n", with: "1\n2\n")
        == "<!-- statechart: a.yaml -->\r\n\r\n1\r\n2\r\n\r\n<!-- /statechart -->\r\n")
  }

  @Test("a region in a list is indented like its marker")
  func indentation() {
    #expect(
      update("- a\n\n  <!-- statechart: a.yaml -->\n  <!-- /statechart -->\n", with: "1\n\n2\n")
        == "- a\n\n  <!-- statechart: a.yaml -->\n\n  1\n\n  2\n\n  <!-- /statechart -->\n")
  }

  @Test("making a region twice changes nothing the second time")
  func idempotence() {
    let once = update(
      "a\n<!-- statechart: a.yaml -->\nold\n<!-- /statechart -->\nb\n", with: "```x\n1\n```\n")
    #expect(update(once, with: "```x\n1\n```\n") == once)
  }

  @Test("a fence that somebody broke inside a region does not hide its end")
  func brokenFence() {
    let text = "<!-- statechart: a.yaml -->\n```mermaid\nlost\n<!-- /statechart -->\ntext\n"
    #expect(problems(text).isEmpty)
    #expect(update(text).hasSuffix("new\n\n<!-- /statechart -->\ntext\n"))
  }

  @Test(
    "markers in code and within other text are text",
    arguments: [
      "```\n<!-- statechart: a.yaml -->\n```\n", "~~~~ md\n```\n<!-- /statechart -->\n~~~\n~~~~\n",
      "    <!-- a comment -->\n", "Write `<!-- statechart: a.yaml -->` in a line.\n",
      "<!-- a comment about statecharts -->\n", "``` a ` b\n", "<!-- statechartish -->\n", "",
    ])
  func noMarkers(_ text: String) {
    let regions = DocumentRegions(Array(text.utf8))
    #expect(regions.regions.isEmpty)
    #expect(regions.problems.isEmpty)
    #expect(update(text) == text)
  }

  @Test("a fence that is indented with a list item ends where it is closed, and regions after it are made")
  func indentedFence() {
    let region = "<!-- statechart: a.yaml -->\nold\n<!-- /statechart -->\n"
    let text = "1.  a\n\n    ```\n    code\n    ```\n\n\(region)"
    #expect(problems(text).isEmpty)
    #expect(DocumentRegions(Array(text.utf8)).regions.count == 1)
    // Three more spaces still close it, four do not.
    #expect(update(text.replacing("code\n    ```", with: "code\n       ```")).contains("new"))
    #expect(!update(text.replacing("code\n    ```", with: "code\n        ```")).contains("new"))
  }

  @Test("a marker that is indented too far is reported", arguments: ["    ", "\t"])
  func farMarker(_ indentation: String) {
    let message = "This marker is ignored, because it is indented by more than three spaces."
    let text = "-   a\n\n\(indentation)<!-- statechart: a.yaml -->\n\(indentation)<!-- /statechart -->\n"
    #expect(problems(text) == ["3: \(message)", "4: \(message)"])
  }

  @Test(
    "a marker behind other text is reported, unless it is code",
    arguments: [
      ("> <!-- statechart: a.yaml -->", 3), ("- <!-- statechart: a.yaml -->", 3),
      ("As <!-- a comment --> drawn: <!-- /statechart -->", 30), ("<p><!-- statechart: a.yaml --></p>", 4),
      ("`a` <!-- statecharts: a.yaml -->", 5),
    ])
  func hiddenMarker(_ line: String, _ column: Int) {
    let region = "<!-- statechart: a.yaml -->\n> <!-- statechart: b.yaml -->\n<!-- /statechart -->\n"
    let found = DocumentRegions(Array("\(region)```\n\(line)\n```\n    \(line)\n\(line)\n".utf8)).problems
    #expect(found.map(\.message) == ["This marker is ignored, because there is other text before it."])
    let before = "\(region)```\n\(line)\n```\n    \(line)\n".utf8.count
    #expect(found.first?.range.lowerBound == before + column - 1)
  }

  @Test(
    "a marker that is nearly right is reported with what to write",
    arguments: [
      ("<!-- statechart: my flow.yaml -->", "path of the chart has a space", "quotes: \"my flow.yaml\"."),
      (
        "<!-- statechart: a.yaml title=Sign in now view=screens -->", "The value of `title` has a space",
        "quotes: title=\"Sign in now\"."
      ),
      ("<!-- statechart: a.yaml title=“Sign in” -->", "`“` is not `\"`", "Write title=\"Sign in\"."),
      ("<!-- statechart: a.yaml title=„One“ -->", "`„` is not `\"`", "Write title=\"One\"."),
      ("<!-- statechart: a.yaml title='Sign in' -->", "`'` is not `\"`", "Write title=\"Sign in\"."),
      ("<!-- statechart: “my flow.yaml” -->", "`“` is not `\"`", "Write \"my flow.yaml\"."),
      (
        "<!-- statechart charts/a.yaml view=screens -->", "The colon after `statechart` is missing.",
        "Write <!-- statechart: charts/a.yaml view=screens -->."
      ),
      ("<!-- statechart : a.yaml -->", "a space before the colon", "Write <!-- statechart: a.yaml -->."),
      ("<!-- statechart:a.yaml -->", "A space is missing", "Write <!-- statechart: a.yaml -->."),
      ("<!-- statechart：a.yaml -->", "is a full-width colon", "Write <!-- statechart: a.yaml -->."),
      ("<!-- statechart: a.yaml view = screens -->", "a space before the `=`", "Write view=screens."),
      ("<!-- statechart: a.yaml view= screens -->", "a space after the `=`", "Write view=screens."),
      ("<!-- statechart: a.yaml view: screens -->", "a colon instead of `=`", "Write view=screens."),
      ("<!-- statechart: a.yaml screens -->", "`view=` is missing before `screens`", "Write view=screens."),
      ("<!— statechart: a.yaml —>", "does not begin with `<!--`", "Write <!-- statechart:"),
    ])
  func nearlyRight(_ marker: String, _ message: String, _ help: String) throws {
    let found = DocumentRegions(Array("text\n\(marker)\n<!-- /statechart -->\n".utf8)).problems
    #expect(found.count == 1)
    let problem = try #require(found.first)
    #expect(problem.message.contains(message), "\(problem.message)")
    #expect(problem.help.contains(help), "\(problem.help)")
    #expect(problem.range == 5..<5 + marker.utf8.count)
  }

  @Test("an absolute path is refused, because a page is for several computers")
  func absolutePath() {
    for marker in ["/charts/a.yaml", "\"/my charts/a.yaml\"", "a.yaml view=story run=/runs/b.jsonl"] {
      let found = problems("<!-- statechart: \(marker) -->\n<!-- /statechart -->\n")
      #expect(found.count == 1)
    }
  }

  @Test("quotation marks inside a title, and a path without a space, are as they are written")
  func otherQuotes() {
    for marker in [
      "a.yaml title=\"The “best” one's\"", "it's.yaml title=one's", "\"my flow.yaml\" view=states",
    ] {
      #expect(problems("<!-- statechart: \(marker) -->\n<!-- /statechart -->\n").isEmpty)
    }
  }

  @Test(
    "a misspelt marker is reported with the right word",
    arguments: [
      ("<!-- statchart: a.yaml -->", "statchart", "statechart:"),
      ("<!-- statecharts: a.yaml view=diagram -->", "statecharts", "statechart:"),
      ("<!--state-chart: a.yaml-->", "state-chart", "statechart:"),
      ("<!-- statecart -->", "statecart", "statechart:"),
      ("<!-- /statchart -->", "/statchart", "/statechart"),
      ("<!-- /statecharts-->", "/statecharts", "/statechart"),
    ])
  func misspelt(_ line: String, _ word: String, _ meant: String) {
    let found = DocumentRegions(Array("a\n\(line)\n".utf8)).problems
    #expect(found.map(\.message) == ["`\(word)` is not a marker."])
    #expect(found.first?.help.hasPrefix("Did you mean `\(meant)`? ") == true)
  }

  @Test(
    "comments about something else are text",
    arguments: [
      "<!-- statecharts are fun -->", "<!-- start: here -->", "<!-- status: draft -->",
      "<!-- state: draft -->", "<!-- /start -->",
      "<!-- stage charts: two -->", "<!-- prettier-ignore -->", "<!---->", "<!-- : -->", "<!-- / -->",
    ])
  func otherComments(_ line: String) { #expect(problems("\(line)\n").isEmpty) }

  @Test("a region without end, inside another or without beginning is reported where it stands")
  func structure() {
    let open = "<!-- statechart: a.yaml -->"
    let close = "<!-- /statechart -->"
    #expect(problems("x\n\(open)\ntext\n") == ["2: This region has no end marker."])
    #expect(
      problems("\(open)\n\(open)\n\(close)\n")
        == ["2: This region begins inside the region of line 1."])
    #expect(problems("\n\n\(close)\n") == ["3: This end marker has no start marker."])
    #expect(problems("\(open)\n\(close)\n\(close)\n") == ["3: This end marker has no start marker."])
  }

  @Test(
    "a marker that cannot be understood is reported",
    arguments: [
      ("<!-- statechart: -->", "The chart is missing from this marker."),
      ("<!-- statechart: view=diagram -->", "The chart is missing from this marker."),
      ("<!-- statechart: \"\" -->", "The chart is missing from this marker."),
      ("<!-- statechart charts/a.yaml -->", "The colon after `statechart` is missing."),
      ("<!-- Statechart: charts/a.yaml -->", "`Statechart` has capital letters."),
      ("<!-- statechart-->", "The colon after `statechart` is missing."),
      ("<!-- /statecharts -->", "`/statecharts` is not a marker."),
      ("<!-- statechart: a.yaml view=picture -->", "`picture` is not a view."),
      ("<!-- statechart: a.yaml size=3 -->", "`size` is not a setting."),
      ("<!-- statechart: a.yaml depth=0 -->", "`0` is not a valid depth."),
      ("<!-- statechart: a.yaml direction=LR -->", "`LR` is not a direction."),
      ("<!-- statechart: a.yaml notes=all -->", "`all` is not a kind of notes."),
      ("<!-- statechart: a.yaml active= -->", "`active` has no value."),
      ("<!-- statechart: a b.yaml -->", "The path of the chart has a space."),
      ("<!-- statechart: a.yaml", "This marker does not end on its line: `-->` is missing."),
      ("<!-- statechart: a.yaml --> text", "There is other text after this marker."),
      ("<!-- /statechart a.yaml -->", "The end marker takes no settings."),
    ])
  func unknownMarkers(_ marker: String, _ message: String) {
    #expect(problems("text\n\(marker)\n") == ["2: \(message)"])
  }

  @Test(
    "a region that begins or ends wrongly is one finding",
    arguments: [
      ("<!-- statechart: a.yaml view=picture -->", "<!-- /statechart -->", "1: `picture` is not a view."),
      ("<!-- statechrt: a.yaml -->", "<!-- /statechart -->", "1: `statechrt` is not a marker."),
      (
        "<!-- statechart: a.yaml", "<!-- /statechart -->",
        "1: This marker does not end on its line: `-->` is missing."
      ),
      ("<!-- statechart: a.yaml -->", "<!-- /statechrt -->", "3: `/statechrt` is not a marker."),
      ("<!-- statechart: a.yaml -->", "<!-- /statechart a -->", "3: The end marker takes no settings."),
    ])
  func oneFinding(_ first: String, _ last: String, _ problem: String) {
    #expect(problems("\(first)\n```\n\(last)\n") == [problem])
    #expect(
      problems("\(first)\n\n\(last)\n<!-- /statechart -->\n") == [
        problem, "4: This end marker has no start marker.",
      ])
  }

  @Test("after a region that begins wrongly the next one is found")
  func nextRegion() {
    let text = "<!-- statechart: -->\n<!-- statechart: a.yaml -->\n<!-- /statechart -->\n"
    #expect(problems(text) == ["1: The chart is missing from this marker."])
    #expect(DocumentRegions(Array(text.utf8)).regions.map(\.chart) == ["a.yaml"])
  }

  @Test(
    "a setting that does not go with the marker is told plainly",
    arguments: [
      ("view=states view=events", "`view` is set twice.", "Delete one of the two."),
      ("depth=1 depth=2", "`depth` is set twice.", "Delete one of the two."),
      (
        "view=story", "View `story` needs a run.",
        "Add run=FILE. `save` in `statechart simulate` writes such a file."
      ),
      (
        "view=events run=a.jsonl", "`run` cannot be used with view `events`.",
        "Remove run=…, or choose view=path or view=story."
      ),
      (
        "view=events depth=2", "`depth` cannot be used with view `events`, only with diagrams.",
        "Remove depth=…, or choose view=screens or view=sheet or view=diagram or view=overview or view=path."
      ),
      (
        "view=states title=\"A b\"", "`title` cannot be used with view `states`, only with diagrams.",
        "Remove title=…, or choose view=screens or view=sheet or view=diagram or view=overview or view=path."
      ),
      (
        "view=events state=a", "`state` cannot be used with view `events`, only with diagrams.",
        "Remove state=…, or choose view=screens or view=sheet or view=diagram or view=overview or view=path."
      ),
      (
        "view=sheet order=7", "`order` cannot be used with view `sheet`.",
        "Remove order=…, or choose view=diagram or view=overview."
      ),
      (
        "view=diagram failures=on", "`failures` needs view `screens`.",
        "Remove failures=…, or choose view=screens."
      ),
      ("state=", "`state` has no value.", "Write state=ID, or remove the setting."),
      (
        "title=\"Sign in", "This marker has a quotation mark without its pair.",
        "Write both, as in title=\"Sign in\"."
      ),
      (
        "veiw=states", "`veiw` is not a setting.",
        "Did you mean `view`? The settings are view, state, depth, direction, notes, active, failures, order, title and run."
      ),
    ])
  func settings(_ settings: String, _ message: String, _ help: String) {
    let found = DocumentRegions(Array("<!-- statechart: a.yaml \(settings) -->\n<!-- /statechart -->\n".utf8))
      .problems
    #expect(found.map(\.message) == [message])
    #expect(found.map(\.help) == [help])
  }
}
