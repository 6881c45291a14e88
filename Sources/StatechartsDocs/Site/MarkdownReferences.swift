/// What the links and footnotes of a page lead to that are defined in lines of their own: `[name]: address`, `[^1]: text`.
struct MarkdownReferences {
  /// A line that defines something.
  struct Definition {
    /// The name, as it is compared; of a footnote it begins with `^`.
    let label: String
    /// What stands behind the name.
    let text: Substring
    /// Where a link of this name leads; nil for a footnote, and for a line that is text.
    let address: String?

    /// Nil for another line.
    init?(_ line: Substring) {
      let indentation = line.prefix { $0 == " " }.count
      let rest = line.dropFirst(indentation)
      guard indentation < 4, rest.first == "[", let end = rest.firstRange(of: "]:") else { return nil }
      let name = rest[..<end.lowerBound].dropFirst()
      guard !name.isEmpty, name.count <= MarkdownReferences.longestLabel, !name.contains("[") else {
        return nil
      }
      label = MarkdownReferences.label(name)
      text = rest[end.upperBound...].trimmed
      let address = text.prefix { !$0.isWhitespace }
      let title = text.dropFirst(address.count).trimmed
      let isAddress =
        !name.hasPrefix("^") && !address.isEmpty
        && (title.isEmpty || title.first.map { "\"'(".contains($0) } == true)
      let isInAngles = address.hasPrefix("<") && address.hasSuffix(">") && address.count > 1
      self.address = isAddress ? String(isInAngles ? address.dropFirst().dropLast() : address) : nil
    }
  }

  /// A limit keeps texts full of brackets from being read again and again.
  static let longestLabel = 200

  /// Where links lead.
  private(set) var links: [String: String] = [:]
  /// The numbers of the footnotes.
  private(set) var footnotes: [String: Int] = [:]

  init() {}

  /// Reads the lines of a page. Of several definitions of one name the first one counts.
  init(_ lines: [Substring]) {
    var open: (sign: Character, length: Int)?
    for line in lines {
      if case .fence(let sign, let length, _) = MarkdownLineStart(line) {
        if let fence = open {
          if fence.sign == sign, length >= fence.length { open = nil }
        } else {
          open = (sign, length)
        }
      } else if open == nil, let definition = Definition(line) {
        if definition.label.hasPrefix("^") {
          if footnotes[definition.label] == nil { footnotes[definition.label] = footnotes.count + 1 }
        } else if links[definition.label] == nil {
          links[definition.label] = definition.address
        }
      }
    }
  }

  /// A name as it is compared.
  static func label(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
  }

  static func id(ofFootnote number: Int) -> String { "footnote-\(number)" }
}
