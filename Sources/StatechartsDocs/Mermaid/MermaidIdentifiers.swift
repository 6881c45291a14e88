internal import Statecharts

/// Gives out the names by which a diagram knows its nodes.
///
/// All begin with `s_`, so that none is one of Mermaid's words or of JavaScript's inherited properties, and
/// consist of ASCII letters, digits and `_`. None ends in `_start` or `_end`: those belong to the dots that
/// Mermaid draws itself for `[*]`.
struct MermaidIdentifiers {
  /// The identifiers that are not a state's `s_` and id.
  private var used: Set<String> = []
  /// The last number that was added to a candidate, so that a thousand equal ones need no search.
  private var counts: [String: Int] = [:]
  /// The identifiers by number: first those of the chart's states, then those that were taken.
  private(set) var all: [String]
  private let flat: FlatChart

  /// Names all states: `s_` and the id where that will do, which leaves other states' names alone when one is
  /// added; else what remains of it, with a number where that is taken.
  init(_ flat: FlatChart) {
    self.flat = flat
    all = []
    all.reserveCapacity(flat.states.count)
    var open: [Int] = []
    for (number, entry) in flat.states.enumerated() {
      let candidate = "s_" + entry.state.id.text
      if Self.isUsable(candidate), flat.number(of: entry.state.id) == number {
        all.append(candidate)
      } else {
        all.append("")
        open.append(number)
      }
    }
    for number in open { all[number] = unused(flat.states[number].state.id.text) }
  }

  /// Adds a node whose identifier resembles a text; returns its number.
  mutating func take(_ text: String) -> Int {
    all.append(unused(text))
    return all.count - 1
  }

  private mutating func unused(_ text: String) -> String {
    var candidate = "s_"
    for scalar in text.unicodeScalars {
      let isPlain = scalar.isASCII && (UInt8(ascii: scalar).isLetterOrDigit || scalar == "_")
      candidate.unicodeScalars.append(isPlain ? scalar : "_")
    }
    if !Self.isUsable(candidate) { candidate += "_" }
    if take(unused: candidate) { return candidate }
    var count = counts[candidate] ?? 1
    repeat { count += 1 } while !take(unused: "\(candidate)_\(count)")
    counts[candidate] = count
    return "\(candidate)_\(count)"
  }

  /// Takes an identifier, unless it is a state's or taken.
  private mutating func take(unused candidate: String) -> Bool {
    !(Self.isUsable(candidate) && flat.number(of: Name(String(candidate.dropFirst(2)))) != nil)
      && used.insert(candidate).inserted
  }

  /// States called `start` and `end` keep their names: no block is called `s`.
  private static func isSafeWord(_ candidate: String) -> Bool {
    candidate == "s_start" || candidate == "s_end"
  }

  private static func isUsable(_ candidate: String) -> Bool {
    let bytes = candidate.utf8
    return bytes.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
      && (!bytes.suffix(6).elementsEqual("_start".utf8) && !bytes.suffix(4).elementsEqual("_end".utf8)
        || isSafeWord(candidate))
  }
}
