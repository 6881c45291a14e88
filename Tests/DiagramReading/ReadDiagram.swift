/// A diagram as somebody who only sees its text understands it. Shares nothing with the writer: it knows the
/// few forms of lines below, unescapes the labels, and keeps Mermaid's rule that a state belongs to the last
/// block that mentions it.
package struct ReadDiagram: Equatable {
  package enum Kind: Equatable { case state, choice, bar, startDot, endDot }

  package struct Node: Equatable {
    package var kind = Kind.state
    package var label: String?
    package var lines: [String] = []
    package var note: [String] = []
    package var parent: String?
    package var classes: [String] = []
    package var isComposite = false
  }

  package struct Arrow: Hashable {
    package var from: String
    package var to: String
    package var label: String
  }

  package struct Failure: Error, CustomStringConvertible {
    package var line: String
    package var reason: String
    package var description: String { "\(reason): \(line)" }
  }

  package var title = ""
  package var about = ""
  package var nodes: [String: Node] = [:]
  package var arrows: [Arrow] = []
  package var comments: [String] = []
  package var isOverview = false
  package var direction = ""
  private var styles: [String: String] = [:]
  private var pairs: Set<[String]> = []

  package init(_ text: String) throws {
    guard text.hasSuffix("\n"), !text.utf8.contains(13) else {
      throw Failure(line: "", reason: "wrong line ends")
    }
    var blocks: [String] = []
    for (index, raw) in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().enumerated()
    {
      let line = String(raw.drop { $0 == " " })
      if index == 0 {
        guard raw == "stateDiagram-v2" else { throw Failure(line: line, reason: "not a state diagram") }
      } else if line == "%% left out: conditions, actions and services" {
        isOverview = true
      } else if let rest = line.after("%% not drawn: ") {
        comments.append(try Self.unescape(rest))
      } else if let rest = line.after("accTitle: ") {
        title = try Self.unescape(rest)
      } else if let rest = line.after("accDescr: ") {
        about = try Self.unescape(rest)
      } else if let rest = line.after("classDef ") {
        let words = rest.split(separator: " ", maxSplits: 1)
        guard words.count == 2, blocks.isEmpty else { throw Failure(line: line, reason: "a bad class") }
        styles[String(words[0])] = String(words[1])
      } else if let rest = line.after("class ") {
        try applyClass(rest, line, blocks)
      } else if line == "}" {
        guard blocks.popLast() != nil else { throw Failure(line: line, reason: "nothing to close") }
      } else if let rest = line.after("direction ") {
        guard ["BT", "LR", "RL"].contains(rest), direction.isEmpty || direction == rest else {
          throw Failure(line: line, reason: "a bad direction")
        }
        direction = String(rest)
      } else if let rest = line.after("note right of ") {
        try readNote(rest, line, blocks)
      } else if let rest = line.after("state ") {
        try declare(rest, line, &blocks)
      } else {
        try readArrowOrLine(line, blocks)
      }
    }
    guard blocks.isEmpty else { throw Failure(line: blocks[0], reason: "never closed") }
    for (name, node) in nodes where node.isComposite && !nodes.values.contains(where: { $0.parent == name }) {
      throw Failure(line: name, reason: "an empty composite, at which Mermaid fails")
    }
    for (name, node) in nodes where node.isComposite && !node.lines.isEmpty {
      throw Failure(line: name, reason: "lines in a composite, at which Mermaid fails")
    }
  }

  private mutating func applyClass(_ rest: Substring, _ line: String, _ blocks: [String]) throws {
    let words = rest.split(separator: " ")
    guard words.count == 2, styles[String(words[1])] != nil, blocks.isEmpty else {
      throw Failure(line: line, reason: "a class that is not defined")
    }
    for member in words[0].split(separator: ",") {
      guard nodes[String(member)] != nil else { throw Failure(line: line, reason: "a class of nothing") }
      nodes[String(member)]?.classes.append(String(words[1]))
    }
  }

  private mutating func declare(_ rest: Substring, _ line: String, _ blocks: inout [String]) throws {
    if rest.hasPrefix("\"") {
      guard let close = rest.dropFirst().firstIndex(of: "\"") else {
        throw Failure(line: line, reason: "an open quote")
      }
      let label = rest[rest.index(after: rest.startIndex)..<close]
      guard let name = String(rest[close...]).after("\" as ") else {
        throw Failure(line: line, reason: "no as")
      }
      let identifier = try mention(name, line, blocks)
      guard nodes[identifier]?.label == nil else { throw Failure(line: line, reason: "declared twice") }
      guard !label.contains("<") else {
        throw Failure(line: line, reason: "a break, which makes it Markdown")
      }
      nodes[identifier]?.label = try Self.unescape(label)
    } else if rest.hasSuffix(" {") {
      let identifier = try mention(rest.dropLast(2), line, blocks)
      nodes[identifier]?.isComposite = true
      blocks.append(identifier)
    } else if rest.hasSuffix(" <<choice>>") {
      nodes[try mention(rest.dropLast(11), line, blocks)]?.kind = .choice
    } else if rest.hasSuffix(" <<fork>>") {
      nodes[try mention(rest.dropLast(9), line, blocks)]?.kind = .bar
    } else {
      throw Failure(line: line, reason: "an unknown declaration")
    }
  }

  private mutating func readNote(_ rest: Substring, _ line: String, _ blocks: [String]) throws {
    guard let sign = rest.firstRange(of: " : "), sign.upperBound < rest.endIndex else {
      throw Failure(line: line, reason: "a note without a text")
    }
    let identifier = try mention(rest[..<sign.lowerBound], line, blocks)
    guard let node = nodes[identifier], node.label != nil, node.parent == blocks.last, node.note.isEmpty
    else {
      throw Failure(line: line, reason: "a note at what is not there")
    }
    nodes[identifier]?.note = try Self.unescape(rest[sign.upperBound...])
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private mutating func readArrowOrLine(_ line: String, _ blocks: [String]) throws {
    var head = Substring(line)
    var text = ""
    if let colon = line.firstIndex(of: ":") {
      guard line[..<colon].hasSuffix(" "), line[colon...].hasPrefix(": "), line[colon...].count > 2 else {
        throw Failure(line: line, reason: "a bad label")
      }
      head = line[..<colon].dropLast()
      text = try Self.unescape(line[colon...].dropFirst(2))
    }
    let words = head.split(separator: " ", omittingEmptySubsequences: false)
    if words == ["[*]"], !blocks.isEmpty, text.isEmpty {
      _ = dot(.startDot, blocks)
    } else if words.count == 1, !text.isEmpty {
      // Breaks inside a line only keep boxes narrow.
      nodes[try mention(words[0], line, blocks)]?.lines.append(text.replacing("\n", with: " "))
    } else if words.count == 3, words[1] == "-->" {
      guard blocks.isEmpty || words[0] == "[*]" || words[2] == "[*]" else {
        throw Failure(line: line, reason: "an arrow inside a block, which moves states")
      }
      let from = words[0] == "[*]" ? dot(.startDot, blocks) : try mention(words[0], line, blocks)
      let to = words[2] == "[*]" ? dot(.endDot, blocks) : try mention(words[2], line, blocks)
      guard !pairs.contains([from, to]) else {
        throw Failure(line: line, reason: "a second arrow; of loops Mermaid draws only the last")
      }
      if blocks.isEmpty { pairs.insert([from, to]) }
      for label in try Self.causes(text, line) { arrows.append(Arrow(from: from, to: to, label: label)) }
    } else {
      throw Failure(line: line, reason: "an unknown line")
    }
  }

  /// The causes of an arrow: its label, or the items of a list.
  private static func causes(_ text: String, _ line: String) throws -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count > 1 else { return lines }
    guard lines.allSatisfy({ $0.hasPrefix("• ") }) else {
      throw Failure(line: line, reason: "several causes that read as one sentence")
    }
    guard Set(lines).count == lines.count else {
      throw Failure(line: line, reason: "an arrow that says something twice")
    }
    return lines.map { String($0.dropFirst(2)) }
  }

  private mutating func dot(_ kind: Kind, _ blocks: [String]) -> String {
    let identifier = (blocks.last ?? "root") + (kind == .startDot ? "_start" : "_end")
    nodes[identifier] = Node(kind: kind, parent: blocks.last)
    return identifier
  }

  private mutating func mention(_ name: Substring, _ line: String, _ blocks: [String]) throws -> String {
    let letters = name.unicodeScalars
    guard let first = letters.first, first.isASCII, first.properties.isAlphabetic,
      letters.allSatisfy({ $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0 || $0 == "_") }),
      name.hasPrefix("s_"), ["s_start", "s_end"].contains(name) || !name.hasSuffix("_start"),
      ["s_start", "s_end"].contains(name) || !name.hasSuffix("_end")
    else { throw Failure(line: line, reason: "a bad identifier \(name)") }
    let identifier = String(name)
    var node = nodes[identifier] ?? Node()
    // At top level a mention moves nothing; in a block the last one wins.
    if let block = blocks.last, block != identifier { node.parent = block }
    nodes[identifier] = node
    return identifier
  }

  /// Undoes the references and refuses every sign that had to be written as one.
  package static func unescape(_ text: Substring) throws -> String {
    var result = String.UnicodeScalarView()
    let lower = String(text).lowercased()
    let isTrap = ["direction tb", "direction bt", "direction lr", "direction rl", "[[fork]]", "[[choice]]"]
      .contains { lower.contains($0) }
    if isTrap { throw Failure(line: String(text), reason: "words that Mermaid takes for a statement") }
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "#" {
        let digits = rest.prefix { "0"..."9" ~= $0 }
        rest = rest.dropFirst(digits.count)
        guard let number = UInt32(String(digits)), let meant = Unicode.Scalar(number), rest.popFirst() == ";"
        else { throw Failure(line: String(text), reason: "a bad reference") }
        result.append(meant)
      } else if scalar == "<" {
        guard rest.starts(with: "br/>".unicodeScalars) else {
          throw Failure(line: String(text), reason: "a tag")
        }
        rest = rest.dropFirst(4)
        result.append("\n")
      } else {
        let category = scalar.properties.generalCategory
        let isLetter =
          scalar.properties.isAlphabetic || category == .modifierLetter || category == .decimalNumber
        guard isLetter || " .,-/()[]?!+='>|@^~%_".unicodeScalars.contains(scalar) else {
          throw Failure(line: String(text), reason: "a sign that needs a reference: \(scalar)")
        }
        result.append(scalar)
      }
    }
    return String(result)
  }
}

extension String {
  /// What follows a prefix; nil when the text does not begin with it.
  package func after(_ prefix: String) -> Substring? { hasPrefix(prefix) ? dropFirst(prefix.count) : nil }
}
