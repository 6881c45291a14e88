import Statecharts
import StatechartsModel

extension ChartBuilder {
  /// The longest name, in UTF-8 bytes.
  static let longestName = NameRule.longest

  /// Reads a name behind a key of the format.
  mutating func name(_ name: FormatName, in fields: Fields) -> ChartName? {
    guard let entry = entry(name, in: fields) else { return nil }
    guard let kind = nameKind(entry, in: fields) else { return nil }
    guard self.kind(entry.value) == .scalar, !isEmpty(entry.value) else {
      reportWrongKind(entry, in: fields)
      return nil
    }
    return self.name(entry.value, kind)
  }

  /// Reads a list of names, or where the format allows it a single one.
  mutating func names(_ name: FormatName, in fields: Fields) -> [ChartName] {
    guard let entry = entry(name, in: fields) else { return [] }
    guard let kind = nameKind(entry, in: fields) else { return [] }
    if self.kind(entry.value) == .scalar, !isEmpty(entry.value), isOneEnough(entry, in: fields) {
      return self.name(entry.value, kind).map { [$0] } ?? []
    }
    guard self.kind(entry.value) == .sequence else {
      let isName = self.kind(entry.value) == .scalar && isLegal(text(entry.value), kind)
      reportWrongKind(
        entry, in: fields,
        help: isName ? "Write it in brackets: `\(name.text): [\(text(entry.value))]`." : nil)
      return []
    }
    if first(entry.value) < 0, isOneEnough(entry, in: fields) { reportWrongKind(entry, in: fields) }
    return names(inList: entry.value, key: entry.key, kind)
  }

  /// What the names behind a key stand for.
  func nameKind(_ entry: Entry, in fields: Fields) -> FormatShape.NameKind? {
    index.nameKinds[Int(fields.object.rawValue)][entry.place]
  }

  /// Whether a single name may stand in the place of a list.
  private func isOneEnough(_ entry: Entry, in fields: Fields) -> Bool {
    if case .oneOrMoreNames = index.keys[Int(fields.object.rawValue)][entry.place].shape { return true }
    return false
  }

  /// Reads the names of a list.
  mutating func names(inList node: Int32, key: Int32, _ kind: FormatShape.NameKind) -> [ChartName] {
    var result: [ChartName] = []
    var known: [String: ChartName] = [:]
    var item = first(node)
    while item >= 0 {
      if self.kind(item) == .scalar, !isEmpty(item) {
        if let name = name(item, kind) {
          if let earlier = known[name.text] { reportTwice(item, earlier) } else { known[name.text] = name }
          result.append(name)
        }
      } else {
        reportWrongKind(item, key: key, expected: .name(kind))
      }
      item = next(item)
    }
    return result
  }

  mutating func reportTwice(_ item: Int32, _ earlier: ChartName) {
    report(
      .duplicateValue, at: range(item), "\(shown(text(item))) is in this list twice.",
      help: "Delete \(shown(text(item))) here.",
      related: [Diagnostic.Related(range: range(earlier.origin.rawValue), message: "first used here")])
  }

