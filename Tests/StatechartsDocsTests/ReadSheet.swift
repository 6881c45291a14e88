import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A sheet as a parser of XML reads it.
final class ReadSheet: NSObject, XMLParserDelegate {
  /// An element with what is in it.
  final class Element {
    let name: String
    let attributes: [String: String]
    private(set) weak var parent: Element?
    fileprivate var pieces: [Piece] = []

    /// What an element holds, in order.
    fileprivate enum Piece {
      case text(String)
      case element(Element)
    }

    fileprivate init(_ name: String, _ attributes: [String: String], in parent: Element?) {
      self.name = name
      self.attributes = attributes
      self.parent = parent
    }

    var role: String? { attributes["role"] }
    var label: String { attributes["aria-label"] ?? "" }
    var classes: [String] { (attributes["class"] ?? "").split(separator: " ").map(String.init) }
    var isState: Bool { classes.contains("state") }

    var children: [Element] {
      pieces.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// The text of the element and of those in it.
    var text: String {
      pieces.map { piece in
        switch piece {
        case .text(let text): text
        case .element(let element): element.text
        }
      }.joined()
    }
  }

  /// A transition: the anchors of the state that it leaves and of its targets.
  struct Arrow: Hashable {
    var source: String
    var targets: [String]
  }

  private(set) var root: Element?
  /// All elements in document order.
  private(set) var elements: [Element] = []
  private var open: [Element] = []

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    let isWellFormed = parser.parse()
    try #require(isWellFormed, "\(parser.parserError.map { "\($0)" } ?? "") in line \(parser.lineNumber)")
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    let element = Element(name, attributes, in: open.last)
    open.last?.pieces.append(.element(element))
    if root == nil { root = element }
    elements.append(element)
    open.append(element)
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.pieces.append(.text(text)) }

  // MARK: What it says

  var states: [Element] { elements.filter(\.isState) }

  var rows: [Element] { elements.filter { $0.classes.contains("row") } }

  /// The state in which an element stands.
  func state(around element: Element) -> Element? {
    var next = element.parent
    while let found = next, !found.isState { next = found.parent }
    return next
  }

  /// Each state by its anchor, with the anchor of the state around it.
  var nesting: [String: String] {
    var nesting: [String: String] = [:]
    for state in states {
      nesting[state.attributes["id"] ?? ""] = self.state(around: state)?.attributes["id"] ?? ""
    }
    return nesting
  }

  /// Each transition, with the number of its kind.
  var arrows: [Arrow: Int] {
    var arrows: [Arrow: Int] = [:]
    for row in rows {
      let links = elements.filter { $0.name == "a" && $0.parent === row }
      let arrow = Arrow(
        source: state(around: row)?.attributes["id"] ?? "",
        targets: links.map { String(($0.attributes["href"] ?? "#").dropFirst()) })
      arrows[arrow, default: 0] += 1
    }
    return arrows
  }

  /// The words of all that is shown.
  var words: String { elements.filter { $0.name == "text" }.map(\.text).joined(separator: "\n") }
}
