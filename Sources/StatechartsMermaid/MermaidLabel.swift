internal import Statecharts

/// What stands at an arrow: `event [condition] / actions`.
struct MermaidLabel {
  /// The event, or whatever else stands there.
  var words = ""
  /// What stands in brackets, unless that is `else`.
  var condition: String?
  /// Whether `[else]` stands there: followed when no other condition holds.
  var isElse = false
  /// What stands behind `/`.
  var actions: [String] = []
  var isInternal = false

  init(_ text: String) {
    var rest = text
    if rest.hasSuffix(" (internal)") {
      rest = String(rest.dropLast(11))
      isInternal = true
    }
    if let range = rest.hasPrefix("/ ")
      ? rest.startIndex..<rest.index(rest.startIndex, offsetBy: 2) : rest.firstRange(of: " / ")
    {
      actions = rest[range.upperBound...].split(separator: ",").map { MermaidReader.trimmed($0) }
      // Behind `set` stand variables, as far as one can tell.
      if let first = actions.firstIndex(where: { $0.hasPrefix("set ") }) {
        actions[first...] = [actions[first...].joined(separator: ", ")]
      }
      rest = MermaidReader.trimmed(rest[..<range.lowerBound])
    }
    if rest.hasSuffix("]"), let open = rest.firstIndex(of: "[") {
      condition = MermaidReader.trimmed(rest[rest.index(after: open)...].dropLast())
      rest = MermaidReader.trimmed(rest[..<open])
      if condition == "else" { (condition, isElse) = (nil, true) }
    }
    words = rest
  }

  /// Words as one name: `Email address received` becomes `emailAddressReceived`.
  static func name(from text: String, else fallback: String) -> String {
    if NameRule.isExpressionName(text) { return text }
    var result = ""
    for word in text.unicodeScalars.split(whereSeparator: {
      !$0.isASCII || !$0.properties.isAlphabetic && !("0"..."9" ~= $0)
    }) {
      let word = String(String.UnicodeScalarView(word))
      let isCode = word == word.uppercased()
      if result.isEmpty {
        result =
          isCode && word.utf8.count > 1 ? word.lowercased() : word.prefix(1).lowercased() + word.dropFirst()
      } else {
        result += word.prefix(1).uppercased() + word.dropFirst()
      }
      if result.utf8.count > 60 { break }
    }
    result = String(result.prefix(60))
    if NameRule.isExpressionName(result) { return result }
    let other = fallback + result.prefix(1).uppercased() + result.dropFirst()
    return NameRule.isExpressionName(other) ? other : fallback
  }
}
