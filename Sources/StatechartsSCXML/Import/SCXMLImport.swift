import Statecharts
public import StatechartsModel

/// A document of SCXML as charts: the document's own, and one for each that it invokes.
public struct SCXMLImport: Sendable {
  /// A chart with the path of its file, relative to that of the first one.
  public struct Part: Sendable {
    /// The path, ending in `.yaml`.
    public var path: String
    /// The chart.
    public var chart: Statechart

    /// Makes a part.
    public init(path: String, chart: Statechart) {
      self.path = path
      self.chart = chart
    }
  }

  /// The document's chart; nil when it cannot be converted.
  public var chart: Statechart?
  /// The charts that it invokes, directly or through others, by the paths under which it names them.
  public var children: [Part]
  /// What was noticed, in the order of the documents.
  public var remarks: [SCXMLRemark]
  /// What the charts were made of, by their paths.
  package var sources: [String: Source] = [:]

  /// A document with the places in it from which the parts of its chart come.
  package struct Source: Sendable {
    /// What remarks call the document.
    package var document: String
    var places: [TextPlace]
    var start: TextPlace

    /// Where a part of the chart stands in the document.
    package func place(of origin: ModelOrigin) -> TextPlace {
      let index = Int(origin.rawValue)
      return places.indices.contains(index) ? places[index] : start
    }
  }

  /// Whether something could not be carried over.
  public var hasLosses: Bool { remarks.contains { $0.severity != .note } }
}

/// Converts documents of SCXML 1.0 with the data models `null` and `ecmascript` to charts.
///
/// State ids, document order and meaning are kept. ECMAScript that has an equivalent in the expression language of
/// charts is converted. Everything else is reported and fails when it runs.
public struct SCXMLImporter: Sendable {
  /// Reads a file that a document names, such as `child.scxml`; nil without such a file.
  public typealias Resolver = @Sendable (_ reference: String) -> [UInt8]?

  /// How many documents one may bring with it.
  public static let maximumDocuments = 100

  /// Documents inside one another, the outermost counted: as many as charts may be.
  public static let deepestDocument = 8

  private let limits: XMLLimits
  private let resolve: Resolver

  /// Makes an importer.
  ///
  /// - Parameter resolve: reads the files that documents name by `src`. By default there are none.
  public init(limits: XMLLimits = .default, resolve: @escaping Resolver = { _ in nil }) {
    self.limits = limits
    self.resolve = resolve
  }

  /// Converts a document.
  ///
  /// - Parameters:
  ///   - bytes: the document in UTF-8.
  ///   - name: what remarks call it. Documents that name the file of this one by its last part invoke this one.
  ///   - base: what the files of inline child charts begin with, and the chart's id where the document has no name.
  ///   - file: the name of the chart's own file, which no child chart gets; by default `base` with `.yaml`.
  public func read(_ bytes: [UInt8], name: String, base: String, file: String? = nil) -> SCXMLImport {
    var result = SCXMLImport(chart: nil, children: [], remarks: [])
    let root: XMLElement
    do throws(XMLProblem) {
      root = try XMLReader.read(bytes, limits: limits)
    } catch {
      result.remarks.append(SCXMLRemark(.error, error.message, document: name, place: error.place))
      return result
    }
    // What one document gives another is known only after both were read, so they are read until nothing new comes.
    var facts = DocumentFacts()
    for round in 1...Self.mostRounds {
      let known = round == Self.mostRounds ? facts.withoutInputs() : facts
      let (outcome, found) = read(root, name: name, base: base, file: file ?? base + ".yaml", facts: known)
      result = outcome
      if found == known { break }
      facts = found
    }
    return result
  }

  /// How often documents are read until it is known what they give each other.
  private static let mostRounds = 6

  private func read(
    _ root: XMLElement, name: String, base: String, file: String, facts: DocumentFacts
  ) -> (SCXMLImport, DocumentFacts) {
    var result = SCXMLImport(chart: nil, children: [], remarks: [])
    var facts = facts
    let first = DocumentQueue.Document(path: file, element: root, name: name, base: base)
    var documents = DocumentQueue(first, limits: limits, resolve: resolve)
    var invocations = InvocationGraph()
    while let document = documents.next() {
      let remarks = DocumentRemarks(document: document.name, start: document.element.place)
      var builder = SCXMLChartBuilder(documents, facts, remarks)
      let chart = builder?.chart()
      if let builder {
        documents = builder.documents
        facts = builder.facts
        for (path, place) in builder.invoked {
          invocations.add(path, from: document.path, document: document.name, place: place)
        }
      }
      let source = remarks.source
      result.sources[document.path] = source
      result.remarks += remarks.remarks
      // What the compiler finds is reported where it is in the document.
      let hasErrors = remarks.remarks.contains { $0.severity == .error }
      result.remarks += (hasErrors ? [] : chart?.problems() ?? []).map { problem in
        let place = source.place(of: problem.origin)
        return SCXMLRemark(.error, problem.message, document: document.name, place: place)
      }
      if document.path == file {
        result.chart = chart
      } else if let chart {
        result.children.append(.init(path: document.path, chart: chart))
      }
    }
    let cycles = invocations.cycles()
    result.remarks += cycles.isEmpty ? invocations.tooDeep(from: file, levels: Self.deepestDocument) : cycles
    if result.remarks.contains(where: { $0.severity == .error }) { result.chart = nil }
    return (result, facts)
  }
}
