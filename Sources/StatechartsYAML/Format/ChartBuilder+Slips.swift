import Statecharts

/// What people write out of habit from programs and other tools, where a chart has another word for it.
///
/// Each is told as what it is meant to be; that it cannot be a name says too little.
extension ChartBuilder {
  // MARK: Actions

  /// Reports a text that is no action's name but meant as one in another notation.
  ///
  /// - Returns: Whether it was one.
  mutating func reportActionSlip(_ node: Int32) -> Bool {
    // Decision: Docs/decisions/linter.md#habits-from-other-languages-have-their-own-messages
    let text = text(node)
    guard !isLegal(text, .handler), !findings.isFull else { return false }
    if isPlain(node), reportMissingSpace(node, text) { return true }
    if !isPlain(node), let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix(": "),
      isLegal(String(text[..<colon]), .handler)
    {
      report(
        .wrongKind, at: range(node), "\(shown(text)) is text because of the quotes.",
        help: "Write \(shown(asItem(text, at: node), upTo: 120)), without the quotes.")
      return true
    }
    if let assignment = ActionSlip.assignment(text) {
      report(
        .wrongKind, at: range(node), "\(shown(text)) is not an action. A variable is set with `assign`.",
        help: "Write \(shown(asAction(assignment, at: node), upTo: 80)).",
        fix: isPlain(node) && ActionSlip.isSafe(assignment)
          ? replacement(of: node, by: "{ \(assignment) }", "Write `\(assignment)`") : nil)
      return true
    }
    let words = text.split(separator: " ").map(String.init)
    if let meant = changeMeant(by: words) {
      report(
        .wrongKind, at: range(node), "\(shown(text)) is not an action. A variable is set with `assign`.",
        help: "Write \(shown(asAction(meant, at: node), upTo: 80)).")
      return true
    }
    if let meant = ActionSlip.spoken(text, isVariable: isVariable) {
      report(
        .wrongKind, at: range(node), "\(shown(text)) needs a `:` after `\(words[0])`.",
        help: "Write \(shown(asAction(meant, at: node), upTo: 80)).")
      return true
    }
    guard let call = ActionSlip.call(text) else { return false }
    if call.arguments.isEmpty, ActionWords.object(call.name) == nil {
      report(
        .illegalName, at: range(node),
        "\(shown(text)) has parentheses, but an action is written without them.",
        help: "Write `\(call.name)`.", fix: replacement(of: node, by: call.name, "Write `\(call.name)`"))
    } else {
      report(
        .wrongKind, at: range(node),
        "\(shown(text)) is written like a function call, but it is an action.",
        help:
          "Write \(shown(asAction(ActionSlip.mapping(call, arguments(of: call.name)), at: node), upTo: 80)).")
    }
    return true
  }

  /// `assign: { n: n + 1 }` for `n + 1`, `set n to n + 1` and `assign n 1`; nil where no variable is to be changed.
  private func changeMeant(by words: [String]) -> String? {
    guard words.count > 2, words.count <= 16 else { return nil }
    if words.count == 3, words[0] == "assign", isLegal(words[1], .variable) {
      return "assign: { \(words[1]): \(words[2]) }"
    }
    if ["+", "-"].contains(words[1]), isVariable(words[0]) {
      return "assign: { \(words[0]): \(words.joined(separator: " ")) }"
    }
    guard words.count > 3, words[0] == "set", ["to", "="].contains(words[2]), isVariable(words[1]) else {
      return nil
    }
    return "assign: { \(words[1]): \(words[3...].joined(separator: " ")) }"
  }

  /// An action that is a mapping, as it can be written in the place of another: behind a key it needs braces.
  private func asAction(_ mapping: String, at node: Int32) -> String {
    before(node) == UInt8(ascii: ":") ? "{ \(mapping) }" : mapping
  }

  /// An action as a whole item: behind a hyphen with it, as the line is seen.
  func asItem(_ action: String, at node: Int32) -> String {
    switch before(node) {
    case UInt8(ascii: ":"): action.contains(":") ? "{ \(action) }" : action
    case UInt8(ascii: "-"): "- \(action)"
    default: action
    }
  }

