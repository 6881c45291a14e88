import Statecharts
import StatechartsModel
import StatechartsYAML

/// Questions for the values of fields, one after the other.
struct FieldQuestions {
  /// What an answer led to.
  enum Outcome {
    case next
    case complete([String: ChartValue])
    /// Nothing was typed.
    case empty
    /// The answer does not fit; the words say what does, and what of it does not.
    case wrong(String)
  }

  private var fields: [FieldDeclaration]
  private var answers: [String: ChartValue] = [:]

  /// - Parameter fields: The fields to ask for; at least one.
  init(_ fields: [FieldDeclaration]) { self.fields = fields }

  /// Whether what is typed next is declared secret, or a part of it is.
  var asksForSecret: Bool { fields.first?.holdsSecret ?? false }

  /// What stands before the place where the person types.
  var prompt: Prompt {
    guard let field = fields.first else { return Prompt(text: "> ") }
    let name = field.name.text.oneLine
    return Prompt(text: "  \(name): ", isSecret: asksForSecret, history: "field \(name)")
  }

  /// What the next value means, and what may be typed.
  var hint: ScreenLine? {
    guard let field = fields.first else { return nil }
    var words = Self.kind(field)
    if case .optional = field.type { words += ", or - to leave it out" }
    if asksForSecret { words += ", not shown while you type" }
    let description = field.description.map { $0.oneLine + " " } ?? ""
    return .text("\(description)Type \(words).", .faint, indent: 2)
  }

  mutating func take(_ line: String) -> Outcome {
    guard let field = fields.first else { return .complete(answers) }
    if line.isEmpty { return .empty }
    guard let value = Self.typed(line, for: field) else { return .wrong(Self.kind(field)) }
    // With its name, because names inside of a secret are hidden.
    if let mismatch = [field].mismatch(of: [field.name.text: value]) {
      return .wrong("\(Self.kind(field)): \(mismatch.message)")
    }
    if value != .unset { answers[field.name.text] = value }
    fields.removeFirst()
    return fields.isEmpty ? .complete(answers) : .next
  }

  /// Reads what was typed for a field, where `-` leaves out what may be missing, and `""` is the empty text.
  private static func typed(_ text: String, for field: FieldDeclaration) -> ChartValue? {
    if case .optional = field.type, text == "-" { return .unset }
    if text == "\"\"" {
      switch field.type {
      case .string, .optional(.string): return field.values == nil ? .string("") : nil
      default: break
      }
    }
    return value(text, for: field)
  }

  /// Reads a text as a field's type; nil when it is not of that type.
  static func value(_ text: String, for field: FieldDeclaration) -> ChartValue? {
    if text.isEmpty {
      if case .optional = field.type { return .unset }
      return field.type == .string && field.values == nil ? .string("") : nil
    }
    if let values = field.values, !values.contains(text) { return nil }
    return value(text, of: field.type)
  }

  private static func value(_ text: String, of type: ChartValueType) -> ChartValue? {
    switch type {
    case .optional(let inner): return value(text, of: inner)
    case .string, .error: return .string(text)
    case .bool:
      switch text.lowercased() {
      case "true", "yes", "y": return .bool(true)
      case "false", "no", "n": return .bool(false)
      default: return nil
      }
    case .int: return Int(text).map { .int($0) }
    case .number:
      guard let number = Double(text), number.isFinite else { return nil }
      return .number(number)
    case .duration: return (try? Duration(literal: text)).map { .duration($0) }
    case .any, .list, .map, .record:
      return (try? JSONReader.value(of: text))?.readingDurations(as: type)
    }
  }

  /// What is typed for a field, in words.
  static func kind(_ field: FieldDeclaration) -> String {
    guard let values = field.values else { return kind(field.type) }
    return values.count == 1 ? values.joined() : "one of \(values.map(\.oneLine).joined(separator: ", "))"
  }

  private static func kind(_ type: ChartValueType) -> String {
    switch type {
    case .any: return "a JSON value"
    case .bool: return "yes or no"
    case .int: return "an integer"
    case .number: return "a number"
    case .string: return "a text"
    case .duration: return "a duration such as 15s"
    case .error: return "an error code"
    case .list: return "a JSON list"
    case .map, .record: return "a JSON object"
    case .optional(let inner): return kind(inner)
    }
  }
}

extension FieldDeclaration {
  /// Whether the value, or a value inside it, is declared secret.
  var holdsSecret: Bool {
    func isHolding(_ type: ChartValueType) -> Bool {
      switch type {
      case .record(let fields): fields.contains(where: \.holdsSecret)
      case .list(let inner), .optional(let inner): isHolding(inner)
      default: false
      }
    }
    return isSecret || isHolding(type)
  }
}
