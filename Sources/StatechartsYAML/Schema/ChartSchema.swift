/// The JSON Schema of the chart format, made from the table of keys.
///
/// Editors use it to complete and explain keys. It cannot say what refers to what, and a tool that reads YAML its
/// own way may see a number where charts mean a text: the linter is the judge, the schema a help.
public enum ChartSchema {
  /// The schema as the text of a file (JSON Schema, draft 2020-12).
  public static var json: String { schema.text }

  static var schema: JSON { schema(title: "Statechart, format 1", names: [:]) }

  /// The schema with some names of one chart in place of the patterns that all charts' names follow.
  static func schema(title: String, names: [String: JSON]) -> JSON {
    let definitions = (shapeDefinitions + objectDefinitions).map { name, definition in
      (name, names[name] ?? definition)
    }
    return .object(
      [
        ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
        ("title", .string(title)),
        (
          "description", .string("A flow of states, events and transitions (Docs/reference/chart-format.md).")
        ),
      ] + entries(of: .chart) + [("$defs", .object(definitions))])
  }

  private static var objectDefinitions: [(String, JSON)] {
    FormatObject.allCases.filter { $0 != .chart && $0 != .action }.map { object in
      (name(of: object), .object(entries(of: object)))
    }
  }

  private static func name(of object: FormatObject) -> String {
    switch object {
    case .type: "describedType"
    case .initial: "initialTransition"
    default: object.text
    }
  }

  static func reference(_ object: FormatObject) -> JSON { reference(name(of: object)) }

  private static func reference(_ name: String) -> JSON { .object([("$ref", .string("#/$defs/" + name))]) }

  // MARK: Mappings of fixed keys

  private static func entries(of object: FormatObject) -> [(String, JSON)] {
    var result: [(String, JSON)] = [
      ("type", .string("object")),
      (
        "properties",
        .object(object.keys.map { key in (key.name.text, property(key, of: object)) })
      ),
      ("patternProperties", .object([("^x-", .bool(true))])),
      ("additionalProperties", .bool(false)),
    ]
    let required =
      object.keys.filter { $0.isRequired && $0.kinds == .all }.map(\.name.text)
      + (object == .chart ? ["states"] : [])
    var seen: Set<String> = []
    let names = required.filter { seen.insert($0).inserted }
    if !names.isEmpty { result.append(("required", .strings(names))) }
    if let group = object.exclusiveGroup {
      if group.isRequired {
        let choices = group.names.map { name in JSON.object([("required", .strings([name.text]))]) }
        result.append(("oneOf", .array(choices)))
      } else {
        result.append(("not", .object([("required", .strings(group.names.map(\.text)))])))
      }
    }
    switch object {
    case .state: result.append(("allOf", .array(stateConditions)))
    case .chart:
      result.append(
        ("if", .object([("required", .strings(["type"]))])))
      result.append(("then", .object([("properties", .object([("initial", .bool(false))]))])))
      result.append(("else", .object([("required", .strings(["initial"]))])))
    default: break
    }
    return result
  }

  private static func property(_ key: FormatKey, of object: FormatObject) -> JSON {
    var meaning = key.meaning
    if let fallback = key.fallback { meaning += " Default: \(fallback)." }
    let kinds = key.kinds.summary
    if object == .state, !kinds.isEmpty { meaning += " Only in these states: \(kinds)." }
    var entries: [(String, JSON)] = [("description", .string(meaning))]
    var shape = shape(key.shape)
    // Of handlers, only the place says of which kind they are.
    if object == .invoke, key.name == .service { shape = self.shape(named: "serviceName") }
    if object == .state, key.name == .queries { shape = uniqueList(of: "queryName") }
    if case .object(let shape) = shape { entries += shape }
    return .object(entries)
  }

  /// Which keys a state may have, by its kind.
  private static var stateConditions: [JSON] {
    let kinds: [(String, StateKinds)] = [
      ("parallel", .parallel), ("final", .final), ("history", .history), ("choice", .choice),
    ]
    var result: [JSON] = kinds.map { name, kind in
      let isType = JSON.object([
        ("properties", .object([("type", .object([("const", .string(name))]))])),
        ("required", .strings(["type"])),
      ])
      var then: [(String, JSON)] = [("properties", refused(to: kind))]
      let required =
        FormatObject.state.keys.filter { $0.isRequired && $0.kinds == kind }.map(\.name.text)
        + (kind == .choice ? ["always"] : kind == .parallel ? ["states"] : [])
      if !required.isEmpty { then.append(("required", .strings(required))) }
      return .object([("if", isType), ("then", .object(then))])
    }
    let isPlain = JSON.object([("not", .object([("required", .strings(["type"]))]))])
    result.append(
      .object([
        ("if", isPlain),
        (
          "then",
          .object([
            ("properties", refused(to: [.atomic, .compound])),
            (
              "dependentRequired",
              .object([
                ("states", .strings(["initial"])), ("initial", .strings(["states"])),
                ("done", .strings(["states"])),
              ])
            ),
          ])
        ),
      ]))
    return result
  }

  private static func refused(to kind: StateKinds) -> JSON {
    .object(
      FormatObject.state.keys.filter { $0.kinds.isDisjoint(with: kind) }
        .map { ($0.name.text, .bool(false)) })
  }
}
