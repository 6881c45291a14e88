import Statecharts
import StatechartsDocs
import StatechartsEditing
import StatechartsLanguageServer
import StatechartsLint
import StatechartsMermaid
import StatechartsModel
import StatechartsSCXML
import StatechartsRepair
import StatechartsYAML

extension FuzzTarget {
  /// The targets whose inputs become charts.
  ///
  /// - Parameter seeds: the package's files that inputs are made of.
  package static func charts(_ seeds: FuzzSeeds) -> [FuzzTarget] {
    [
      FuzzTarget("load", .yaml) {
        seeds.charts
      } run: {
        ChartChecks.load($0)
      },
      FuzzTarget("lint", .yaml) {
        seeds.charts
      } run: {
        ChartChecks.lint($0)
      },
      FuzzTarget("fix", .yaml) {
        seeds.charts
      } run: {
        ChartChecks.fix($0)
      },
      FuzzTarget("format", .yaml) {
        seeds.charts
      } run: {
        ChartChecks.format($0)
      },
      FuzzTarget("server", .yaml) {
        seeds.charts
      } run: {
        ChartChecks.server($0)
      },
      FuzzTarget("diagram", .yaml) {
        seeds.charts
      } run: {
        ChartChecks.diagram($0)
      },
      FuzzTarget("page", .markdown) {
        seeds.pages
      } run: {
        ChartChecks.page($0)
      },
      FuzzTarget("scxml", .scxml) {
        seeds.documents
      } run: {
        ChartChecks.document($0)
      },
      FuzzTarget("mermaid", .mermaid) {
        seeds.diagrams
      } run: {
        ChartChecks.mermaid($0)
      },
    ]
  }
}

/// What must hold of texts that become charts.
enum ChartChecks {
  private static func source(_ bytes: [UInt8]) -> SourceText { SourceText(name: "input.yaml", bytes: bytes) }

  /// A text is read as a chart and, if it is one, compiled, written and read again.
  static func load(_ bytes: [UInt8]) -> FuzzTarget.Verdict {
    guard let chart = chart(source(bytes)) else { return .refused }
    let text = ChartWriter().text(of: chart)
    let again = ChartReader().read(SourceText(name: "again.yaml", bytes: Array(text.utf8)))
    guard let second = again.chart, ChartWriter().text(of: second) == text else {
      return .wrong("the chart is another one after it was written and read")
    }
    return .accepted
  }

  /// A text is formatted, and formatted again.
  static func format(_ bytes: [UInt8]) -> FuzzTarget.Verdict {
    guard let formatted = try? ChartFormatter().format(source(bytes)) else { return .refused }
    let again = try? ChartFormatter().format(SourceText(name: "again.yaml", bytes: formatted))
    return again == formatted ? .accepted : .wrong("formatting it again changes it")
  }

  /// A text is opened in the language server, and requests are sent about some of its positions. Each gets a result or the
  /// error of a request that cannot be done.
  static func server(_ bytes: [UInt8]) -> FuzzTarget.Verdict {
    let server = LanguageServer(LanguageServer.Environment(version: "1"))
    let text = String(decoding: bytes, as: UTF8.self)
    let document: (String, ChartValue) = (
      "textDocument", .map(["uri": "untitled:input", "text": .string(text)])
    )
    var verdict = FuzzTarget.Verdict.refused
    func send(_ method: String, _ params: [String: ChartValue], id: ChartValue? = 1) {
      var message: [String: ChartValue] = [
        "jsonrpc": "2.0", "method": .string(method), "params": .map(params),
      ]
      message["id"] = id
      let sent = server.handle(.message(.map(message)))
      guard id != nil else { return }
      let response = sent.lazy.compactMap { json -> [String: ChartValue]? in
        guard case .map(let members) = try? JSONReader.value(of: json.text), members["id"] == id else {
          return nil
        }
        return members
      }.first
      if let result = response?["result"] {
        if verdict == .refused, result != .unset { verdict = .accepted }
      } else if case .map(let error) = response?["error"], error["code"] == -32_803 {
        return
      } else {
        verdict = .wrong("the response to \(method) is \(response.map { "\($0)" } ?? "missing")")
      }
    }
    send("initialize", ["capabilities": .map([:])])
    verdict = .refused
    send("textDocument/didOpen", [document.0: document.1], id: nil)
    while server.publishNext() != nil {}
    let units = Array(text.utf16)
    for part in 0...3 {
      let before = units[..<(units.count * part / 3)]
      let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let position = ChartValue.map([
        "line": .int(before.count { $0 == 0x0A }), "character": .int(before.count - start),
      ])
      for method in ["hover", "completion", "definition", "prepareRename"] {
        send("textDocument/" + method, [document.0: document.1, "position": position])
      }
      let range = ChartValue.map(["start": position, "end": position])
      send(
        "textDocument/codeAction",
        [document.0: document.1, "range": range, "context": .map(["diagnostics": .list([])])])
    }
    return verdict
  }

  /// A text is checked, and the findings are written in every format.
  static func lint(_ bytes: [UInt8]) -> FuzzTarget.Verdict {
    let file = Linter().lint(source(bytes))
    _ = TextRenderer().render(file)
    _ = ShortRenderer().render(file)
    _ = GitHubRenderer().render(file)
    _ = JSONRenderer().render([file])
    _ = SARIFRenderer(version: "1").render([file])
    return misplaced(file).map { .wrong($0) } ?? (isClean(file) ? .accepted : .refused)
  }

