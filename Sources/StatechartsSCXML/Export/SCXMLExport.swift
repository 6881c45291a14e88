import Statecharts
public import StatechartsModel

/// A chart as a document of SCXML with the data model `ecmascript`, as far as SCXML can say it.
///
/// A converted document, converted back, behaves as before. What only charts have (handlers, outputs, retries, words for
/// people) is named in the remarks.
public struct SCXMLExport: Sendable {
  /// The document.
  public let text: String
  /// What could not be carried over.
  public let remarks: [SCXMLRemark]

  /// Whether something could not be carried over.
  public var hasLosses: Bool { remarks.contains { $0.severity != .note } }

  /// Makes the document of a chart.
  ///
  /// - Parameters:
  ///   - name: what remarks call the chart.
  ///   - place: where in the chart's text something stands that the model got from there.
  public init(_ chart: Statechart, name: String, place: (ModelOrigin) -> TextPlace? = { _ in nil }) {
    var writer = SCXMLWriter(name: name)
    text = XMLWriter.document(writer.document(of: chart))
    // What has no place of its own is told at the chart's beginning.
    let reported: [SCXMLRemark] = writer.findings.map { finding in
      SCXMLRemark(
        finding.severity, finding.message, document: name,
        place: place(finding.origin) ?? place(chart.id.origin))
    }
    var seen: Set<SCXMLRemark> = []
    remarks = reported.enumerated().filter { seen.insert($0.element).inserted }.sorted { left, right in
      // The order of a sort is not that of the list where places are equal.
      let (first, second) = (left.element.place, right.element.place)
      return (first?.line ?? 0, first?.column ?? 0, left.offset)
        < (second?.line ?? 0, second?.column ?? 0, right.offset)
    }.map(\.element)
  }
}
