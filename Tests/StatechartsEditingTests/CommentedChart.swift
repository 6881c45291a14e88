import ReferenceEngine
import StatechartsModel
import StatechartsYAML

/// A random chart as text, with comments of which each says what it belongs to.
struct CommentedChart {
  let text: String

  init(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let written = ChartWriter().text(of: Scenario(seed: seed).chart)
    var lines = written.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
    let places = try NodePlaces(written)
    var number = 0
    for index in lines.indices.reversed() {
      let indentation = String(lines[index].prefix { $0 == " " })
      if random.chance(10), let (key, value) = places.splitValue(inLine: index),
        let owner = places.lastStart(inLine: index)
      {
        number += 1
        let inner = indentation + "      "
        lines.replaceSubrange(
          index...index, with: [key, "\(inner)# \(number) before \(owner)", inner + value])
      } else if random.chance(15) {
        number += 1
        lines[index] += "  # \(number) behind \(places.lastStart(inLine: index) ?? "?")"
      }
      if random.chance(15) {
        number += 1
        // The lines before the first key belong to the file.
        let owner = index == 0 ? "the file" : places.firstStart(inLine: index) ?? "?"
        lines.insert("\(indentation)# \(number) before \(owner)", at: index)
        if random.chance(30) { lines.insert("", at: index) }
      }
      if random.chance(5) { lines.insert(contentsOf: ["", "  "], at: index) }
      if index > 0, indentation.isEmpty, random.chance(15), places.firstStart(inLine: index) != nil {
        number += 1
        lines.insert(
          contentsOf: ["x-empty\(number):", "  # \(number) before /x-empty\(number)"], at: index)
      }
    }
    text = lines.joined(separator: random.chance(20) ? "\r\n" : "\n") + (random.chance(70) ? "\n" : "")
  }
}

/// What begins where in a chart's text, found by another method than the formatter's.
struct NodePlaces {
  private let source: SourceText
  /// Entries and items in the order of the text, by what leads to them.
  private var starts: [(line: Int, offset: Int, path: String)] = []

  init(_ text: String) throws {
    source = SourceText(name: "a.yaml", bytes: Array(text.utf8))
    guard let document = YAMLDocument.read(source).document, let root = document.root else { return }
    add(root, "", document)
  }

  private mutating func add(_ node: YAMLDocument.NodeID, _ path: String, _ document: YAMLDocument) {
    func note(_ node: YAMLDocument.NodeID, _ path: String) {
      let offset = document.range(of: node).lowerBound
      starts.append((source.line(at: offset) - 1, offset, path))
    }
    for (key, value) in document.entries(of: node) {
      let own = "\(path)/\(document.text(of: key) ?? "")"
      note(key, own)
      add(value, own, document)
    }
    guard document.kind(of: node) == .sequence else { return }
    for (number, item) in document.children(of: node).enumerated() {
      let own = "\(path)/\(number)"
      note(item, own)
      add(item, own, document)
    }
  }

  /// What begins first in a line, from 0.
  func firstStart(inLine line: Int) -> String? { starts.first { $0.line == line }?.path }

  /// What a comment behind a line belongs to: the entry whose value ends there.
  func lastStart(inLine line: Int) -> String? {
    let text = source.lineText(line + 1)
    let isBlock = !text.contains("{") && !text.contains("[")
    // Braces are closed before the comment, so it belongs to the entry around them.
    return isBlock
      ? starts.last { $0.line == line }?.path : outermost(inLine: line)
  }

  /// A line with a key and a plain value, cut between them; nil for other lines.
  func splitValue(inLine line: Int) -> (key: String, value: String)? {
    let text = source.lineText(line + 1)
    guard !text.contains(where: { "{}[]|>\"'#".contains($0) }), let colon = text.firstRange(of: ": "),
      lastStart(inLine: line) != nil
    else { return nil }
    return (text[..<colon.lowerBound] + ":", String(text[colon.upperBound...]))
  }

  private func outermost(inLine line: Int) -> String? {
    let own = starts.filter { $0.line == line }
    guard let first = own.first else { return nil }
    // The first entry of an item begins where the item does, and is its own.
    let text = source.lineText(line + 1).drop { $0 == " " }
    guard text.hasPrefix("- "), !text.hasPrefix("- {"), !text.hasPrefix("- ["), own.count > 1 else {
      return first.path
    }
    return own[1].path
  }

  /// What begins first after a line: an item, and the first item or entry inside it.
  func next(afterLine line: Int) -> [String] {
    guard let first = starts.first(where: { $0.line > line }) else { return [] }
    return starts.filter { start in
      start.offset >= first.offset
        && source.bytes[first.offset..<start.offset].allSatisfy { $0 == 0x20 || $0 == UInt8(ascii: "-") }
    }.map(\.path)
  }
}
