package import StatechartsModel

/// The words for types.
package enum TypeNames {
  /// All words.
  package static let all: [(name: String, type: ChartValueType)] = [
    ("any", .any), ("bool", .bool), ("int", .int), ("number", .number), ("string", .string),
    ("duration", .duration),
    ("error", .error), ("map", .map),
  ]

  package static var list: String {
    all.map { "`\($0.name)`" }.joined(separator: ", ")
      + ", each also with `?` for an optional value; `[string]` is a list, `{ name: string }` a record"
  }

  /// The type that a word names.
  package static func type(_ text: String) -> ChartValueType? {
    let isOptional = text.utf8.last == UInt8(ascii: "?")
    let word = isOptional ? String(text.dropLast()) : text
    for entry in all where entry.name == word { return isOptional ? .optional(entry.type) : entry.type }
    return nil
  }
}
