/// Looks at every character of a file before libyaml does.
///
/// libyaml takes UTF-16 without a word, breaks lines where editors do not, and stops at the first character
/// that it refuses. So characters are judged here, and libyaml gets a copy of the same length without them.
struct TextScan {
  /// The file's bytes, forbidden ones replaced by as many `_`, and what only looks like a space in the indentation by as
  /// many spaces.
  private(set) var bytes: [UInt8]
  /// The same, with what looks like a space as it is: each character is one of those that libyaml counts.
  private(set) var counted: [UInt8]
  /// What libyaml reads: the same, with one space for each character that looks like one, so that lines are indented as
  /// a person sees them.
  private(set) var parsed: [UInt8]
  private var wideBlanks: [SourceRange] = []
  /// Whether every character is one byte long.
  private(set) var isASCII = true
  /// Invisible characters that stay in the texts: to be taken out of them, so that one finding is enough.
  private(set) var invisible: [SourceRange] = []
  /// False for what is not text at all.
  private(set) var isReadable = true

  private let source: SourceText
  private var lastKind = CharacterKind.ordinary
  private var lastEnd = -1

  init(_ source: SourceText, findings: inout Findings) {
    self.source = source
    bytes = source.bytes
    counted = []
    parsed = []
    if let refusal = TextScan.refusal(of: source.bytes) {
      findings.add(.encoding, .error, refusal.range, refusal.message, help: refusal.help)
      isReadable = false
      return
    }
    scan(&findings)
    counted = bytes
    guard !wideBlanks.isEmpty else {
      parsed = bytes
      return
    }
    var end = 0
    for blank in wideBlanks {
      parsed += bytes[end..<blank.lowerBound]
      parsed.append(0x20)
      end = blank.upperBound
    }
    parsed += bytes[end...]
    for index in wideBlanks.joined() { bytes[index] = 0x20 }
  }

  private mutating func scan(_ findings: inout Findings) {
    var index = source.lineStarts[0]
    let bytes = source.bytes
    while index < bytes.count {
      let byte = bytes[index]
      if byte >= 0x20 && byte < 0x7F || byte == 0x0A || byte == 0x0D || byte == 0x09 {
        index += 1
        continue
      }
      if byte >= 0x80 { isASCII = false }
      let (scalar, length) = TextScan.decode(bytes, at: index)
      let kind = scalar.map { judge($0, at: index, length: length) } ?? .invalid
      if kind != .ordinary { report(kind, scalar, index..<index + length, &findings) }
      index += length
    }
  }

  /// What a character is in its place.
  private func judge(_ scalar: Unicode.Scalar, at index: Int, length: Int) -> CharacterKind {
    let kind = CharacterKind(scalar)
    switch kind {
    case .joiner: return joins(at: index, length: length) ? .ordinary : .invisible
    case .tag: return followsFlag(at: index) ? .ordinary : .invisible
    case .wideBlank: return isIndentation(at: index) ? .wideBlank : .ordinary
    default: return kind
    }
  }

  /// Joiners are part of emoji and of the spelling of some languages: they need such a character on both sides.
  private func joins(at index: Int, length: Int) -> Bool {
    let bytes = source.bytes
    let after = index + length
    guard index > 0, bytes[index - 1] >= 0x80, after < bytes.count, bytes[after] >= 0x80 else { return false }
    return TextScan.decode(bytes, at: after).scalar.map { CharacterKind($0) == .ordinary } ?? false
  }

  /// Tag characters are part of some flags, after a black flag.
  private func followsFlag(at index: Int) -> Bool {
    var start = index
    // Flags have at most seven tags; longer runs hide text.
    for _ in 0..<8 where start >= 4 {
      start -= 4
      guard let scalar = TextScan.decode(source.bytes, at: start).scalar else { return false }
      if scalar.value == 0x1F3F4 { return true }
      guard CharacterKind(scalar) == .tag else { return false }
    }
    return false
  }

  private func isIndentation(at index: Int) -> Bool {
    var start = index
    while start > source.lineStarts[0] {
      let byte = source.bytes[start - 1]
      if byte == 0x0A || byte == 0x0D { return true }
      guard byte == 0x20 || byte == 0x09 else { return wideBlanks.last?.upperBound == start }
      start -= 1
    }
    return true
  }

