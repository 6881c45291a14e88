import StatechartsModel

internal import Statecharts

// `invoke`: inline documents and files become charts of their own (SCXML 6.4).

extension SCXMLChartBuilder {
  /// Reads an `invoke`; nil, after a remark, when it cannot be carried over.
  mutating func invocation(_ element: XMLElement, in state: StateNode) -> ChartInvocation? {
    remarks.checkAttributes(
      element, ["type", "typeexpr", "src", "srcexpr", "id", "idlocation", "namelist", "autoforward"])
    remarks.checkText(element)
    remarks.checkOnlyOne(element, "src", "srcexpr")
    remarks.checkValue(element, "autoforward", ["false", "true"])
    let place = element.place
    let id = names.invokeID(element, in: state)
    var inner: XMLElement?
    var given = namelist(element)
    var locations = given.map(\.value)
    var finalize: XMLElement?
    for child in element.elements {
      switch child.name {
      case "param" where child.isSCXML:
        if let parameter = parameter(child, of: "invoke") { given.append(parameter) }
        if let location = child["location"], let variable = names.variables[location],
          let name = child["name"]
        {
          let field = ChartName(DocumentNames.expressionName(from: name))
          locations.append(NamedExpression(field, ChartExpression(variable)))
        }
      case "content" where child.isSCXML:
        if let attribute = element.attribute("src") ?? element.attribute("srcexpr") {
          remarks.add(
            .lost, "`\(attribute.name)` and `content` cannot be used together. `content` is ignored.",
            child.place)
        } else if inner != nil {
          remarks.add(.lost, "`invoke` has two `content` elements. The first is ignored.", child.place)
        }
        inner = child
      case "finalize" where child.isSCXML:
        if finalize != nil {
          remarks.add(.lost, "`invoke` has two `finalize` elements. The first is ignored.", child.place)
        }
        finalize = child
      default: remarks.refuse(child, in: "invoke")
      }
    }
    guard let source = source(element, inner, id) else { return nil }
    let input = accepted(given, by: source, place)
    var invocation = ChartInvocation(
      source, id: remarks.name(id, place), input: input,
      finalize: finalize.map { finalizing($0, locations) } ?? [],
      forwardsEvents: element["autoforward"] == "true", origin: remarks.origin(place))
    if let location = element["idlocation"] { invocation.idVariable = names.variable(location, place) }
    return invocation
  }

  private mutating func source(
    _ element: XMLElement, _ content: XMLElement?, _ id: String
  ) -> ChartInvocation.Source? {
    let place = element.place
    if element["type"] == SCXMLWriter.serviceType, let name = element["src"], NameRule.isExpressionName(name)
    {
      return .service(ChartName(name))
    }
    if let type = element["type"], !Self.invokeTypes.contains(type) {
      let service = DocumentNames.expressionName(from: id)
      remarks.add(
        .lost,
        "The type `\(type)` is not supported, so this `invoke` became the service `\(service)`. Write its handler.",
        place)
      return .service(ChartName(service))
    }
    let paths: [String]
    var computed: String?
    if let expression = element["srcexpr"] {
      let files =
        namedFiles
        ?? names.fileNames.compactMap { name, place in
          documents.add(file: name, place, remarks).map { (name, $0) }
        }
      namedFiles = files
      let entries = files.compactMap { file in
        (try? (ESTranslator.quoted(file.reference), ESTranslator.quoted(file.path))).map { "\($0): \($1)" }
      }
      paths = files.map(\.path)
      computed =
        "{ \(entries.joined(separator: ", ")) }[\(expressions.convert(expression, place).expression.text)]"
    } else if let reference = element["src"] {
      guard let path = documents.add(file: reference, place, remarks) else { return nil }
      paths = [path]
    } else if let expression = content?["expr"] {
      paths = expressions.charts.map(\.text)
      computed = expressions.convert(expression, place).expression.text
    } else if let inner = content?.elements.first, inner.isSCXML, inner.name == "scxml" {
      guard let path = documents.add(inner, named: id, remarks) else { return nil }
      paths = [path]
    } else {
      remarks.add(
        .lost, "This `invoke` became `fail()`, because it names no document. Add `src` or `content`.", place)
      return nil
    }
    guard let first = paths.first else {
      remarks.add(
        .lost, "This `invoke` became `fail()`, because the document does not name any file that it may run.",
        place)
      return nil
    }
    if let type = element["typeexpr"] {
      // A type that is not known fails, which only running can tell.
      let types = Self.invokeTypes.sorted().map { "'\($0)': \(computed ?? "'\(first)'")" }
      computed = "{ \(types.joined(separator: ", ")) }[\(expressions.convert(type, place).expression.text)]"
    }
    guard let computed else { return .chart(ChartName(first)) }
    return .computed(ChartExpression("(\(computed))"), among: paths.map { ChartName($0) })
  }

  /// What a child chart is given, as far as it has such data; the rest has no effect (SCXML 6.4.1). Notes what the
  /// chart is given, and that a service may send anything.
  private mutating func accepted(
    _ given: [Parameter], by source: ChartInvocation.Source, _ place: TextPlace
  ) -> [NamedExpression] {
    let paths: [String]
    switch source {
    case .service:
      facts.hasPlainData = true
      return given.map(\.value)
    case .chart(let path): paths = [path.text]
    case .computed(_, let charts): paths = charts.map(\.text)
    }
    for path in paths {
      invoked.append((path, place))
      for (value, facts) in given { self.facts.add(facts, to: value.name.text, of: path) }
    }
    return given.map(\.value).filter { entry in
      // An entry that fails must still keep the child from being started.
      if entry.value.text == "fail()"
        || paths.allSatisfy({ documents.data[$0]?.contains(entry.name.text) == true })
      {
        return true
      }
      remarks.add(.note, "`\(entry.name)` is left out, because the invoked document has no such data.", place)
      return false
    }
  }

  private mutating func finalizing(_ element: XMLElement, _ locations: [NamedExpression]) -> [ChartAction] {
    remarks.checkAttributes(element, [])
    let actions = actions(element)
    guard actions.isEmpty else { return actions }
    // An empty one takes over what comes back under the names that were given (SCXML 6.5.2).
    return locations.compactMap { location in
      guard names.isVariable(location.value.text) else { return nil }
      let path = "event.data.\(location.name.text)"
      let assign = ChartAction(
        .assign([NamedExpression(ChartName(location.value.text), ChartExpression(path))]))
      return ChartAction(.choose([.init(ChartExpression("defined(\(path))"), [assign])], otherwise: []))
    }
  }
}
