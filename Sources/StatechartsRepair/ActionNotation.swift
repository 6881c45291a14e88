import Statecharts
import StatechartsYAML

/// Actions in the notation of programs and of people, and the same in YAML.
enum ActionNotation {
  /// `assign: { n: n + 1 }` for `n = n + 1`, `n += 1` and `n++`; nil for anything else.
  static func assignment(_ text: String) -> String? {
    let trimmed = text.drop { $0 == " " }
    let name = trimmed.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    guard NameRule.isExpressionName(String(name)) else { return nil }
    let rest = trimmed[name.endIndex...].drop { $0 == " " }
    if rest == "++" || rest == "--" { return "assign: { \(name): \(name) \(rest.prefix(1)) 1 }" }
    for sign in ["+=", "-=", "*=", "/="] where rest.hasPrefix(sign) {
      let value = String(rest.dropFirst(2).drop { $0 == " " })
      return value.isEmpty ? nil : "assign: { \(name): \(name) \(sign.prefix(1)) \(operand(value)) }"
    }
    for sign in [":=", "="] where rest.hasPrefix(sign) && !rest.hasPrefix("==") {
      let value = String(rest.dropFirst(sign.count).drop { $0 == " " })
      return value.isEmpty ? nil : "assign: { \(name): \(value) }"
    }
    return nil
  }

  /// The value of a variable that `VARIABLE: text` is to set, where it can be read as an expression. What begins with a
  /// sign, such as `-1`, most likely counts, but may be meant as it stands.
  static func change(of name: String, by text: String) -> (expression: String, isSure: Bool)? {
    if let first = text.first, first == "+" || first == "-" {
      let rest = text.dropFirst().drop { $0 == "=" || $0 == first || $0 == " " }
      // A sum that begins with a sign is the whole value; behind `+=` it is what is added.
      let isSum = !text.dropFirst().hasPrefix("=") && rest.contains(where: "+-*/%(".contains)
      if isSum {
        let whole = first == "+" ? String(text.dropFirst()).trimmed : text
        return (try? parse(whole)).map { _ in (whole, true) }
      }
      let counts = rest.isEmpty || rest == name
      let expression = "\(name) \(first) \(counts ? "1" : operand(String(rest)))"
      let isNumber = rest.count == text.count - 1 && first == "-"
      return (try? parse(expression)).map { _ in (expression, !isNumber) }
    }
    return (try? parse(text)).map { _ in (text, true) }
  }

  /// A text as the right side of an operator, in parentheses where it has operators itself.
  private static func operand(_ text: String) -> String {
    text.utf8.allSatisfy { NameSpelling.isWordByte($0) || $0 == 0x2E } ? text : "(\(text))"
  }

  /// Names under which other tools count.
  static let counting = [
    "increment": "+", "inc": "+", "incr": "+", "decrement": "-", "dec": "-", "decr": "-",
  ]

  /// `log: "'hello'"` for `log hello`, and `emit: shown` for `emit shown`; nil for anything else.
  static func spoken(_ text: String, isVariable: (String) -> Bool) -> String? {
    guard let space = text.firstIndex(of: " ") else { return nil }
    let verb = String(text[..<space])
    let rest = String(text[space...]).trimmed
    switch ActionWords.object(verb) {
    case .log?:
      if isVariable(rest) { return "log: \(rest)" }
      let isText = rest.utf8.allSatisfy { NameSpelling.isWordByte($0) || " ,.!?-".utf8.contains($0) }
      return isText ? "log: \"'\(rest)'\"" : nil
    case .raise?, .send?, .emit?, .cancel?:
      return NameRule.isEventName(String(rest)) ? "\(verb): \(rest)" : nil
    default: return nil
    }
  }

  /// The name and the arguments of `show(a, b)`; nil for anything else.
  static func call(_ text: String) -> (name: String, arguments: String)? {
    var text = text[...]
    while let last = text.last, last == ";" || last == " " { text.removeLast() }
    guard text.last == ")", let open = text.firstIndex(of: "(") else { return nil }
    let name = text[..<open]
    guard NameRule.isExpressionName(String(name))
    else {
      return nil
    }
    let arguments = text[text.index(after: open)...].dropLast().filter { $0 != "\n" }
    return (String(name), arguments.trimmed)
  }

  /// A call as the mapping that is meant by it.
  ///
  /// - Parameter names: The names of the arguments, as far as they are known.
  static func mapping(_ call: (name: String, arguments: String), _ names: [String]) -> String {
    switch ActionWords.object(call.name) {
    case .assign?: "assign: { NAME: VALUE }"
    case .raise?, .send?, .emit?, .cancel?:
      "\(call.name): \(call.arguments.isEmpty ? "NAME" : call.arguments.filter { $0 != "'" && $0 != "\"" })"
    case .log?: "log: \(call.arguments.isEmpty ? "VALUE" : call.arguments)"
    default:
      "\(call.name): { " + mapped(arguments: parts(of: call.arguments), names).joined(separator: ", ") + " }"
    }
  }

  private static func mapped(arguments: [String], _ names: [String]) -> [String] {
    arguments.enumerated().map { number, argument in
      let label = argument.prefix { $0 != ":" }
      if label.endIndex < argument.endIndex, NameRule.isExpressionName(String(label)) {
        return "\(label): \(inYAML(String(argument[label.endIndex...].dropFirst()).trimmed))"
      }
      let name = arguments.count == 1 ? "NAME" : "NAME\(number + 1)"
      return "\(names.indices.contains(number) ? names[number] : name): \(inYAML(argument))"
    }
  }

  /// What stands between the commas that are neither in a text nor in brackets.
  private static func parts(of arguments: String) -> [String] {
    var result = [""]
    var quote: Character?
    var depth = 0
    for character in arguments {
      switch character {
      case "'", "\"":
        if quote == nil { quote = character } else if quote == character { quote = nil }
      case "(", "[", "{": if quote == nil { depth += 1 }
      case ")", "]", "}": if quote == nil { depth -= 1 }
      default: break
      }
      if character == ",", quote == nil, depth == 0 {
        result.append("")
      } else {
        result[result.count - 1].append(character)
      }
    }
    return result.map(\.trimmed)
  }

  /// An expression as YAML holds it inside of braces.
  static func inYAML(_ expression: String) -> String {
    let isPlain = expression.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || " _.+-*/()<=".utf8.contains(byte)
    }
    if isPlain, let first = expression.first, first.isLetter || first.isNumber || "_(-".contains(first) {
      return expression
    }
    guard expression.contains("\"") || expression.contains("\\") else { return "\"\(expression)\"" }
    return "'\(expression.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
  }

  /// What stands behind the `-` of `-item`; nil for anything else.
  static func dashed(_ text: String) -> String? {
    guard text.hasPrefix("-"), let next = text.unicodeScalars.dropFirst().first,
      next.isASCII, next.properties.isAlphabetic
    else { return nil }
    return String(text.dropFirst())
  }

  /// Whether a text means the same wherever it stands in YAML.
  static func isSafe(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || " _.+-*/:,{}'()".utf8.contains(byte)
    } && !text.hasSuffix(":") && text.split(separator: "{").count <= 2
  }
}

extension String {
  /// Without spaces at both ends.
  fileprivate var trimmed: String {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
