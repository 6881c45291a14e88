import StatechartsModel

internal import Statecharts

// One document of SCXML becomes one chart. The types of an import, in an order in which they can be read:
//
//   DocumentFacts                 what is known of all documents
//   DocumentRemarks               remarks about a document; checks of its elements; origins
//   DocumentNames                 first pass: states, variables, ids, events
//   DocumentQueue                 the documents to convert
//   InlineContent                 texts inside elements as values
//   VariableInference             what variables can hold
//   DocumentExpressions           expressions of the data model
//   DocumentData                  the data model: where variables get their values
//   AlgorithmDifferences          where a chart differs from SCXML's algorithm
//   SCXMLChartBuilder             the chart of a document
//   SCXMLChartBuilder+States      states and transitions
//   SCXMLChartBuilder+Actions     executable content
//   SCXMLChartBuilder+Send        send and cancel
//   SCXMLChartBuilder+Invocations invoke
//   SCXMLImporter                 converts documents until it is known what they give each other
//
// All recursion follows the document's elements, whose depth the XML reader limits.

/// Makes the chart of one document.
struct SCXMLChartBuilder {
  static let namespace = "http://www.w3.org/2005/07/scxml"
  /// Other namespaces in which what a document says has a meaning of its own.
  static let eventProcessors: Set<String> = [
    "", "scxml", "http://www.w3.org/TR/scxml", "http://www.w3.org/TR/scxml/#SCXMLEventProcessor",
  ]
  static let invokeTypes: Set<String> = [
    "", "scxml", "http://www.w3.org/TR/scxml", "http://www.w3.org/TR/scxml/",
  ]

  let remarks: DocumentRemarks
  var documents: DocumentQueue
  /// What is known of all documents; what this one adds to it counts the next time.
  var facts: DocumentFacts
  var names: DocumentNames
  var expressions: DocumentExpressions
  var data: DocumentData
  /// The scripts of the document, which run when all data have their values (Appendix D, `interpret`).
  var scriptBlocks: [ChartAction] = []
  /// The documents that texts name, with the paths of their charts, as soon as one is wanted.
  var namedFiles: [(reference: String, path: String)]?
  /// The charts that are invoked, with the places of the invocations.
  var invoked: [(path: String, place: TextPlace)] = []

  /// Reads the names of the queue's current document; nil, after a remark, when it is no document of SCXML.
  init?(_ documents: DocumentQueue, _ facts: DocumentFacts, _ remarks: DocumentRemarks) {
    let element = documents.current.element
    guard element.isSCXML, element.name == "scxml" else {
      let problem =
        element.namespace.isEmpty
        ? "The namespace of `scxml` is missing."
        : "The namespace `\(element.namespace)` is not the one of SCXML."
      remarks.add(
        .error,
        element.name == "scxml"
          ? "\(problem) Write `xmlns=\"\(Self.namespace)\"`."
          : "The root element is `\(element.name)`, not `scxml`.", element.place)
      return nil
    }
    remarks.checkAttributes(element, ["initial", "name", "version", "datamodel", "binding", "exmode"])
    if let version = element["version"], version != "1.0" {
      remarks.add(.error, "The SCXML version `\(version)` is not supported. Use `1.0`.", element.place)
    }
    let modelName = element["datamodel"] ?? "null"
    let dataModel = DocumentExpressions.DataModel(rawValue: modelName)
    if dataModel == nil {
      remarks.add(
        .error, "The data model `\(modelName)` is not supported. Use `null` or `ecmascript`.", element.place)
    }
    remarks.checkValue(element, "binding", ["early", "late"])
    self.remarks = remarks
    self.documents = documents
    self.facts = facts
    names = DocumentNames(of: element, eventParts: &self.facts.eventParts, remarks)
    expressions = DocumentExpressions(of: documents.current, dataModel ?? .null, names, facts, remarks)
    data = DocumentData(names, isLateBinding: element["binding"] == "late", remarks)
  }

  /// Makes the chart.
  mutating func chart() -> Statechart {
    let (element, base) = (documents.current.element, documents.current.base)
    var id = element["name"] ?? ""
    if !NameRule.isIdentifier(id) { id = DocumentNames.identifier(from: base) }
    if let name = element["name"], name != id {
      remarks.add(
        .lost, "The name `\(name)` is not a valid chart id, so it was changed to `\(id)`.", element.place)
    }
    var root = StateNode(remarks.name(id, element.place))
    readChildren(of: &root, element)
    root.initial = initial(of: element, root)
    root.entry = unwrapped(data.startBlocks + scriptBlocks)
    AlgorithmDifferences.report(in: root, to: remarks)
    if root.states.isEmpty { remarks.add(.error, "The document has no states.", element.place) }
    if expressions.usesNull { facts.hasNull = true }
    return Statechart(ChartName(id), context: data.variables, root: root)
  }
}

extension XMLElement {
  /// Whether the element belongs to SCXML.
  var isSCXML: Bool { namespace == SCXMLChartBuilder.namespace }
}

extension String {
  /// The names in a list of names, which blanks separate.
  var listedNames: [String] {
    split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }.map(String.init)
  }
}
