internal import Statecharts

// First pass: the ids of all states, and the names of all variables, for what names them may stand before them.

extension SCXMLChartBuilder {
  static let stateElements: Set<String> = ["state", "parallel", "final", "history"]

  /// Collects the names of a document.
  mutating func collectNames(_ root: XMLElement) {
    var ids: [(String, TextPlace)] = []
    var data: [(String, Bool, TextPlace)] = []
    var sends: [(String, TextPlace)] = []
    visit(root, isTop: true, &ids, &data, &sends)
    nameSends(sends)
    for (id, _) in ids where NameRule.isIdentifier(id) { stateIDs.insert(id) }
    for (id, place) in ids {
      guard states[id] == nil else {
        add(.error, "The id `\(id)` is given to two states.", place)
        continue
      }
      if NameRule.isIdentifier(id) {
        states[id] = id
      } else {
        let name = freshID(identifier(from: id))
        states[id] = name
        add(.lost, "`\(id)` cannot be the id of a state; it becomes `\(name)`.", place)
      }
    }
    for (id, isTop, place) in data {
      guard translator.variables[id] == nil else { continue }
      let name = variableNames.new(expressionName(from: id), "_")
      variablePlaces[name] = variables.count
      translator.variables[id] = name
      if isTop { topLevelData.insert(id) }
      if name != id { add(.lost, "`\(id)` cannot be the name of a variable; it becomes `\(name)`.", place) }
      variables.append(ContextVariable(Field(Name(name), .any), isInput: isTop))
    }
    translator.states = states
    // Every state has some number; only whether it exists matters here.
    scope = ExpressionScope(
      variables: variables.map(\.field),
      states: Dictionary(stateIDs.map { ($0, 0) }, uniquingKeysWith: { first, _ in first }))
    scope.suggests = false
  }

  private mutating func visit(
    _ element: XMLElement, isTop: Bool, _ ids: inout [(String, TextPlace)],
    _ data: inout [(String, Bool, TextPlace)], _ sends: inout [(String, TextPlace)]
  ) {
    for child in element.elements where child.isSCXML {
      for attribute in child.attributes { noteFileNames(in: attribute.value) }
      switch child.name {
      case "scxml", "content": continue
      case "data": if let id = child["id"] { data.append((id, isTop, child.place)) }
      case "foreach":
        for name in [child["item"], child["index"]] {
          if let name, Self.isLegalLocation(name) { data.append((name, false, child.place)) }
        }
      case "script":
        // A script may make variables by assigning them.
        for assignment in (try? ESParser.assignments(child.text)) ?? [] {
          if case .name(let name) = assignment.target, Self.isLegalLocation(name) {
            data.append((name, false, child.place))
          }
        }
      case "send": if let id = child["id"] { sends.append((id, child.place)) }
      case "invoke":
        if let id = child["id"] { invokeIDs[id] = NameRule.isEventName(id) ? id : identifier(from: id) }
      default: break
      }
      if Self.stateElements.contains(child.name), let id = child["id"] { ids.append((id, child.place)) }
      visit(child, isTop: isTop && child.name == "datamodel", &ids, &data, &sends)
    }
  }

  /// Gives the ids of sends names, each another.
  private mutating func nameSends(_ sends: [(id: String, place: TextPlace)]) {
    var names = FreshNames()
    for (id, _) in sends where NameRule.isIdentifier(id) {
      sendIDs[id] = id
      names.insert(id)
    }
    for (id, place) in sends where sendIDs[id] == nil {
      let name = names.new(identifier(from: id), "_")
      sendIDs[id] = name
      add(
        .differs,
        "The send `\(id)` is called `\(name)` here; what compares `_event.sendid` with a text has to follow.",
        place)
    }
  }

  /// Notes texts in an expression that look like names of documents.
  private mutating func noteFileNames(in text: String) {
    guard text.contains(".scxml"), let tokens = try? ESLexer.tokens(of: text) else { return }
    for case .string(let name) in tokens where name.hasSuffix(".scxml") && fileNameSet.insert(name).inserted {
      fileNames.append(name)
    }
  }

  /// Whether a text is an identifier of ECMAScript and none of its words.
  static func isLegalLocation(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) || first == 0x5F || first == 0x24 else { return false }
    guard text.utf8.allSatisfy({ isLetter($0) || $0 == 0x5F || $0 == 0x24 || (0x30...0x39).contains($0) })
    else { return false }
    return !words.contains(text) && !text.hasPrefix("_")
  }

  private static let words: Set<String> = [
    "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else",
    "enum",
    "export", "extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof", "let",
    "new",
    "null", "return", "super", "switch", "this", "throw", "true", "try", "typeof", "undefined", "var", "void",
    "while", "with", "yield",
  ]
}
