/// Reads the lines of a diagram into states and arrows, by Mermaid's own rule: a state lies in the last block that
/// mentions it.
struct MermaidReader {
  enum Kind { case state, choice, fork, join }

  struct Node {
    var name: String
    var line: Int
    var kind = Kind.state
    var title: String?
    var lines: [String] = []
    var parent: String?
    /// In which of its parent's regions, which `--` separates, it lies.
    var region = 0
    var isBlock = false
    /// How many regions it has.
    var regions = 1
    var classes: [String] = []
  }

  /// An end of an arrow.
  enum End: Hashable {
    case state(String)
    /// `[*]` in a block, which is empty at the top, and in one of its regions.
    case dot(String, Int)
  }

  struct Arrow {
    var from: End
    var to: End
    /// What stands at it; several lines are several transitions.
    var labels: [String]
    var line: Int
  }

  let file: String
  var remarks: [MermaidRemark] = []
  /// States in the order in which they are mentioned first.
  private(set) var order: [String] = []
  private(set) var nodes: [String: Node] = [:]
  private(set) var arrows: [Arrow] = []
  private(set) var title: String?
  private(set) var about: String?
  /// How classes look, by their names.
  private(set) var styles: [String: String] = [:]
  private(set) var topRegions = 1
  private var blocks: [(name: String, line: Int)] = []
  private var region: [Int] = [0]

  init(file: String) { self.file = file }

  var hasErrors: Bool { remarks.contains { $0.severity == .error } }

  mutating func add(_ severity: MermaidRemark.Severity, _ message: String, _ line: Int) {
    remarks.append(MermaidRemark(severity: severity, message: message, line: line, file: file))
  }

  // MARK: Lines

  mutating func read(_ text: String) {
    var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { Self.trimmed($0) }
    if lines.first?.hasPrefix("\u{FEFF}") == true { lines[0] = Self.trimmed(lines[0].dropFirst()) }
    var index = 0
    var isStarted = false
    // A heading of settings between two lines of hyphens.
    if lines.first == "---" {
      index = 1
      while index < lines.count, lines[index] != "---" {
        if lines[index].hasPrefix("title:") {
          title = Self.unescaped(Self.unquoted(Self.trimmed(lines[index].dropFirst(6))))
        }
        index += 1
      }
      index += 1
    }
    while index < lines.count {
      let number = index + 1
      let line = lines[index]
      index += 1
      if line.isEmpty || line.hasPrefix("%%") { continue }
      guard isStarted else {
        guard ["stateDiagram-v2", "stateDiagram"].contains(line) else {
          add(.error, "The diagram must begin with `stateDiagram-v2`.", number)
          return
        }
        isStarted = true
        continue
      }
      if line.hasPrefix("note ") || line.hasPrefix("accDescr") && line.hasSuffix("{") {
        index = readBlockOfText(line, lines, index)
      } else {
        read(line, number)
      }
      if hasErrors { return }
    }
    if !isStarted { add(.error, "The diagram must begin with `stateDiagram-v2`.", max(1, lines.count)) }
    if let open = blocks.last {
      add(.error, "The block of `\(open.name)` is not closed: `}` is missing.", open.line)
    }
  }

  /// A note or a description, which may go over several lines.
  private mutating func readBlockOfText(_ line: String, _ lines: [String], _ index: Int) -> Int {
    let number = index
    let isNote = line.hasPrefix("note ")
    var text: [String] = []
    var next = index
    if isNote, let colon = line.firstIndex(of: ":") {
      text = [Self.trimmed(line[line.index(after: colon)...])]
    } else if !isNote || !line.contains("\"") {
      let end = isNote ? "end note" : "}"
      while next < lines.count, lines[next] != end {
        text.append(lines[next])
        next += 1
      }
      guard next < lines.count else {
        add(.error, "This text is not closed: `\(end)` is missing.", number)
        return next
      }
      next += 1
    }
    let words = Self.unescaped(text.joined(separator: " "))
    guard isNote else {
      about = words
      return next
    }
    let head = line.prefix { $0 != ":" }.split(separator: " ").map(String.init)
    if head.count >= 4, head[1] == "left" || head[1] == "right", head[2] == "of" {
      mention(head[3], number)
      nodes[head[3]]?.lines.append(words)
    } else {
      add(.lost, "This note is left out, because it does not belong to a state.", number)
    }
    return next
  }

