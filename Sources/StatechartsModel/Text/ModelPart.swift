/// A part of the model that knows its text.
protocol ModelPart: Equatable {
  /// What is read into. As the value of a key it is left out.
  static var blank: Self { get }
  /// Whether the part begins a line in a list.
  static var beginsLine: Bool { get }
  /// Writes the part, or reads it into `self`, which is `blank` before.
  mutating func code(_ text: inout ModelText) throws(ModelTextProblem)
}

extension ModelPart {
  static var beginsLine: Bool { false }
}

/// A part that is an object.
protocol ModelObject: ModelPart {
  /// Writes or reads its keys.
  mutating func keys(_ text: inout ModelText) throws(ModelTextProblem)
}

extension ModelObject {
  static var beginsLine: Bool { true }

  mutating func code(_ text: inout ModelText) throws(ModelTextProblem) {
    try text.object { (text) throws(ModelTextProblem) in try keys(&text) }
  }
}

/// A part whose text is its raw value.
protocol ModelWord: ModelPart, RawRepresentable<String> {}

extension ModelWord {
  mutating func code(_ text: inout ModelText) throws(ModelTextProblem) {
    var word = rawValue
    try text.text(&word)
    guard let known = Self(rawValue: word) else { throw text.expected("a word that is known") }
    self = known
  }
}

/// Two parts, for the cases of enumerations.
struct ModelPair<First: ModelPart, Second: ModelPart>: ModelPart {
  var first: First
  var second: Second

  static var blank: Self { Self(.blank, .blank) }

  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  mutating func code(_ text: inout ModelText) throws(ModelTextProblem) { try text.pair(&first, &second) }
}

extension String: ModelPart {
  static var blank: Self { "" }
  mutating func code(_ text: inout ModelText) throws(ModelTextProblem) { try text.text(&self) }
}

extension Bool: ModelPart {
  static var blank: Self { false }
  mutating func code(_ text: inout ModelText) throws(ModelTextProblem) { try text.truth(&self) }
}

extension Int: ModelPart {
  static var blank: Self { 0 }
  mutating func code(_ text: inout ModelText) throws(ModelTextProblem) { try text.integer(&self) }
}

extension Int64: ModelPart {
  static var blank: Self { 0 }
  mutating func code(_ text: inout ModelText) throws(ModelTextProblem) { try text.integer(&self) }
}

/// Seconds and attoseconds.
extension Duration: ModelPart {
  static var blank: Self { .zero }
  mutating func code(_ text: inout ModelText) throws(ModelTextProblem) {
    var (seconds, attoseconds) = components
    try text.pair(&seconds, &attoseconds)
    guard attoseconds.magnitude < 1_000_000_000_000_000_000 else { throw text.expected("less than a second") }
    self = Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
  }
}

extension Optional: ModelPart where Wrapped: ModelPart {
  static var blank: Self { nil }
  mutating func code(_ text: inout ModelText) throws(ModelTextProblem) {
    var value = self ?? Wrapped.blank
    try value.code(&text)
    self = value
  }
}

extension Array: ModelPart where Element: ModelPart {
  static var blank: Self { [] }
  mutating func code(_ text: inout ModelText) throws(ModelTextProblem) { try text.list(&self) }
}
