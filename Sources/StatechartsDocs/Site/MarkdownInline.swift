internal import Statecharts

/// Turns the text of a paragraph, a heading or a cell into HTML: code, links, images, emphasis, line breaks and a few harmless
/// tags. All else is shown as it is written.
struct MarkdownInline {
  /// What a link or an image becomes.
  struct Targets {
    /// The address of a link; nil if the words alone are shown.
    var link: (_ destination: String) -> String?
    /// The HTML of an image; nil if its words are shown.
    var image: (_ destination: String, _ words: String) -> String?
  }

  /// A sign that may begin or end emphasis.
  private struct Delimiter {
    /// The place in `pieces`.
    let piece: Int
    let sign: Character
    var count: Int
    let opens: Bool
  }

  private struct Bracket {
    let piece: Int
    let isImage: Bool
    /// How many delimiters were open before it.
    let delimiters: Int
    /// The place in the words after the bracket.
    let words: Int
    /// No link is inside another.
    var isActive = true
  }

  private let text: [Character]
  private let targets: Targets
  private var index = 0
  /// The HTML, in pieces that are not changed except where a delimiter finds its pair.
  private var pieces: [String] = []
  /// The text without marks, as an image or an anchor has it.
  private(set) var words: [Character] = []
  private var delimiters: [Delimiter] = []
  private var brackets: [Bracket] = []

  /// - Parameter text: Lines that end with LF, without blank lines.
  init(_ text: some StringProtocol, _ targets: Targets) {
    self.text = Array(text)
    self.targets = targets
  }

  /// The HTML of the text.
  mutating func html() -> String {
    while index < text.count { readNext() }
    return pieces.joined()
  }

  private mutating func readNext() {
    switch text[index] {
    case "\\": readEscape()
    case "`": readCode()
    case "*", "_", "~": readDelimiter()
    case "[": openBracket(isImage: false)
    case "!" where character(1) == "[": openBracket(isImage: true)
    case "]": closeBracket()
    case "<": readTag()
    case "&": readEntity()
    case "\n": readLineEnd()
    default:
      put(text[index])
      index += 1
    }
  }

  private func character(_ offset: Int) -> Character? {
    let place = index + offset
    return text.indices.contains(place) ? text[place] : nil
  }

  // MARK: Text

  private mutating func put(_ character: Character) {
    pieces.append(HTMLText.escaped(String(character)))
    words.append(character)
  }

  private mutating func readEscape() {
    index += 1
    guard let next = character(0) else { return put("\\") }
    if next == "\n" {
      pieces.append("<br>")
    } else if next.isASCII, next.isPunctuation || next.isSymbol {
      put(next)
      index += 1
    } else {
      put("\\")
    }
  }

  private mutating func readLineEnd() {
    // Two spaces at the end of a line are a line break.
    if pieces.count > 1, pieces.suffix(2).allSatisfy({ $0 == " " }) { pieces.append("<br>") }
    pieces.append("\n")
    words.append(" ")
    index += 1
  }

  private mutating func readEntity() {
    let end = text[index...].prefix(12).firstIndex(of: ";") ?? index
    let name = text[index..<end].dropFirst()
    let isNumber = name.first == "#"
    guard name.count > (isNumber ? 1 : 0),
      name.dropFirst(isNumber ? 1 : 0).allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else {
      put("&")
      index += 1
      return
    }
    let entity = String(text[index...end])
    pieces.append(entity)
    let plain: [String: Character] = ["&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": "\""]
    if let character = plain[entity] { words.append(character) }
    index = end + 1
  }

  private mutating func readCode() {
    let start = index
    var length = 0
    while character(length) == "`" { length += 1 }
    var place = start + length
    var run = 0
    while place < text.count {
      run = text[place] == "`" ? run + 1 : 0
      place += 1
      if run == length, place == text.count || text[place] != "`" {
        var code = text[start + length..<place - length].map { $0 == "\n" ? " " : $0 }
        if code.count > 2, code.first == " ", code.last == " " { code = Array(code[1..<code.count - 1]) }
        pieces.append("<code>\(HTMLText.escaped(String(code)))</code>")
        words += code
        index = place
        return
      }
    }
    // Without an end the signs are text; they are not looked at again.
    for _ in 0..<length { put("`") }
    index = start + length
  }

