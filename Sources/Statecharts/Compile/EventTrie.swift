/// The event names of a chart as a tree of dot-separated tokens, numbered so that a name and all that continue
/// it after a dot are one interval (SCXML 3.12.1). Matching an event is two comparisons of integers.
package struct EventTrie: Sendable {
  /// The longest event name, in UTF-8 bytes. Longer ones match only `*`. Names that the platform makes hold up to two
  /// names of a chart, as `after.STATE.DELAY` does, and a word.
  package static let longestName = 2 * NameRule.longest + 16

  /// The full name of each node in pre-order; the first is the empty name above all.
  package let names: ContiguousArray<String>
  /// One past each node's last descendant.
  package let ends: ContiguousArray<Int>
  private let numbers: [String: Int]

  /// Builds the tree of the names and of all their beginnings.
  package init(_ eventNames: some Sequence<String>) {
    var numbers: [String: Int] = ["": 0]
    var texts = [""]
    var children: [[Int]] = [[]]
    for name in eventNames where numbers[name] == nil && name.utf8.count <= Self.longestName {
      var parent = 0
      for prefix in Self.prefixes(of: name) {
        if let known = numbers[prefix] {
          parent = known
        } else {
          let node = texts.count
          numbers[prefix] = node
          texts.append(prefix)
          children.append([])
          children[parent].append(node)
          parent = node
        }
      }
    }
    // Walk with a stack of its own: a name can have many tokens, but nothing here depends on that.
    var ordered = ContiguousArray<String>()
    var ends = ContiguousArray(repeating: 0, count: texts.count)
    var stack: [(node: Int, number: Int)] = [(0, -1)]
    while let top = stack.popLast() {
      if top.number >= 0 {
        ends[top.number] = ordered.count
        continue
      }
      let number = ordered.count
      ordered.append(texts[top.node])
      numbers[texts[top.node]] = number
      stack.append((top.node, number))
      for child in children[top.node].reversed() { stack.append((child, -1)) }
    }
    names = ordered
    self.ends = ends
    self.numbers = numbers
  }

  /// The number of a name; nil when it is not known as a whole.
  func known(_ name: String) -> Int? { numbers[name] }

  /// The number of a name, or of its longest known beginning, down to 0 for none.
  package func number(of name: String) -> Int {
    if let known = numbers[name] { return known }
    guard name.utf8.count <= Self.longestName else { return 0 }
    var rest = Substring(name)
    while let dot = rest.utf8.lastIndex(of: UInt8(ascii: ".")) {
      rest = rest[..<dot]
      if let known = numbers[String(rest)] { return known }
    }
    return 0
  }

  /// The numbers of the events that a descriptor's prefix takes; all for the empty one, `*`.
  package func interval(of prefix: String) -> Range<Int> {
    guard let number = numbers[prefix] else { return 0..<0 }
    return number..<ends[number]
  }

  /// `a`, `a.b`, `a.b.c` for `a.b.c`.
  package static func prefixes(of name: String) -> [String] {
    var result: [String] = []
    var index = name.utf8.startIndex
    while let dot = name.utf8[index...].firstIndex(of: UInt8(ascii: ".")) {
      result.append(String(name[..<dot]))
      index = name.utf8.index(after: dot)
    }
    result.append(name)
    return result
  }
}
