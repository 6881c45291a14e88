import Statecharts
import StatechartsYAML

/// Types as other languages write them, and values where types belong.
struct TypeSyntaxRepair: ChartRepair {
  func advice(on problem: ShapeProblem, in chart: ChartNodes) -> Advice? {
    switch problem {
    case .variable(let node, let name): chart.valueAdvice(node, name)
    case .unknownType(let node): chart.typeAdvice(problem, node)
    case .initialValue(let node, let values): chart.initialAdvice(node, values)
    case .wrongKind(let node, let key, .described(.query), _) where TypeNames.type(chart.text(node)) != nil:
      Advice(
        problem, in: chart,
        help: "Write `\(chart.text(key)): { result: \(chart.text(node)) }`.")
    default: nil
    }
  }
}

extension ChartNodes {
  /// Advice on a value in the place of a variable's type, as other tools write their data.
  fileprivate func valueAdvice(_ node: Int32, _ name: String) -> Advice? {
    guard let declaration = valueAsType(node) else { return nil }
    let found = kind(node) == .scalar ? found(node) : "an empty list"
    let better = "{ \(declaration) }"
    return Advice(
      .wrongKind, at: range(node), "The variable \(shown(name)) needs a type, not \(found).",
      help: "Write \(shown("\(name): \(better)", upTo: 80)).",
      fix: kind(node) == .scalar && ActionNotation.isSafe(declaration)
        ? replacement(of: node, by: better, "Write `\(better)`") : nil)
  }

  private func valueAsType(_ node: Int32) -> String? {
    guard kind(node) == .scalar else {
      return kind(node) == .sequence && first(node) < 0 ? "type: [any], initial: []" : nil
    }
    let text = text(node)
    guard isPlain(node) else {
      guard TypeNames.type(text) == nil, TypeNames.suggestion(for: text) == nil else { return nil }
      return "type: string, initial: \"'\(text)'\""
    }
    switch text {
    case "true", "false": return "type: bool, initial: \(text)"
    case "null", "~", "unset", "undefined", "nil", "none", "None": return "type: any, optional: true"
    default: break
    }
    if Int(text) != nil, text.utf8.first != UInt8(ascii: "+") { return "type: int, initial: \(text)" }
    if let first = text.utf8.first, first >= 0x30 && first <= 0x39 || first == 0x2D {
      if (try? Duration(literal: text)) != nil { return "type: duration, initial: \(text)" }
      if Double(text)?.isFinite == true { return "type: number, initial: \(text)" }
    }
    // `int = 0` says both.
    let parts = text.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " } }
    if parts.count == 2, TypeNames.type(parts[0]) != nil { return "type: \(parts[0]), initial: \(parts[1])" }
    return nil
  }

  fileprivate func typeAdvice(_ problem: ShapeProblem, _ node: Int32) -> Advice? {
    let text = text(node)
    if text.hasPrefix("["), text.hasSuffix("]"), TypeNames.type(String(text.dropFirst().dropLast())) != nil {
      return Advice(
        .notAllowed, at: range(node), "The type of a list has no quotes.",
        help: "Write `\(text)` without quotes.",
        fix: replacement(of: node, by: text, "Remove the quotes"))
    }
    guard let near = TypeNames.suggestion(for: text) else { return nil }
    return Advice(
      problem, in: self, help: "\(near.sentence) The types are \(TypeNames.list).",
      fix: replacement(of: node, by: near))
  }

  /// Advice on a single word that is not among `values`; nil where it may be something else.
  fileprivate func initialAdvice(_ node: Int32, _ values: [String]) -> Advice? {
    guard kind(node) == .scalar, isPlain(node), isLegal(text(node), .variable),
      !["unset", "true", "false"].contains(text(node)), !isVariable(text(node)),
      let near = NearNames.nearest(to: text(node), in: values)
    else { return nil }
    return Advice(
      .notAllowed, at: range(node), "`initial` must be one of `values`, not \(shown(text(node))).",
      help: near.sentence, fix: replacement(of: node, by: near), reading: .name(near.text))
  }
}

extension TypeNames {
  /// What a word probably meant.
  static func suggestion(for text: String) -> NearName? {
    let isOptional = text.utf8.last == UInt8(ascii: "?")
    let word = (isOptional ? String(text.dropLast()) : text).lowercased()
    let meant: String? =
      switch word {
      // As Swift and TypeScript write them.
      case let word where type(word) != nil: word
      case "text", "str", "varchar", "uuid", "url", "date", "datetime", "timestamp", "email", "char": "string"
      case "boolean", "flag", "yesno": "bool"
      case "integer", "long", "short", "uint", "int32", "int64": "int"
      case "float", "double", "decimal", "real", "num": "number"
      case "time", "timespan", "timeinterval", "interval", "delay": "duration"
      case "object", "dict", "dictionary", "json", "hash": "map"
      case "list", "array": "[any]"
      case "unknown", "mixed", "value", "variant": "any"
      case "code", "errorcode", "failure": "error"
      case let word where word.hasSuffix("[]"):
        type(String(word.dropLast(2))) != nil ? "[\(word.dropLast(2))]" : nil
      default: nil
      }
    let near = meant.map(NearName.init(known:)) ?? NearNames.nearest(to: word, in: all.map(\.name))
    return isOptional && near?.text.hasPrefix("[") == false ? near?.followed(by: "?") : near
  }
}