  private mutating func read(_ line: String, _ number: Int) {
    if line == "}" {
      guard blocks.popLast() != nil else { return add(.error, "This `}` has no matching `{`.", number) }
      region.removeLast()
    } else if line == "[*]" {
      // A start dot whose arrow comes later.
    } else if line == "--" {
      region[region.count - 1] += 1
      if let block = blocks.last { nodes[block.name]?.regions += 1 } else { topRegions += 1 }
    } else if let rest = Self.rest(line, "state ") {
      declare(rest, number)
    } else if let rest = Self.rest(line, "accTitle:") {
      title = Self.unescaped(rest)
    } else if let rest = Self.rest(line, "accDescr:") {
      about = Self.unescaped(rest)
    } else if let rest = Self.rest(line, "class ") {
      let words = rest.split(separator: " ").map(String.init)
      guard words.count == 2 else { return }
      for name in words[0].split(separator: ",") { nodes[String(name)]?.classes.append(words[1]) }
    } else if let rest = Self.rest(line, "classDef ") {
      let words = rest.split(separator: " ", maxSplits: 1)
      if words.count == 2 { styles[String(words[0])] = Self.trimmed(words[1]) }
    } else if ["direction ", "style ", "scale ", "hide ", "linkStyle "].contains(
      where: line.hasPrefix)
    {
      // How it looks.
    } else if Self.rest(line, "click ") != nil {
      add(.lost, "This link is left out.", number)
    } else if let range = line.firstRange(of: "-->") {
      arrow(line[..<range.lowerBound], line[range.upperBound...], number)
    } else {
      var parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      // A class is written with three colons.
      if let range = line.firstRange(of: ":::") {
        let style = line[range.upperBound...].prefix { $0 != ":" }
        parts = [line[..<style.endIndex]]
        if style.endIndex < line.endIndex { parts.append(line[line.index(after: style.endIndex)...]) }
      }
      guard Self.isName(Self.plain(parts[0]).name) else {
        return add(.lost, "`\(line.prefix(80))` is not supported, so it is left out.", number)
      }
      let name = mention(Self.trimmed(parts[0]), number)
      guard parts.count == 2 else { return }
      let text = Self.unescaped(Self.trimmed(parts[1]))
      if nodes[name]?.title == nil { nodes[name]?.title = text } else { nodes[name]?.lines.append(text) }
    }
  }

  private mutating func declare(_ text: String, _ number: Int) {
    var rest = text
    var title: String?
    if rest.hasPrefix("\"") {
      guard let close = rest.dropFirst().firstIndex(of: "\"") else {
        return add(.error, "The quotation mark of this title is not closed.", number)
      }
      title = Self.unescaped(String(rest[rest.index(after: rest.startIndex)..<close]))
      rest = Self.trimmed(rest[rest.index(after: close)...])
      guard let name = Self.rest(rest, "as ") else {
        return add(.error, "The id of this state is missing. Write `state \"Title\" as id`.", number)
      }
      rest = name
    }
    let opens = rest.hasSuffix("{")
    if opens { rest = Self.trimmed(rest.dropLast()) }
    var kind = Kind.state
    for (word, meant) in [("choice", Kind.choice), ("fork", .fork), ("join", .join)] {
      for sign in ["<<\(word)>>", "[[\(word)]]"] where rest.hasSuffix(sign) {
        rest = Self.trimmed(rest.dropLast(sign.count))
        kind = meant
      }
    }
    guard Self.isName(Self.plain(rest).name) else {
      return add(.lost, "`state \(text.prefix(80))` is not supported, so it is left out.", number)
    }
    let name = mention(rest, number)
    if let title { nodes[name]?.title = title }
    if kind != .state { nodes[name]?.kind = kind }
    guard opens else { return }
    guard blocks.count < MermaidImport.deepest else {
      return add(.error, "States are nested deeper than \(MermaidImport.deepest) levels.", number)
    }
    nodes[name]?.isBlock = true
    blocks.append((name, number))
    region.append(0)
  }

