import StatechartsModel

internal import Statecharts

// The data model. All variables belong to the chart. Literals are their initial values; everything else is assigned
// when the chart starts, each in a block of its own, for an error in one leaves the others alone (SCXML 5.3.3).

extension SCXMLChartBuilder {
  /// Reads the data of a state or the document, and gives what sets them when the state is entered.
  mutating func readData(_ element: XMLElement, of state: StateNode) -> [ChartAction] {
    checkAttributes(element, [])
    checkText(element)
    var late: [ChartAction] = []
    for child in element.elements {
      if let id = child["id"], dataOrder[id] == nil { dataOrder[id] = dataOrder.count }
    }
    for child in element.elements {
      guard child.isSCXML, child.name == "data", let id = child["id"], let name = translator.variables[id]
      else {
        refuse(child, in: element.name)
        continue
      }
      checkAttributes(child, ["id", "expr", "src"])
      if !dataRead.insert(id).inserted {
        add(.lost, "`\(id)` is the id of two `data` elements. Rename one.", child.place)
      }
      reads = []
      guard let value = dataValue(child) else {
        // It may be given, and need not be.
        if topLevelData.contains(id), let place = variablePlaces[name] { variables[place].initial = "unset" }
        continue
      }
      if !isLateBinding || topLevelData.contains(id), !isLiteral(value.text) { checkOrder(id, child.place) }
      let assign = ChartAction(.assign([NamedExpression(ChartName(name), value)]))
      if isLateBinding, !topLevelData.contains(id) {
        late.append(ChartAction(.block([assign])))
      } else if isLiteral(value.text), let place = variablePlaces[name] {
        variables[place].initial = value
      } else if topLevelData.contains(id) {
        // What the chart is given goes before (SCXML 5.3.3, 6.4).
        startBlocks.append(
          ChartAction(
            .block([
              ChartAction(.choose([.init(ChartExpression("not defined(\(name))"), [assign])], otherwise: []))
            ])))
      } else {
        startBlocks.append(ChartAction(.block([assign])))
      }
    }
    guard !late.isEmpty else { return [] }
    // Late binding sets them when the state is entered for the first time.
    let flag = variableNames.new(expressionName(from: "entered_" + state.id.text), "_")
    variables.append(ContextVariable(FieldDeclaration(ChartName(flag), .bool), initial: "false"))
    let first = late.map { action in
      ChartAction(
        .block([ChartAction(.choose([.init(ChartExpression("not \(flag)"), inner(action))], otherwise: []))]))
    }
    return first + [ChartAction(.block([ChartAction(.assign([NamedExpression(ChartName(flag), "true")]))]))]
  }

  /// Names variables that are read before they are set: in charts, those with literals have their values from the
  /// start.
  private mutating func checkOrder(_ id: String, _ place: TextPlace) {
    for name in reads.sorted() where translator.facts[name]?.kinds.isOnly(.undefined) == false {
      if let order = dataOrder[name], let own = dataOrder[id], order < own { continue }
      add(
        .differs,
        "`\(name)` is read before it is set: it has no value yet in SCXML, but may have one in a chart.",
        place)
    }
  }

  private func inner(_ action: ChartAction) -> [ChartAction] {
    if case .block(let actions) = action.kind { return actions }
    return [action]
  }

  private mutating func dataValue(_ element: XMLElement) -> ChartExpression? {
    checkOnlyOne(element, "src", "expr")
    if element["expr"] ?? element["src"] != nil { checkEmpty(element) }
    if let expression = element["expr"] { return value(expression, element.place) }
    if let reference = element["src"] {
      guard let bytes = resolve(reference), let text = String(utf8: bytes) else {
        add(
          .lost,
          "The data file `\(reference)` cannot be read. Only files in the document's folder and "
            + "below it are.",
          element.place)
        return Self.failing
      }
      return literal(text, element.place)
    }
    return inlineValue(element)
  }

  /// What stands inside `data`, `assign` or `content`; nil for nothing.
  mutating func inlineValue(_ element: XMLElement) -> ChartExpression? {
    if let inner = element.elements.first {
      guard inner.isSCXML, inner.name == "scxml", element.elements.count == 1 else {
        add(.lost, "XML as data is not supported, so it became `fail()`.", inner.place)
        last = ESTranslator.Rendered("", .unknown, canFail: true)
        return Self.failing
      }
      guard let path = child(inner, named: "\(base)-chart") else {
        last = ESTranslator.Rendered("", .unknown, canFail: true)
        return Self.failing
      }
      last = ESTranslator.Rendered("", ValueFacts(kinds: .other))
      chartsInData.append(ChartName(path))
      return (try? ESTranslator.quoted(path)).map { ChartExpression($0) }
    }
    let text = element.text
    return words(text).isEmpty ? nil : literal(text, element.place)
  }
}
