import ReferenceEngine

/// Changes texts as no person would: bytes, lines, words of the format in wrong places.
struct FuzzMutation {
  /// Words that mean something to YAML, to the format or to expressions.
  private static let dictionary = [
    "statechart: 1", "id: a", "initial: a", "states:", "  a:\n", "on: {", "}", "[", "]", "- ", "? ", ": ",
    "& ", "*",
    "&a ", "*a", "!!str ", "!x", "|", ">", "|2-", "\"", "'", "# ", "---\n", "...\n", "%YAML 1.2\n", "<<: *a",
    "\t",
    "\r\n", "\r", "\u{FEFF}", "\u{85}", "\u{2028}", "\u{A0}", "👩‍👩‍👧", "\u{0}", "always:", "after: { 5s: a }",
    "done: a",
    "entry:", "exit:", "invoke: { service: s, timeout: 5s }", "failed: { any: a }", "type: parallel",
    "type: final",
    "type: history", "type: choice", "default: a", "guard: ", "target: a", "actions: [",
    "assign: { x: x + 1 }",
    "raise: e", "send: e", "emit: o", "log: 'x'", "if: true", "then: a", "foreach: xs", "as: i", "do: a",
    "retry: { attempts: 3 }", "context:", "x: { type: int, initial: 0 }", "secret: true", "clear: a",
    "events:",
    "errors:", "outputs:", "handlers:", "a and b or not c", "in(a)", "event.data.x", "1 == 1.0", "(((((",
    "9223372036854775807",
    "-9223372036854775808", "1e309", "0.1", "99999999999999999999d", "500ms", "x-", "done.state.a", "error.*",
    "e.*",
    "# lint:disable unused-event -- x", "{a: {a: {a: {a: ", "[[[[[[[[",
  ].map { Array($0.utf8) }
  private static let most = 65_536

  private var random: RandomSource

  init(seed: UInt64) { random = RandomSource(seed: seed) }

  /// An input made of one of some texts and perhaps parts of another.
  mutating func input(from seeds: [[UInt8]]) -> [UInt8] {
    var bytes = random.pick(seeds)
    for _ in 0..<random.number(1...6) { change(&bytes, seeds) }
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
    default: bytes.insert(contentsOf: random.pick(Self.dictionary), at: place)
    }
  }

  private mutating func swapLines(_ bytes: inout [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    lines.swapAt(random.below(lines.count), random.below(lines.count))
    bytes = Array(lines.joined(separator: [0x0A]))
  }
}