  /// The sign before a node, spaces and line breaks left out.
  private func before(_ node: Int32) -> UInt8? {
    document.source.bytes[..<Int(nodes[Int(node)].start)].last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }

  /// The names of the arguments that an action is declared with.
  private func arguments(of action: String) -> [String] {
    var node = document.root.map { Int32($0.rawValue) }
    for name in ["handlers", "actions", action, "arguments"] {
      node = node.flatMap { kind($0) == .mapping ? value(of: name, in: $0) : nil }
    }
    guard let node, kind(node) == .mapping else { return [] }
    var result: [String] = []
    var key = first(node)
    while key >= 0, next(key) >= 0 {
      if kind(key) == .scalar { result.append(text(key)) }
      key = next(next(key))
    }
    return result
  }

  /// Reports a key of an action that is meant as something else than a handler's name.
  ///
  /// - Returns: Whether it was one.
  mutating func reportActionKeySlip(_ key: Int32, _ value: Int32) -> Bool {
    let text = text(key)
    guard !isLegal(text, .handler), !findings.isFull, isPlain(key) else { return false }
    if let dashed = ActionSlip.dashed(text) {
      reportDash(key, "`\(shownWord(text))` is a name here", "\(shownWord(dashed)): …")
      return true
    }
    // `show(a: 1)` is a key `show(a` with the value `1)`.
    guard let open = text.firstIndex(of: "("), isLegal(String(text[..<open]), .handler),
      kind(value) == .scalar, self.text(value).hasSuffix(")")
    else { return false }
    let call = (String(text[..<open]), "\(text[text.index(after: open)...]): \(self.text(value).dropLast())")
    report(
      .wrongKind, at: range(key).lowerBound..<range(value).upperBound,
      "An action with arguments is not written like a function call.",
      help: "Write \(shown(ActionSlip.mapping(call, []), upTo: 80)).")
    return true
  }

  /// Reports `attempts: attempts + 1` and `increment: attempts`, where a variable of the chart is to be changed.
  ///
  /// - Returns: Whether it was one.
  mutating func reportVariableAsAction(_ key: Int32, _ value: Int32) -> Bool {
    let name = text(key)
    guard kind(value) == .scalar, !isEmpty(value), !findings.isFull, !declaredActions.contains(name) else {
      return false
    }
    let meant: String
    var isSure = true
    if isVariable(name) {
      guard let change = ActionSlip.change(of: name, by: text(value)) else { return false }
      meant = "assign: { \(name): \(ActionSlip.inYAML(change.expression)) }"
      isSure = change.isSure
    } else if let sign = ActionSlip.counting[name], isVariable(text(value)) {
      meant = "assign: { \(text(value)): \(text(value)) \(sign) 1 }"
    } else {
      return false
    }
    let place = range(key).lowerBound..<range(value).upperBound
    report(
      .wrongKind, at: place,
      isVariable(name)
        ? "\(shown(name)) is a variable, not an action. A variable is set with `assign`."
        : "A variable is changed with `assign`.",
      help: "Write \(shown(meant, upTo: 80))"
        + (isSure ? "." : ", or `assign: { \(name): \(text(value)) }` to set it to that number."),
      fix: isSure && isPlain(key) && isPlain(value) && ActionSlip.isSafe(meant)
        ? Diagnostic.Fix(title: "Write `\(meant)`", range: place, replacement: meant) : nil)
    return true
  }

  /// Reports a mapping such as `{ type: play }`, in which other tools write an action.
  ///
  /// - Returns: Whether it was one.
  mutating func reportForeignAction(_ node: Int32) -> Bool {
    guard let (key, name, hasMore) = foreignName(in: node) else { return false }
    let call = hasMore ? "\(name): { … }" : name
    report(
      .missingKey, at: range(key), "The name of an action must be the key.",
      help: "Write `\(asItem(call, at: node))`.")
    return true
  }

  /// Reports a mapping such as `{ type: isOpen }`, in which other tools write a guard.
  ///
  /// - Returns: Whether it was one.
  mutating func reportForeignGuard(_ node: Int32) -> Bool {
    guard let (key, name, hasMore) = foreignName(in: node) else { return false }
    report(
      .missingKey, at: range(key), "The name of a guard must be the key.",
      help: hasMore ? "Write `guard: { \(name): { … } }`." : "Write `guard: \(name)`.")
    return true
  }

