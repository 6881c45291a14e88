import StatechartsModel

internal import Statecharts

// `invoke`: inline documents and files become charts of their own (SCXML 6.4).

extension SCXMLChartBuilder {
  /// Reads an `invoke`; nil, after a remark, when it cannot be carried over.
  mutating func invocation(_ element: XMLElement, in state: StateNode) -> ChartInvocation? {
    checkAttributes(
      element, ["type", "typeexpr", "src", "srcexpr", "id", "idlocation", "namelist", "autoforward"])
    checkText(element)
    checkOnlyOne(element, "src", "srcexpr")
    checkValue(element, "autoforward", ["false", "true"])
    let place = element.place
    let id = invokeID(element, in: state)
    var inner: XMLElement?
    var input: [NamedExpression] = []
    var given: [ValueFacts] = []
    for entry in words(element["namelist"] ?? "") {
      input += namelist(entry, place)
      given.append(last.facts)
    }
    var locations: [NamedExpression] = input
    var finalize: XMLElement?
    for child in element.elements {
      switch child.name {
      case "param" where child.isSCXML:
        let values = parameter(child, of: "invoke")
        input += values
        given += values.map { _ in last.facts }
        if let location = child["location"], let variable = translator.variables[location],
          let name = child["name"]
        {
          locations.append(NamedExpression(ChartName(expressionName(from: name)), ChartExpression(variable)))
        }
      case "content" where child.isSCXML:
        if let attribute = element.attribute("src") ?? element.attribute("srcexpr") {
          add(
            .lost, "`\(attribute.name)` and `content` cannot be used together. `content` is ignored.",
            child.place)
        } else if inner != nil {
          add(.lost, "`invoke` has two `content` elements. The first is ignored.", child.place)
        }
        inner = child
      case "finalize" where child.isSCXML:
        if finalize != nil {
          add(.lost, "`invoke` has two `finalize` elements. The first is ignored.", child.place)
        }
        finalize = child
      default: refuse(child, in: "invoke")
      }
    }
    guard let source = source(element, inner, id) else { return nil }
    noteInput(input, given, for: source, place)
    input = accepted(input, by: source, place)
    var invocation = ChartInvocation(
      source, id: name(id, place), input: input, finalize: finalize.map { finalizing($0, locations) } ?? [],
      forwardsEvents: element["autoforward"] == "true", origin: origin(place))
    if let location = element["idlocation"] { invocation.idVariable = variable(location, place) }
    return invocation
  }

  /// Notes what the charts of an invocation are given, and that a service may send anything.
  private mutating func noteInput(
    _ input: [NamedExpression], _ given: [ValueFacts], for source: ChartInvocation.Source, _ place: TextPlace
  ) {
    let paths: [ChartName]
    switch source {
    case .service:
      documentFacts.hasPlainData = true
      return
    case .chart(let path): paths = [path]
    case .computed(_, let charts): paths = charts
    }
    for path in paths {
      invoked.append((path.text, place))
      for (entry, facts) in zip(input, given) {
        documentFacts.add(facts, to: entry.name.text, of: path.text)
      }
    }
  }

