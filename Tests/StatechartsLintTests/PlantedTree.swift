import Testing

/// YAML as a tree, some of whose nodes are marked: written in any style, it tells where the marked nodes stand.
indirect enum PlantedTree: Sendable {
  case text(String, mark: String? = nil)
  case map([Entry], mark: String? = nil)
  case list([PlantedTree])

  /// A key with what stands behind it.
  struct Entry: Sendable {
    var key: String
    var mark: String?
    var value: PlantedTree

    init(_ key: String, mark: String? = nil, _ value: PlantedTree) {
      self.key = key
      self.mark = mark
      self.value = value
    }

    init(_ key: String, mark: String? = nil, _ text: String) { self.init(key, mark: mark, .text(text)) }
  }
}

/// A way to write YAML that changes nothing of what it says.
struct WritingStyle: Sendable, CustomTestStringConvertible {
  var name: String
  var hasByteOrderMark = false
  var lineEnd = "\n"
  var indentation = 2
  /// From which level on braces and brackets are used.
  var flowLevel = Int.max
  var hasCommentLines = false
  var hasLineComments = false
  var hasBlankLines = false
  var quotesTitles = false
  /// What stands before each title.
  var ornament = ""
  var hasDocumentMarks = false
  var endsWithoutLineEnd = false

  var testDescription: String { name }

  static let all = [
    WritingStyle(name: "a byte order mark", hasByteOrderMark: true),
    WritingStyle(name: "line ends of Windows", lineEnd: "\r\n"),
    WritingStyle(name: "carriage returns alone", lineEnd: "\r"),
    WritingStyle(name: "four spaces", indentation: 4),
    WritingStyle(name: "one space", indentation: 1),
    WritingStyle(name: "braces from the states on", flowLevel: 2),
    WritingStyle(name: "braces inside the states", flowLevel: 3),
    WritingStyle(name: "comment lines", hasCommentLines: true),
    WritingStyle(name: "comments behind the lines", hasLineComments: true),
    WritingStyle(name: "blank lines", hasBlankLines: true),
    WritingStyle(name: "emoji before the place", flowLevel: 2, quotesTitles: true, ornament: "👩‍👩‍👧 𝕏 é "),
    WritingStyle(name: "document marks", hasDocumentMarks: true),
    WritingStyle(name: "no line end", endsWithoutLineEnd: true),
    WritingStyle(
      name: "everything at once", hasByteOrderMark: true, lineEnd: "\r\n", indentation: 3, flowLevel: 3,
      hasCommentLines: true, hasLineComments: true, hasBlankLines: true, quotesTitles: true, ornament: "🚪 ",
      hasDocumentMarks: true),
  ]
}

/// Writes trees.
struct PlantedWriter {
  private(set) var bytes: [UInt8] = []
  /// Where the marked nodes stand, in UTF-8 offsets.
  private(set) var marks: [String: Int] = [:]
  private let style: WritingStyle

  init(_ tree: PlantedTree, _ style: WritingStyle) {
    self.style = style
    if style.hasByteOrderMark { bytes += [0xEF, 0xBB, 0xBF] }
    if style.hasDocumentMarks { put("---" + style.lineEnd) }
    write(tree, level: 0)
    if style.hasDocumentMarks { put("..." + style.lineEnd) }
    while style.endsWithoutLineEnd, bytes.last == 0x0A { bytes.removeLast() }
  }

  private mutating func put(_ text: String) { bytes += Array(text.utf8) }

  private mutating func mark(_ name: String?) {
    if let name { marks[name] = bytes.count }
  }

  private mutating func endLine() { put((style.hasLineComments ? "  # here 🚪: [x" : "") + style.lineEnd) }

  private mutating func beginLine(_ level: Int) {
    if style.hasBlankLines { put(style.lineEnd) }
    let spaces = String(repeating: " ", count: level * style.indentation)
    if style.hasCommentLines { put("\(spaces)# a comment: {y\(style.lineEnd)") }
    put(spaces)
  }

  private mutating func write(_ tree: PlantedTree, level: Int, isFirstInline: Bool = false) {
    switch tree {
    case .text: return writeFlow(tree, isTitle: false)
    case .map(let entries, let name):
      for (number, entry) in entries.enumerated() {
        if number > 0 || !isFirstInline { beginLine(level) }
        if number == 0 { mark(name) }
        mark(entry.mark)
        put(entry.key + ":")
        writeValue(entry, level)
      }
    case .list(let items):
      for item in items {
        beginLine(level)
        put("-" + String(repeating: " ", count: max(style.indentation - 1, 1)))
        if case .map(let entries, _) = item, level + 1 < style.flowLevel, style.indentation > 1,
          !entries.isEmpty
        {
          write(item, level: level + 1, isFirstInline: true)
        } else {
          writeFlow(item, isTitle: false)
          endLine()
        }
      }
    }
  }

  private mutating func writeValue(_ entry: PlantedTree.Entry, _ level: Int) {
    let isBlock: Bool =
      switch entry.value {
      case .text: false
      case .map(let entries, _): !entries.isEmpty && level + 1 < style.flowLevel
      case .list(let items): !items.isEmpty && level + 1 < style.flowLevel
      }
    if isBlock {
      endLine()
      write(entry.value, level: level + 1)
    } else {
      put(" ")
      writeFlow(entry.value, isTitle: entry.key == "title")
      endLine()
    }
  }

  private mutating func writeFlow(_ tree: PlantedTree, isTitle: Bool) {
    switch tree {
    case .text(let text, let name):
      mark(name)
      put(isTitle && style.quotesTitles ? "\"\(style.ornament)\(text)\"" : text)
    case .map(let entries, let name):
      mark(name)
      put("{ ")
      for (number, entry) in entries.enumerated() {
        if number > 0 { put(", ") }
        mark(entry.mark)
        put(entry.key + ": ")
        writeFlow(entry.value, isTitle: entry.key == "title")
      }
      put(" }")
    case .list(let items):
      put("[")
      for (number, item) in items.enumerated() {
        if number > 0 { put(", ") }
        writeFlow(item, isTitle: false)
      }
      put("]")
    }
  }
}
