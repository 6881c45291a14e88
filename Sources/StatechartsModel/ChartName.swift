/// Says which element of the source text a part of a model came from.
///
/// The engine passes the number through and never looks inside; whoever read the text (the YAML reader, say)
/// turns it back into a place that a person can edit.
public struct ModelOrigin: Hashable, Sendable {
  /// The reader's number of the element, or -1 where there is none.
  public let rawValue: Int32

  /// Wraps a reader's element number.
  public init(_ rawValue: Int32) { self.rawValue = rawValue }

  /// The origin of a part that was built in code.
  public static let none = ModelOrigin(-1)
}

/// A name as the author wrote it, with the place where it stands.
///
/// Two names are equal when their texts are; the place does not count.
public struct ChartName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name itself.
  public var text: String
  /// Where the name was written.
  public var origin: ModelOrigin

  /// Makes a name, by default one that was built in code.
  public init(_ text: String, origin: ModelOrigin = .none) {
    self.text = text
    self.origin = origin
  }

  /// Makes a name that was built in code.
  public init(stringLiteral value: String) { self.init(value) }

  /// The name's text.
  public var description: String { text }

  /// Compares the texts only.
  public static func == (left: ChartName, right: ChartName) -> Bool { left.text == right.text }

  /// Hashes the text only.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// An expression as the author wrote it; `CompiledChart` parses and checks it.
public struct ChartExpression: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The source text in the expression language (`Docs/reference/expressions.md`).
  public var text: String
  /// Where the expression was written.
  public var origin: ModelOrigin

  /// Makes an expression from its source text, which is not checked here.
  public init(_ text: String, origin: ModelOrigin = .none) {
    self.text = text
    self.origin = origin
  }

  /// Makes an expression that was built in code.
  public init(stringLiteral value: String) { self.init(value) }

  /// The source text.
  public var description: String { text }
}

/// A named expression: one entry of `assign`, `data`, `input`, `output` or a handler's arguments.
public struct NamedExpression: Hashable, Sendable {
  /// The variable, field or argument.
  public var name: ChartName
  /// What it is set to.
  public var value: ChartExpression

  /// Makes a named expression.
  public init(_ name: ChartName, _ value: ChartExpression) {
    self.name = name
    self.value = value
  }
}
