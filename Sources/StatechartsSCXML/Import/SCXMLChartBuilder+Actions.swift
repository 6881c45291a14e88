import StatechartsModel

internal import Statecharts

// Executable content.

extension SCXMLChartBuilder {
  /// Reads the executable content inside an element.
  mutating func actions(_ element: XMLElement) -> [ChartAction] {
    checkText(element)
    return actions(element.elements[...], in: element.name)
  }

  private mutating func actions(_ elements: ArraySlice<XMLElement>, in parent: String) -> [ChartAction] {
    var result: [ChartAction] = []
    for element in elements {
      let count = result.count
      defer {
        for place in count..<result.count where result[place].origin == .none {
          result[place].origin = origin(element.place)
        }
      }
      guard element.isSCXML else {
        refuse(element, in: parent)
        result.append(Self.failingAction)
        continue
      }
      switch element.name {
      case "raise":
        checkAttributes(element, ["event"])
        checkEmpty(element)
        let event = eventName(element["event"] ?? "", element.place)
        result.append(ChartAction(.raise(name(event, element.place), data: [])))
      case "if": result.append(choice(element))
      case "foreach": result.append(loop(element))
      case "log": result.append(log(element))
      case "assign": result.append(assignment(element))
      case "script": result += script(element)
      case "send": result.append(send(element))
      case "cancel": result.append(cancel(element))
      default:
        refuse(element, in: parent)
        result.append(Self.failingAction)
      }
    }
    return result
  }

  /// The most branches of an `if`. In a chart's text each stands inside the one before it, and texts nest 64 levels deep.
  private static let mostBranches = 60

