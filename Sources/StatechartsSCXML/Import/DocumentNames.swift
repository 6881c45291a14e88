import StatechartsModel

internal import Statecharts

/// The names of one document and what they are called in its chart.
///
/// They are collected in a first pass, because a name can be used before it is declared.
struct DocumentNames {
  static let stateElements: Set<String> = ["state", "parallel", "final", "history"]

  /// Ids of states by those of the document.
  private(set) var states: [String: String] = [:]
  /// Names of variables by those of the document.
  private(set) var variables: [String: String] = [:]
  /// The variables of the chart, in the order of the document.
  private(set) var declarations: [ContextVariable] = []
  /// The data of the document itself, which charts that invoke it can give.
  private(set) var topLevelData: Set<String> = []
  /// Ids of invocations and of sends by those of the document.
  private(set) var invokeIDs: [String: String] = [:]
  private(set) var sendIDs: [String: String] = [:]
  /// The documents that texts name, in order: what a computed `src` may be.
  private(set) var fileNames: [(name: String, place: TextPlace)] = []
  /// Parts of events' names by those of the document that a chart cannot have.
  private var eventParts: [String: String] = [:]
  private var stateIDs: Set<String> = []
  private var variableNames = FreshNames(["session"])
  /// How many ids and names of loops were made.
  private var generated = 0
  private var loopNames = 0
  private let remarks: DocumentRemarks

  /// Collects the names, and adds the parts of events' names to those of all documents.
  init(of root: XMLElement, eventParts: inout [String], _ remarks: DocumentRemarks) {
    self.remarks = remarks
    var found = Found()
    visit(root, isTop: true, &found)
    // All documents name the parts of events alike, because they send events to each other. As long as all parts can be
    // names, no document has to know those of the others.
    // Decision: Docs/decisions/conversion.md#event-names-change-part-by-part
    if !eventParts.isEmpty || !found.eventParts.allSatisfy({ NameRule.isEventName($0) }) {
      var known = Set(eventParts)
      eventParts += found.eventParts.filter { known.insert($0).inserted }
      self.eventParts = Self.distinctNames(for: eventParts) { NameRule.isEventName($0) }
    }
    invokeIDs = Self.distinctNames(for: found.invokes) { NameRule.isEventName($0) }
    sendIDs = Self.distinctNames(for: found.sends.map(\.id)) { NameRule.isIdentifier($0) }
    var reported: Set<String> = []
    for (id, place) in found.sends {
      guard let name = sendIDs[id], name != id, reported.insert(id).inserted else { continue }
      remarks.add(
        .differs,
        "The send id `\(id)` was renamed to `\(name)`. Change comparisons of `_event.sendid` with it.", place)
    }
    for (id, _) in found.ids where NameRule.isIdentifier(id) { stateIDs.insert(id) }
    for (id, place) in found.ids {
      guard states[id] == nil else {
        remarks.add(.error, "Two states have the id `\(id)`. Rename one.", place)
        continue
      }
      let name = NameRule.isIdentifier(id) ? id : newStateID(Self.identifier(from: id))
      states[id] = name
      if name != id {
        remarks.add(.lost, "`\(id)` is not a valid state id, so it was renamed to `\(name)`.", place)
      }
    }
    for (id, isTop, place) in found.data where variables[id] == nil {
      let name = newVariable(id)
      variables[id] = name
      if isTop { topLevelData.insert(id) }
      if name != id {
        remarks.add(.lost, "`\(id)` is not a valid variable name, so it was renamed to `\(name)`.", place)
      }
      declarations.append(
        ContextVariable(FieldDeclaration(remarks.name(name, place), .any), isInput: isTop))
    }
  }

  /// What expressions of the chart can name.
  var scope: ExpressionScope {
    // Every state has some number; only whether it exists matters here.
    var scope = ExpressionScope(
      variables: declarations.map(\.field),
      states: Dictionary(stateIDs.map { ($0, 0) }, uniquingKeysWith: { first, _ in first }))
    scope.suggests = false
    return scope
  }

  // MARK: First pass

  /// What the first pass finds.
  private struct Found {
    var ids: [(String, TextPlace)] = []
    var data: [(String, Bool, TextPlace)] = []
    var sends: [(id: String, place: TextPlace)] = []
    var invokes: [String] = []
    /// The parts of all names of events.
    var eventParts: [String] = []
    var fileNames: Set<String> = []
  }

