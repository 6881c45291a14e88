public import Statecharts

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
  /// - Parameter name: what remarks call the chart.
  public init(_ chart: Statechart, name: String) {
    var writer = SCXMLWriter(name: name)
    text = XMLWriter.document(writer.document(of: chart))
    remarks = writer.remarks
  }
}
