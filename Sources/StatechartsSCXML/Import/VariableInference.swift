internal import Statecharts

/// Infers what the variables of one document can hold, from everything that sets them.
///
/// What the app gives a chart when it starts is taken to be of the kinds that the document itself uses.
struct VariableInference {
  /// What sets a variable.
  private enum Source {
    case value(ESNode)
    /// An element of a list.
    case element(ESNode)
    case known(ValueFacts)
  }

  /// Knows the facts, by the names of the variables in the document.
  private(set) var translator: ESTranslator
  private let isLateBinding: Bool
  private var flows: [(variable: String, source: Source)] = []
  /// The variables whose initial value cannot fail.
  private var initialized: Set<String> = []

  /// Infers the facts with a translator that knows the variables, but no facts. The top-level data are what the app or
  /// another chart can give, and the inputs what other charts give.
  init(
    _ root: XMLElement, _ translator: ESTranslator, topLevelData: Set<String>, inputs: [String: ValueFacts]
  ) {
    self.translator = translator
    isLateBinding = root["binding"] == "late"
    collectFlows(root, isTop: true)
    let given = Set(flows.map(\.variable))
    for name in translator.variables.keys.sorted() where !initialized.contains(name) {
      // What the document never sets is there to be given.
      let isInput = topLevelData.contains(name) && !given.contains(name) && inputs[name] == nil
      add(name, .known(isInput ? translator.unknown : ValueFacts(kinds: .undefined)))
    }
    for (name, facts) in inputs.sorted(by: { $0.key < $1.key }) {
      flows.append((name, .known(facts)))
    }
    self.translator.facts = translator.variables.mapValues { _ in ValueFacts(kinds: []) }
    FactInference.settle(&self, \.translator.facts, flows: flows.count, unknown: translator.unknown) {
      inference in
      for flow in inference.flows {
        let facts = inference.facts(of: flow.source)
        inference.translator.facts[flow.variable] =
          inference.translator.facts[flow.variable]?.union(facts) ?? facts
      }
    }
  }

  private func facts(of source: Source) -> ValueFacts {
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

  private mutating func collectFlows(_ element: XMLElement, isTop: Bool) {
    for child in element.elements where child.isSCXML {
      switch child.name {
      case "scxml", "content": continue
      case "data":
        let source = source(of: child)
        // Late binding leaves the data of states without value until then.
        if let id = child["id"], isTop || !isLateBinding, let source, !canFail(source) {
          initialized.insert(id)
        }
        add(child["id"], source)
      case "assign": add(child["location"], source(of: child))
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
        for name in (element["namelist"] ?? "").listedNames { add(name, .known(translator.unknown)) }
        for parameter in element.elements { add(parameter["location"], .known(translator.unknown)) }
      default: break
      }
      add(child["idlocation"], .known(ValueFacts(kinds: .ascii)))
      collectFlows(child, isTop: isTop && child.name == "datamodel")
    }
  }

  private mutating func add(_ name: String?, _ source: Source?) {
    guard let name, let source, translator.variables[name] != nil else { return }
    flows.append((name, source))
  }

  /// Whether setting a variable may fail, which leaves it without a value.
  private func canFail(_ source: Source) -> Bool {
    if case .known(let facts) = source { return facts.kinds.isEmpty }
    guard case .value(let node) = source else { return false }
    var translator = translator
    return (try? translator.value(node))?.canFail ?? true
  }

  /// What a `data` or `assign` sets a variable to; nil where nothing is given or it cannot be read.
  private func source(of element: XMLElement) -> Source? {
    if let text = element["expr"] { return (try? ESParser.expression(text)).map { .value($0) } }
    if element.name == "data", element["src"] != nil { return .known(translator.unknown) }
    if !element.elements.isEmpty { return .known(ValueFacts(kinds: .other)) }
    let text = element.text
    if text.listedNames.isEmpty {
      return element.name == "assign" ? .known(ValueFacts(kinds: .undefined)) : nil
    }
    switch InlineContent.read(text, in: .ecmascript) {
    case .value(let result, _): return .known(result.facts)
    case .text(let words): return .known(ValueFacts(kinds: .of(words)))
    // It fails, and sets nothing.
    case .lost: return .known(ValueFacts(kinds: []))
    }
  }
}