  /// The name in `{ type: NAME }`, and whether there are other keys.
  private func foreignName(in node: Int32) -> (key: Int32, name: String, hasMore: Bool)? {
    let key = first(node)
    guard key >= 0, kind(key) == .scalar, ["type", "action", "name", "src", "guard"].contains(text(key)),
      kind(next(key)) == .scalar, isLegal(text(next(key)), .handler)
    else { return nil }
    return (key, text(next(key)), count(node) > 1)
  }

  // MARK: Spaces

  /// Reports `-item` and `key:value`, which are single texts.
  private mutating func reportMissingSpace(_ node: Int32, _ text: String) -> Bool {
    let start = Int(nodes[Int(node)].start)
    if let dashed = ActionSlip.dashed(text) {
      reportDash(node, "`\(shownWord(text))` is read as text", shownWord(dashed))
      return true
    }
    guard let colon = GluedColon(text[...]) else { return false }
    withdrawSpacing(at: node)
    guard !reported.contains(range(node)) else { return true }
    findings.add(
      Diagnostic(
        rule: YAMLRule.missingSpace.rawValue,
        message: "\(shown(text)) is read as one text: \(colon.problem).",
        help: "Write \(shown(colon.fixed)).", range: range(node),
        fix: Diagnostic.Fix(
          title: GluedColon.fixTitle, range: start + colon.gap.lowerBound..<start + colon.gap.upperBound,
          replacement: " ")))
    return true
  }

  /// Reports a `-` that clings to what stands behind it. At the beginning of a line it is meant to begin an item;
  /// elsewhere it is one too many.
  mutating func reportDash(_ node: Int32, _ what: String, _ better: String) {
    withdrawSpacing(at: node)
    let start = Int(nodes[Int(node)].start)
    let place = start + 1
    let before = document.source.bytes[..<start].reversed().first { $0 != 0x20 }
    let isItem = before == nil || before == 0x0A || before == 0x0D
    findings.add(
      Diagnostic(
        rule: YAMLRule.missingSpace.rawValue,
        message: isItem
          ? "\(what): a space is missing after the `-`." : "\(what), and the `-` is part of it.",
        help: isItem ? "Write `- \(better)`." : "Write `\(better)`.", range: start..<place,
        fix: isItem
          ? Diagnostic.Fix(title: "Add a space after the dash", range: place..<place, replacement: " ")
          : Diagnostic.Fix(title: "Remove the dash", range: start..<place, replacement: "")))
  }

  /// Takes back what YAML said about the text, which is now known to be meant otherwise.
  private mutating func withdrawSpacing(at node: Int32) {
    findings.withdraw(at: Int(nodes[Int(node)].start), [.missingSpace, .multilineText])
  }

  /// The first word of a text, cut when it is long.
  private func shownWord(_ text: String) -> String {
    let word = text.prefix { $0 != " " && $0 != "\n" }
    return word.count <= 40 ? String(word) : "\(word.prefix(37))…"
  }

  // MARK: Variables

  /// Reports a value in the place of a variable's type, as other tools write their data.
  ///
  /// - Returns: Whether it was one.
  mutating func reportValueAsType(_ node: Int32, of name: String) -> Bool {
    guard let declaration = valueAsType(node), !findings.isFull else { return false }
    let found = kind(node) == .scalar ? found(node) : "an empty list"
    let better = "{ \(declaration) }"
    report(
      .wrongKind, at: range(node), "The variable \(shown(name)) needs a type, not \(found).",
      help: "Write \(shown("\(name): \(better)", upTo: 80)).",
      fix: kind(node) == .scalar && ActionSlip.isSafe(declaration)
        ? replacement(of: node, by: better, "Write `\(better)`") : nil)
    return true
  }

