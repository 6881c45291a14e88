/// What kinds of values something can have, as far as that is known before a chart runs.
///
/// ECMAScript and charts agree on an operation for some kinds of operands and not for others, so what a document means
/// can be kept, or a difference named, only by the kinds.
struct ValueKinds: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  /// No value: `undefined`, in charts `unset`.
  static let undefined = ValueKinds(rawValue: 1)
  /// `null`, which charts do not tell from no value.
  static let null = ValueKinds(rawValue: 2)
  static let bool = ValueKinds(rawValue: 4)
  /// A number that charts hold as a whole number.
  static let int = ValueKinds(rawValue: 8)
  /// A number that charts hold as one with a fraction, even where the fraction is zero.
  static let number = ValueKinds(rawValue: 16)
  /// A text of ASCII only.
  static let ascii = ValueKinds(rawValue: 32)
  /// A text whose characters all lie below U+D800: each is one unit of UTF-16, and they are ordered alike.
  static let low = ValueKinds(rawValue: 64)
  /// Any other text.
  static let text = ValueKinds(rawValue: 128)
  static let list = ValueKinds(rawValue: 256)
  static let map = ValueKinds(rawValue: 512)
  /// Something that only one side has: XML as a value, or a span of time.
  static let other = ValueKinds(rawValue: 1024)

  static let nothing: ValueKinds = [.undefined, .null]
  static let numbers: ValueKinds = [.int, .number]
  static let texts: ValueKinds = [.ascii, .low, .text]
  /// Texts that are measured and ordered alike.
  static let lowTexts: ValueKinds = [.ascii, .low]
  static let scalars: ValueKinds = [.bool, .int, .number, .ascii, .low, .text]
  /// What comes from outside. Charts have no `null`, so it comes only from the document itself.
  static let unknown: ValueKinds = [.undefined, .scalars, .list, .map]

  /// Whether it surely is one of some kinds.
  func isOnly(_ kinds: ValueKinds) -> Bool { isSubset(of: kinds) }

  /// Whether it may be one of some kinds.
  func mayBe(_ kinds: ValueKinds) -> Bool { !isDisjoint(with: kinds) }

  /// Every single kind.
  static let single: [ValueKinds] = [
    .undefined, .null, .bool, .int, .number, .ascii, .low, .text, .list, .map, .other,
  ]

  /// The kind of a text.
  static func of(_ text: String) -> ValueKinds {
    var result = ValueKinds.ascii
    for scalar in text.unicodeScalars {
      if scalar.value >= 0xD800 { return .text }
      if scalar.value >= 0x80 { result = .low }
    }
    return result
  }

  /// A text made of one of each.
  func joined(_ other: ValueKinds) -> ValueKinds {
    let both = union(other)
    return both.contains(.text) ? .text : both.contains(.low) ? .low : .ascii
  }
}

/// What is known of a value.
struct ValueFacts: Hashable, Sendable {
  var kinds: ValueKinds
  /// No number in it is farther from zero.
  var largest = 0.0
  /// What the elements are where it is a list.
  var elements: ValueKinds = []

  static let unknown = ValueFacts(kinds: .unknown, largest: .infinity, elements: .unknown)

  /// The largest whole number up to which ECMAScript represents all whole numbers exactly.
  static let exact = 9_007_199_254_740_991.0

  init(kinds: ValueKinds, largest: Double = 0, elements: ValueKinds = []) {
    self.kinds = kinds
    self.largest = largest
    self.elements = elements
  }

  /// What is known of something that is one or the other.
  func union(_ other: ValueFacts) -> ValueFacts {
    ValueFacts(
      kinds: kinds.union(other.kinds), largest: max(largest, other.largest),
      elements: elements.union(other.elements))
  }
}
