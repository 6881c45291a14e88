import StatechartsModel

internal import Statecharts

// Executable content.

extension SCXMLChartBuilder {
  /// Reads the executable content inside an element.
  mutating func actions(_ element: XMLElement) -> [ChartAction] {
    remarks.checkText(element)
    return actions(element.elements[...], in: element.name)
  }

  private mutating func actions(_ elements: ArraySlice<XMLElement>, in parent: String) -> [ChartAction] {
    var result: [ChartAction] = []
    for element in elements {
      let count = result.count
      defer {
        for place in count..<result.count where result[place].origin == .none {
          result[place].origin = remarks.origin(element.place)
        }
      }
      guard element.isSCXML else {
        remarks.refuse(element, in: parent)
        result.append(.failing)
        continue
      }
      switch element.name {
      case "raise":
        remarks.checkAttributes(element, ["event"])
        remarks.checkEmpty(element)
        let event = names.eventName(element["event"] ?? "", element.place)
        result.append(ChartAction(.raise(remarks.name(event, element.place), data: [])))
      case "if": result.append(choice(element))
      case "foreach": result.append(loop(element))
      case "log": result.append(log(element))
      case "assign": result.append(assignment(element))
      case "script": result += script(element)
      case "send": result.append(send(element))
      case "cancel": result.append(cancel(element))
      default:
        remarks.refuse(element, in: parent)
        result.append(.failing)
      }
    }
    return result
  }

  /// The most branches of an `if`. In a chart's text each is inside the one before it, and texts nest 64 levels deep.
  private static let mostBranches = 60

  private mutating func choice(_ element: XMLElement) -> ChartAction {
    remarks.checkAttributes(element, ["cond"])
    remarks.checkText(element)
    let others = element.elements.lazy.filter { $0.isSCXML && $0.name == "elseif" }
    if let tooMany = others.dropFirst(Self.mostBranches - 1).first {
      remarks.add(
        .error,
        "This `if` has \(others.count) `elseif`s, but a chart can nest at most \(Self.mostBranches - 1). Split it.",
        tooMany.place)
      return .failing
    }
    var branches: [(condition: ChartExpression?, elements: ArraySlice<XMLElement>)] = []
    let inner = element.elements
    var start = 0
    var current: ChartExpression? = branch(element)
    var end = inner.count
    for (place, child) in inner.enumerated()
    where child.isSCXML && (child.name == "elseif" || child.name == "else") {
      guard current != nil else {
        remarks.add(
          .lost,
          "This `\(child.name)` after `else` is never reached, so it and what follows it are left out.",
          child.place)
        end = place
        break
      }
      branches.append((current, inner[start..<place]))
      start = place + 1
      remarks.checkAttributes(child, child.name == "elseif" ? ["cond"] : [])
      // What a branch does stands behind its element, not in it.
      remarks.checkEmpty(child)
      current = child.name == "elseif" ? branch(child) : nil
    }
    branches.append((current, inner[start..<end]))
    var tests: [ChartAction.Branch] = []
    var otherwise: [ChartAction] = []
    for (test, elements) in branches {
      let actions = actions(elements, in: "if")
      if let test { tests.append(.init(test, actions)) } else { otherwise = actions }
    }
    return ChartAction(.choose(tests, otherwise: otherwise))
  }

  /// The condition of an `if` or `elseif`.
  private mutating func branch(_ element: XMLElement) -> ChartExpression {
    let text = element["cond"] ?? ""
    let condition = expressions.convert(text, element.place, isCondition: true)
    if condition.canFail, !condition.isLost {
      remarks.add(
        .differs,
        "If `\(text)` fails, a chart skips the rest of the block, but SCXML treats it as false and continues.",
        element.place)
    }
    return condition.expression
  }

  private mutating func loop(_ element: XMLElement) -> ChartAction {
    remarks.checkAttributes(element, ["array", "item", "index"])
    let list = expressions.convert(element["array"] ?? "", element.place).expression
    for case let name? in [element["item"], element["index"]] where names.variables[name] == nil {
      remarks.add(
        .lost, "`\(name)` is not a valid variable name, so `foreach` became `fail()`. Rename it.",
        element.place)
      return .failing
    }
    guard let item = element["item"].flatMap({ names.variables[$0] }) else {
      remarks.add(.error, "`foreach` needs the attribute `item`.", element.place)
      return .failing
    }
    // A loop's own names end with it; the variables of SCXML keep their last value.
    // Decision: Docs/decisions/format.md#names-of-a-loop-are-new-names
    let each = names.newLoopName("each")
    var kept = [NamedExpression(ChartName(item), ChartExpression(each))]
    var position: ChartName?
    if let index = element["index"].flatMap({ names.variables[$0] }) {
      let name = names.newLoopName("position")
      kept.append(NamedExpression(ChartName(index), ChartExpression(name)))
      position = ChartName(name)
    }
    return ChartAction(
      .forEach(
        item: ChartName(each), index: position, list: list,
        body: [ChartAction(.assign(kept))] + actions(element)))
  }