  /// Reads a scalar as a name. An illegal name is reported and read all the same, so that what refers to it is
  /// found; letters of other scripts are read as the ones that they look like.
  mutating func name(_ node: Int32, _ kind: FormatShape.NameKind) -> ChartName? {
    let text = text(node)
    let origin = ModelOrigin(node)
    if isLegal(text, kind) { return ChartName(text, origin: origin) }
    if let plain = LookalikeCharacters.replaced(in: text), isLegal(plain.text, kind) {
      report(
        .lookalikeCharacter,
        at: document.range(of: YAMLDocument.NodeID(node), textRange: plain.firstRange),
        "The `\(plain.character)` in \(shown(text)) is not the English letter that it looks like (\(plain.name)).",
        help: "Type it again: `\(plain.text)`.",
        fix: replacement(of: node, by: plain.text, "Write `\(plain.text)`"))
      return ChartName(plain.text, origin: origin)
    }
    // The same letters become the same name everywhere, so that nothing follows from it.
    if let plain = Transliteration.plain(text), isLegal(plain, kind) {
      report(
        .illegalName, at: range(node), "\(shown(text)) is not a valid \(kind.noun).",
        help: "Use the letters a to z, for example `\(plain)`.")
      return ChartName(plain, origin: origin)
    }
    if let inner = CurlyQuotes.inside(text), isLegal(inner, kind) {
      report(
        .illegalName, at: range(node),
        "The curly quotes around \(shown(text)) count as part of the name. YAML only knows straight quotes.",
        help: "Write `\(inner)`.", fix: replacement(of: node, by: inner, "Write `\(inner)`"))
      return ChartName(inner, origin: origin)
    }
    if text.hasSuffix(","), isLegal(String(text.dropLast()), kind) {
      let name = String(text.dropLast())
      report(
        .illegalName, at: range(node), "The comma at the end of \(shown(text)) counts as part of the name.",
        help: "Delete the comma: write `\(name)`.",
        fix: isPlain(node) ? replacement(of: node, by: name, "Delete the comma") : nil)
      return ChartName(name, origin: origin)
    }
    if kind == .state, !text.isEmpty, !findings.isFull, let id = stateTitled(text) {
      report(
        .illegalName, at: range(node), "\(shown(text)) is the title of a state, not its id.",
        help: "Write `\(id)`.", fix: replacement(of: node, by: id, "Write `\(id)`"))
      return ChartName(id, origin: origin)
    }
    if kind == .state, let id = stateLedTo(by: text) {
      report(
        .illegalName, at: range(node),
        "\(shown(text)) contains more than the id of a state.",
        help: "Write `\(id)`.", fix: replacement(of: node, by: id, "Write `\(id)`"))
      return ChartName(id, origin: origin)
    }
    if let comment = text.firstRange(of: "//"),
      comment.lowerBound == text.startIndex || text[..<comment.lowerBound].last == " "
    {
      reportComment(node, text, comment.lowerBound)
      return nil
    }
    if isPlain(node), let better = WideColon.fixed(text) {
      report(
        .illegalName, at: range(node), WideColon.message, help: "Write \(shown(better)).",
        fix: replacement(of: node, by: better, WideColon.fixTitle))
      return nil
    }
    reportIllegal(node, text, kind)
    if kind == .state, let meant = idMeant(by: text) { return ChartName(meant, origin: origin) }
    if let meant = NameSpelling.bare(text), isLegal(meant, kind) {
      return isWay(text, kind) ? nil : ChartName(meant, origin: origin)
    }
    // What refers to it has probably the name that it is told to have.
    if let joined = NameSpelling.joined(text), isLegal(joined, kind) {
      return ChartName(joined, origin: origin)
    }
    return text.utf8.isEmpty ? nil : ChartName(text, origin: origin)
  }

  /// Whether a text may be a name of a kind.
  func isLegal(_ text: String, _ kind: FormatShape.NameKind) -> Bool {
    switch kind {
    case .event, .work: NameSpelling.isLegal(text.utf8, allows: .dots)
    case .descriptor: NameSpelling.isDescriptor(text.utf8)
    case .variable, .field, .handler, .item, .versionedVariable:
      NameSpelling.isLegal(text.utf8, allows: .underscoreFirst) && !NameSpelling.isReserved(text)
    default: NameSpelling.isLegal(text.utf8, allows: .hyphens)
    }
  }

  /// The id in `#id`, `.id` and `chart.group.id`, as other tools write targets.
  private func idMeant(by text: String) -> String? {
    guard
      let last = text.split(whereSeparator: { $0 == "." || $0 == "#" || $0 == "/" }).last.map(String.init),
      text.hasPrefix("#") || text.contains("."), isLegal(last, .state)
    else { return nil }
    return last
  }

  /// The id in `goto gone` and `go to gone`; nil where there is no such state.
  private mutating func stateLedTo(by text: String) -> String? {
    guard text.utf8.count <= 2 * Self.longestName else { return nil }
    let words = text.split { " ()".contains($0) }.map(String.init)
    guard words.count > 1, words.count <= 3, let id = words.last,
      words.dropLast().allSatisfy({ ["goto", "go", "to", "enter", "target"].contains($0.lowercased()) })
    else { return nil }
    return isState(id) ? id : nil
  }

  /// The id of the only state with a title.
  private mutating func stateTitled(_ title: String) -> String? {
    if titledStates == nil { titledStates = titles() }
    return titledStates?[title] ?? nil
  }

  /// Whether the chart has a state of a name, be it read already or not.
  mutating func isState(_ name: String) -> Bool {
    let names = stateNames ?? Set(states().map { text($0.key) })
    stateNames = names
    return names.contains(name)
  }