  private mutating func invokeID(_ element: XMLElement, in state: StateNode) -> String {
    if let id = element["id"], let name = invokeIDs[id] {
      if id != name {
        add(.lost, "`\(id)` is not a valid id, so it was renamed to `\(name)`.", element.place)
      }
      return name
    }
    // `STATE.ID`, as SCXML 6.4 wants it.
    generated += 1
    return "\(state.id.text).work\(generated)"
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
      let service = expressionName(from: id)
      add(
        .lost,
        "The type `\(type)` is not supported, so this `invoke` became the service `\(service)`. Write its handler.",
        place)
      return .service(ChartName(service))
    }
    let paths: [String]
    var computed: String?
    if let expression = element["srcexpr"] {
      let files = readNamedFiles()
      let entries = files.compactMap { file in
        (try? (ESTranslator.quoted(file.reference), ESTranslator.quoted(file.path))).map { "\($0): \($1)" }
      }
      paths = files.map(\.path)
      computed = "{ \(entries.joined(separator: ", ")) }[\(value(expression, place).text)]"
    } else if let reference = element["src"] {
      guard let path = file(reference, place) else { return nil }
      paths = [path]
    } else if let expression = content?["expr"] {
      paths = chartsInData.map(\.text)
      computed = value(expression, place).text
    } else if let inner = content?.elements.first, inner.isSCXML, inner.name == "scxml" {
      guard let path = child(inner, named: "\(base)-\(id)") else { return nil }
      paths = [path]
    } else {
      add(
        .lost, "This `invoke` became `fail()`, because it names no document. Add `src` or `content`.", place)
      return nil
    }
    guard let first = paths.first else {
      add(
        .lost, "This `invoke` became `fail()`, because the document does not name any file that it may run.",
        place)
      return nil
    }
    if let type = element["typeexpr"] {
      // A type that is not known fails, which only running can tell.
      let types = Self.invokeTypes.sorted().map { "'\($0)': \(computed ?? "'\(first)'")" }
      computed = "{ \(types.joined(separator: ", ")) }[\(value(type, place).text)]"
    }
    guard let computed else { return .chart(ChartName(first)) }
    return .computed(ChartExpression("(\(computed))"), among: paths.map { ChartName($0) })
  }

  /// Puts an inline document among those to convert, and gives its path; nil when they are too many.
  mutating func child(_ element: XMLElement, named name: String) -> String? {
    guard canNestDocument(element.place) else { return nil }
    let path = pathsInUse.new(identifier(from: name), "-", ending: ".yaml")
    dataByPath[path] = Self.topLevelData(of: element)
    children.append(
      ChildDocument(path: path, element: element, document: document, base: String(path.dropLast(5))))
    return path
  }

  /// Whether there may be one more document. That there may not is told once.
  private mutating func canNestDocument(_ place: TextPlace) -> Bool {
    // The document that brings the others is in use, too.
    if pathsInUse.count <= SCXMLImporter.mostDocuments { return true }
    if !isFull {
      add(.error, "The document invokes more than \(SCXMLImporter.mostDocuments) others.", place)
    }
    isFull = true
    return false
  }

  /// Puts a file among the documents to convert, and gives the path of its chart; nil when it cannot be read.
  private mutating func file(_ reference: String, _ place: TextPlace) -> String? {
    // `./k.scxml` is `k.scxml`.
    let name = (reference.hasPrefix("file:") ? reference.dropFirst(5) : reference[...])
      .split(separator: "/", omittingEmptySubsequences: false).filter { $0 != "." }.joined(separator: "/")
    if let path = known[name] { return path }
    guard canNestDocument(place) else { return nil }
    guard let bytes = resolve(reference) else {
      add(
        .lost,
        "The document `\(reference)` cannot be read. Only files in this document's folder and "
          + "below it are.",
        place)
      return nil
    }
    let base =
      name.split(separator: "/").last.map { $0.split(separator: ".").first.map(String.init) ?? "" } ?? ""
    let stem = identifier(from: base)
    let path = pathsInUse.new(stem, "-", ending: ".yaml")
    // Noted before it is known whether it is any document, so that a wrong one is read once.
    known[name] = path
    do throws(XMLProblem) {
      let root = try XMLReader.read(bytes, limits: limits)
      dataByPath[path] = Self.topLevelData(of: root)
      children.append(ChildDocument(path: path, element: root, document: name, base: stem))
      return path
    } catch {
      remarks.append(SCXMLRemark(.error, error.message, document: reference, place: error.place))
      return nil
    }
  }

  /// The documents that texts in this one name: what a computed `src` may be.
  private mutating func readNamedFiles() -> [(reference: String, path: String)] {
    if let namedFiles { return namedFiles }
    var files: [(String, String)] = []
    for (reference, place) in fileNames {
      if let path = file(reference, place) { files.append((reference, path)) }
    }
    namedFiles = files
    return files
  }

  /// What a child chart is given, as far as it has such data; the rest has no effect (SCXML 6.4.1).
  private mutating func accepted(
    _ input: [NamedExpression], by source: ChartInvocation.Source, _ place: TextPlace
  ) -> [NamedExpression] {
    let paths: [String]
    switch source {
    case .service: return input
    case .chart(let path): paths = [path.text]
    case .computed(_, let charts): paths = charts.map(\.text)
    }
    let declared = paths.map { dataByPath[$0] ?? [] }
    return input.filter { entry in
      // An entry that fails must still keep the child from being started.
      if entry.value.text == "fail()" || declared.allSatisfy({ $0.contains(entry.name.text) }) { return true }
      add(.note, "`\(entry.name)` is left out, because the invoked document has no such data.", place)
      return false
    }
  }

  private static func topLevelData(of element: XMLElement) -> Set<String> {
    var result: Set<String> = []
    for model in element.elements where model.isSCXML && model.name == "datamodel" {
      for data in model.elements { if let id = data["id"] { result.insert(id) } }
    }
    return result
  }

  private mutating func finalizing(_ element: XMLElement, _ locations: [NamedExpression]) -> [ChartAction] {
    checkAttributes(element, [])
    let actions = actions(element)
    guard actions.isEmpty else { return actions }
    // An empty one takes over what comes back under the names that were given (SCXML 6.5.2).
    return locations.compactMap { location in
      guard variableNames.contains(location.value.text) else { return nil }
      let path = "event.data.\(location.name.text)"
      let assign = ChartAction(
        .assign([NamedExpression(ChartName(location.value.text), ChartExpression(path))]))
      return ChartAction(.choose([.init(ChartExpression("defined(\(path))"), [assign])], otherwise: []))
    }
  }
}
