import StatechartsModel

internal import Statecharts

// Declared types. A chart refuses what is not of the declared type; SCXML declares nothing, so it takes everything.

extension ESWriter {
  /// Numbers that come from outside are taken to be at most this large.
  static let usual = 1e12

  /// What a declared type tells.
  static func facts(of type: ChartValueType) -> ValueFacts {
    switch type {
    case .any: .unknown
    case .bool: ValueFacts(kinds: .bool)
    case .int: ValueFacts(kinds: .int, largest: usual)
    case .number: ValueFacts(kinds: .numbers, largest: usual)
    case .string: ValueFacts(kinds: .text)
    // Codes are names, which are ASCII.
    case .error: ValueFacts(kinds: .ascii)
    case .duration: ValueFacts(kinds: .other)
    case .list(let element): listFacts(of: facts(of: element))
    case .map, .record: ValueFacts(kinds: .map, largest: .infinity)
    case .optional(let inner): facts(of: inner).union(ValueFacts(kinds: .undefined))
    }
  }

  private static func listFacts(of element: ValueFacts) -> ValueFacts {
    ValueFacts(kinds: .list, largest: element.largest, elements: element.kinds)
  }

  /// All kinds that a declared type takes.
  private static func kinds(of type: ChartValueType) -> ValueKinds {
    let kinds = facts(of: type).kinds
    return kinds.mayBe(.texts) ? kinds.union(.texts) : kinds
  }

  /// The declared type of a path; nil where nothing is declared, or where something else was assigned.
  func type(of node: ExpressionNode) -> ChartValueType? {
    switch node.kind {
    case .name(let name):
      guard let type = types[name] else { return nil }
      let fits = facts[name]?.kinds.isOnly(Self.kinds(of: type).union(.undefined)) ?? true
      return fits ? type : nil
    case .field(let base, let name, _):
      if case .field(let event, "data", _) = base.kind, case .name("event") = event.kind,
        types["event"] == nil
      {
        return payload?.first { $0.name.text == name }?.type
      }
      guard let outer = type(of: base), case .record(let fields) = Self.plain(outer) else { return nil }
      return fields.first { $0.name.text == name }?.type
    case .index(let base, _):
      guard let outer = type(of: base), case .list(let element) = Self.plain(outer) else { return nil }
      return element
    default: return nil
    }
  }

  /// A type without the permission to have no value.
  static func plain(_ type: ChartValueType) -> ChartValueType {
    var type = type
    // Each turn takes one layer off.
    while case .optional(let inner) = type { type = inner }
    return type
  }

  /// Whether the kinds of a value tell whether it is of a type.
  static func isDistinguishable(_ type: ChartValueType) -> Bool {
    switch plain(type) {
    case .any, .bool, .int, .number, .string, .duration, .map, .optional: true
    case .error, .list, .record: false
    }
  }

  /// Whether what an expression gives is surely of a declared type.
  ///
  /// The recursion follows the expression.
  func fits(_ node: ExpressionNode, _ value: ValueFacts, _ type: ChartValueType) -> Bool {
    // Decision: Docs/decisions/conversion.md#declared-types-are-reported-on-export-to-scxml
    if case .any = type { return true }
    guard value.kinds.isOnly(Self.kinds(of: type)) else { return false }
    let wanted = Self.plain(type)
    if Self.isDistinguishable(wanted) || value.kinds.isOnly(.undefined) { return true }
    if self.type(of: node).map(Self.plain) == wanted { return true }
    switch (wanted, node.kind) {
    // What is not declared is a problem of the chart.
    case (.error, .literal): return true
    case (.list(let element), .list(let nodes)): return nodes.allSatisfy { fits($0, element) }
    case (.list, .arithmetic(let first, let steps)):
      return fits(first, wanted) && steps.allSatisfy { $0.operator == .add && fits($0.operand, wanted) }
    case (.list, .call("concat", _, let arguments)):
      return arguments.allSatisfy { fits($0.value, wanted) }
    case (.list(let element), _):
      return Self.isDistinguishable(element) && value.elements.isOnly(Self.kinds(of: element))
    case (.record(let fields), .map(let entries)):
      let isComplete = fields.allSatisfy { field in
        if case .optional = field.type { return true }
        return entries.contains { $0.name == field.name.text }
      }
      return isComplete
        && entries.allSatisfy { entry in
          fields.first { $0.name.text == entry.name }.map { fits(entry.value, $0.type) } ?? false
        }
    default: return false
    }
  }

  private func fits(_ node: ExpressionNode, _ type: ChartValueType) -> Bool {
    var writer = self
    return fits(node, writer.render(node).facts, type)
  }
}
