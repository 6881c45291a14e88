import Statecharts
import StatechartsYAML

/// Names with letters, signs or words that names do not have.
struct NameRepair: ChartRepair {
  func advice(on problem: ShapeProblem, in chart: ChartNodes) -> Advice? {
    switch problem {
    case .illegalName(let node, let kind): chart.nameAdvice(problem, node, kind)
    case .unknownKey(let key, _, _, _) where chart.text(key).hasPrefix("//"):
      Advice(problem, in: chart, help: "Comments begin with `#`. Write `#` instead of `//`.")
    case .target(let node): chart.severalTargetsAdvice(node)
    default: nil
    }
  }
}

extension ChartNodes {
  fileprivate func nameAdvice(_ problem: ShapeProblem, _ node: Int32, _ kind: FormatShape.NameKind) -> Advice?
  {
    let text = text(node)
    if let plain = LookalikeCharacters.replaced(in: text), isLegal(plain.text, kind) {
      return Advice(
        .lookalikeCharacter,
        at: document.range(of: YAMLDocument.NodeID(node), textRange: plain.firstRange),
        "The `\(plain.character)` in \(shown(text)) is not the English letter that it looks like (\(plain.name)).",
        help: "Type it again: `\(plain.text)`.",
        fix: replacement(of: node, by: plain.text, "Write `\(plain.text)`"), reading: .name(plain.text))
    }
    // The same letters become the same name everywhere, so that nothing follows from it.
    if let plain = Transliteration.plain(text), isLegal(plain, kind) {
      return Advice(
        problem, in: self, help: "Use the letters a to z, for example `\(plain)`.", reading: .name(plain))
    }
    if let inner = CurlyQuotes.inside(text), isLegal(inner, kind) {
      return Advice(
        .illegalName, at: range(node),
        "The curly quotes around \(shown(text)) count as part of the name. YAML only knows straight quotes.",
        help: "Write `\(inner)`.", fix: replacement(of: node, by: inner, "Write `\(inner)`"),
        reading: .name(inner))
    }
    if text.hasSuffix(","), isLegal(String(text.dropLast()), kind) {
      let name = String(text.dropLast())
      return Advice(
        .illegalName, at: range(node), "The comma at the end of \(shown(text)) counts as part of the name.",
        help: "Delete the comma: write `\(name)`.",
        fix: isPlain(node) ? replacement(of: node, by: name, "Delete the comma") : nil, reading: .name(name))
    }
    if kind == .state, !text.isEmpty, let id = state(titled: text) {
      return Advice(
        .illegalName, at: range(node), "\(shown(text)) is the title of a state, not its id.",
        help: "Write `\(id)`.", fix: replacement(of: node, by: id, "Write `\(id)`"), reading: .name(id))
    }
    if kind == .state, let id = stateLedTo(by: text) {
      return Advice(
        .illegalName, at: range(node), "\(shown(text)) contains more than the id of a state.",
        help: "Write `\(id)`.", fix: replacement(of: node, by: id, "Write `\(id)`"), reading: .name(id))
    }
    if let comment = text.firstRange(of: "//"),
      comment.lowerBound == text.startIndex || text[..<comment.lowerBound].last == " "
    {
      return commentAdvice(node, text, comment.lowerBound)
    }
    if isPlain(node), let better = FullwidthColon.fixed(text) {
      return Advice(
        .illegalName, at: range(node), FullwidthColon.message, help: "Write \(shown(better)).",
        fix: replacement(of: node, by: better, FullwidthColon.fixTitle))
    }
    return text.utf8.count > NameSpelling.longest ? nil : spellingAdvice(problem, node, text, kind)
  }

  /// Advice on a comment that is written as in programs.
  private func commentAdvice(_ node: Int32, _ text: String, _ start: String.Index) -> Advice {
    let isAll = start == text.startIndex
    return Advice(
      .illegalName, at: range(node), "`//` does not begin a comment, so \(shown(text)) counts as a name.",
      help: isAll
        ? "Comments begin with `#`. Write `#` instead of `//`."
        : "Comments begin with `#`. Write \(shown("\(text[..<start])#\(text[start...].dropFirst(2))", upTo: 80))."
    )
  }

  /// Advice on signs around and inside a name; nil where no name can be found in the text.
  private func spellingAdvice(
    _ problem: ShapeProblem, _ node: Int32, _ text: String, _ kind: FormatShape.NameKind
  ) -> Advice? {
    let id = kind == .state ? idMeant(by: text) : nil
    let bare = NameSpelling.bare(text).flatMap { isLegal($0, kind) ? $0 : nil }
    let joined = NameSpelling.joined(text)
    // An arrow before an action begins a transition.
    let isTransition = kind == .handler && NameSpelling.isBehindArrow(text)
    let help: String
    if let id {
      let isPath = text.dropFirst().utf8.contains(0x2E)
      help =
        "Write \(isPath ? "only the state's own id, " : "")`\(id)`. Ids are unique in the whole chart."
    } else if kind == .field, let bare, text == "\(bare)?" {
      help = "Write `\(bare)`, and put the `?` after its type: `\(bare): string?`."
    } else if let bare {
      help =
        isTransition
        ? "An action has no target. To go to the state `\(bare)`, write \(shown("on: { EVENT: \(bare) }"))."
        : "Write `\(bare)`."
    } else if text.utf8.contains(0x2C) {
      help = "Write several names as a list: \(shown("[\(text)]"))."
    } else if let joined {
      help =
        "\(kind.spelling), for example `\(joined)`.\(kind.wildcardHint)"
        + (kind == .state ? " Put the display name in `title`." : "")
    } else {
      return nil
    }
    // Whatever refers to it has probably the name that the help suggests.
    let name = id ?? bare ?? joined.flatMap { isLegal($0, kind) ? $0 : nil } ?? text
    return Advice(
      problem, in: self, help: help,
      fix: (id ?? (kind == .state && NameSpelling.hasArrowOnly(text) ? bare : nil)).map {
        replacement(of: node, by: $0, "Write `\($0)`")
      },
      reading: id == nil && bare != nil && isTransition ? .asReported : .name(name))
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
  private func stateLedTo(by text: String) -> String? {
    guard text.utf8.count <= 2 * NameSpelling.longest else { return nil }
    let words = text.split { " ()".contains($0) }.map(String.init)
    guard words.count > 1, words.count <= 3, let id = words.last,
      words.dropLast().allSatisfy({ ["goto", "go", "to", "enter", "target"].contains($0.lowercased()) })
    else { return nil }
    return isState(id) ? id : nil
  }

  /// Advice on `checking, asking` where one state follows.
  fileprivate func severalTargetsAdvice(_ node: Int32) -> Advice? {
    let text = text(node)
    guard text.utf8.contains(0x2C), text.utf8.count <= 2 * NameSpelling.longest else { return nil }
    let names = text.split(separator: ",").map { String($0.drop { $0 == " " }) }
    guard names.count > 1, names.allSatisfy({ isState($0) }) else { return nil }
    return Advice(
      .illegalName, at: range(node), "\(shown(text)) names several states, but a transition has one target.",
      help:
        "Write one state. To choose between them, write a list of transitions with a `guard` each. "
        + "For regions of a parallel state, write `{ target: [\(names.prefix(4).joined(separator: ", "))] }`."
    )
  }
}

extension NameSpelling {
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

  /// Whether an arrow stands in front, as people draw a transition.
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
    return NameRule.isExpressionName(result) ? result : nil
  }
}