  private mutating func visit(_ element: XMLElement, isTop: Bool, _ found: inout Found) {
    for child in element.elements where child.isSCXML {
      for attribute in child.attributes { noteFileNames(in: attribute, &found.fileNames) }
      switch child.name {
      case "scxml", "content": continue
      case "data": if let id = child["id"] { found.data.append((id, isTop, child.place)) }
      case "foreach":
        for case let name? in [child["item"], child["index"]] where Self.isLegalLocation(name) {
          found.data.append((name, false, child.place))
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
        for descriptor in (child["event"] ?? "").listedNames {
          let name = Self.prefix(of: descriptor).name
          if !name.isEmpty { found.eventParts += Self.parts(of: name) }
        }
      case "invoke": if let id = child["id"] { found.invokes.append(id) }
      default: break
      }
      if Self.stateElements.contains(child.name), let id = child["id"] { found.ids.append((id, child.place)) }
      visit(child, isTop: isTop && child.name == "datamodel", &found)
    }
  }

  /// Notes texts in an expression that look like names of documents.
  private mutating func noteFileNames(in attribute: XMLElement.Attribute, _ found: inout Set<String>) {
    guard attribute.value.contains(".scxml"), let tokens = try? ESLexer.tokens(of: attribute.value)
    else { return }
    // An ending alone is a piece of a name.
    for case .string(let name) in tokens
    where name.hasSuffix(".scxml") && name != ".scxml" && found.insert(name).inserted {
      fileNames.append((name, attribute.place))
    }
  }

  /// A distinct name for each text. A text that can be a name keeps its own.
  private static func distinctNames(for texts: [String], where isLegal: (String) -> Bool) -> [String: String]
  {
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

  // MARK: New names

  /// An id of a state that is not in use yet.
  mutating func newStateID(_ beginning: String) -> String {
    var id = beginning
    while stateIDs.contains(id) {
      generated += 1
      id = "\(beginning)\(generated)"
    }
    stateIDs.insert(id)
    return id
  }

  /// A name of a variable that is not in use yet, made from a text.
  mutating func newVariable(_ text: String) -> String {
    variableNames.new(Self.expressionName(from: text), "_")
  }

  /// A new name for an element of a loop.
  mutating func newLoopName(_ word: String) -> String {
    while true {
      // proven: there are fewer loops than a document has bytes, and fewer variables, so this ends.
      loopNames &+= 1
      let name = "\(word)\(loopNames)"
      if !variableNames.contains(name) { return name }
    }
  }

  /// The id of an invocation, by the one of the document if it has one.
  mutating func invokeID(_ element: XMLElement, in state: StateNode) -> String {
    if let id = element["id"], let name = invokeIDs[id] {
      if id != name {
        remarks.add(.lost, "`\(id)` is not a valid id, so it was renamed to `\(name)`.", element.place)
      }
      return name
    }
    // `STATE.ID`, as SCXML 6.4 wants it.
    generated += 1
    return "\(state.id.text).work\(generated)"
  }

  // MARK: Names of the document

  /// Whether the chart has a variable of that name.
  func isVariable(_ name: String) -> Bool { variableNames.contains(name) }

  /// The variable of a location; nil, after a remark, for one that cannot be assigned.
  func variable(_ location: String, _ place: TextPlace) -> ChartName? {
    if let name = variables[location] { return ChartName(name) }
    if location.hasPrefix("_") {
      remarks.add(.lost, "`\(location)` is a system variable, so its assignment became `fail()`.", place)
    } else if let base = location.split(whereSeparator: { $0 == "." || $0 == "[" }).first,
      variables[String(base)] != nil
    {
      remarks.add(
        .lost,
        "The assignment to `\(location)` became `fail()`, because only variables can be assigned, not their fields.",
        place)
    } else {
      remarks.add(
        .lost, "`\(location)` is not declared, so its assignment became `fail()`. Declare it with `data`.",
        place)
    }
    return nil
  }

  /// An event's name; illegal ones are changed, after a remark.
  func eventName(_ text: String, _ place: TextPlace) -> String {
    if NameRule.isEventName(text) { return text }
    let name = Self.parts(of: text).map { eventParts[$0] ?? $0 }.joined(separator: ".")
    remarks.add(.lost, "`\(text)` is not a valid event name, so it was renamed to `\(name)`.", place)
    return name
  }

  /// A descriptor of events.
  func descriptor(_ text: String, _ place: TextPlace) -> String {
    var (name, isOpen) = Self.prefix(of: text)
    if name.isEmpty { return "*" }
    for (kind, ids) in [("done.state.", states), ("done.invoke.", invokeIDs)] where name.hasPrefix(kind) {
      if let id = ids[String(name.dropFirst(kind.count))] { name = kind + id }
    }
    return eventName(name, place) + (isOpen ? ".*" : "")
  }

  /// What the names of the events that a descriptor matches begin with, and whether it says so itself.
  private static func prefix(of descriptor: String) -> (name: String, isOpen: Bool) {
    var name = descriptor
    var isOpen = false
    while name.hasSuffix(".*") || name.hasSuffix(".") {
      isOpen = isOpen || name.hasSuffix(".*")
      name.removeLast(name.hasSuffix(".*") ? 2 : 1)
    }
    return name == "*" ? ("", isOpen) : (name, isOpen)
  }

  /// The parts of an event's name, by which descriptors match.
  private static func parts(of name: String) -> [String] {
    name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// A legal identifier made from a text.
  static func identifier(from text: String) -> String {
    var result = ""
    for byte in text.utf8.prefix(NameRule.longest - 8) {
      result += isWord(byte) || byte == 0x2D ? String(UnicodeScalar(byte)) : "_"
    }
    return NameRule.isIdentifier(result) ? result : "s" + result
  }

  /// A name of a variable or field made from a text.
  static func expressionName(from text: String) -> String {
    if NameRule.isExpressionName(text) { return text }
    let name = identifier(from: text).replacing("-", with: "_")
    return NameRule.isExpressionName(name) ? name : name + "_"
  }

  /// Whether a text is an identifier of ECMAScript, no word of it, and no system variable.
  static func isLegalLocation(_ text: String) -> Bool {
    guard let first = text.utf8.first, !(0x30...0x39).contains(first), first != 0x5F else { return false }
    return text.utf8.allSatisfy { isWord($0) || $0 == 0x24 } && !words.contains(text)
  }

  /// Whether a byte is a letter, a digit or `_`.
  private static func isWord(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
      || byte == 0x5F
  }

  private static let words: Set<String> = [
    "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else",
    "enum", "export", "extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof",
    "let", "new", "null", "return", "super", "switch", "this", "throw", "true", "try", "typeof", "undefined",
    "var", "void", "while", "with", "yield",
  ]
}
