internal import Statecharts

// What variables can hold, from everything that sets them. What the app gives a chart when it starts is taken to be of
// the kinds that the document itself uses.

/// What is known of several documents that belong together.
struct DocumentFacts: Hashable, Sendable {
  /// Whether `null` is a value in one of them.
  var hasNull = false
  /// Whether the data of an event can be something else than named values.
  var hasPlainData = false
  /// The parts of events' names, in the order in which they are found; none while all of them can be names.
  var eventParts: [String] = []
  /// What charts are given, by their paths and the names of their data.
  var inputs: [String: [String: ValueFacts]] = [:]

  /// Adds what a chart is given.
  mutating func add(_ facts: ValueFacts, to name: String, of path: String) {
    let known = inputs[path, default: [:]][name]
    inputs[path, default: [:]][name] = known?.union(facts) ?? facts
  }

  /// The same with everything possible that one may be given.
  func withoutInputs() -> DocumentFacts {
    var result = self
    result.hasPlainData = true
    result.inputs = inputs.mapValues { $0.mapValues { _ in .unknown } }
    return result
  }
}

extension SCXMLChartBuilder {
  /// Something that sets a variable.
  private struct Flow {
    enum Source {
      case value(ESNode)
      /// An element of a list.
      case element(ESNode)
      case known(ValueFacts)
    }

    var variable: String
    var source: Source
  }

  /// Infers what variables can hold.
  mutating func inferFacts(_ root: XMLElement) {
    if documentFacts.hasNull { translator.unknown.kinds.insert(.null) }
    translator.unknown.elements = translator.unknown.kinds
    // Decision: Docs/decisions/conversion.md#event-data-are-taken-for-named-values
    if documentFacts.hasPlainData {
      translator.eventData = translator.unknown
    } else if documentFacts.hasNull {
      translator.eventData.kinds.insert(.null)
    }
    guard dataModel == .ecmascript else { return }
    var flows: [Flow] = []
    var set: Set<String> = []
    collectFlows(root, isTop: true, &flows, &set)
    let given = Set(flows.map(\.variable))
    for name in translator.variables.keys.sorted() where !set.contains(name) {
      // What the document never sets is there to be given.
      let isInput =
        topLevelData.contains(name) && !given.contains(name) && documentFacts.inputs[path]?[name] == nil
      let facts = isInput ? translator.unknown : ValueFacts(kinds: .undefined)
      flows.append(Flow(variable: name, source: .known(facts)))
    }
    for (name, facts) in (documentFacts.inputs[path] ?? [:]).sorted(by: { $0.key < $1.key }) {
      flows.append(Flow(variable: name, source: .known(facts)))
    }
    translator.facts = translator.variables.mapValues { _ in ValueFacts(kinds: []) }
    FactInference.settle(&self, \.translator.facts, flows: flows.count, unknown: translator.unknown) {
      builder in
      for flow in flows {
        let facts = builder.facts(of: flow.source)
        builder.translator.facts[flow.variable] =
          builder.translator.facts[flow.variable]?.union(facts) ?? facts
      }
    }
  }

  private func facts(of source: Flow.Source) -> ValueFacts {
    // What cannot be carried over fails, and sets nothing.
    var translator = translator
    switch source {
    case .known(let facts): return facts
    case .value(let node): return (try? translator.value(node))?.facts ?? ValueFacts(kinds: [])
    case .element(let node):
      guard let list = (try? translator.value(node))?.facts else { return ValueFacts(kinds: []) }
      guard !list.kinds.isEmpty, list.kinds.isOnly([.list, .undefined, .null]) else {
        return translator.unknown
      }
      return ValueFacts(kinds: list.elements, largest: list.largest, elements: translator.unknown.kinds)
    }
  }

  private func collectFlows(
    _ element: XMLElement, isTop: Bool, _ flows: inout [Flow], _ set: inout Set<String>
  ) {
    func add(_ name: String?, _ source: Flow.Source) {
      guard let name, translator.variables[name] != nil else { return }
      flows.append(Flow(variable: name, source: source))
    }
    func parsed(_ text: String?) -> Flow.Source? {
      guard let text, let node = try? ESParser.expression(text) else { return nil }
      return .value(node)
    }
    for child in element.elements where child.isSCXML {
      switch child.name {
      case "scxml", "content": continue
      case "data":
        let source = parsed(child["expr"]) ?? (child["expr"] == nil ? inlineSource(child) : nil)
        // Late binding leaves the data of states without value until then.
        if let id = child["id"], !(isLateBinding && !isTop), let source, !canFail(source) { set.insert(id) }
        if let source { add(child["id"], source) }
      case "assign":
        let source = parsed(child["expr"]) ?? (child["expr"] == nil ? inlineSource(child) : nil)
        if let source { add(child["location"], source) }
      case "script":
        for assignment in (try? ESParser.assignments(child.text)) ?? [] {
          if case .name(let name) = assignment.target { add(name, .value(assignment.value)) }
        }
      case "foreach":
        if let array = child["array"], let node = try? ESParser.expression(array) {
          add(child["item"], .element(node))
        }
        add(child["index"], .known(ValueFacts(kinds: .int, largest: 1e9)))
      case "finalize" where child.elements.isEmpty:
        for name in words(element["namelist"] ?? "") { add(name, .known(translator.unknown)) }
        for parameter in element.elements { add(parameter["location"], .known(translator.unknown)) }
      default: break
      }
      add(child["idlocation"], .known(ValueFacts(kinds: .ascii)))
      collectFlows(child, isTop: isTop && child.name == "datamodel", &flows, &set)
    }
  }

  /// Whether setting a variable may fail, which leaves it without value.
  private func canFail(_ source: Flow.Source) -> Bool {
    if case .known(let facts) = source { return facts.kinds.isEmpty }
    guard case .value(let node) = source else { return false }
    var translator = translator
    translator.facts = [:]
    return (try? translator.value(node))?.canFail ?? true
  }

  /// What stands inside an element.
  private func inlineSource(_ element: XMLElement) -> Flow.Source? {
    if element.name == "data", element["src"] != nil { return .known(translator.unknown) }
    if !element.elements.isEmpty { return .known(ValueFacts(kinds: .other)) }
    let text = element.text
    if words(text).isEmpty { return element.name == "assign" ? .known(ValueFacts(kinds: .undefined)) : nil }
    switch inline(text) {
    case .value(let result, _): return .known(result.facts)
    case .text(let words): return .known(ValueFacts(kinds: .of(words)))
    // It fails, and sets nothing.
    case .lost: return .known(ValueFacts(kinds: []))
    }
  }
}
