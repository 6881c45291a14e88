/// A part of a document that is made from a chart: what stands between two markers.
public struct DocumentRegion: Sendable {
  /// The chart's file, as written in the marker.
  public let chart: String
  /// What is shown of the chart.
  public let view: DocumentView
  /// How a diagram shows it; without a run.
  public let settings: DiagramSettings
  /// The file of the run that is shown, as written in the marker; nil for none.
  public let run: String?
  /// Where the opening marker stands, in UTF-8 offsets.
  public let marker: Range<Int>
  /// What stands between the markers, in UTF-8 offsets: whole lines.
  public let content: Range<Int>
  /// The line end of the opening marker, which the content gets too.
  let lineEnd: [UInt8]
  /// The spaces before the opening marker, which the content gets too: it may stand in a list.
  let indentation: [UInt8]

  /// What has to stand between the markers.
  func content(of markdown: String) -> [UInt8] {
    var result = lineEnd
    for line in markdown.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      if !line.isEmpty { result += indentation }
      result += line
      result += lineEnd
    }
    return result + lineEnd
  }
}