  /// A text is fixed: a second time nothing is left to fix, and a chart that can be used stays what it is.
  static func fix(_ bytes: [UInt8]) -> FuzzTarget.Verdict {
    let source = source(bytes)
    let fixed = FixedText(Linter().lint(source)) { Linter().lint($0) }
    if let problem = misplaced(fixed.file) { return .wrong(problem) }
    if fixed.count > 0, let before = meaning(source), meaning(fixed.source) != before {
      return .wrong("the chart is another one after it was fixed")
    }
    let again = FixedText(Linter().lint(fixed.source)) { Linter().lint($0) }
    guard again.source.bytes == fixed.source.bytes else {
      return .wrong("a second run of the fixes changes the text again")
    }
    return isClean(fixed.file) ? .accepted : .refused
  }

  /// A chart is drawn and described in every view.
  static func diagram(_ bytes: [UInt8]) -> FuzzTarget.Verdict {
    guard let chart = chart(source(bytes)) else { return .refused }
    let known = DocumentedChart(chart)
    for view in DocumentView.allCases where view != .screens {
      _ = view.markdown(of: known, DiagramSettings())
    }
    // To look for all screens of a large chart takes seconds.
    if let compiled = try? CompiledChart(chart) {
      _ = ScreenDiagram.diagrams(of: compiled, known, DiagramSettings(), steps: 1_000)
    }
    _ = MermaidDiagram(chart)
    _ = DotDiagram(chart)
    // What is drawn can be read again, whatever the names and labels are.
    _ = MermaidImport(Array(MermaidDiagram(chart).text.utf8), name: "drawn.mmd", base: "drawn")
    return .accepted
  }

  /// The regions of a page are found and replaced; all else of it stays. The page becomes HTML without scripts.
  static func page(_ bytes: [UInt8]) -> FuzzTarget.Verdict {
    var page = SitePage(path: "/page.md")
    page.markdown = String(decoding: bytes, as: UTF8.self)
    if DocumentSite([page], []).files().contains(where: { $0.text.contains("<script") }) {
      return .wrong("the page becomes HTML with a script")
    }
    let regions = DocumentRegions(bytes)
    guard regions.problems.isEmpty else { return .refused }
    let updated = regions.updated { (_: DocumentRegion) throws(Never) in "new\n" }
    let again = DocumentRegions(updated)
    guard again.problems.isEmpty, again.regions.count == regions.regions.count,
      again.updated({ (_: DocumentRegion) throws(Never) in "new\n" }) == updated
    else { return .wrong("the page changes when it is updated twice") }
    return .accepted
  }

  /// A document of SCXML is converted; the charts load again, and lint finds no error in them.
  static func document(_ bytes: [UInt8]) -> FuzzTarget.Verdict {
    let result = SCXMLImporter().read(bytes, name: "input.scxml", base: "input")
    guard let chart = result.chart else {
      return result.remarks.contains { $0.severity == .error }
        ? .refused : .wrong("there is no chart and no error")
    }
    for chart in [chart] + result.children.map(\.chart) {
      if let problem = converted(chart) { return .wrong(problem) }
      _ = SCXMLExport(chart, name: "again.scxml")
    }
    return .accepted
  }

  /// A diagram of Mermaid is converted; the chart loads again, and lint finds no error in it.
  static func mermaid(_ bytes: [UInt8]) -> FuzzTarget.Verdict {
    let result = MermaidImport(bytes, name: "input.mmd", base: "input")
    guard let chart = result.chart else {
      return result.remarks.contains { $0.severity == .error }
        ? .refused : .wrong("there is no chart and no error")
    }
    return converted(chart).map { .wrong($0) } ?? .accepted
  }

  /// Errors that converted charts may have: the charts that they invoke are not beside them here. A label with a hidden
  /// character or a name that is too long is refused by `convert`, which loads each chart before it writes it.
  private static let expectedErrors: Set = ["unknown-chart", "hidden-character", "illegal-name"]

  /// What keeps a converted chart from being used as a file; nil when nothing does.
  private static func converted(_ chart: Statechart) -> String? {
    let text = ChartWriter().text(of: chart)
    let file = SourceText(name: "converted.yaml", bytes: Array(text.utf8))
    guard let again = ChartReader().read(file).chart, ChartWriter().text(of: again) == text else {
      return "the chart is another one after it was written and read:\n\(text)"
    }
    let error = Linter().lint(file).findings.first {
      $0.diagnostic.severity == .error && !expectedErrors.contains($0.diagnostic.rule)
    }
    return error.map { "the converted chart has the error \($0.diagnostic.rule): \($0.diagnostic.message)" }
  }

  /// A chart that can be used; nil for a text that is none.
  static func chart(_ source: SourceText) -> Statechart? {
    let reading = ChartReader.advising.read(source)
    guard let chart = reading.chart, !reading.diagnostics.contains(where: { $0.severity == .error }),
      (try? CompiledChart(chart)) != nil
    else { return nil }
    return chart
  }

  /// A chart as a text that is the same for the same chart.
  private static func meaning(_ source: SourceText) -> String? {
    chart(source).map { ChartWriter().text(of: $0) }
  }

  private static func isClean(_ file: LintedFile) -> Bool {
    !file.findings.contains { $0.diagnostic.severity == .error }
  }

  /// A finding that lies outside of the text, or says nothing.
  private static func misplaced(_ file: LintedFile) -> String? {
    for finding in file.findings {
      let diagnostic = finding.diagnostic
      for range in [diagnostic.range] + diagnostic.related.map(\.range)
        + [diagnostic.fix?.range].compactMap(\.self)
      {
        guard range.lowerBound >= 0, range.upperBound <= file.source.bytes.count else {
          return "\(diagnostic.rule) lies outside of the text: \(range)"
        }
      }
      if diagnostic.message.isEmpty || diagnostic.help?.isEmpty != false {
        return "\(diagnostic.rule) says nothing"
      }
      if RuleRegistry.standard.rule(diagnostic.rule) == nil { return "\(diagnostic.rule) is no rule" }
    }
    return nil
  }
}