  /// The ids of the states by their titles; nil for titles that several have.
  private func titles() -> [String: String?] {
    var result: [String: String?] = [:]
    for (key, state) in states() {
      guard let title = value(of: FormatName.title.text, in: state), kind(title) == .scalar else { continue }
      let isKnown = result[text(title)] != nil
      result[text(title)] = .some(isKnown ? nil : text(key))
    }
    return result
  }

  /// The keys of all states, with what stands behind them.
  private func states() -> [(key: Int32, state: Int32)] {
    var result: [(key: Int32, state: Int32)] = []
    var open = document.root.map { [Int32($0.rawValue)] } ?? []
    while let node = open.popLast() {
      guard kind(node) == .mapping, let states = value(of: FormatName.states.text, in: node),
        kind(states) == .mapping
      else { continue }
      var key = first(states)
      while key >= 0, next(key) >= 0 {
        let state = next(key)
        if kind(key) == .scalar, isLegal(text(key), .state) {
          result.append((key, state))
          open.append(state)
        }
        key = next(state)
      }
    }
    return result
  }

  /// What stands behind a key of a mapping.
  func value(of name: String, in node: Int32) -> Int32? {
    var key = first(node)
    while key >= 0, next(key) >= 0 {
      if kind(key) == .scalar, text(key) == name { return next(key) }
      key = next(next(key))
    }
    return nil
  }

  /// Reports a comment that is written as in programs.
  private mutating func reportComment(_ node: Int32, _ text: String, _ start: String.Index) {
    let isAll = start == text.startIndex
    report(
      .illegalName, at: range(node), "`//` does not begin a comment, so \(shown(text)) counts as a name.",
      help: isAll
        ? "Comments begin with `#`. Write `#` instead of `//`."
        : "Comments begin with `#`. Write \(shown("\(text[..<start])#\(text[start...].dropFirst(2))", upTo: 80))."
    )
  }

  private mutating func reportIllegal(_ node: Int32, _ text: String, _ kind: FormatShape.NameKind) {
    // The words cost work, which a file full of mistakes shall not multiply.
    guard findings.admits(ShapeRule.illegalName) else { return }
    let what = kind.words
    let meantID = kind == .state ? idMeant(by: text) : nil
    let bare = NameSpelling.bare(text).flatMap { isLegal($0, kind) ? $0 : nil }
    let help: String
    if NameSpelling.isReserved(text), kind.isUsedInExpressions {
      help = "The word has a meaning in expressions. Write another name, for example `\(text)Value`."
    } else if text.utf8.isEmpty {
      help = "Write the name between the quotes, or remove the key."
    } else if text == "~" {
      help =
        kind == .state
        ? ChartBuilder.noState : "Write \(what), or remove the key."
    } else if text.utf8.count > ChartBuilder.longestName {
      help = "It has \(text.utf8.count) bytes. A name has at most \(ChartBuilder.longestName)."
    } else if let meant = meantID {
      let isPath = text.dropFirst().utf8.contains(0x2E)
      help =
        "Write \(isPath ? "only the state's own id, " : "")`\(meant)`. Ids are unique in the whole chart."
    } else if kind == .field, let bare, text == "\(bare)?" {
      help = "Write `\(bare)`, and put the `?` after its type: `\(bare): string?`."
    } else if let bare {
      help =
        isWay(text, kind)
        ? "An action has no target. To go to the state `\(bare)`, write \(shown("on: { EVENT: \(bare) }"))."
        : "Write `\(bare)`."
    } else if text.utf8.contains(0x2C) {
      help = "Write several names as a list: \(shown("[\(text)]"))."
    } else if kind.isUsedInExpressions {
      let word = NameSpelling.joined(text)
      help =
        "Use letters, digits and `_`, beginning with a letter"
        + (word.map { ", for example `\($0)`." } ?? ".")
    } else if kind == .event || kind == .descriptor {
      let word = NameSpelling.joined(text)
      help =
        "Use letters, digits, `_`, `-` and `.`, beginning with a letter"
        + (word.map { ", for example `\($0)`." } ?? ".")
        + (kind == .descriptor ? " A name with `.*` at the end stands for all names that begin like it." : "")
    } else {
      let word = NameSpelling.joined(text)
      help =
        "Use letters, digits, `_` and `-`, beginning with a letter"
        + (word.map { ", for example `\($0)`." } ?? ".")
        + (kind == .state && word != nil ? " The text for people goes in its `title`." : "")
    }
    report(
      .illegalName, at: range(node),
      "\(shown(text)) is not a valid \(kind.noun).",
      help: help,
      fix: (meantID ?? (kind == .state && NameSpelling.hasArrowOnly(text) ? bare : nil)).map {
        replacement(of: node, by: $0, "Write `\($0)`")
      })
  }

