internal import Statecharts

/// A sheet as an image file beside a page.
package struct SheetImage {
  /// The path of the file from the page's folder. The same chart and settings always have the same path.
  package let path: String
  /// What is said instead of the image where it cannot be seen.
  package let words: String
  /// The image.
  package let text: String

  /// Draws a chart.
  ///
  /// - Parameter run: The file of the run in the settings, which names the image.
  package init(_ chart: DocumentedChart, _ settings: DiagramSettings, run: String? = nil) {
    let sheet = SVGSheet(chart, settings)
    text = sheet.text
    words = Self.words(for: sheet)
    var name = [chart.chart.id.text]
    if let part = settings.part { name.append(part.text) }
    if !settings.active.isEmpty { name += ["active"] + settings.active.sorted() }
    if let run, let file = run.split(separator: "/").last {
      name += ["run", String(file.prefix { $0 != "." })]
    }
    path = "images/" + name.map(XMLText.fragment).joined(separator: "-") + ".svg"
  }

  /// What is said instead of a sheet.
  static func words(for sheet: SVGSheet) -> String { "All states and transitions of \(sheet.title)" }

  /// The image in a page, in lines that end with LF.
  package var markdown: String { "![\(Markdown.text(words))](\(path))\n" }
}
