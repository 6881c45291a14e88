/// The regions of a Markdown document that are made from charts.
///
/// A region begins with a line `<!-- statechart: charts/sign-in.yaml view=diagram -->` and ends with a line
/// `<!-- /statechart -->`. Besides `view` (a `DocumentView`, by default the diagram) a marker may have
/// `state=asking`, `depth=2`, `direction=right`, `notes=errors`, `active=asking` and `title="Sign in"`, which go to the
/// diagram, and `run=FILE`, a recorded run. Markers in fenced code and within other text are text. Everything outside the regions is kept to the byte.
public struct DocumentRegions: Sendable {
  /// How a region is begun, as advice.
  package static let markerForm =
    "Write <!-- statechart: charts/NAME.yaml view=diagram --> on a line of its own."

  /// The document.
  public let bytes: [UInt8]
  /// The regions, in document order; of a document with problems those that could be understood.
  public let regions: [DocumentRegion]
  /// What is wrong with the markers, in document order; such a document is not to be written.
  public let problems: [DocumentProblem]

  /// Finds the regions of a document, which need not be valid UTF-8 outside the markers.
  public init(_ bytes: [UInt8]) {
    var scanner = RegionScanner(bytes)
    scanner.scan()
    self.bytes = bytes
    self.regions = scanner.regions
    self.problems = scanner.problems
  }

  /// The document with new content in every region.
  ///
  /// - Parameter markdown: Gives the content of a region, in lines that end with LF.
  /// - Throws: What `markdown` throws.
  public func updated<Failure: Error>(
    _ markdown: (DocumentRegion) throws(Failure) -> String
  ) throws(Failure) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var end = 0
    for region in regions {
      result += bytes[end..<region.content.lowerBound]
      result += region.content(of: try markdown(region))
      end = region.content.upperBound
    }
    return result + bytes[end...]
  }
}
