/// Writes any text so that HTML shows exactly it.
enum HTMLText {
  /// A text for an element or an attribute.
  static func escaped(_ text: String) -> String {
    XMLText.escaped(text.unicodeScalars.contains(where: isHidden) ? shown(text) : text)
  }

  private static func shown(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { if !isHidden(scalar) { result.append(scalar) } }
    return String(result)
  }

  /// Signs that steer, or that reverse the direction of what follows.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// A tag as it may stand in a page; nil for one that could do anything but show text.
  static func allowedTag(_ tag: String) -> String? {
    let name = tag.lowercased()
    if tags.contains(name) { return name == "<br/>" || name == "<br />" ? "<br>" : name }
    return anchor(tag) == nil ? nil : tag
  }

  /// The id of an anchor; nil for another tag.
  static func anchor(_ tag: some StringProtocol) -> String? {
    let start = "<a id=\""
    guard tag.hasPrefix(start), tag.hasSuffix("\">") else { return nil }
    let id = tag.dropFirst(start.count).dropLast(2)
    return !id.isEmpty && id.allSatisfy(isPlain) ? String(id) : nil
  }

  /// Whether a line is about a part that can be unfolded, or an anchor alone: such lines are no paragraphs.
  static func isBlock(_ line: Substring) -> Bool {
    let text = line.drop { $0 == " " }
    return ["<details", "</details>", "<summary>", "<a id="].contains { text.hasPrefix($0) }
  }

  private static let tags: Set<String> = [
    "<br>", "<br/>", "<br />", "<b>", "</b>", "<i>", "</i>", "<em>", "</em>", "<strong>", "</strong>",
    "<code>",
    "</code>", "<sub>", "</sub>", "<sup>", "</sup>", "<kbd>", "</kbd>", "</a>", "<details>", "<details open>",
    "</details>", "<summary>", "</summary>",
  ]

  private static func isPlain(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-_.~".contains(character))
  }
}
