import StatechartsModel

internal import Statecharts

// One document of SCXML becomes one chart:
//
//   SCXMLChartBuilder             the document; remarks; names
//   SCXMLChartBuilder+Names       first pass: states, variables, ids
//   SCXMLChartBuilder+States      states and transitions
//   SCXMLChartBuilder+Data        the data model: where variables get their values
//   SCXMLChartBuilder+Actions     executable content
//   SCXMLChartBuilder+Send        send and cancel
//   SCXMLChartBuilder+Invocations invoke
//   SCXMLChartBuilder+Expressions expressions of the data model
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

  /// In what language the document's expressions are.
  enum DataModel { case null, ecmascript, statechart }

  let document: String
  let base: String
  let resolve: SCXMLImporter.Resolver
  let limits: XMLLimits
  /// The paths of files that were named, by their names in documents.
  var known: [String: String]
  var pathsInUse: FreshNames
  /// Whether the documents are more than are converted.
  var isFull = false
  /// The top-level data of each document, by the path of its chart.
  var dataByPath: [String: Set<String>]
  var children: [ChildDocument] = []
  var remarks: [SCXMLRemark] = []

  var dataModel = DataModel.null
  var isLateBinding = false
  var translator = ESTranslator()
  /// Ids of states by those of the document.
  var states: [String: String] = [:]
  /// All names of states and variables, so that new ones differ.
  var stateIDs: Set<String> = []
  /// How many names of loops were made.
  var loopNames = 0
  /// Parts of events' names by those of the document that a chart cannot have.
  var eventParts: [String: String] = [:]
  /// Ids of running work and of sends by those of the document.
  var invokeIDs: [String: String] = [:]
  var sendIDs: [String: String] = [:]
  var variables: [ContextVariable] = []
  /// Where the variables of the document stand in the list, by their names in the chart.
  var variablePlaces: [String: Int] = [:]
  var variableNames = FreshNames(["session"])
  /// What expressions can name.
  var scope = ExpressionScope()
  var topLevelData: Set<String> = []
  /// What sets variables when the chart starts, each a block of its own.
  var startBlocks: [ChartAction] = []
  /// The scripts of the document, which run when all data have their values (Appendix D, `interpret`).
  var scriptBlocks: [ChartAction] = []
  /// The charts that are kept in variables.
  var chartsInData: [ChartName] = []
  /// The documents that texts name, in order: what a computed `src` may be.
  var fileNames: [(name: String, place: TextPlace)] = []
  var fileNameSet: Set<String> = []
  /// The same with the paths of their charts, as soon as one is wanted.
  var namedFiles: [(reference: String, path: String)]?
  var generated = 0
  /// The path of the chart's file.
  var path = ""
  /// Where the parts of the chart stand in the document, by their origins.
  var places: [TextPlace] = []
  /// The charts that are invoked, with the places of the invocations.
  var invoked: [(path: String, place: TextPlace)] = []
  /// What is known of all documents; what this one adds to it counts the next time.
  var documentFacts = DocumentFacts()
  /// The expression that was rendered last.
  var last = ESTranslator.Rendered("", .unknown)
  /// The variables that were read since this was emptied, by their names in the document.
  var reads: Set<String> = []
  /// Where variables stand in the document, by their names in it.
  var dataOrder: [String: Int] = [:]
  /// The ids of the data that were read.
  var dataRead: Set<String> = []

  init(
    document: String, base: String, resolve: @escaping SCXMLImporter.Resolver, limits: XMLLimits,
    known: [String: String], pathsInUse: Set<String>, dataByPath: [String: Set<String>]
  ) {
    self.document = document
    self.base = base
    self.resolve = resolve
    self.limits = limits
    self.known = known
    self.pathsInUse = FreshNames(pathsInUse)
    self.dataByPath = dataByPath
  }

  /// Makes the chart; nil, after a remark, when the element is no document of SCXML.
  mutating func chart(_ element: XMLElement) -> Statechart? {
    guard element.namespace == Self.namespace, element.name == "scxml" else {
      let help = "Write `xmlns=\"\(Self.namespace)\"`."
      add(
        .error,
        element.name != "scxml"
          ? "The root element is `\(element.name)`, not `scxml`."
          : element.namespace.isEmpty
            ? "The namespace of `scxml` is missing. \(help)"
            : "The namespace `\(element.namespace)` is not the one of SCXML. \(help)", element.place)
      return nil
    }
    checkAttributes(element, ["initial", "name", "version", "datamodel", "binding", "exmode"])
    if let version = element["version"], version != "1.0" {
      add(.error, "The SCXML version `\(version)` is not supported. Use `1.0`.", element.place)
    }
    switch element["datamodel"] ?? "null" {
    case "null": dataModel = .null
    case "ecmascript": dataModel = .ecmascript
    case "statechart": dataModel = .statechart
    case let other:
      add(.error, "The data model `\(other)` is not supported. Use `null` or `ecmascript`.", element.place)
    }
    checkValue(element, "binding", ["early", "late"])
    isLateBinding = element["binding"] == "late"
    translator.documentName = element["name"] ?? ""
    collectNames(element)
    inferFacts(element)
    let id = NameRule.isIdentifier(element["name"] ?? "") ? element["name"] ?? "" : identifier(from: base)
    if let name = element["name"], name != id {
      add(.lost, "The name `\(name)` is not a valid chart id, so it was changed to `\(id)`.", element.place)
    }
    var root = StateNode(name(id, element.place))
    readChildren(of: &root, element)
    root.initial = initial(of: element, root)
    root.entry = unwrapped(startBlocks + scriptBlocks)
    tellDifferences(of: root)
    if root.states.isEmpty { add(.error, "The document has no states.", element.place) }
    return Statechart(ChartName(id), context: variables, root: root)
  }

  // MARK: Places

  /// Notes where a part of the chart stands.
  mutating func origin(_ place: TextPlace) -> ModelOrigin {
    places.append(place)
    return ModelOrigin(Int32(clamping: places.count - 1))
  }

  /// A name that stands at a place.
  mutating func name(_ text: String, _ place: TextPlace) -> ChartName {
    ChartName(text, origin: origin(place))
  }

  // MARK: Remarks

  mutating func add(_ severity: SCXMLRemark.Severity, _ message: String, _ place: TextPlace?) {
    remarks.append(SCXMLRemark(severity, message, document: document, place: place))
  }

  /// Names the attributes that an element should not have.
  mutating func checkAttributes(_ element: XMLElement, _ allowed: Set<String>) {
    for attribute in element.attributes {
      if attribute.namespace.isEmpty, allowed.contains(attribute.name) { continue }
      if attribute.namespace == "http://www.w3.org/XML/1998/namespace" { continue }
      add(
        .lost,
        "The attribute `\(attribute.name)` of `\(element.name)` is not part of SCXML, so it is ignored.",
        attribute.place)
    }
  }

  /// Names a value that an attribute cannot have, and says what it counts as, which is the first one that it can have.
  mutating func checkValue(_ element: XMLElement, _ name: String, _ allowed: [String]) {
    guard let attribute = element.attribute(name), !allowed.contains(attribute.value) else { return }
    let words = allowed.map { "`\($0)`" }.joined(separator: " or ")
    add(
      .lost,
      "`\(name)` of `\(element.name)` must be \(words). `\(attribute.value)` is treated as `\(allowed[0])`.",
      attribute.place)
  }

  /// Names attributes of which only one may be given, where the last of them counts.
  mutating func checkOnlyOne(_ element: XMLElement, _ first: String, _ second: String) {
    guard let attribute = element.attribute(first), element[second] != nil else { return }
    add(.lost, "`\(first)` and `\(second)` cannot be used together. `\(first)` is ignored.", attribute.place)
  }

  /// Names an element that is not allowed where it is.
  mutating func refuse(_ element: XMLElement, in parent: String) {
    add(
      .lost, "The element `\(element.name)` is not supported in `\(parent)`, so it is left out.",
      element.place)
  }

  /// Names everything inside an element that has nothing inside.
  mutating func checkEmpty(_ element: XMLElement) {
    checkText(element)
    for child in element.elements { refuse(child, in: element.name) }
  }

  /// Names text where there should be none.
  mutating func checkText(_ element: XMLElement) {
    for case .text(let text, let place) in element.content
    where !text.utf8.allSatisfy({ $0 == 32 || $0 == 9 || $0 == 10 }) {
      add(.lost, "The text in `\(element.name)` is ignored.", place)
    }
  }

  // MARK: Names

  /// A legal identifier made from a text.
  func identifier(from text: String) -> String {
    var result = ""
    for byte in text.utf8.prefix(NameRule.longest - 8) {
      let isLegal = byte == 0x2D || byte == 0x5F || Self.isLetter(byte) || (0x30...0x39).contains(byte)
      result += isLegal ? String(UnicodeScalar(byte)) : "_"
    }
    return NameRule.isIdentifier(result) ? result : "s" + result
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
  }

  /// A name of a variable or field made from a text.
  func expressionName(from text: String) -> String {
    if NameRule.isExpressionName(text) { return text }
    let name = identifier(from: text).replacing("-", with: "_")
    return NameRule.isExpressionName(name) ? name : name + "_"
  }

  /// An id that is not in use yet.
  mutating func freshID(_ beginning: String) -> String {
    var id = beginning
    while stateIDs.contains(id) {
      generated += 1
      id = "\(beginning)\(generated)"
    }
    stateIDs.insert(id)
    return id
  }

  /// The names in a list of names.
  func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }.map(String.init)
  }

  /// An event's name; illegal ones are changed, after a remark.
  mutating func eventName(_ text: String, _ place: TextPlace) -> String {
    if NameRule.isEventName(text) { return text }
    let name = Self.parts(of: text).map { eventParts[$0] ?? $0 }.joined(separator: ".")
    add(.lost, "`\(text)` is not a valid event name, so it was renamed to `\(name)`.", place)
    return name
  }
}

extension XMLElement {
  /// Whether the element belongs to SCXML.
  var isSCXML: Bool { namespace == SCXMLChartBuilder.namespace }
}
