/// What a line of Markdown begins.
enum MarkdownLineStart {
  /// The mark of an item of a list.
  struct ItemMark {
    var isOrdered: Bool
    var number = 1
  }

  case blank
  case fence(sign: Character, length: Int, indentation: Int)
  case heading(Int, Substring)
  case rule
  case comment
  /// An item, and how many characters stand before its text.
  case item(ItemMark, width: Int)
  case quotation(Substring)
  /// Code with four spaces before it.
  case indented
  case text

  init(_ line: Substring) {
    let indentation = line.prefix { $0 == " " }.count
    let rest = line.dropFirst(indentation)
    guard let first = rest.first, !rest.allSatisfy(\.isWhitespace) else {
      self = .blank
      return
    }
    guard indentation < 4, first != "\t" else {
      self = .indented
      return
    }
    let run = rest.prefix { $0 == first }.count
    let afterRun = rest.dropFirst(run)
    switch first {
    case "`", "~":
      let isFence = run >= 3 && (first == "~" || !afterRun.contains("`"))
      self = isFence ? .fence(sign: first, length: run, indentation: indentation) : .text
    case "#" where run <= 6 && (afterRun.first == " " || afterRun.isEmpty):
      var text = afterRun.drop { $0 == " " }
      // Signs at the end belong to the heading, too.
      let closed = text.reversed().drop { $0 == " " }.drop { $0 == "#" }
      if closed.first == " " || closed.isEmpty { text = text.prefix(closed.count) }
      self = .heading(run, text)
    case "-", "*", "_":
      let isRule = rest.allSatisfy { $0 == first || $0 == " " } && rest.filter { $0 == first }.count >= 3
      if isRule {
        self = .rule
      } else if first != "_", run == 1, let width = Self.width(afterRun) {
        self = .item(ItemMark(isOrdered: false), width: indentation + 1 + width)
      } else {
        self = .text
      }
    case "+":
      let width = run == 1 ? Self.width(afterRun) : nil
      self = width.map { .item(ItemMark(isOrdered: false), width: indentation + 1 + $0) } ?? .text
    case "<" where rest.hasPrefix("<!--"): self = .comment
    case ">": self = .quotation(rest.dropFirst(rest.dropFirst().first == " " ? 2 : 1))
    case "0"..."9":
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let mark = rest.dropFirst(digits.count)
      if digits.count <= 9, let sign = mark.first, sign == "." || sign == ")", let number = Int(digits),
        let width = Self.width(mark.dropFirst())
      {
        self = .item(
          ItemMark(isOrdered: true, number: number), width: indentation + digits.count + 1 + width)
      } else {
        self = .text
      }
    default: self = .text
    }
  }

  /// How many spaces stand between a mark and its text; nil if there are none. Five and more begin code.
  private static func width(_ rest: Substring) -> Int? {
    let spaces = rest.prefix { $0 == " " }.count
    guard spaces > 0 || rest.isEmpty else { return nil }
    return spaces > 4 || rest.count == spaces ? 1 : spaces
  }

  /// Whether it is an item of a list.
  var isItem: Bool {
    if case .item = self { true } else { false }
  }

  /// Whether a paragraph goes on with such a line.
  var continuesParagraph: Bool {
    switch self {
    case .text, .indented: true
    case .item(let mark, _): mark.isOrdered && mark.number != 1
    default: false
    }
  }
}
