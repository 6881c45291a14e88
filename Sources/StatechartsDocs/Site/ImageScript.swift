internal import Statecharts

/// Something in an SVG image that runs when somebody opens the image by itself, or that may hide it.
package struct ImageScript: Hashable {
  // Decision: Docs/decisions/diagrams-and-pages.md#images-with-scripts-are-not-copied
  /// Where it begins, as a UTF-8 offset.
  package let offset: Int
  /// What it is, for a sentence: `an element \`script\``.
  package let what: String

  private static let elements: Set = ["script", "foreignobject", "handler", "iframe", "object", "embed"]

  /// Finds the first one in an image; nil for an image that only shows something.
  package init?(in image: [UInt8]) {
    var reader = Reader(bytes: image[...])
    guard let found = reader.find() else { return nil }
    self = found
  }

  private init(offset: Int, what: String) {
    self.offset = offset
    self.what = what
  }

  /// Reads the tags of an image, and nothing else.
  private struct Reader {
    var bytes: ArraySlice<UInt8>

    mutating func find() -> ImageScript? {
      // Readers of XML recognize other encodings by such bytes. Tags look different in them.
      if let zero = bytes.firstIndex(of: 0) {
        return ImageScript(offset: zero, what: "text that is not UTF-8")
      }
      while let start = bytes.firstIndex(of: UInt8(ascii: "<")) {
        bytes = bytes[start...]
        if skip("<!--", "-->") || skip("<![CDATA[", "]]>") { continue }
        if bytes.starts(with: "<?".utf8) {
          if let what = instruction() { return ImageScript(offset: start, what: what) }
          continue
        }
        if let what = tag() { return ImageScript(offset: start, what: what) }
      }
      return nil
    }

    /// Passes over a comment or a text; without an end it reaches to the end of the file.
    private mutating func skip(_ start: String, _ end: String) -> Bool {
      guard bytes.starts(with: start.utf8) else { return false }
      bytes = bytes.dropFirst(start.utf8.count)
      while !bytes.isEmpty, !bytes.starts(with: end.utf8) { bytes = bytes.dropFirst() }
      return true
    }

    /// Reads a declaration or an instruction, up to `?>`; what may hide something, or nil.
    private mutating func instruction() -> String? {
      let rest = bytes
      _ = skip("<?", "?>")
      let text = String(decoding: rest[..<bytes.startIndex], as: UTF8.self).lowercased()
      if text.hasPrefix("<?xml-stylesheet") { return "a style sheet of another file" }
      let isUTF8 = text.contains("utf-8") || text.contains("us-ascii")
      return text.hasPrefix("<?xml") && text.contains("encoding") && !isUTF8 ? "text that is not UTF-8" : nil
    }

    /// Reads a tag; what runs in it, or nil.
    private mutating func tag() -> String? {
      bytes = bytes.dropFirst()
      let name = word()
      switch name {
      case "!doctype":
        let declaration = bytes.prefix { $0 != UInt8(ascii: ">") }
        return declaration.contains(UInt8(ascii: "[")) ? "a declaration of entities" : nil
      case "!entity": return "a declaration of entities"
      case _ where ImageScript.elements.contains(Self.local(name)): return "an element `\(Self.local(name))`"
      default: break
      }
      while let byte = bytes.first, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "<") {
        let name = Self.local(word())
        guard !name.isEmpty else {
          bytes = bytes.dropFirst()
          continue
        }
        let value = attributeValue()
        let runs =
          name.hasPrefix("on") || value.contains("javascript:") || value.contains("data:text/html")
          || name == "attributename" && value.hasPrefix("on")
        if runs { return "an attribute `\(name)` that runs something" }
      }
      return nil
    }

    /// A name in lower case, as far as it reaches.
    private mutating func word() -> String {
      let name = bytes.prefix { !Self.isBlank($0) && !"=></\"'".utf8.contains($0) }
      bytes = bytes.dropFirst(name.count)
      return String(decoding: name, as: UTF8.self).lowercased()
    }

    /// The value behind a name, as browsers read an address: in lower case, without blanks, with numbers of characters read.
    private mutating func attributeValue() -> String {
      bytes = bytes.drop(while: Self.isBlank)
      guard bytes.first == UInt8(ascii: "=") else { return "" }
      bytes = bytes.dropFirst().drop(while: Self.isBlank)
      guard let quote = bytes.first, "\"'".utf8.contains(quote) else { return "" }
      let value = bytes.dropFirst().prefix { $0 != quote }
      bytes = bytes.dropFirst(value.count + 2)
      var text = String(decoding: value.filter { !Self.isBlank($0) }, as: UTF8.self)[...]
      var result = ""
      while let character = text.popFirst() {
        guard character == "&", text.first == "#",
          let end = text.firstIndex(where: { !$0.isHexDigit && $0 != "#" && $0 != "x" }), text[end] == ";"
        else {
          result.append(character)
          continue
        }
        let digits = text[..<end].dropFirst()
        let isHex = digits.first == "x"
        let scalar = UInt32(digits.dropFirst(isHex ? 1 : 0), radix: isHex ? 16 : 10).flatMap(
          Unicode.Scalar.init)
        if let scalar, scalar.value > 0x20 { result.unicodeScalars.append(scalar) }
        text = text[end...].dropFirst()
      }
      return result.lowercased()
    }

    /// A name without the prefix of its namespace.
    private static func local(_ name: String) -> String {
      name.split(separator: ":").last.map(String.init) ?? ""
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }
  }
}
