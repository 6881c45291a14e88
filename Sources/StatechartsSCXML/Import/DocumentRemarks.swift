import StatechartsModel

/// The remarks about one document, and where the parts of its chart are in it.
///
/// It is a class because all types that convert a document add to the same list, in the order in which they work.
final class DocumentRemarks {
  private(set) var remarks: [SCXMLRemark] = []
  private(set) var source: SCXMLImport.Source

  init(document: String, start: TextPlace) {
    source = SCXMLImport.Source(document: document, places: [], start: start)
  }

  func add(_ severity: SCXMLRemark.Severity, _ message: String, _ place: TextPlace, document: String? = nil) {
    remarks.append(SCXMLRemark(severity, message, document: document ?? source.document, place: place))
  }

  /// Adds a remark about a part of the chart.
  func add(_ severity: SCXMLRemark.Severity, _ message: String, _ origin: ModelOrigin) {
    add(severity, message, source.place(of: origin))
  }

  /// The origin of a part of the chart that comes from a place.
  func origin(_ place: TextPlace) -> ModelOrigin {
    source.places.append(place)
    return ModelOrigin(Int32(clamping: source.places.count - 1))
  }

  /// A name with its origin.
  func name(_ text: String, _ place: TextPlace) -> ChartName {
    ChartName(text, origin: origin(place))
  }

  // MARK: Elements

  /// Reports the attributes that an element should not have.
  func checkAttributes(_ element: XMLElement, _ allowed: Set<String>) {
    for attribute in element.attributes {
      if attribute.namespace.isEmpty, allowed.contains(attribute.name) { continue }
      if attribute.namespace == "http://www.w3.org/XML/1998/namespace" { continue }
      add(
        .lost,
        "The attribute `\(attribute.name)` of `\(element.name)` is not part of SCXML, so it is ignored.",
        attribute.place)
    }
  }

  /// Reports a value that an attribute cannot have. It is treated as the first allowed one.
  func checkValue(_ element: XMLElement, _ name: String, _ allowed: [String]) {
    guard let attribute = element.attribute(name), !allowed.contains(attribute.value) else { return }
    let words = allowed.map { "`\($0)`" }.joined(separator: " or ")
    add(
      .lost,
      "`\(name)` of `\(element.name)` must be \(words). `\(attribute.value)` is treated as `\(allowed[0])`.",
      attribute.place)
  }

  /// Reports two attributes that are not allowed together. The second one counts.
  func checkOnlyOne(_ element: XMLElement, _ first: String, _ second: String) {
    guard let attribute = element.attribute(first), element[second] != nil else { return }
    add(.lost, "`\(first)` and `\(second)` cannot be used together. `\(first)` is ignored.", attribute.place)
  }

  /// Reports an element that is not allowed where it is.
  func refuse(_ element: XMLElement, in parent: String) {
    add(
      .lost, "The element `\(element.name)` is not supported in `\(parent)`, so it is left out.",
      element.place)
  }

  /// Reports everything inside an element that should be empty.
  func checkEmpty(_ element: XMLElement) {
    checkText(element)
    for child in element.elements { refuse(child, in: element.name) }
  }

  /// Reports text directly inside an element that should have none.
  func checkText(_ element: XMLElement) {
    for case .text(let text, let place) in element.content
    where !text.utf8.allSatisfy({ $0 == 32 || $0 == 9 || $0 == 10 }) {
      add(.lost, "The text in `\(element.name)` is ignored.", place)
    }
  }
}
