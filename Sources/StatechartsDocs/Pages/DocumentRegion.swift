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
    let text = Array(markdown.utf8)
    var result = lineEnd
    result.reserveCapacity(text.count + 2 * lineEnd.count)
    var start = 0
    for index in text.indices where text[index] == 0x0A {
      if start < index { result += indentation }
      result.append(text, start..<index)
      result += lineEnd
      start = index + 1
    }
    return result + lineEnd
  }
}
