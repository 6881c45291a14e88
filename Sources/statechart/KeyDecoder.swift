/// A key that a person presses in a terminal.
enum Key: Equatable {
  case text(String)
  /// Several characters at once, from the clipboard.
  case paste(String)
  /// More from the clipboard than `KeyDecoder.longestPaste`.
  case longPaste
  case enter, left, right, wordLeft, wordRight, up, down, home, end
  case backspace, delete, deleteWord, deleteToStart, deleteToEnd
  /// Ctrl-D: the end of the input on an empty line.
  case endOfInput
  /// Something else may stand on the screen now.
  case redraw
  /// Bytes that are not UTF-8.
  case noText
}

/// Reads keys from the bytes that a terminal sends. No byte of an escape sequence becomes text.
struct KeyDecoder {
  private enum State {
    case ground, escape, shifted, paste
    case control([UInt8])
    case character([UInt8], missing: Int)
  }

  /// What the terminal sends after pasted text.
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// The longest text that is taken from the clipboard, in bytes.
  static let longestPaste = 1 << 16

  private var state = State.ground
  private var pasted: [UInt8] = []
  private var isPasteTooLong = false

  /// Whether the bytes so far may be the Escape key, or the start of a sequence.
  var isInSequence: Bool {
    switch state {
    case .escape, .shifted, .control: true
    case .ground, .paste, .character: false
    }
  }

  /// Drops a sequence that does not go on: a person pressed Escape.
  mutating func endSequence() { if isInSequence { state = .ground } }

  /// The keys of the next bytes.
  mutating func keys(in bytes: [UInt8]) -> [Key] {
    var keys: [Key] = []
    for byte in bytes {
      // What breaks off a character is a key of its own: a person must not press Return twice.
      if case .character = state, byte & 0xC0 != 0x80 {
        state = .ground
        keys.append(.noText)
      }
      if let key = key(for: byte) { keys.append(key) }
    }
    return keys
  }

  private mutating func key(for byte: UInt8) -> Key? {
    switch state {
    case .ground: return ground(byte)
    case .escape:
      state = .ground
      switch byte {
      case UInt8(ascii: "["): state = .control([])
      case UInt8(ascii: "O"): state = .shifted
      case 0x1B: state = .escape
      case UInt8(ascii: "b"): return .wordLeft
      case UInt8(ascii: "f"): return .wordRight
      case 0x7F, 0x08: return .deleteWord
      case ..<0x20: return ground(byte)
      default: break
      }
      return nil
    case .shifted:
      state = .ground
      return byte < 0x20 ? ground(byte) : Self.arrow(byte, isWord: false)
    case .control(let parameters):
      // No sequence has a control character, so this one is a key.
      if byte < 0x20 {
        state = .ground
        return ground(byte)
      }
      guard byte >= 0x40, byte <= 0x7E else {
        // A known sequence is short. The rest of a long one is not text either.
        if parameters.count < 32 { state = .control(parameters + [byte]) }
        return nil
      }
      state = .ground
      return sequence(String(decoding: parameters, as: UTF8.self), byte)
    case .paste: return paste(byte)
    case .character(let bytes, let missing):
      guard missing == 1 else {
        state = .character(bytes + [byte], missing: missing - 1)
        return nil
      }
      state = .ground
      let text = String(decoding: bytes + [byte], as: UTF8.self)
      guard text.utf8.elementsEqual(bytes + [byte]) else { return .noText }
      return Self.isShown(text) ? .text(text) : nil
    }
  }

  private mutating func ground(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x1B: state = .escape
    case 0x0A, 0x0D: return .enter
    case 0x7F, 0x08: return .backspace
    case 0x01: return .home
    case 0x02: return .left
    case 0x04: return .endOfInput
    case 0x05: return .end
    case 0x06: return .right
    case 0x0B: return .deleteToEnd
    case 0x0C: return .redraw
    case 0x0E: return .down
    case 0x10: return .up
    case 0x15: return .deleteToStart
    case 0x17: return .deleteWord
    case 0x20...0x7E: return .text(String(decoding: [byte], as: UTF8.self))
    case 0xC2...0xDF: state = .character([byte], missing: 1)
    case 0xE0...0xEF: state = .character([byte], missing: 2)
    case 0xF0...0xF4: state = .character([byte], missing: 3)
    case 0x80...: return .noText
    default: break
    }
    return nil
  }

  /// The key of a sequence that begins with `ESC [`.
  private mutating func sequence(_ parameters: String, _ last: UInt8) -> Key? {
    // With Ctrl or Alt an arrow moves by a word: `1;5D`, `1;3D`.
    let isWord = parameters.hasSuffix(";5") || parameters.hasSuffix(";3")
    guard last == UInt8(ascii: "~") else { return Self.arrow(last, isWord: isWord) }
    switch parameters {
    case "1", "7": return .home
    case "4", "8": return .end
    case "3": return .delete
    case "200":
      state = .paste
      pasted = []
      isPasteTooLong = false
    default: break
    }
    return nil
  }

  private static func arrow(_ byte: UInt8, isWord: Bool) -> Key? {
    switch byte {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): isWord ? .wordRight : .right
    case UInt8(ascii: "D"): isWord ? .wordLeft : .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    default: nil
    }
  }

  private mutating func paste(_ byte: UInt8) -> Key? {
    pasted.append(byte)
    guard pasted.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) else {
      // The end must still be seen, so the latest bytes stay.
      if pasted.count >= Self.longestPaste + Self.pasteEnd.count {
        isPasteTooLong = true
        pasted = pasted.suffix(Self.pasteEnd.count)
      }
      return nil
    }
    state = .ground
    let bytes = pasted.dropLast(Self.pasteEnd.count)
    pasted = []
    // A part of a text is not what the person meant.
    if isPasteTooLong { return .longPaste }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? .paste(Self.oneLine(text)) : .noText
  }

  /// Pasted text as it goes into one line: several lines do not answer several questions.
  private static func oneLine(_ text: String) -> String {
    var trimmed = text.drop(while: \.isNewline)
    while trimmed.last?.isNewline == true { trimmed.removeLast() }
    var result = ""
    for character in trimmed {
      if character.isNewline || character == "\t" {
        result += " "
      } else if isShown(String(character)) {
        result.append(character)
      }
    }
    return result
  }

  /// Whether a text has no character that controls the terminal.
  private static func isShown(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
