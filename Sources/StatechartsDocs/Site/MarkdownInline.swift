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
    /// What names in brackets lead to.
    var references = MarkdownReferences()
  }

  /// A part of the result.
  private struct Piece {
    /// Signs that may begin emphasis and have no pair yet. They stand before all else.
    var signs = ""
    /// The tags of the pairs that were found, the inner ones first.
    var starts: [String] = []
    var html = ""
    /// The same without marks.
    var words = ""
  }

  /// Signs that may begin emphasis.
  private struct Delimiter {
    /// The place in `pieces`.
    let piece: Int
    let sign: Character
    var count: Int
  }

  private struct Bracket {
    let piece: Int
    /// Where its words begin in the text.
    let start: Int
    let isImage: Bool
    /// How many delimiters were open before it.
    let delimiters: Int
  }

  private let text: [Character]
  private let targets: Targets
  private var index = 0
  /// Whether a comment without an end was seen, so that no end needs to be looked for again.
  private var hasOpenComment = false
  /// The result, in pieces that are not changed except where a delimiter or a bracket finds its pair.
  private var pieces: [Piece] = []
  private var delimiters: [Delimiter] = []
  /// The places in `delimiters` of each sign.
  private var openers: [Character: [Int]] = [:]
  private var brackets: [Bracket] = []
  /// How many of the outer brackets begin no link, because no link is inside another.
  private var withoutLink = 0
  /// How many of the outer brackets begin no image.
  private var withoutImage = 0

  /// - Parameter text: Lines that end with LF, without blank lines.
  init(_ text: some StringProtocol, _ targets: Targets) {
    self.text = Array(text)
    self.targets = targets
  }

  /// The HTML of the text.
  ///
  /// - Parameter ids: The ids of the page, to which those of anchors are added.
  mutating func html(_ ids: inout PageIDs) -> String {
    while index < text.count { readNext(&ids) }
    return pieces.map { $0.signs + $0.starts.reversed().joined() + $0.html }.joined()
  }

  /// The text that was read, without marks, as an image or an anchor has it.
  var words: String { Self.words(of: pieces[...]) }

  private static func words(of pieces: ArraySlice<Piece>) -> String {
    pieces.map { $0.signs + $0.words }.joined()
  }

  private mutating func readNext(_ ids: inout PageIDs) {
    switch text[index] {
    case "\\": readEscape()
    case "`": readCode()
    case "*", "_", "~": readDelimiter()
    case "[": openBracket(isImage: false)
    case "!" where character(1) == "[": openBracket(isImage: true)
    case "]": closeBracket()
    case "<": readTag(&ids)
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
    let text = String(character)
    pieces.append(Piece(html: HTMLText.escaped(text), words: text))
  }

  private mutating func readEscape() {
    index += 1
    guard let next = character(0) else { return put("\\") }
    if next == "\n" {
      pieces.append(Piece(html: "<br>"))
    } else if next.isASCII, next.isPunctuation || next.isSymbol {
      put(next)
      index += 1
    } else {
      put("\\")
    }
  }

  private mutating func readLineEnd() {
    // Two spaces at the end of a line are a line break.
    if pieces.count > 1, pieces.suffix(2).allSatisfy({ $0.html == " " }) {
      pieces.append(Piece(html: "<br>"))
    }
    pieces.append(Piece(html: "\n", words: " "))
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
    let plain = ["&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": "\""]
    pieces.append(Piece(html: entity, words: plain[entity] ?? ""))
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
        let words = String(code)
        pieces.append(Piece(html: "<code>\(HTMLText.escaped(words))</code>", words: words))
        index = place
        return
      }
    }
    // Without an end the signs are text; they are not looked at again.
    for _ in 0..<length { put("`") }
    index = start + length
  }

  /// Shows a tag as one if it is harmless, and else as text.
  private mutating func readTag(_ ids: inout PageIDs) {
    if skipComment() { return }
    let end = text[index...].prefix(300).firstIndex(of: ">") ?? index
    let tag = String(text[index...end])
    if let tag = HTMLText.allowedTag(tag) {
      let isSecond = HTMLText.anchor(tag).map { !ids.addAnchor($0) } ?? false
      pieces.append(Piece(html: isSecond ? "<a>" : tag))
      index = end + 1
    } else if tag.contains("://"), let address = targets.link(String(tag.dropFirst().dropLast())) {
      let words = String(tag.dropFirst().dropLast())
      let link = "<a href=\"\(HTMLText.escaped(address))\">\(HTMLText.escaped(words))</a>"
      pieces.append(Piece(html: link, words: words))
      index = end + 1
    } else {
      put("<")
      index += 1
    }
  }

  /// Passes over a comment.
  ///
  /// - Returns: False if no comment begins here.
  private mutating func skipComment() -> Bool {
    let start = Array("<!--")
    guard !hasOpenComment, text[index...].starts(with: start) else { return false }
    var place = index + start.count
    while place + 2 < text.count {
      if text[place] == "-", text[place + 1] == "-", text[place + 2] == ">" {
        index = place + 3
        return true
      }
      place += 1
    }
    hasOpenComment = true
    return false
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
    pieces.append(Piece(signs: String(repeating: sign, count: count)))
    if opens, count == known || !closes {
      openers[sign, default: []].append(delimiters.count)
      delimiters.append(Delimiter(piece: pieces.count - 1, sign: sign, count: count))
    }
  }

  /// Ends emphasis that the same sign began.
  private mutating func close(_ sign: Character, _ count: inout Int) {
    let first = brackets.last?.delimiters ?? 0
    while count > 0, let place = openers[sign]?.last, place >= first {
      let opener = delimiters[place]
      let used = min(opener.count, count, 2)
      // One tilde is no mark.
      guard sign != "~" || used == 2 else { return }
      let tag = sign == "~" ? "del" : used == 2 ? "strong" : "em"
      pieces[opener.piece].signs.removeLast(used)
      pieces[opener.piece].starts.append("<\(tag)>")
      pieces.append(Piece(html: "</\(tag)>"))
      count -= used
      // Those after it have no pair.
      forgetDelimiters(from: opener.count == used ? place : place + 1)
      if opener.count > used { delimiters[place].count -= used }
    }
  }

  /// Makes the delimiters from a place on find no pair.
  private mutating func forgetDelimiters(from place: Int) {
    while delimiters.count > place, let last = delimiters.popLast() { _ = openers[last.sign]?.popLast() }
  }

  // MARK: Links and images

  private mutating func openBracket(isImage: Bool) {
    let sign = isImage ? "![" : "["
    brackets.append(
      Bracket(
        piece: pieces.count, start: index + sign.count, isImage: isImage, delimiters: delimiters.count))
    pieces.append(Piece(html: sign, words: sign))
    index += sign.count
  }

  private mutating func closeBracket() {
    guard let (bracket, isActive) = popBracket(), isActive else { return putBracket() }
    if !bracket.isImage, let number = targets.references.footnotes[label(bracket.start..<index)] {
      return addFootnote(number, bracket)
    }
    guard let (destination, end) = MarkdownDestination.read(text, from: index + 1) ?? reference(bracket)
    else {
      return putBracket()
    }
    forgetDelimiters(from: bracket.delimiters)
    index = end
    if bracket.isImage {
      // An image in the words of another would be read again with each of those around it.
      withoutImage = brackets.count
      let words = Self.words(of: pieces[(bracket.piece + 1)...])
      pieces.removeSubrange(bracket.piece...)
      pieces.append(Piece(html: targets.image(destination, words) ?? HTMLText.escaped(words), words: words))
      return
    }
    withoutLink = brackets.count
    pieces[bracket.piece] = Piece()
    guard let address = targets.link(destination) else { return }
    pieces[bracket.piece].html = "<a href=\"\(HTMLText.escaped(address))\">"
    pieces.append(Piece(html: "</a>"))
  }

  private mutating func putBracket() {
    put("]")
    index += 1
  }

  private func label(_ range: Range<Int>) -> String {
    range.count > MarkdownReferences.longestLabel ? "" : MarkdownReferences.label(String(text[range]))
  }

  /// Where a link leads that names its address, as in `[words][name]`, `[name][]` or `[name]`, and the place after it.
  private func reference(_ bracket: Bracket) -> (String, Int)? {
    var name = bracket.start..<index
    var end = index + 1
    if character(1) == "[" {
      guard let close = text[(index + 2)...].prefix(MarkdownReferences.longestLabel).firstIndex(of: "]")
      else {
        return nil
      }
      if close > index + 2 { name = index + 2..<close }
      end = close + 1
    }
    return targets.references.links[label(name)].map { ($0, end) }
  }

  private mutating func addFootnote(_ number: Int, _ bracket: Bracket) {
    forgetDelimiters(from: bracket.delimiters)
    index += 1
    pieces.removeSubrange(bracket.piece...)
    let address = targets.link("#" + MarkdownReferences.id(ofFootnote: number))
    let link = address.map { "<a href=\"\(HTMLText.escaped($0))\">\(number)</a>" } ?? "\(number)"
    pieces.append(Piece(html: "<sup>\(link)</sup>"))
    // A link holds no other one.
    withoutLink = brackets.count
  }

  /// The inner bracket, which is open no longer, and whether it may begin a link or an image.
  private mutating func popBracket() -> (bracket: Bracket, isActive: Bool)? {
    guard let bracket = brackets.popLast() else { return nil }
    let isActive = brackets.count >= (bracket.isImage ? withoutImage : withoutLink)
    withoutLink = min(withoutLink, brackets.count)
    withoutImage = min(withoutImage, brackets.count)
    return (bracket, isActive)
  }
}