  private func valueAsType(_ node: Int32) -> String? {
    guard kind(node) == .scalar else {
      return kind(node) == .sequence && first(node) < 0 ? "type: [any], initial: []" : nil
    }
    let text = text(node)
    guard isPlain(node) else {
      guard TypeNames.type(text) == nil, TypeNames.suggestion(for: text) == nil else { return nil }
      return "type: string, initial: \"'\(text)'\""
    }
    switch text {
    case "true", "false": return "type: bool, initial: \(text)"
    case "null", "~", "unset", "undefined", "nil", "none", "None": return "type: any, optional: true"
    default: break
    }
    if Int(text) != nil, text.utf8.first != UInt8(ascii: "+") { return "type: int, initial: \(text)" }
    if let first = text.utf8.first, first >= 0x30 && first <= 0x39 || first == 0x2D {
      if (try? Duration(literal: text)) != nil { return "type: duration, initial: \(text)" }
      if Double(text)?.isFinite == true { return "type: number, initial: \(text)" }
    }
    // `int = 0` says both.
    let parts = text.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " } }
    if parts.count == 2, TypeNames.type(parts[0]) != nil { return "type: \(parts[0]), initial: \(parts[1])" }
    return nil
  }
}

/// Notations of actions that are no names.
enum ActionSlip {
  /// `assign: { n: n + 1 }` for `n = n + 1`, `n += 1` and `n++`; nil for anything else.
  static func assignment(_ text: String) -> String? {
    let trimmed = text.drop { $0 == " " }
    let name = trimmed.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    guard NameSpelling.isLegal(name.utf8, allows: .underscoreFirst) else { return nil }
    let rest = trimmed[name.endIndex...].drop { $0 == " " }
    if rest == "++" || rest == "--" { return "assign: { \(name): \(name) \(rest.prefix(1)) 1 }" }
    for sign in ["+=", "-=", "*=", "/="] where rest.hasPrefix(sign) {
      let value = String(rest.dropFirst(2).drop { $0 == " " })
      return value.isEmpty ? nil : "assign: { \(name): \(name) \(sign.prefix(1)) \(operand(value)) }"
    }
    for sign in [":=", "="] where rest.hasPrefix(sign) && !rest.hasPrefix("==") {
      let value = String(rest.dropFirst(sign.count).drop { $0 == " " })
      return value.isEmpty ? nil : "assign: { \(name): \(value) }"
    }
    return nil
  }

  /// The value of a variable that `VARIABLE: text` is to set, where it can be read as an expression. What begins with a
  /// sign, such as `-1`, most likely counts, but may be meant as it stands.
  static func change(of name: String, by text: String) -> (expression: String, isSure: Bool)? {
    if let first = text.first, first == "+" || first == "-" {
      let rest = text.dropFirst().drop { $0 == "=" || $0 == first || $0 == " " }
      // A sum that begins with a sign is the whole value; behind `+=` it is what is added.
      let isSum = !text.dropFirst().hasPrefix("=") && rest.contains(where: "+-*/%(".contains)
      if isSum {
        let whole = first == "+" ? String(text.dropFirst()).trimmed : text
        return (try? parse(whole)).map { _ in (whole, true) }
      }
      let counts = rest.isEmpty || rest == name
      let expression = "\(name) \(first) \(counts ? "1" : operand(String(rest)))"
      let isNumber = rest.count == text.count - 1 && first == "-"
      return (try? parse(expression)).map { _ in (expression, !isNumber) }
    }
    return (try? parse(text)).map { _ in (text, true) }
  }

  /// A text as the right side of an operator, in parentheses where it has operators itself.
  private static func operand(_ text: String) -> String {
    text.utf8.allSatisfy { NameSpelling.isWordByte($0) || $0 == 0x2E } ? text : "(\(text))"
  }

  /// Names under which other tools count.
  static let counting = [
    "increment": "+", "inc": "+", "incr": "+", "decrement": "-", "dec": "-", "decr": "-",
  ]

  /// `log: "'hello'"` for `log hello`, and `emit: shown` for `emit shown`; nil for anything else.
  static func spoken(_ text: String, isVariable: (String) -> Bool) -> String? {
    guard let space = text.firstIndex(of: " ") else { return nil }
    let verb = String(text[..<space])
    let rest = String(text[space...]).trimmed
    switch ActionWords.object(verb) {
    case .log?:
      if isVariable(rest) { return "log: \(rest)" }
      let isText = rest.utf8.allSatisfy { NameSpelling.isWordByte($0) || " ,.!?-".utf8.contains($0) }
      return isText ? "log: \"'\(rest)'\"" : nil
    case .raise?, .send?, .emit?, .cancel?:
      return NameSpelling.isLegal(rest.utf8, allows: .dots) ? "\(verb): \(rest)" : nil
    default: return nil
    }
  }