  private mutating func arrow(_ from: Substring, _ behind: Substring, _ number: Int) {
    let parts = behind.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    // A class is written with three colons.
    var target = Self.trimmed(parts[0])
    var label = parts.count == 2 ? Self.trimmed(parts[1]) : ""
    if label.hasPrefix("::") {
      let rest = label.drop { $0 != " " }
      target += ":" + label.prefix(label.count - rest.count)
      label = Self.trimmed(rest)
      if label.hasPrefix(":") { label = Self.trimmed(label.dropFirst()) }
    }
    guard let start = end(Self.trimmed(from), number), let finish = end(target, number) else { return }
    // Some versions write a break with a blank, some without.
    let lines = label.replacing("<br />", with: "<br/>").replacing("<br>", with: "<br/>").split(
      separator: "<br/>")
    var labels = lines.map { Self.unescaped(Self.trimmed($0)) }
    // Several labels may be a list.
    if labels.count > 1, labels.allSatisfy({ $0.hasPrefix("• ") }) {
      labels = labels.map { Self.trimmed($0.dropFirst(2)) }
    }
    arrows.append(Arrow(from: start, to: finish, labels: labels.isEmpty ? [""] : labels, line: number))
  }

  private mutating func end(_ text: String, _ number: Int) -> End? {
    if text == "[*]" { return .dot(blocks.last?.name ?? "", region[region.count - 1]) }
    guard Self.isName(Self.plain(text).name) else {
      add(.lost, "This arrow is left out, because `\(text.prefix(80))` is not a state.", number)
      return nil
    }
    return .state(mention(text, number))
  }

  // MARK: States

  /// Notes that a state is mentioned, which puts it into the block around the mention.
  @discardableResult private mutating func mention(_ text: String, _ line: Int) -> String {
    let (name, style) = Self.plain(text)
    if nodes[name] == nil {
      nodes[name] = Node(name: name, line: line)
      order.append(name)
    }
    if let style { nodes[name]?.classes.append(style) }
    guard let block = blocks.last?.name, block != name else {
      if blocks.isEmpty, nodes[name]?.parent == nil { nodes[name]?.region = region[0] }
      return name
    }
    // A state cannot lie inside itself.
    var outer: String? = block
    var depth = 0
    while let step = outer {
      depth += 1
      guard depth <= MermaidImport.deepest else {
        add(.error, "States are nested deeper than \(MermaidImport.deepest) levels.", line)
        return name
      }
      if step == name {
        add(.lost, "`\(name)` stays outside `\(block)`, because it contains `\(block)`.", line)
        return name
      }
      outer = nodes[step]?.parent
    }
    nodes[name]?.parent = block
    nodes[name]?.region = region[region.count - 1]
    return name
  }

  /// A name without the class behind `:::`.
  private static func plain(_ text: some StringProtocol) -> (name: String, style: String?) {
    let text = trimmed(text)
    guard let range = text.firstRange(of: ":::") else { return (text, nil) }
    return (trimmed(text[..<range.lowerBound]), trimmed(text[range.upperBound...]))
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || "_-.".unicodeScalars.contains(scalar)
      }
  }

  // MARK: Texts

  static func trimmed(_ text: some StringProtocol) -> String {
    var rest = Substring(text)
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }

  private static func rest(_ line: String, _ beginning: String) -> String? {
    line.hasPrefix(beginning) ? trimmed(line.dropFirst(beginning.count)) : nil
  }

  /// A text of YAML, which the lines before a diagram are, without its quotes.
  private static func unquoted(_ text: String) -> String {
    guard text.count > 1, let quote = text.first, quote == "\"" || quote == "'", text.last == quote else {
      return text
    }
    let inner = String(text.dropFirst().dropLast())
    return quote == "'"
      ? inner.replacing("''", with: "'") : inner.replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
  }

  /// The character of a reference; nil for control characters, too.
  private static func reference(_ word: String) -> Unicode.Scalar? {
    if let meant = named[word] { return meant }
    guard word.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt32(word), number >= 32 else {
      return nil
    }
    return Unicode.Scalar(number)
  }

  /// References by name, for characters that diagrams cannot hold otherwise.
  private static let named: [String: Unicode.Scalar] = [
    "quot": "\"", "apos": "'", "amp": "&", "lt": "<", "gt": ">", "nbsp": " ",
  ]

  /// A text whose references (`#59;`, `#quot;`) and breaks are resolved.
  static func unescaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = text.replacing("<br/>", with: " ").unicodeScalars[...]
    while let scalar = rest.popFirst() {
      // No reference is longer than that of the last character, 1114111.
      let word = scalar == "#" ? rest.prefix(7).prefix { $0 != ";" } : rest.prefix(0)
      if !word.isEmpty, rest.dropFirst(word.count).first == ";", let meant = reference(String(word)) {
        result.append(meant)
        rest = rest.dropFirst(word.count + 1)
      } else if scalar.value >= 32 {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