  private mutating func report(
    _ kind: CharacterKind, _ scalar: Unicode.Scalar?, _ range: SourceRange, _ findings: inout Findings
  ) {
    // A run of one kind is one finding, at its start.
    let isFirst = kind != lastKind || range.lowerBound != lastEnd
    lastKind = kind
    lastEnd = range.upperBound
    if isFirst {
      let byte = source.bytes[range.lowerBound]
      findings.add(
        kind.rule, .error, range, kind.message(for: scalar, byte: byte), help: kind.help)
    }
    switch kind {
    case .invisible: invisible.append(range)
    case .wideBlank: wideBlanks.append(range)
    default: for index in range { bytes[index] = 0x5F }
    }
  }

  /// Decodes one character; nil and length 1 for a byte that starts none.
  static func decode(_ bytes: [UInt8], at index: Int) -> (scalar: Unicode.Scalar?, length: Int) {
    let first = bytes[index]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length: Int
    var value: UInt32
    switch first {
    case 0xC2...0xDF: (length, value) = (2, UInt32(first & 0x1F))
    case 0xE0...0xEF: (length, value) = (3, UInt32(first & 0x0F))
    case 0xF0...0xF4: (length, value) = (4, UInt32(first & 0x07))
    default: return (nil, 1)
    }
    guard index + length <= bytes.count else { return (nil, 1) }
    for byte in bytes[index + 1..<index + length] {
      guard byte & 0xC0 == 0x80 else { return (nil, 1) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    // Longer than needed, a half of a UTF-16 pair, or past the last character.
    guard value >= (length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000), let scalar = Unicode.Scalar(value)
    else { return (nil, 1) }
    return (scalar, length)
  }

  /// Files that are not UTF-8 text as a whole.
  static func refusal(of bytes: [UInt8]) -> (range: SourceRange, message: String, help: String)? {
    let help = "Save the file as UTF-8."
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      return (0..<4, "The file is UTF-32, not UTF-8.", help)
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return (0..<2, "The file is UTF-16, not UTF-8.", help)
    }
    let sample = bytes.prefix(1024)
    // Neither UTF-16 nor a binary file is without one.
    guard let first = sample.firstIndex(of: 0) else { return nil }
    let even = stride(from: 0, to: sample.count, by: 2).count { sample[$0] == 0 }
    let odd = stride(from: 1, to: sample.count, by: 2).count { sample[$0] == 0 }
    let half = sample.count / 2
    if half > 0, odd == half && even == 0 || even == half && odd == 0 {
      return (0..<2, "The file looks like UTF-16, not UTF-8.", help)
    }
    let controls = sample.count { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    if controls > 1, controls * 20 > sample.count {
      return (
        first..<first + 1, "The file is not text: it looks like a binary file.",
        "Check the name of the file."
      )
    }
    return nil
  }
}

extension TextScan {
  /// Reads an escape of a text in double quotes (YAML 1.2, 5.7): what it stands for, nil for a line break or none,
  /// and its length.
  static func escape(_ bytes: [UInt8], at index: Int, upTo end: Int) -> (scalar: Unicode.Scalar?, length: Int)
  {
    let digits: Int
    switch bytes[index + 1] {
    case UInt8(ascii: "0"): return ("\0", 2)
    case UInt8(ascii: "a"): return ("\u{7}", 2)
    case UInt8(ascii: "b"): return ("\u{8}", 2)
    case UInt8(ascii: "e"): return ("\u{1B}", 2)
    case UInt8(ascii: "f"): return ("\u{C}", 2)
    case UInt8(ascii: "v"): return ("\u{B}", 2)
    case UInt8(ascii: "N"): return ("\u{85}", 2)
    case UInt8(ascii: "L"): return ("\u{2028}", 2)
    case UInt8(ascii: "P"): return ("\u{2029}", 2)
    case UInt8(ascii: "x"): digits = 2
    case UInt8(ascii: "u"): digits = 4
    case UInt8(ascii: "U"): digits = 8
    default: return (nil, 2)
    }
    guard index + 2 + digits <= end else { return (nil, 2) }
    let number = UInt32(String(decoding: bytes[index + 2..<index + 2 + digits], as: UTF8.self), radix: 16)
    return (number.flatMap { Unicode.Scalar($0) }, 2 + digits)
  }
}