  /// The name and the arguments of `show(a, b)`; nil for anything else.
  static func call(_ text: String) -> (name: String, arguments: String)? {
    var text = text[...]
    while let last = text.last, last == ";" || last == " " { text.removeLast() }
    guard text.last == ")", let open = text.firstIndex(of: "(") else { return nil }
    let name = text[..<open]
    guard NameSpelling.isLegal(name.utf8, allows: .underscoreFirst), !NameSpelling.isReserved(String(name))
    else {
      return nil
    }
    let arguments = text[text.index(after: open)...].dropLast().filter { $0 != "\n" }
    return (String(name), arguments.trimmed)
  }

  /// A call as the mapping that is meant by it.
  ///
  /// - Parameter names: The names of the arguments, as far as they are known.
  static func mapping(_ call: (name: String, arguments: String), _ names: [String]) -> String {
    switch ActionWords.object(call.name) {
    case .assign?: "assign: { NAME: VALUE }"
    case .raise?, .send?, .emit?, .cancel?:
      "\(call.name): \(call.arguments.isEmpty ? "NAME" : call.arguments.filter { $0 != "'" && $0 != "\"" })"
    case .log?: "log: \(call.arguments.isEmpty ? "VALUE" : call.arguments)"
    default:
      "\(call.name): { " + mapped(arguments: parts(of: call.arguments), names).joined(separator: ", ") + " }"
    }
  }

  private static func mapped(arguments: [String], _ names: [String]) -> [String] {
    arguments.enumerated().map { number, argument in
      let label = argument.prefix { $0 != ":" }
      if label.endIndex < argument.endIndex, NameSpelling.isLegal(label.utf8, allows: .underscoreFirst) {
        return "\(label): \(inYAML(String(argument[label.endIndex...].dropFirst()).trimmed))"
      }
      let name = arguments.count == 1 ? "NAME" : "NAME\(number + 1)"
      return "\(names.indices.contains(number) ? names[number] : name): \(inYAML(argument))"
    }
  }

  /// What stands between the commas that are neither in a text nor in brackets.
  private static func parts(of arguments: String) -> [String] {
    var result = [""]
    var quote: Character?
    var depth = 0
    for character in arguments {
      switch character {
      case "'", "\"":
        if quote == nil { quote = character } else if quote == character { quote = nil }
      case "(", "[", "{": if quote == nil { depth += 1 }
      case ")", "]", "}": if quote == nil { depth -= 1 }
      default: break
      }
      if character == ",", quote == nil, depth == 0 {
        result.append("")
      } else {
        result[result.count - 1].append(character)
      }
    }
    return result.map(\.trimmed)
  }

  /// An expression as YAML holds it inside of braces.
  static func inYAML(_ expression: String) -> String {
    let isPlain = expression.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || " _.+-*/()<=".utf8.contains(byte)
    }
    if isPlain, let first = expression.first, first.isLetter || first.isNumber || "_(-".contains(first) {
      return expression
    }
    guard expression.contains("\"") || expression.contains("\\") else { return "\"\(expression)\"" }
    return "'\(expression.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
  }

  /// What stands behind the `-` of `-item`; nil for anything else.
  static func dashed(_ text: String) -> String? {
    guard text.hasPrefix("-"), let next = text.unicodeScalars.dropFirst().first,
      next.isASCII, next.properties.isAlphabetic
    else { return nil }
    return String(text.dropFirst())
  }

  /// Whether a text means the same wherever it stands in YAML.
  static func isSafe(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || " _.+-*/:,{}'()".utf8.contains(byte)
    } && !text.hasSuffix(":") && text.split(separator: "{").count <= 2
  }
}

extension String {
  /// Without spaces at both ends.
  fileprivate var trimmed: String {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
