/// The boxes and arrows of a state diagram, as far as its width depends on them. It reads what `MermaidWriter` writes.
struct MermaidSketch {
  private struct Node {
    /// The number of the node around it; -1 for none.
    let parent: Int
    /// The width of its words.
    var words = 0.0
    /// The width of its box besides the words, or of what has no words.
    var padding: Double
    var hasLines = false
    var isGroup = false
  }

  private struct Arrow {
    let from: Int
    let to: Int
    let words: Double
  }

  private var nodes: [Node] = []
  private var numbers: [Substring: Int] = [:]
  private var arrows: [Arrow] = []
  private var isSideways = false

  /// Where Mermaid breaks the words at arrows and in boxes without lines.
  private static let breaks = 200.0
  /// How much wider than its widest rank Mermaid draws a diagram. Measured in 90 diagrams of the charts of this package.
  private static let slack = 1.2
  /// The size of its letters.
  static let letters = 16.0

  /// Reads a diagram.
  init(_ text: String) {
    var open: [Int] = []
    for line in text.split(separator: "\n").dropFirst() { read(line.drop { $0 == " " }, &open) }
  }

  private mutating func read(_ line: Substring, _ open: inout [Int]) {
    let parent = open.last ?? -1
    if line == "}" {
      _ = open.popLast()
    } else if line.hasPrefix("state \"") {
      let parts = line.dropFirst(7).split(separator: "\"", maxSplits: 1)
      guard parts.count == 2 else { return }
      let node = number(of: parts[1].dropFirst(4), parent)
      nodes[node].words = Self.width(of: parts[0])
    } else if line.hasPrefix("state "), line.hasSuffix(" {") {
      let node = number(of: line.dropFirst(6).dropLast(2), parent)
      nodes[node].isGroup = true
      open.append(node)
    } else if line.hasPrefix("state ") {
      let node = number(of: line.dropFirst(6).prefix { $0 != " " }, parent)
      nodes[node].padding = line.hasSuffix("<<fork>>") ? 70 : 28
    } else if line.hasPrefix("direction ") {
      isSideways = line.hasSuffix("LR") || line.hasSuffix("RL")
    } else if let arrow = line.firstRange(of: " --> ") {
      let rest = line[arrow.upperBound...].split(separator: " : ", maxSplits: 1)
      guard let target = rest.first else { return }
      let from = end(line[..<arrow.lowerBound], parent)
      arrows.append(
        Arrow(
          from: from, to: end(target, parent),
          words: rest.count > 1 ? min(Self.width(of: rest[1]), Self.breaks) : 0))
    } else if line.hasPrefix("s_"), let sign = line.firstRange(of: " : ") {
      let node = number(of: line[..<sign.lowerBound], parent)
      nodes[node].hasLines = true
      nodes[node].words = max(nodes[node].words, Self.width(of: line[sign.upperBound...]))
    }
  }

  /// An end of an arrow; each dot is a node of its own.
  private mutating func end(_ name: Substring, _ parent: Int) -> Int {
    guard name == "[*]" else { return number(of: name, parent) }
    nodes.append(Node(parent: parent, padding: 14))
    return nodes.count - 1
  }

  private mutating func number(of name: Substring, _ parent: Int) -> Int {
    if let known = numbers[name] { return known }
    nodes.append(Node(parent: parent, padding: 16))
    numbers[name] = nodes.count - 1
    return nodes.count - 1
  }

  /// The width of the widest line of a text.
  private static func width(of text: Substring) -> Double {
    var widest = 0
    var line = 0
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      var shown = scalar
      if scalar == "<", let close = rest.firstIndex(of: ">") {
        rest = rest[rest.index(after: close)...]
        line = 0
        continue
      }
      if scalar == "#", let close = rest.firstIndex(of: ";"),
        let value = UInt32(String(rest[..<close])).flatMap(Unicode.Scalar.init)
      {
        rest = rest[rest.index(after: close)...]
        shown = value
      }
      line += GlyphWidths.width(shown, isBold: false)
      widest = max(widest, line)
    }
    return Double(widest) / 1_000 * letters
  }

  /// About how wide Mermaid draws it, in pixels.
  var width: Double {
    let closed = closedGroups()
    // What stands in each closed group, and in the whole, which comes last.
    var scopes = [[Int]](repeating: [], count: nodes.count + 1)
    var scope = [Int](repeating: nodes.count, count: nodes.count)
    var first = [Int?](repeating: nil, count: nodes.count)
    for (number, node) in nodes.enumerated() {
      if node.parent >= 0 { scope[number] = closed[node.parent] ? node.parent : scope[node.parent] }
      guard !node.isGroup || closed[number] else { continue }
      scopes[scope[number]].append(number)
      var around = node.parent
      while around >= 0, first[around] == nil {
        first[around] = number
        around = nodes[around].parent
      }
    }
    var widths = nodes.map { $0.padding + ($0.hasLines ? $0.words : min($0.words, Self.breaks)) }
    var links = [[Arrow]](repeating: [], count: nodes.count + 1)
    for arrow in arrows {
      let isOpen = [arrow.from, arrow.to].map { nodes[$0].isGroup && !closed[$0] }
      // An arrow to a group that is not closed leads to the first box in it.
      let from = isOpen[0] ? first[arrow.from] : arrow.from
      let to = isOpen[1] ? first[arrow.to] : arrow.to
      guard let from, let to, scope[from] == scope[to] else { continue }
      if isOpen.contains(true), !isSideways, arrow.from != arrow.to {
        // Mermaid puts what is tied to such a group as a whole beside it, at the same height.
        widths[isOpen[0] ? from : to] += arrow.words + LayeredWidth.gap
      } else {
        links[scope[from]].append(Arrow(from: from, to: to, words: arrow.words))
      }
    }
    var places = [Int](repeating: 0, count: nodes.count)
    func layout(_ scope: Int) -> Double {
      for (place, node) in scopes[scope].enumerated() { places[node] = place }
      return LayeredWidth(
        boxes: scopes[scope].map { widths[$0] },
        links: links[scope].map {
          LayeredWidth.Link(from: places[$0.from], to: places[$0.to], words: $0.words)
        }
      ).width(isSideways: isSideways)
    }
    // Groups stand before what is in them.
    for group in nodes.indices.reversed() where closed[group] {
      widths[group] = max(widths[group], layout(group) + 32)
    }
    return layout(nodes.count) * (isSideways ? 1 : Self.slack)
  }

  /// The groups that no arrow leaves or enters from a node inside: Mermaid lays them out by themselves.
  private func closedGroups() -> [Bool] {
    var closed = nodes.map(\.isGroup)
    var depth = [Int](repeating: 0, count: nodes.count)
    for (number, node) in nodes.enumerated() where node.parent >= 0 { depth[number] = depth[node.parent] + 1 }
    for arrow in arrows {
      // Up from both ends to the group in which they meet; those on the way are open.
      var (one, other) = (nodes[arrow.from].parent, nodes[arrow.to].parent)
      while one != other {
        let isDeeper = one >= 0 && (other < 0 || depth[one] >= depth[other])
        let group = isDeeper ? one : other
        closed[group] = false
        if isDeeper { one = nodes[one].parent } else { other = nodes[other].parent }
      }
    }
    return closed
  }
}
