import Statecharts
import StatechartsModel

/// Compares what a loaded chart declares with what generated Swift was made for.
struct DeclarationComparison {
  /// A declaration, and everything about it that Swift depends on, as text.
  private struct Declared {
    var name: ChartName
    var contents: String
  }

  private let reading: ChartReading
  private(set) var diagnostics: [Diagnostic] = []

  init(_ reading: ChartReading) { self.reading = reading }

  /// The differences in the order of the text.
  var sorted: [Diagnostic] {
    diagnostics.enumerated().sorted { left, right in
      (left.element.range.lowerBound, left.offset) < (right.element.range.lowerBound, right.offset)
    }.map(\.element)
  }

  /// Compares two charts.
  ///
  /// - Parameter knows: whether Swift has a state.
  mutating func compare(
    _ chart: Statechart, with generated: Statechart, knows: (String) -> Bool
  ) {
    // Decision: Docs/decisions/code-generation.md#a-loaded-chart-declares-what-swift-was-generated-for
    func compare<Item>(
      _ kind: String, under key: String, _ items: (Statechart) -> [Item]?, _ declared: (Item) -> Declared
    ) {
      report(
        kind, under: key, (items(chart) ?? []).map(declared), (items(generated) ?? []).map(declared), chart.id
      )
    }
    compare("event", under: "events", \.events) { Declared(name: $0.name, contents: Self.text($0.payload)) }
    compare("error", under: "errors", \.errors) { Declared(name: $0.code, contents: Self.text($0.payload)) }
    compare("output", under: "outputs", \.outputs) {
      Declared(name: $0.name, contents: Self.text($0.payload))
    }
    compare("variable", under: "context", \.context) { variable in
      let input = variable.initial == nil ? "required input" : "input"
      return Declared(
        name: variable.name,
        contents: Self.text(variable.field, also: variable.isInput ? [input] : []))
    }
    compare("guard", under: "handlers: guards", \.handlers.guards, Self.declared)
    compare("action", under: "handlers: actions", \.handlers.actions, Self.declared)
    compare("service", under: "handlers: services", \.handlers.services, Self.declared)
    compare("query", under: "handlers: queries", \.handlers.queries, Self.declared)
    for state in StateIndex(chart.root).nodes.dropFirst().map(\.state) {
      switch state.kind {
      case .history, .choice: break
      case .plain, .parallel, .final: if !knows(state.id.text) { reportUnknown("state", state.id) }
      }
    }
  }

  private mutating func report(
    _ kind: String, under key: String, _ own: [Declared], _ wanted: [Declared], _ chart: ChartName
  ) {
    var missing = Dictionary(wanted.map { ($0.name, $0) }) { first, _ in first }
    for item in own {
      guard let other = missing.removeValue(forKey: item.name) else {
        reportUnknown(kind, item.name)
        continue
      }
      guard item.contents != other.contents else { continue }
      let (found, expected) = (item.contents, other.contents)
      report(
        item.name,
        "The \(kind) `\(item.name)` has \(found.isEmpty ? "no data" : "`\(found)`"), "
          + "but the generated Swift expects \(expected.isEmpty ? "no data" : "`\(expected)`").",
        help: "Declare it as the generated Swift expects, or generate Swift from this chart.")
    }
    for item in wanted where missing[item.name] != nil {
      report(
        chart, "The \(kind) `\(item.name)` is not declared, but the generated Swift uses it.",
        help: "Declare it under `\(key)`, or generate Swift from this chart.")
    }
  }

  /// States are nested at most as deep as the reader allows.
  private mutating func reportUnknown(_ kind: String, _ name: ChartName) {
    report(
      name, "The generated Swift does not have the \(kind) `\(name)`.",
      help: "Generate Swift from this chart, or delete the \(kind).")
  }

  private mutating func report(_ name: ChartName, _ message: String, help: String) {
    diagnostics.append(
      Diagnostic(
        rule: "generated-swift", message: message, help: help, range: reading.range(of: name.origin)))
  }

  private static func declared(_ handler: HandlerDeclaration) -> Declared {
    let lists = [
      ("payload", text(handler.payload)), ("arguments", text(handler.arguments)),
      ("result", handler.result.map { text($0) } ?? ""),
      ("errors", handler.errors.map(\.text).sorted().joined(separator: ", ")),
      ("sends", handler.sends.map(\.text).sorted().joined(separator: ", ")),
    ]
    return Declared(
      name: handler.name,
      contents: lists.filter { !$0.1.isEmpty }.map { "\($0.0): { \($0.1) }" }.joined(separator: ", "))
  }

  /// Fields by name: their order has no meaning.
  private static func text(_ fields: [FieldDeclaration]) -> String {
    fields.sorted { $0.name.text < $1.name.text }.map { "\($0.name): \(text($0))" }.joined(separator: ", ")
  }

  private static func text(_ field: FieldDeclaration, also more: [String] = []) -> String {
    var notes = more
    if field.isSecret { notes.append("secret") }
    if field.isPersonal { notes.append("personal") }
    if let values = field.values { notes.append("one of " + values.joined(separator: ", ")) }
    return text(field.type) + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
  }

  /// The spelling of a type, with the marks of the fields inside it. The reader bounds how deep types nest.
  private static func text(_ type: ChartValueType) -> String {
    switch type {
    case .list(let element): "[\(text(element))]"
    case .record(let fields): "{ \(text(fields)) }"
    case .optional(let wrapped): text(wrapped) + "?"
    default: type.spelling
    }
  }
}
