import ReferenceEngine

/// Changes texts as no person would: bytes, lines, values of JSON, words of the language in wrong places.
package struct FuzzMutation {
  /// What is changed: the words that mean something there.
  package enum Language: Sendable {
    case yaml, markdown, scxml, mermaid, address
    /// Also values are replaced, doubled, taken out and swapped as wholes.
    case json
  }

  private static let most = 65_536

  private let language: Language
  private let dictionary: [[UInt8]]
  private var random: RandomSource

  init(_ language: Language, seed: UInt64) {
    self.language = language
    dictionary = language.dictionary
    random = RandomSource(seed: seed)
  }

  /// An input made of one of some texts and perhaps parts of another.
  mutating func input(from seeds: [[UInt8]]) -> [UInt8] {
    var bytes = random.pick(seeds)
    let isStructured = language == .json && random.chance(80)
    for _ in 0..<random.number(1...(isStructured ? 3 : 6)) {
      if isStructured { changeValue(&bytes, seeds) } else { change(&bytes, seeds) }
    }
    return Array(bytes.prefix(Self.most))
  }

  private mutating func change(_ bytes: inout [UInt8], _ seeds: [[UInt8]]) {
    let place = random.below(bytes.count + 1)
    let end = min(place + random.number(1...random.pick([2, 8, 64, 512])), bytes.count)
    switch random.below(10) {
    case 0 where place < bytes.count: bytes[place] = UInt8(truncatingIfNeeded: random.next())
    case 1 where place < bytes.count: bytes[place] ^= 1 << UInt8(random.below(8))
    case 2: bytes.removeSubrange(place..<end)
    case 3: bytes.insert(contentsOf: bytes[place..<end], at: random.below(bytes.count + 1))
    case 4:
      bytes.insert(
        contentsOf: Array(repeating: bytes[place..<end], count: random.number(2...40)).joined(), at: place)
    case 5:
      let other = random.pick(seeds)
      let start = random.below(other.count + 1)
      bytes.insert(contentsOf: other[start..<min(start + random.number(1...400), other.count)], at: place)
    case 6: swapLines(&bytes)
    case 7: bytes.removeSubrange(place...)
    default: bytes.insert(contentsOf: random.pick(dictionary), at: place)
    }
  }

  private mutating func swapLines(_ bytes: inout [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    lines.swapAt(random.below(lines.count), random.below(lines.count))
    bytes = Array(lines.joined(separator: [0x0A]))
  }

  /// Changes one value of a text of JSON, so that most of what comes out is JSON still.
  private mutating func changeValue(_ bytes: inout [UInt8], _ seeds: [[UInt8]]) {
    let values = JSONSpans.values(in: bytes)
    guard !values.isEmpty else { return change(&bytes, seeds) }
    let value = random.pick(values)
    switch random.below(10) {
    case 0, 1, 2:
      // Numbers are few among the values, and the most worth trying.
      let numbers = values.filter { $0.kind == .number }
      let place = numbers.isEmpty ? value : random.pick(numbers)
      bytes.replaceSubrange(place.range, with: random.pick(Language.numbers))
    case 3: bytes.replaceSubrange(value.range, with: random.pick(dictionary))
    case 4:
      let other = random.pick(values)
      let content = Array(bytes[other.range])
      bytes.replaceSubrange(value.range, with: content)
    case 5:
      let other = random.pick(seeds)
      let found = JSONSpans.values(in: other).filter { $0.kind == value.kind }
      if !found.isEmpty { bytes.replaceSubrange(value.range, with: other[random.pick(found).range]) }
    case 6: bytes.removeSubrange(value.withComma(in: bytes))
    case 7:
      let copy = Array(bytes[value.member])
      bytes.insert(contentsOf: copy + [UInt8(ascii: ",")], at: value.member.lowerBound)
    case 8:
      let depth = random.pick([2, 70, 300, 3_000])
      let isMap = random.chance(50)
      let open = Array((isMap ? #"{"m":{"x":"# : "[").utf8), close = Array((isMap ? "}}" : "]").utf8)
      bytes.insert(contentsOf: Array(repeating: close, count: depth).joined(), at: value.range.upperBound)
      bytes.insert(contentsOf: Array(repeating: open, count: depth).joined(), at: value.range.lowerBound)
    default:
      let texts = values.filter { $0.kind == .text }
      guard texts.count > 1 else { return }
      let (one, other) = (random.pick(texts), random.pick(texts))
      bytes.replaceSubrange(one.range, with: Array(bytes[other.range]))
    }
  }
}
