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
  /// All identifiers, each as the beginning of an arrow, `  s_a --> `: they are written much more often than made.
  private var bytes: [UInt8] = []
  /// Where each of them stands: first those of the chart's states, then those that were taken.
  private var places: [Range<Int>] = []
  private let flat: FlatChart

  /// Names all states: `s_` and the id where that will do, which leaves other states' names alone when one is
  /// added; else what remains of it, with a number where that is taken.
  init(_ flat: FlatChart) {
    self.flat = flat
    bytes.reserveCapacity(flat.states.count * 16)
    places.reserveCapacity(flat.states.count + 16)
    var open: [Int] = []
    for number in flat.states.indices {
      bytes.append(literal: "  s_")
      let start = bytes.count - 2
      bytes.append(flat.states[number].state.id.text)
      guard Self.isUsable(bytes[start...]), !flat.isRepeated(number) else {
        bytes.removeSubrange((start - 2)...)
        places.append(0..<0)
        open.append(number)
        continue
      }
      places.append(start..<bytes.count)
      bytes.append(literal: " --> ")
    }
    for number in open { places[number] = keep(unused(flat.states[number].state.id.text)) }
  }

  /// An identifier as text.
  subscript(node: Int) -> String { String(decoding: bytes[places[node]], as: UTF8.self) }

  /// Appends an identifier.
  @inline(__always)
  func append(_ node: Int, to output: inout [UInt8]) { output.append(bytes, places[node]) }

  /// All identifiers.
  @inline(__always)
  func withBytes(_ body: (LineBuffer.Bytes) -> Void) { bytes.withUnsafeBufferPointer(body) }

  /// Where an identifier stands among them.
  @inline(__always)
  func place(of node: Int) -> Range<Int> { places[node] }

  /// Where it stands as the beginning of an arrow, with the two spaces before it.
  @inline(__always)
  func place(source node: Int) -> Range<Int> { places[node].lowerBound - 2..<places[node].upperBound + 5 }

  /// Adds a node whose identifier resembles a text; returns its number.
  mutating func take(_ text: String) -> Int {
    places.append(keep(unused(text)))
    return places.count - 1
  }

  private mutating func keep(_ identifier: String) -> Range<Int> {
    bytes.append(literal: "  ")
    let start = bytes.count
    bytes.append(identifier)
    defer { bytes.append(literal: " --> ") }
    return start..<bytes.count
  }

  private mutating func unused(_ text: String) -> String {
    var candidate = "s_"
    for scalar in text.unicodeScalars {
      let isPlain = scalar.isASCII && (UInt8(ascii: scalar).isLetterOrDigit || scalar == "_")
      candidate.unicodeScalars.append(isPlain ? scalar : "_")
    }
    if !Self.isUsable(Array(candidate.utf8)[...]) { candidate += "_" }
    if take(unused: candidate) { return candidate }
    var count = counts[candidate] ?? 1
    repeat { count += 1 } while !take(unused: "\(candidate)_\(count)")
    counts[candidate] = count
    return "\(candidate)_\(count)"
  }

  /// Takes an identifier, unless it is a state's or taken.
  private mutating func take(unused candidate: String) -> Bool {
    !(Self.isUsable(Array(candidate.utf8)[...])
      && flat.number(of: Name(String(candidate.dropFirst(2)))) != nil)
      && used.insert(candidate).inserted
  }

  private static let safe = [Array("s_start".utf8), Array("s_end".utf8)]

  private static func isUsable(_ candidate: ArraySlice<UInt8>) -> Bool {
    for byte in candidate where !(byte.isLetterOrDigit || byte == UInt8(ascii: "_")) { return false }
    // Nearly all names are told apart by their last letter.
    guard candidate.last == UInt8(ascii: "t") || candidate.last == UInt8(ascii: "d") else { return true }
    // States called `start` and `end` keep their names: no block is called `s`.
    return !candidate.suffix(6).elementsEqual("_start".utf8)
      && !candidate.suffix(4).elementsEqual("_end".utf8)
      || safe.contains { candidate.elementsEqual($0) }
  }
}