  /// Shows a tag as one if it is harmless, and else as text.
  private mutating func readTag() {
    let end = text[index...].prefix(300).firstIndex(of: ">") ?? index
    let tag = String(text[index...end])
    if let tag = HTMLText.harmless(tag) {
      pieces.append(tag)
      index = end + 1
    } else if end > index, let address = targets.link(String(text[index + 1..<end])), tag.contains("://") {
      let shown = HTMLText.escaped(String(text[index + 1..<end]))
      pieces.append("<a href=\"\(HTMLText.escaped(address))\">\(shown)</a>")
      words += text[index + 1..<end]
      index = end + 1
    } else {
      put("<")
      index += 1
    }
  }

  // MARK: Emphasis

  private mutating func readDelimiter() {
    let sign = text[index]
    let before = character(-1)
    var count = 0
    while character(0) == sign {
      count += 1
      index += 1
    }
    let after = character(0)
    func isSpace(_ character: Character?) -> Bool { character?.isWhitespace ?? true }
    func isWord(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber } ?? false }
    let isInsideWord = sign == "_" && isWord(before) && isWord(after)
    let opens = !isSpace(after) && !isInsideWord
    let closes = !isSpace(before) && !isInsideWord
    let known = count
    if closes { close(sign, &count) }
    guard count > 0 else { return }
    for _ in 0..<count { words.append(sign) }
    pieces.append(String(repeating: sign, count: count))
    if opens, count == known || !closes {
      delimiters.append(Delimiter(piece: pieces.count - 1, sign: sign, count: count, opens: true))
    }
  }

  /// Ends emphasis that the same sign began.
  private mutating func close(_ sign: Character, _ count: inout Int) {
    let first = brackets.last?.delimiters ?? 0
    while count > 0, let place = delimiters[first...].lastIndex(where: { $0.sign == sign }) {
      // Those after it have no pair.
      delimiters.removeSubrange((place + 1)...)
      let opener = delimiters[place]
      let used = min(opener.count, count, 2)
      let tag: String
      switch (sign, used) {
      case ("~", 2): tag = "del"
      case ("~", _): return
      case (_, 2): tag = "strong"
      default: tag = "em"
      }
      let left = opener.count - used
      pieces[opener.piece] =
        String(repeating: sign, count: left) + "<\(tag)>"
        + pieces[opener.piece].dropFirst(opener.count)
      pieces.append("</\(tag)>")
      count -= used
      if left == 0 { delimiters.removeLast() } else { delimiters[place].count = left }
    }
  }

  // MARK: Links and images

  private mutating func openBracket(isImage: Bool) {
    brackets.append(
      Bracket(piece: pieces.count, isImage: isImage, delimiters: delimiters.count, words: words.count))
    pieces.append(isImage ? "![" : "[")
    index += isImage ? 2 : 1
  }

  private mutating func closeBracket() {
    guard let bracket = brackets.popLast(), bracket.isActive, let (destination, end) = destination() else {
      put("]")
      index += 1
      return
    }
    delimiters.removeSubrange(min(bracket.delimiters, delimiters.count)...)
    index = end
    if bracket.isImage {
      let shown = String(words[min(bracket.words, words.count)...])
      pieces.removeSubrange(bracket.piece...)
      pieces.append(targets.image(destination, shown) ?? HTMLText.escaped(shown))
      return
    }
    for place in brackets.indices where !brackets[place].isImage { brackets[place].isActive = false }
    guard let address = targets.link(destination) else {
      pieces[bracket.piece] = ""
      return
    }
    pieces[bracket.piece] = "<a href=\"\(HTMLText.escaped(address))\">"
    pieces.append("</a>")
  }

  /// No address is longer; a limit keeps texts full of brackets from being read again and again.
  private static let longestAddress = 1_000

  /// The address in parentheses after the bracket at `index`, and the place after them. A title behind the address is not shown.
  private func destination() -> (String, Int)? {
    guard character(1) == "(" else { return nil }
    let start = index + 2
    let end = min(text.count, start + Self.longestAddress)
    let isInAngles = character(2) == "<"
    var place = isInAngles ? start + 1 : start
    let first = place
    var depth = 0
    loop: while place < end {
      switch text[place] {
      case "\n": return nil
      case ">" where isInAngles: break loop
      case " " where !isInAngles: break loop
      case ")" where !isInAngles && depth == 0: break loop
      case "(": depth += 1
      case ")": depth -= 1
      default: break
      }
      place += 1
    }
    guard place < end else { return nil }
    let address = String(text[first..<place])
    if isInAngles { place += 1 }
    while place < end, text[place] == " " { place += 1 }
    if place < end, let quote = ["\"", "'"].first(where: { $0 == text[place] }) {
      place = text[(place + 1)..<end].firstIndex(of: quote).map { $0 + 1 } ?? end
    }
    guard place < end, text[place] == ")" else { return nil }
    return (address, place + 1)
  }
}
