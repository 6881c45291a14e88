import StatechartsModel

// What the engine hands out carries data as they are, for their receiver. Printing, interpolating, reflecting or
// dumping it shows names in their place: which of the data are secret or personal is not always known to the value.

extension ChartValue {
  /// The names of the fields, in the order of their bytes; nil for what is no map.
  fileprivate var fieldNames: [String]? {
    if case .map(let fields) = self { fields.keys.sorted() } else { nil }
  }

  /// A name with what came along with it, of which only the names are shown.
  fileprivate func shown(behind name: String) -> String {
    // Decision: Docs/decisions/engine.md#printing-shows-names-not-data
    if self == .unset { return name }
    return "\(name)(\(fieldNames.map { $0.joined(separator: ", ") } ?? "…"))"
  }
}

extension Mirror {
  fileprivate init(named name: String, with data: ChartValue, of subject: Any) {
    // Decision: Docs/decisions/engine.md#printing-shows-names-not-data
    let fields: [Child] = [("name", name), ("fields", data.fieldNames ?? [])]
    self.init(subject, children: fields, displayStyle: .struct)
  }
}

extension ChartEvent: CustomStringConvertible, CustomReflectable {
  /// The name, and the names of the fields that came along; no data, which may be secret.
  public var description: String { data.shown(behind: name) }

  /// No data, which may be secret.
  public var customMirror: Mirror { Mirror(named: name, with: data, of: self) }
}

extension NamedData: CustomStringConvertible, CustomReflectable {
  /// The name, and the names of the fields; no data, which may be secret.
  public var description: String { data.shown(behind: name) }

  /// No data, which may be secret.
  public var customMirror: Mirror { Mirror(named: name, with: data, of: self) }
}

extension ContextValues: CustomStringConvertible, CustomReflectable {
  /// The variables, with marks in place of what is declared secret or personal.
  public var description: String {
    "[\(shown.map { "\($0.name): \($0.value)" }.joined(separator: ", "))]"
  }

  /// The variables, with marks in place of what is declared secret or personal.
  public var customMirror: Mirror {
    Mirror(self, children: shown.map { (label: $0.name, value: $0.value) }, displayStyle: .struct)
  }

  private var shown: [NamedValue] {
    zip(chart.chart.context, slots).map { variable, value in
      NamedValue(variable.name.text, variable.field.redactForLog(value))
    }
  }
}

extension Macrostep: CustomStringConvertible, CustomReflectable {
  /// What became of the event, and what the machine asks for by name.
  public var description: String {
    "\(outcome): \(effects.map { "\($0)" }.joined(separator: ", "))"
  }

  /// What happened; of actions and logs no data, which may be personal.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "outcome": outcome, "microsteps": microsteps, "effects": effects, "actions": actions.map(\.name),
        "failures": failures, "unhandledErrors": unhandledErrors,
      ], displayStyle: .struct)
  }
}

extension HandlerCall: CustomStringConvertible, CustomReflectable {
  /// The names of the arguments; no data, which may be secret.
  public var description: String { ChartValue.map(arguments).shown(behind: "call") }

  /// No data, which may be secret.
  public var customMirror: Mirror { Mirror(named: "call", with: .map(arguments), of: self) }
}

extension ServiceCall: CustomStringConvertible, CustomReflectable {
  /// The service, and the names of what it is given; no data, which may be secret.
  public var description: String { input.shown(behind: service) }

  /// No data, which may be secret.
  public var customMirror: Mirror { Mirror(named: service, with: input, of: self) }
}

extension Machine: CustomStringConvertible, CustomReflectable {
  /// The chart's id and the active states; no data, which may be secret.
  public var description: String { "\(chart.chart.id): \(configuration.joined(separator: ", "))" }

  /// No data, which may be secret.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["chart": chart.chart.id.text, "status": status, "configuration": configuration],
      displayStyle: .struct)
  }
}

extension BoundChart: CustomStringConvertible, CustomReflectable {
  /// The chart's id.
  public var description: String { chart.chart.id.text }

  /// The chart's id, and the paths of the charts that it runs.
  public var customMirror: Mirror {
    Mirror(self, children: ["chart": description, "children": children.keys.sorted()], displayStyle: .struct)
  }
}

extension ChartSession: CustomStringConvertible, CustomReflectable {
  /// The chart's id.
  public nonisolated var description: String { "session of \(bound)" }

  /// The chart's id; what the session is doing is asked with `current`.
  public nonisolated var customMirror: Mirror {
    Mirror(self, children: ["chart": bound.description], displayStyle: .class)
  }
}

extension ChartSnapshot: CustomStringConvertible, CustomReflectable {
  /// The chart's id and the active states; no data, which may be personal.
  public var description: String { "\(chart): \(states.joined(separator: ", "))" }

  /// No data, which may be personal.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["chart": chart, "version": version, "status": status, "states": states],
      displayStyle: .struct)
  }
}

extension SessionSnapshot: CustomStringConvertible, CustomReflectable {
  /// The chart's id and the active states; no data, which may be personal.
  public var description: String { chart.description }

  /// No data, which may be personal.
  public var customMirror: Mirror {
    Mirror(self, children: ["id": id as Any, "chart": chart], displayStyle: .struct)
  }
}
