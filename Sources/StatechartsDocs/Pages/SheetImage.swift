import StatechartsModel

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
    path = Self.path(of: chart, settings, run: run)
  }

  /// The path of the image of a chart.
  package static func path(of chart: DocumentedChart, _ settings: DiagramSettings, run: String?) -> String {
    "images/\(name(of: chart.chart.id.text, settings, run: run)).svg"
  }

  // Decision: Docs/decisions/diagrams-and-pages.md#the-sheet-is-an-image-file-beside-the-page
  /// Names with more bytes are shortened: no file system takes more than 255.
  private static let longestName = 120

  /// The name of the file. Different charts and settings have different names.
  private static func name(of id: String, _ settings: DiagramSettings, run: String?) -> String {
    var parts = [XMLText.fragment(id)]
    if let part = settings.part { parts.append("state-" + XMLText.fragment(part.text)) }
    parts += settings.active.sorted().map { "active-" + XMLText.fragment($0) }
    // The run comes last, so that the folders on its path are taken for nothing else.
    if let run {
      parts.append(
        "run-" + run.split(separator: "/").map { XMLText.fragment(String($0)) }.joined(separator: "+"))
    }
    // A fragment has no plus sign, so that the parts of a name cannot be mistaken.
    let name = parts.joined(separator: "+")
    guard name.utf8.count > longestName else { return name }
    return "\(name.prefix(longestName - 20))++\(hash(name))"
  }

  /// A hash that is the same in each run (FNV-1a).
  private static func hash(_ text: String) -> String {
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }

  /// Whether a file was written as an image of a chart.
  // Decision: Docs/decisions/diagrams-and-pages.md#an-image-replaces-only-an-image-of-a-chart
  package static func isOwn(_ bytes: [UInt8]) -> Bool { bytes.starts(with: SheetWriter.mark.utf8) }

  /// What is said instead of a sheet.
  static func words(for sheet: SVGSheet) -> String { "All states and transitions of \(sheet.title)" }

  /// The image in a page, in lines that end with LF.
  package var markdown: String { "![\(Markdown.text(words))](\(path))\n" }
}
