import StatechartsLint

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// One line that a person reads. `Screen` gives it colors and breaks it at the width of the terminal.
struct ScreenLine {
  /// How a part of a line looks, as in the findings of `lint`.
  enum Style: String {
    case plain = ""
    case strong = "1"
    case faint = "2"
    case problem = "1;31"
    case mark = "1;36"
  }

  /// Words of one style; a space stands between the parts of a line.
  struct Part {
    var text: String
    var style: Style
  }

  /// What stands before the text and is never broken.
  var lead: Part?
  var parts: [Part] = []
  /// How many spaces stand before the line.
  var indent = 0
  /// How many spaces stand before what does not fit the first line.
  var hangingIndent = 0

  static let empty = ScreenLine()

  /// A line of text.
  static func text(_ text: String, _ style: Style = .plain, indent: Int = 0) -> ScreenLine {
    ScreenLine(parts: [Part(text: text, style: style)], indent: indent, hangingIndent: indent)
  }

  /// Something that a step did.
  static func step(_ line: Narration.Line, indent: Int = 2) -> ScreenLine {
    var result = text(line.text, line.kind == .problem ? .problem : .plain, indent: indent)
    result.hangingIndent += 2
    return result
  }

  /// Something to choose by its number.
  static func choice(_ number: Int, _ words: String, name: String? = nil) -> ScreenLine {
    let label = "\(number)  "
    let parts =
      [Part(text: words, style: .plain)] + (name.map { [Part(text: "(\($0))", style: .faint)] } ?? [])
    return ScreenLine(
      lead: Part(text: label, style: .mark), parts: parts, indent: 2, hangingIndent: label.count + 2)
  }

  /// Where the flow is after how much time.
  static func place(_ words: String, after time: String) -> ScreenLine {
    let lead = Part(text: time + "  ", style: .faint)
    let parts = [Part(text: "Now in:", style: .plain), Part(text: words, style: .strong)]
    return ScreenLine(lead: lead, parts: parts, hangingIndent: lead.text.count)
  }
}

/// How lines are written where the output goes.
struct Screen {
  /// Whether styles are shown.
  var usesColor: Bool

  /// The output of this run.
  static func standardOutput(_ color: ColorChoice) -> Screen {
    Screen(usesColor: color.usesColor)
  }

  /// The columns of the terminal; nil when the output is not a terminal.
  static var terminalWidth: Int? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else { return 80 }
    return Int(size.ws_col)
  }

  /// Writes lines to the standard output.
  func show(_ lines: [ScreenLine]) {
    guard !lines.isEmpty else { return }
    Output.write(text(of: lines))
  }

  /// Lines as they are written, in which no character of a chart steers the terminal.
  ///
  /// - Parameter width: Where they are broken, in columns; nil for nowhere. It may change at any time.
  func text(of lines: [ScreenLine], width: Int? = terminalWidth) -> String {
    lines.map { text(of: $0, width) + "\n" }.joined()
  }

  /// A text in a style.
  func painted(_ text: String, _ style: ScreenLine.Style) -> String {
    usesColor && style != .plain ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// How many columns a text takes.
  static func columns(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + VisibleText.width(of: $1) }
  }

  private func text(of line: ScreenLine, _ width: Int?) -> String {
    let parts = line.parts.map { ScreenLine.Part(text: VisibleText.escaped($0.text), style: $0.style) }
    guard !parts.isEmpty else { return "" }
    let lead = line.lead.map { painted($0.text, $0.style) } ?? ""
    let start = String(repeating: " ", count: line.indent) + lead
    let column = line.indent + Self.columns(line.lead?.text ?? "")
    let length = parts.reduce(column - 1) { $0 + 1 + Self.columns($1.text) }
    guard let width, length > width else {
      return start + parts.map { painted($0.text, $0.style) }.joined(separator: " ")
    }
    let margin = min(line.hangingIndent, width / 2)
    let separator = "\n" + String(repeating: " ", count: margin)
    return start + rows(of: parts, from: column, margin, width).map(joined).joined(separator: separator)
  }

  /// Breaks a line between words, and a word that is longer than a row between characters.
  private func rows(
    of parts: [ScreenLine.Part], from start: Int, _ margin: Int, _ width: Int
  ) -> [[ScreenLine.Part]] {
    var rows: [[ScreenLine.Part]] = [[]]
    var column = start
    for part in parts {
      for word in part.text.split(separator: " ") {
        var rest = word
        let space = rows[rows.count - 1].isEmpty ? 0 : 1
        if column + space + Self.columns(rest) > width, !rows[rows.count - 1].isEmpty {
          rows.append([])
          column = margin
        }
        while column + Self.columns(rest) > width {
          var taken = 0
          let head = rest.prefix { character in
            taken += VisibleText.width(of: character)
            return column + taken <= width
          }
          guard !head.isEmpty else { break }
          rows[rows.count - 1].append(ScreenLine.Part(text: String(head), style: part.style))
          rest = rest.dropFirst(head.count)
          rows.append([])
          column = margin
        }
        guard !rest.isEmpty else { continue }
        column += (rows[rows.count - 1].isEmpty ? 0 : 1) + Self.columns(rest)
        rows[rows.count - 1].append(ScreenLine.Part(text: String(rest), style: part.style))
      }
    }
    return rows
  }

  /// A row, in which words of one style are painted together.
  private func joined(_ row: [ScreenLine.Part]) -> String {
    var parts: [ScreenLine.Part] = []
    for word in row {
      if let last = parts.last, last.style == word.style {
        parts[parts.count - 1].text = "\(last.text) \(word.text)"
      } else {
        parts.append(word)
      }
    }
    return parts.map { painted($0.text, $0.style) }.joined(separator: " ")
  }
}