  private mutating func choice(_ element: XMLElement) -> ChartAction {
    checkAttributes(element, ["cond"])
    checkText(element)
    let others = element.elements.lazy.filter { $0.isSCXML && $0.name == "elseif" }
    if let tooMany = others.dropFirst(Self.mostBranches - 1).first {
      add(
        .error,
        "This `if` has \(others.count) `elseif`s, but a chart can nest at most \(Self.mostBranches - 1). Split it.",
        tooMany.place)
      return Self.failingAction
    }
    var branches: [(condition: ChartExpression?, elements: ArraySlice<XMLElement>)] = []
    let inner = element.elements
    var start = 0
    var current: ChartExpression? = branch(element)
    var end = inner.count
    for (place, child) in inner.enumerated()
    where child.isSCXML && (child.name == "elseif" || child.name == "else") {
      guard current != nil else {
        add(
          .lost,
          "This `\(child.name)` after `else` is never reached, so it and what follows it are left out.",
          child.place)
        end = place
        break
      }
      branches.append((current, inner[start..<place]))
      start = place + 1
      checkAttributes(child, child.name == "elseif" ? ["cond"] : [])
      // What a branch does stands behind its element, not in it.
      checkEmpty(child)
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
    let count = remarks.count
    let condition = condition(text, element.place)
    if last.canFail, !remarks[count...].contains(where: { $0.severity == .error || $0.severity == .lost }) {
      add(
        .differs,
        "If `\(text)` fails, a chart skips the rest of the block, but SCXML treats it as false and continues.",
        element.place)
    }
    return condition
  }

  private mutating func loop(_ element: XMLElement) -> ChartAction {
    checkAttributes(element, ["array", "item", "index"])
    let list = value(element["array"] ?? "", element.place)
    let names = [element["item"], element["index"]]
    for case let name? in names where translator.variables[name] == nil {
      add(
        .lost, "`\(name)` is not a valid variable name, so `foreach` became `fail()`. Rename it.",
        element.place)
      return Self.failingAction
    }
    guard let item = element["item"].flatMap({ translator.variables[$0] }) else {
      add(.error, "`foreach` needs the attribute `item`.", element.place)
      return Self.failingAction
    }
    // A loop's own names end with it; the variables of SCXML keep their last value.
    // Decision: Docs/decisions/format.md#names-of-a-loop-are-new-names
    let each = loopName("each")
    var kept = [NamedExpression(ChartName(item), ChartExpression(each))]
    var position: String?
    if let index = element["index"].flatMap({ translator.variables[$0] }) {
      let name = loopName("position")
      kept.append(NamedExpression(ChartName(index), ChartExpression(name)))
      position = name
    }
    return ChartAction(
      .forEach(
        item: ChartName(each), index: position.map { ChartName($0) }, list: list,
        body: [ChartAction(.assign(kept))] + actions(element)))
  }

  /// A new name for an element of a loop.
  private mutating func loopName(_ word: String) -> String {
    while true {
      // proven: there are fewer loops than a document has bytes, and fewer variables, so this ends.
      loopNames &+= 1
      let name = "\(word)\(loopNames)"
      if !variableNames.contains(name) { return name }
    }
  }

  private mutating func log(_ element: XMLElement) -> ChartAction {
    checkAttributes(element, ["label", "expr"])
    checkEmpty(element)
    let label = element["label"].flatMap { try? ESTranslator.quoted($0) }
    let value = element["expr"].flatMap { words($0).isEmpty ? nil : self.value($0, element.place) }
    switch (label, value) {
    case (nil, let value?): return ChartAction(.log(value))
    case (let label?, nil): return ChartAction(.log(ChartExpression(label)))
    case (let label?, let value?):
      return ChartAction(.log(ChartExpression("{ label: \(label), value: \(value.text) }")))
    case (nil, nil): return ChartAction(.log("''"))
    }
  }

  private mutating func assignment(_ element: XMLElement) -> ChartAction {
    checkAttributes(element, ["location", "expr"])
    if element["expr"] != nil { checkEmpty(element) }
    let value = element["expr"].map { self.value($0, element.place) } ?? inlineValue(element) ?? "unset"
    guard let variable = variable(element["location"] ?? "", element.place) else { return Self.failingAction }
    return ChartAction(.assign([NamedExpression(variable, value)]))
  }

  /// A script as assignments.
  mutating func script(_ element: XMLElement) -> [ChartAction] {
    checkAttributes(element, ["src"])
    var text = element.text
    if let reference = element["src"] {
      guard let bytes = resolve(reference), let source = String(utf8: bytes) else {
        // A script that cannot be fetched makes the document unusable (SCXML 5.8, W3C test 301).
        add(
          .error,
          "The script `\(reference)` cannot be read. Only files in the document's folder and "
            + "below it are.",
          element.place)
        return []
      }
      text = source
    }
    var translator = translator
    do throws(ESProblem) {
      let assignments = try translator.script(text)
      report(translator, text, element.place)
      return assignments.map { assignment in
        assignment.variable.map {
          ChartAction(.assign([NamedExpression(ChartName($0), ChartExpression(assignment.value))]))
        } ?? Self.failingAction
      }
    } catch {
      report(error, text, element.place)
      return [Self.failingAction]
    }
  }

  /// The named values of a `param`.
  mutating func parameter(_ element: XMLElement, of parent: String) -> [NamedExpression] {
    checkAttributes(element, ["name", "expr", "location"])
    checkEmpty(element)
    checkOnlyOne(element, "location", "expr")
    guard let name = element["name"] else {
      add(.error, "`param` needs the attribute `name`.", element.place)
      return []
    }
    guard let text = element["expr"] ?? element["location"] else {
      last = ESTranslator.Rendered("unset", ValueFacts(kinds: .undefined))
      return [NamedExpression(field(name, element.place), "unset")]
    }
    let value = self.value(text, element.place)
    if last.canFail {
      add(
        .differs,
        "If `\(text)` fails, a chart skips the whole `\(parent)`, but SCXML only this value.",
        element.place)
    }
    return [NamedExpression(field(name, element.place), value)]
  }

  /// A name of a field; illegal ones are changed, after a remark.
  mutating func field(_ name: String, _ place: TextPlace) -> ChartName {
    let result = expressionName(from: name)
    if result != name {
      add(.lost, "`\(name)` is not a valid field name, so it was renamed to `\(result)`.", place)
    }
    return ChartName(result)
  }

  /// The named values of a `namelist`.
  mutating func namelist(_ text: String?, _ place: TextPlace) -> [NamedExpression] {
    guard let text else { return [] }
    return words(text).map { NamedExpression(ChartName(expressionName(from: $0)), value($0, place)) }
  }

  /// The one value of `content`.
  mutating func content(_ element: XMLElement, of parent: String) -> ChartExpression {
    checkAttributes(element, ["expr"])
    if element["expr"] != nil { checkEmpty(element) }
    guard let text = element["expr"] else {
      last = ESTranslator.Rendered("''", ValueFacts(kinds: .ascii))
      let value = inlineValue(element) ?? "''"
      if !last.kinds.isOnly(.map.union(.nothing)) { documentFacts.hasPlainData = true }
      return value
    }
    let value = self.value(text, element.place)
    if !last.kinds.isOnly(.map.union(.nothing)) { documentFacts.hasPlainData = true }
    if last.canFail {
      add(
        .differs, "If `\(text)` fails, a chart skips the whole `\(parent)`, but SCXML uses an empty text.",
        element.place)
    }
    return value
  }
}