  private mutating func log(_ element: XMLElement) -> ChartAction {
    remarks.checkAttributes(element, ["label", "expr"])
    remarks.checkEmpty(element)
    let label = element["label"].flatMap { try? ESTranslator.quoted($0) }
    let value = element["expr"].flatMap {
      $0.listedNames.isEmpty ? nil : expressions.convert($0, element.place).expression
    }
    switch (label, value) {
    case (nil, let value?): return ChartAction(.log(value))
    case (let label?, nil): return ChartAction(.log(ChartExpression(label)))
    case (let label?, let value?):
      return ChartAction(.log(ChartExpression("{ label: \(label), value: \(value.text) }")))
    case (nil, nil): return ChartAction(.log("''"))
    }
  }

  private mutating func assignment(_ element: XMLElement) -> ChartAction {
    remarks.checkAttributes(element, ["location", "expr"])
    let value = optionalValue(of: element)?.expression ?? "unset"
    guard let variable = names.variable(element["location"] ?? "", element.place) else { return .failing }
    return ChartAction(.assign([NamedExpression(variable, value)]))
  }

  /// A script as assignments.
  mutating func script(_ element: XMLElement) -> [ChartAction] {
    remarks.checkAttributes(element, ["src"])
    guard let reference = element["src"] else { return expressions.script(element.text, element.place) }
    // A script that cannot be fetched makes the document unusable (SCXML 5.8, W3C test 301).
    let text = documents.text(of: reference, "script", .error, element.place, remarks)
    return text.map { expressions.script($0, element.place) } ?? []
  }

  /// The value of `expr` or of what stands inside an element; nil for neither.
  private mutating func optionalValue(of element: XMLElement) -> DocumentExpressions.Converted? {
    guard let text = element["expr"] else { return expressions.inlineValue(element, &documents) }
    remarks.checkEmpty(element)
    return expressions.convert(text, element.place)
  }

  /// A named value with what is known of it.
  typealias Parameter = (value: NamedExpression, facts: ValueFacts)

  /// The value of a `param`; nil, after a remark, without a name.
  mutating func parameter(_ element: XMLElement, of parent: String) -> Parameter? {
    remarks.checkAttributes(element, ["name", "expr", "location"])
    remarks.checkEmpty(element)
    remarks.checkOnlyOne(element, "location", "expr")
    guard let name = element["name"] else {
      remarks.add(.error, "`param` needs the attribute `name`.", element.place)
      return nil
    }
    let text = element["expr"] ?? element["location"]
    let value = text.map { expressions.convert($0, element.place) }
    if let text, value?.canFail == true {
      remarks.add(
        .differs, "If `\(text)` fails, a chart skips the whole `\(parent)`, but SCXML only this value.",
        element.place)
    }
    let field = DocumentNames.expressionName(from: name)
    if field != name {
      remarks.add(
        .lost, "`\(name)` is not a valid field name, so it was renamed to `\(field)`.", element.place)
    }
    let facts = value?.facts ?? ValueFacts(kinds: .undefined)
    return (NamedExpression(ChartName(field), value?.expression ?? "unset"), facts)
  }

  /// The values of a `namelist`.
  mutating func namelist(_ element: XMLElement) -> [Parameter] {
    (element["namelist"] ?? "").listedNames.map { name in
      let value = expressions.convert(name, element.place)
      let field = ChartName(DocumentNames.expressionName(from: name))
      return (NamedExpression(field, value.expression), value.facts)
    }
  }

  /// Reads what is inside an element with `param` and `content`.
  mutating func readValues(
    of element: XMLElement, _ data: inout [NamedExpression], _ content: inout ChartExpression?
  ) {
    for child in element.elements {
      switch child.name {
      case "param" where child.isSCXML:
        if let parameter = parameter(child, of: element.name) { data.append(parameter.value) }
      case "content" where child.isSCXML: content = self.content(child, of: element.name)
      default: remarks.refuse(child, in: element.name)
      }
    }
  }

  /// The one value of `content`.
  private mutating func content(_ element: XMLElement, of parent: String) -> ChartExpression {
    remarks.checkAttributes(element, ["expr"])
    let value = optionalValue(of: element)
    let kinds = value?.facts.kinds ?? .ascii
    if !kinds.isOnly(.map.union(.nothing)) { facts.hasPlainData = true }
    if let text = element["expr"], value?.canFail == true {
      remarks.add(
        .differs, "If `\(text)` fails, a chart skips the whole `\(parent)`, but SCXML uses an empty text.",
        element.place)
    }
    return value?.expression ?? "''"
  }
}
