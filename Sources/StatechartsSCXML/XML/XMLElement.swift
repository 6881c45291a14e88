/// A place in a text: line and column, both counted from 1, columns in characters.
public struct TextPlace: Hashable, Sendable {
  /// The line.
  public var line: Int
  /// The column.
  public var column: Int

  /// Makes a place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// An element of an XML document with its attributes and what is inside it.
package struct XMLElement: Sendable {
  /// An attribute with its value.
  package struct Attribute: Sendable {
    /// The name without its prefix.
    package var name: String
    /// The namespace of the prefix; empty without one.
    package var namespace: String
    package var value: String
    package var place: TextPlace

    /// Makes an attribute.
    package init(
      name: String, namespace: String = "", value: String, place: TextPlace = TextPlace(line: 1, column: 1)
    ) {
      self.name = name
      self.namespace = namespace
      self.value = value
      self.place = place
    }
  }

  /// What is inside an element.
  package enum Node: Sendable {
    case element(XMLElement)
    /// Text; neighboring pieces are one.
    case text(String, TextPlace)
  }

  /// The name without its prefix.
  package var name: String
  /// The namespace; empty for none.
  package var namespace: String
  package var attributes: [Attribute] = []
  package var content: [Node] = []
  package var place: TextPlace

  /// Makes an element.
  package init(
    name: String, namespace: String, attributes: [Attribute] = [], content: [Node] = [],
    place: TextPlace = TextPlace(line: 1, column: 1)
  ) {
    self.name = name
    self.namespace = namespace
    self.attributes = attributes
    self.content = content
    self.place = place
  }

  /// The elements inside, in order.
  package var elements: [XMLElement] {
    content.compactMap { node in
      if case .element(let element) = node { return element }
      return nil
    }
  }

  /// All text directly inside.
  package var text: String {
    content.reduce(into: "") { result, node in
      if case .text(let text, _) = node { result += text }
    }
  }

  /// An attribute without a namespace.
  package func attribute(_ name: String) -> Attribute? {
    attributes.first { $0.name == name && $0.namespace.isEmpty }
  }

  /// The value of an attribute without a namespace.
  package subscript(name: String) -> String? {
    get { attribute(name)?.value }
    set {
      attributes.removeAll { $0.name == name && $0.namespace.isEmpty }
      if let newValue { attributes.append(Attribute(name: name, value: newValue)) }
    }
  }
}
