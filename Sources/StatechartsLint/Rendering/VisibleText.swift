/// Text made fit for a terminal and for the log of a build: nothing in it can move the cursor, change colors, reverse
/// the line, or be taken for a command to the service that runs the build.
///
/// GitHub takes a line that begins with `::` for a command, and `##[` anywhere in a line; Azure Pipelines takes
/// `##vso[` and `##[`, and TeamCity `##teamcity[`. GitLab's commands need characters that steer a terminal.
package enum VisibleText {
  /// A character's stand-in when it must not be printed as it is; nil when it may.
  static func standIn(for scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB, 0xE0000...0xE007F:
      return hex(scalar)
    default: return nil
    }
  }

  /// What a bracket makes a command of.
  private static let commands = ["##", "##vso", "##teamcity"]

  /// How many characters before a bracket make it a command.
  static let longestCommand = commands.map(\.count).max() ?? 0

  /// Whether a bracket after a text makes a command of it. Bytes are compared, because a runner searches the bytes: an
  /// accent or another sign beside `##` joins it to one character.
  private static func endsLikeCommand(_ text: String) -> Bool {
    commands.contains { command in
      text.utf8.reversed().starts(with: command.utf8.reversed()) { byte, wanted in
        (0x41...0x5A).contains(byte) ? byte | 0x20 == wanted : byte == wanted
      }
    }
  }

  private static func hex(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
  }

  /// A text with stand-ins for all that must not be printed; line breaks too.
  ///
  /// - Parameter before: What stands before it in its line.
  package static func escaped(_ text: String, after before: Substring = "") -> String {
    escaped(text, after: before, standIn: standIn)
  }

  /// A text in which no line is a command. Everything else stays as it is, for readers that are programs.
  ///
  /// Runners also start a line after a lone carriage return. GitLab's commands contain escape characters, so these get
  /// their stand-in.
  package static func withoutCommands(_ text: String) -> String {
    escaped(text, after: "") { $0.value == 0x1B ? standIn(for: $0) : nil }
  }

  private static func escaped(
    _ text: String, after before: Substring, standIn: (Unicode.Scalar) -> String?
  ) -> String {
    let scalars = text.unicodeScalars
    guard scalars.contains(where: { $0 == "[" || $0 == ":" || standIn($0) != nil }) else { return text }
    var result = ""
    // Runners skip white space in front of a command.
    var isAtStart = before.isEmpty
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      index = scalars.index(after: index)
      let startsLine = isAtStart
      isAtStart = false
      if startsLine, scalar == ":", index < scalars.endIndex, scalars[index] == ":" {
        result += hex(scalar)
      } else if scalar == "[",
        endsLikeCommand(result.utf8.count < longestCommand ? String(before) + result : result)
      {
        result += hex(scalar)
      } else if scalar.value != 0x200D, let text = standIn(scalar) {
        result += text
      } else {
        // Joiners inside an emoji are part of a picture, and print nothing alone.
        result.unicodeScalars.append(scalar)
        isAtStart = scalar == "\n" || scalar == "\r" || (startsLine && scalar.properties.isWhitespace)
      }
    }
    return result
  }

  /// How many columns of a terminal a character takes.
  package static func width(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.isASCII { return 1 }
    if character.unicodeScalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
    let properties = first.properties
    if properties.isEmojiPresentation { return 2 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: return isWide(first.value) ? 2 : 1
    }
  }

  /// The East Asian wide and full-width blocks (Unicode Standard Annex 11), by block.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