  /// Whether an arrow stands before a name where actions are named, and no way can begin.
  private func isWay(_ text: String, _ kind: FormatShape.NameKind) -> Bool {
    kind == .handler && NameSpelling.isBehindArrow(text)
  }

  /// What to do where a state is missing, or something that says so.
  static let noState = "Write the id of a state, or remove the key."
}

/// How names are spelled.
enum NameSpelling {
  struct Allowance: OptionSet {
    let rawValue: UInt8
    static let hyphens = Allowance(rawValue: 1)
    static let underscoreFirst = Allowance(rawValue: 2)
    static let dots: Allowance = [Allowance(rawValue: 4), .hyphens]
  }

  /// Words that mean something else in expressions.
  static let reserved = NameRule.reserved.sorted()

  /// Whether a byte is a letter, a digit or `_`.
  static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == 0x5F
  }

  static func isReserved(_ text: String) -> Bool { text.utf8.count <= 7 && reserved.contains(text) }

  /// An event's name, which may end with `.*`, or `*` alone.
  static func isDescriptor(_ bytes: String.UTF8View) -> Bool {
    guard bytes.last == UInt8(ascii: "*") else { return isLegal(bytes, allows: .dots) }
    let name = bytes.dropLast()
    return name.isEmpty || name.last == UInt8(ascii: ".") && isLegal(name.dropLast(), allows: .dots)
  }

  /// Letters, digits and `_`, beginning with a letter, and what else is allowed.
  static func isLegal(_ bytes: some Collection<UInt8>, allows: Allowance) -> Bool {
    var isAtStart = true
    var count = 0
    for byte in bytes {
      count += 1
      switch byte {
      case 0x61...0x7A, 0x41...0x5A: isAtStart = false
      case 0x30...0x39: if isAtStart { return false }
      case 0x5F:
        if isAtStart, !allows.contains(.underscoreFirst) { return false }
        isAtStart = false
      case 0x2D: if isAtStart || !allows.contains(.hyphens) { return false }
      case 0x2E:
        if isAtStart || !allows.isSuperset(of: .dots) { return false }
        isAtStart = true
      default: return false
      }
    }
    return !isAtStart && count <= ChartBuilder.longestName
  }

  /// What stands between signs that no name begins or ends with, as in `-> gone`, `gone;` and `(gone)`; nil where there
  /// are none.
  static func bare(_ text: String) -> String? {
    let isSign: (Unicode.Scalar) -> Bool = {
      !($0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_")
    }
    var rest = text.unicodeScalars.drop(while: isSign)
    while let last = rest.last, isSign(last) { rest.removeLast() }
    return rest.isEmpty || rest.count == text.unicodeScalars.count ? nil : String(rest)
  }

  /// Whether an arrow stands in front, with which people draw a way.
  static func isBehindArrow(_ text: String) -> Bool {
    let front = text.unicodeScalars.prefix { !$0.properties.isAlphabetic }
    return front.contains { ">→⇒➔➜".unicodeScalars.contains($0) }
  }

  /// Whether nothing but an arrow, spaces and a `;` stand around a name: what was meant is beyond doubt.
  static func hasArrowOnly(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0)
        || "_-=>→⇒➔➜; ".unicodeScalars.contains($0)
    }
  }

  /// The words of a text joined to one name; nil when that gives no name.
  static func joined(_ text: String) -> String? {
    let plain = Transliteration.plain(text) ?? text
    let words = plain.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
    guard words.count > 1, let first = words.first else { return nil }
    // Names begin small, unless the word is an abbreviation.
    let isCapitalized = first.dropFirst().first?.isLowercase ?? true
    let start = isCapitalized ? first.prefix(1).lowercased() + first.dropFirst() : String(first)
    let result = start + words.dropFirst().map { String($0).capitalizedFirst }.joined()
    return isLegal(result.utf8, allows: .underscoreFirst) && !isReserved(result)
      ? result : nil
  }
}
