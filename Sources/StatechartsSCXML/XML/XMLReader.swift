// XML 1.0 with namespaces, as far as SCXML needs it: UTF-8, the five entities of XML and character references, no
// document type. Elements that are open lie on a stack of its own, so that no input makes it recurse.

/// Reads a text as XML.
package struct XMLReader {
  // Decision: Docs/decisions/conversion.md#an-xml-reader-of-our-own
  private struct Open {
    var element: XMLElement
    var qualifiedName: ArraySlice<UInt8>
    /// How many namespace declarations were known outside of it.
    var declarations: Int
  }

  private let bytes: [UInt8]
  private let limits: XMLLimits
  private var index = 0
  private var line = 1
  private var column = 1
  private var nodes = 0
  private var open: [Open] = []
  /// Declared prefixes, the innermost last.
  private var namespaces: [(prefix: [UInt8], name: String)] = [
    (Array("xml".utf8), "http://www.w3.org/XML/1998/namespace"), ([], ""),
  ]

  /// Reads a document.
  ///
  /// - Throws: the first thing that is wrong with it.
  package static func read(_ bytes: [UInt8], limits: XMLLimits = .default) throws(XMLProblem) -> XMLElement {
    var reader = XMLReader(bytes: bytes, limits: limits)
    return try reader.document()
  }

  private init(bytes: [UInt8], limits: XMLLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  // MARK: The document

  private mutating func document() throws(XMLProblem) -> XMLElement {
    try checkEncoding()
    try declaration()
    var root: XMLElement?
    while index < bytes.count {
      if starts(with: "<!--") {
        try comment()
      } else if starts(with: "<?") {
        try instruction()
      } else if starts(with: "<!DOCTYPE") || starts(with: "<!doctype") {
        throw problem(.documentType, "`<!DOCTYPE …>` is not supported. Remove it.")
      } else if starts(with: "<![CDATA[") {
        guard !open.isEmpty else {
          throw problem(.syntax, "There is text outside the root element. Remove it.")
        }
        try characterData()
      } else if starts(with: "</") {
        if let closed = try endTag() { root = closed }
      } else if bytes[index] == UInt8(ascii: "<") {
        if root != nil { throw problem(.syntax, "The document has two root elements. Keep one.") }
        if let closed = try startTag() { root = closed }
      } else if open.isEmpty {
        guard isSpace(bytes[index]) else {
          throw problem(.syntax, "There is text outside the root element. Remove it.")
        }
        advance()
      } else {
        try text()
      }
    }
    if let unclosed = open.last {
      throw XMLProblem(
        kind: .syntax,
        message: "The element `\(unclosed.element.name)` is not closed: its end tag is missing.",
        place: unclosed.element.place)
    }
    guard let root else { throw problem(.syntax, "The document has no root element.") }
    return root
  }

  private mutating func checkEncoding() throws(XMLProblem) {
    if bytes.count > limits.bytes {
      throw problem(.limit, "The document has more than \(limits.bytes) bytes.")
    }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) || bytes.prefix(4).contains(0) {
      throw problem(.encoding, "The document is not UTF-8. Save it as UTF-8.")
    }
    // A text that says that it is in another encoding is wrong because of that, whatever its bytes are.
    if !bytes.starts(with: [0xEF, 0xBB, 0xBF]) { try checkDeclaredEncoding(bytes.prefix(1024)) }
    var state = UTF8Check()
    for (place, byte) in bytes.enumerated() where !state.take(byte) {
      while index < place { advance() }
      throw problem(.encoding, "The document is not UTF-8: the byte 0x\(hex(byte)) is invalid here.")
    }
    if !state.isComplete {
      throw problem(.encoding, "The document is not UTF-8: its last character is incomplete.")
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      index = 3
    }
  }

  private mutating func declaration() throws(XMLProblem) {
    guard starts(with: "<?xml"), index + 5 < bytes.count, isSpace(bytes[index + 5]) else { return }
    let start = index
    try skip(past: "?>", "This declaration is not closed: `?>` is missing.")
    try checkDeclaredEncoding(bytes[start..<index])
  }

  /// Refuses a declaration with another encoding; the bytes may have anything behind it.
  private func checkDeclaredEncoding(_ bytes: ArraySlice<UInt8>) throws(XMLProblem) {
    guard bytes.starts(with: "<?xml".utf8) else { return }
    let declaration = bytes.prefix { $0 != UInt8(ascii: ">") }
    let text = String(decoding: declaration, as: UTF8.self)
    guard let range = text.firstRange(of: "encoding") else { return }
    let value = text[range.upperBound...].drop { $0 == " " || $0 == "=" || $0 == "\t" || $0.isNewline }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return }
    let name = value.dropFirst().prefix { $0 != quote }
    if name.lowercased() != "utf-8", name.lowercased() != "us-ascii" {
      throw XMLProblem(
        kind: .encoding, message: "The encoding `\(name)` is not supported. Save the file as UTF-8.",
        place: TextPlace(line: 1, column: 1))
    }
  }

  private mutating func comment() throws(XMLProblem) {
    let start = place
    // Else `<!-->` would count as a whole one.
    advance(4)
    while index < bytes.count, !starts(with: "--") {
      try checkCharacter()
      advance()
    }
    guard index < bytes.count else {
      throw XMLProblem(kind: .syntax, message: "This comment is not closed: `-->` is missing.", place: start)
    }
    guard starts(with: "-->") else {
      throw problem(.syntax, "`--` is not allowed inside a comment.")
    }
    advance(3)
  }

  private mutating func instruction() throws(XMLProblem) {
    if starts(with: "<?xml"), index + 5 < bytes.count, isSpace(bytes[index + 5]) {
      throw problem(.syntax, "`<?xml …?>` is allowed only at the start of the document.")
    }
    try skip(past: "?>", "This instruction is not closed: `?>` is missing.")
  }

  // MARK: Tags

  private mutating func startTag() throws(XMLProblem) -> XMLElement? {
    let place = self.place
    guard open.count < limits.depth else {
      throw problem(.limit, "Elements are nested deeper than \(limits.depth) levels.")
    }
    advance()
    let name = try self.name("an element")
    var raw: [(name: ArraySlice<UInt8>, value: String, place: TextPlace)] = []
    var isEmpty = false
    while true {
      let hasSpace = skipSpace()
      guard index < bytes.count else { throw unclosedTag(place) }
      if bytes[index] == UInt8(ascii: ">") {
        advance()
        break
      }
      if starts(with: "/>") {
        advance(2)
        isEmpty = true
        break
      }
      guard hasSpace else { throw problem(.syntax, "A space is missing between two attributes.") }
      raw.append(try attribute(place))
      if raw.count > 256 { throw problem(.limit, "An element has more than 256 attributes.") }
      try count()
    }
    try count()
    let declarations = namespaces.count
    for (name, value, _) in raw {
      if name.elementsEqual("xmlns".utf8) {
        namespaces.append(([], value))
      } else if name.starts(with: "xmlns:".utf8) {
        namespaces.append((Array(name.dropFirst(6)), value))
      }
    }
    if namespaces.count > 64 { throw problem(.limit, "More than 64 namespaces are declared at once.") }
    var element = XMLElement(name: "", namespace: "", place: place)
    (element.namespace, element.name) = try resolve(name, isAttribute: false, place)
    for (name, value, place) in raw
    where !name.elementsEqual("xmlns".utf8) && !name.starts(with: "xmlns:".utf8) {
      let (namespace, local) = try resolve(name, isAttribute: true, place)
      if element.attributes.contains(where: { $0.name == local && $0.namespace == namespace }) {
        throw XMLProblem(kind: .syntax, message: "The attribute `\(local)` appears twice.", place: place)
      }
      element.attributes.append(.init(name: local, namespace: namespace, value: value, place: place))
    }
    if isEmpty {
      namespaces.removeLast(namespaces.count - declarations)
      return close(element)
    }
    open.append(Open(element: element, qualifiedName: name, declarations: declarations))
    return nil
  }

  private mutating func attribute(
    _ tag: TextPlace
  ) throws(XMLProblem) -> (name: ArraySlice<UInt8>, value: String, place: TextPlace) {
    let place = self.place
    let name = try self.name("an attribute")
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
      throw problem(.syntax, "The attribute `\(String(decoding: name, as: UTF8.self))` has no value.")
    }
    advance()
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
      throw problem(.syntax, "The value of an attribute must be in quotes.")
    }
    let quote = bytes[index]
    advance()
    var value: [UInt8] = []
    while index < bytes.count, bytes[index] != quote {
      switch bytes[index] {
      case UInt8(ascii: "<"): throw problem(.syntax, "`<` is not allowed in an attribute. Write `&lt;`.")
      case UInt8(ascii: "&"): try reference(into: &value)
      case 9, 10, 13:
        // Blanks of all kinds are blanks here (XML 3.3.3).
        if bytes[index] == 13, index + 1 < bytes.count, bytes[index + 1] == 10 { advance() }
        value.append(32)
        advance()
      default:
        try checkCharacter()
        value.append(bytes[index])
        advance()
      }
    }
    guard index < bytes.count else { throw unclosedTag(tag) }
    advance()
    return (name, String(decoding: value, as: UTF8.self), place)
  }

  private mutating func endTag() throws(XMLProblem) -> XMLElement? {
    let place = self.place
    advance(2)
    let name = try self.name("an element")
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: ">") else { throw unclosedTag(place) }
    advance()
    guard let top = open.popLast() else {
      throw XMLProblem(kind: .syntax, message: "This end tag has no start tag.", place: place)
    }
    guard top.qualifiedName.elementsEqual(name) else {
      throw XMLProblem(
        kind: .syntax,
        message: "The end tag of `\(String(decoding: name, as: UTF8.self))` does not match the start tag of "
          + "`\(top.element.name)` in line \(top.element.place.line).",
        place: place)
    }
    namespaces.removeLast(namespaces.count - top.declarations)
    return close(top.element)
  }

  /// Puts a whole element into the one around it; returns the outermost element.
  private mutating func close(_ element: XMLElement) -> XMLElement? {
    guard !open.isEmpty else { return element }
    open[open.count - 1].element.content.append(.element(element))
    return nil
  }

  // MARK: Text

  private mutating func text() throws(XMLProblem) {
    let place = self.place
    var text: [UInt8] = []
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") {
      switch bytes[index] {
      case UInt8(ascii: "&"): try reference(into: &text)
      case 13:
        // Every line break is one line feed (XML 2.11).
        if index + 1 >= bytes.count || bytes[index + 1] != 10 { text.append(10) }
        advance()
      default:
        if starts(with: "]]>") { throw problem(.syntax, "`]]>` is not allowed in text. Write `]]&gt;`.") }
        try checkCharacter()
        text.append(bytes[index])
        advance()
      }
    }
    try add(text, place)
  }

  private mutating func characterData() throws(XMLProblem) {
    let place = self.place
    advance(9)
    let start = index
    try skip(past: "]]>", "This `<![CDATA[` is not closed: `]]>` is missing.")
    try add(Array(bytes[start..<index - 3]), place)
  }

  private mutating func add(_ text: [UInt8], _ place: TextPlace) throws(XMLProblem) {
    try count()
    let last = open.count - 1
    let text = String(decoding: text, as: UTF8.self)
    if case .text(var whole, let first)? = open[last].element.content.last {
      // Taken out meanwhile, so that the text grows in place.
      open[last].element.content.removeLast()
      whole += text
      open[last].element.content.append(.text(whole, first))
    } else {
      open[last].element.content.append(.text(text, place))
    }
  }

  private mutating func reference(into text: inout [UInt8]) throws(XMLProblem) {
    let place = self.place
    guard let end = bytes[index...].prefix(16).firstIndex(of: UInt8(ascii: ";")) else {
      throw problem(.syntax, "`&` is not allowed here. Write `&amp;`.")
    }
    let name = String(decoding: bytes[index + 1..<end], as: UTF8.self)
    switch name {
    case "lt": text.append(UInt8(ascii: "<"))
    case "gt": text.append(UInt8(ascii: ">"))
    case "amp": text.append(UInt8(ascii: "&"))
    case "apos": text.append(UInt8(ascii: "'"))
    case "quot": text.append(UInt8(ascii: "\""))
    default:
      guard name.hasPrefix("#") else {
        throw XMLProblem(
          kind: .entity, message: "The entity `&\(name);` is not supported. Write the character itself.",
          place: place)
      }
      let isHex = name.hasPrefix("#x")
      let digits = name.dropFirst(isHex ? 2 : 1)
      guard !digits.hasPrefix("+"), !digits.hasPrefix("-"),
        let number = UInt32(digits, radix: isHex ? 16 : 10),
        let scalar = Unicode.Scalar(number), Self.isAllowed(number)
      else {
        throw XMLProblem(kind: .entity, message: "`&\(name);` is not a valid character.", place: place)
      }
      text.append(contentsOf: String(Character(scalar)).utf8)
    }
    advance(end + 1 - index)
  }

  // MARK: Names

  private mutating func name(_ what: String) throws(XMLProblem) -> ArraySlice<UInt8> {
    let start = index
    while index < bytes.count, Self.isNameByte(bytes[index]) { advance() }
    guard index > start, let first = bytes[start..<index].first, Self.isNameStart(first) else {
      throw problem(.syntax, "The name of \(what) is missing here.")
    }
    return bytes[start..<index]
  }

  private func resolve(
    _ name: ArraySlice<UInt8>, isAttribute: Bool, _ place: TextPlace
  ) throws(XMLProblem) -> (namespace: String, name: String) {
    let parts = name.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else {
      throw XMLProblem(kind: .syntax, message: "This name has a misplaced `:`.", place: place)
    }
    let local = String(decoding: parts[parts.count - 1], as: UTF8.self)
    let prefix = parts.count == 2 ? Array(parts[0]) : []
    if prefix.isEmpty, isAttribute { return ("", local) }
    guard let known = namespaces.last(where: { $0.prefix == prefix }) else {
      throw XMLProblem(
        kind: .syntax, message: "The prefix `\(String(decoding: prefix, as: UTF8.self))` is not declared.",
        place: place)
    }
    return (known.name, local)
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || byte == 0x5F
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    isNameStart(byte) || (0x30...0x3A).contains(byte) || byte == 0x2D || byte == 0x2E
  }

  // MARK: Places

  private var place: TextPlace {
    TextPlace(line: line, column: column)
  }

  private func problem(_ kind: XMLProblem.Kind, _ message: String) -> XMLProblem {
    XMLProblem(kind: kind, message: message, place: place)
  }

  private func unclosedTag(_ place: TextPlace) -> XMLProblem {
    XMLProblem(kind: .syntax, message: "This tag is not closed: `>` is missing.", place: place)
  }

  private mutating func count() throws(XMLProblem) {
    nodes += 1
    if nodes > limits.nodes { throw problem(.limit, "The document has more than \(limits.nodes) nodes.") }
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where index < bytes.count {
      if bytes[index] == 10 {
        line += 1
        column = 1
      } else if bytes[index] & 0xC0 != 0x80 {
        column += 1
      }
      index += 1
    }
  }

  private mutating func skip(past end: String, _ message: String) throws(XMLProblem) {
    let start = place
    while index < bytes.count, !starts(with: end) {
      try checkCharacter()
      advance()
    }
    guard index < bytes.count else { throw XMLProblem(kind: .syntax, message: message, place: start) }
    advance(end.utf8.count)
  }

  @discardableResult private mutating func skipSpace() -> Bool {
    let start = index
    while index < bytes.count, isSpace(bytes[index]) { advance() }
    return index > start
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }

  private func starts(with text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

  private func checkCharacter() throws(XMLProblem) {
    if bytes[index] < 32, !isSpace(bytes[index]) {
      throw problem(.syntax, "The control character 0x\(hex(bytes[index])) is not allowed in XML.")
    }
    // U+FFFE and U+FFFF.
    if bytes[index] == 0xEF, bytes[index...].starts(with: [0xEF, 0xBF]), index + 2 < bytes.count,
      bytes[index + 2] >= 0xBE
    {
      throw problem(
        .syntax, "The character U+FFF\(bytes[index + 2] == 0xBE ? "E" : "F") is not allowed in XML.")
    }
  }

  private static func isAllowed(_ scalar: UInt32) -> Bool {
    scalar >= 32 && scalar != 0xFFFE && scalar != 0xFFFF || scalar == 9 || scalar == 10 || scalar == 13
  }

  private func hex(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16, uppercase: true)
    return text.utf8.count == 1 ? "0" + text : text
  }
}

/// Follows bytes and says whether they are UTF-8 (RFC 3629).
private struct UTF8Check {
  private var rest = 0
  private var lower: UInt8 = 0x80
  private var upper: UInt8 = 0xBF

  var isComplete: Bool { rest == 0 }

  mutating func take(_ byte: UInt8) -> Bool {
    if rest > 0 {
      guard byte >= lower, byte <= upper else { return false }
      (lower, upper) = (0x80, 0xBF)
      rest -= 1
      return true
    }
    switch byte {
    case 0...0x7F: return true
    case 0xC2...0xDF: rest = 1
    case 0xE0...0xEF:
      rest = 2
      if byte == 0xE0 { lower = 0xA0 }
      if byte == 0xED { upper = 0x9F }
    case 0xF0...0xF4:
      rest = 3
      if byte == 0xF0 { lower = 0x90 }
      if byte == 0xF4 { upper = 0x8F }
    default: return false
    }
    return true
  }
}
