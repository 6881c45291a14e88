import StatechartsModel

internal import Statecharts

// First pass: the ids of all states, and the names of all variables, for what names them may stand before them.

extension SCXMLChartBuilder {
  static let stateElements: Set<String> = ["state", "parallel", "final", "history"]

  /// Collects the names of a document.
  mutating func collectNames(_ root: XMLElement) {
    var found = Found()
    visit(root, isTop: true, &found)
    nameEvents(found.eventParts)
    invokeIDs = distinctNames(for: found.invokes) { NameRule.isEventName($0) }
    nameSends(found.sends)
    for (id, _) in found.ids where NameRule.isIdentifier(id) { stateIDs.insert(id) }
    for (id, place) in found.ids {
      guard states[id] == nil else {
        add(.error, "Two states have the id `\(id)`. Rename one.", place)
        continue
      }
      if NameRule.isIdentifier(id) {
        states[id] = id
      } else {
        let name = freshID(identifier(from: id))
        states[id] = name
        add(.lost, "`\(id)` is not a valid state id, so it was renamed to `\(name)`.", place)
      }
    }
    for (id, isTop, place) in found.data {
      guard translator.variables[id] == nil else { continue }
      let name = variableNames.new(expressionName(from: id), "_")
      variablePlaces[name] = variables.count
      translator.variables[id] = name
      if isTop { topLevelData.insert(id) }
      if name != id {
        add(.lost, "`\(id)` is not a valid variable name, so it was renamed to `\(name)`.", place)
      }
      variables.append(ContextVariable(FieldDeclaration(self.name(name, place), .any), isInput: isTop))
    }
    translator.states = states
    // Every state has some number; only whether it exists matters here.
    scope = ExpressionScope(
      variables: variables.map(\.field),
      states: Dictionary(stateIDs.map { ($0, 0) }, uniquingKeysWith: { first, _ in first }))
    scope.suggests = false
  }

  /// What the first pass finds.
  private struct Found {
    var ids: [(String, TextPlace)] = []
    var data: [(String, Bool, TextPlace)] = []
    var sends: [(id: String, place: TextPlace)] = []
    var invokes: [String] = []
    /// The parts of all names of events.
    var eventParts: [String] = []
  }

  private mutating func visit(_ element: XMLElement, isTop: Bool, _ found: inout Found) {
    for child in element.elements where child.isSCXML {
      for attribute in child.attributes { noteFileNames(in: attribute.value, attribute.place) }
      switch child.name {
      case "scxml", "content": continue
      case "data": if let id = child["id"] { found.data.append((id, isTop, child.place)) }
      case "foreach":
        for name in [child["item"], child["index"]] {
          if let name, Self.isLegalLocation(name) { found.data.append((name, false, child.place)) }
        }
      case "script":
        // A script may make variables by assigning them.
        for assignment in (try? ESParser.assignments(child.text)) ?? [] {
          if case .name(let name) = assignment.target, Self.isLegalLocation(name) {
            found.data.append((name, false, child.place))
          }
        }
      case "raise": found.eventParts += Self.parts(of: child["event"] ?? "")
      case "send":
        if let event = child["event"] { found.eventParts += Self.parts(of: event) }
        if let id = child["id"] { found.sends.append((id, child.place)) }
      case "transition":
        for name in words(child["event"] ?? "").map({ Self.descriptorPrefix($0).name }) where !name.isEmpty {
          found.eventParts += Self.parts(of: name)
        }
      case "invoke": if let id = child["id"] { found.invokes.append(id) }
      default: break
      }
      if Self.stateElements.contains(child.name), let id = child["id"] { found.ids.append((id, child.place)) }
      visit(child, isTop: isTop && child.name == "datamodel", &found)
    }
  }

  /// Names for texts, each another: a text that can be one keeps its own.
  private func distinctNames(for texts: [String], where isLegal: (String) -> Bool) -> [String: String] {
    var names = FreshNames()
    var result: [String: String] = [:]
    for text in texts where isLegal(text) {
      names.insert(text)
      result[text] = text
    }
    for text in texts where result[text] == nil {
      result[text] = names.new(identifier(from: text), "_")
    }
    return result
  }

  private mutating func nameSends(_ sends: [(id: String, place: TextPlace)]) {
    sendIDs = distinctNames(for: sends.map(\.id)) { NameRule.isIdentifier($0) }
    var reported: Set<String> = []
    for (id, place) in sends {
      guard let name = sendIDs[id], name != id, reported.insert(id).inserted else { continue }
      add(
        .differs,
        "The send id `\(id)` was renamed to `\(name)`. Change comparisons of `_event.sendid` with it.",
        place)
    }
  }

  // MARK: Events

  /// The parts of an event's name, by which descriptors match.
  static func parts(of name: String) -> [String] {
    name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// Names the parts of events' names, in all documents alike, for they send events to each other. As long as all of them
  /// can be names, no document has to know those of the others.
  private mutating func nameEvents(_ parts: [String]) {
    // Decision: Docs/decisions/conversion.md#event-names-change-part-by-part
    guard !documentFacts.eventParts.isEmpty || !parts.allSatisfy({ NameRule.isEventName($0) }) else { return }
    var known = Set(documentFacts.eventParts)
    documentFacts.eventParts += parts.filter { known.insert($0).inserted }
    eventParts = distinctNames(for: documentFacts.eventParts) { NameRule.isEventName($0) }
  }

  // MARK: Documents

  /// Notes texts in an expression that look like names of documents.
  private mutating func noteFileNames(in text: String, _ place: TextPlace) {
    guard text.contains(".scxml"), let tokens = try? ESLexer.tokens(of: text) else { return }
    // An ending alone is a piece of a name.
    for case .string(let name) in tokens
    where name.hasSuffix(".scxml") && name != ".scxml" && fileNameSet.insert(name).inserted {
      fileNames.append((name, place))
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
