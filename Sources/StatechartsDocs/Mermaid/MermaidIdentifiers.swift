import StatechartsModel

internal import Statecharts

/// Gives out the names by which a diagram knows its nodes.
///
/// All begin with `s_`, so that none is one of Mermaid's words or of JavaScript's inherited properties, and
/// consist of ASCII letters, digits and `_`. None ends in `_start` or `_end`: those belong to the dots that
/// Mermaid draws itself for `[*]`.
struct MermaidIdentifiers {
  /// The identifiers that are not a state's id, all without their `s_`.
  private var used: Set<String> = []
  /// The last number that was added to a candidate, so that a thousand equal ones need no search.
  private var counts: [String: Int] = [:]
  /// All identifiers, each as the end of a declaration and the beginning of an arrow, `" as s_a` and `  s_a --> ` with a line
  /// end between them: they are written much more often than made.
  private(set) var lines: LineBuffer
  /// Where each of them stands in its second line: first those of the chart's states, then those that were taken.
  private var places: [Range<Int>] = []
  private let flat: FlatChart

  /// Names all states: `s_` and the id where that will do, which leaves other states' names alone when one is
  /// added; else what remains of it, with a number where that is taken.
  init(_ flat: FlatChart) {
    self.flat = flat
    lines = LineBuffer(room: flat.states.count * 40)
    places.reserveCapacity(flat.states.count + 16)
    var open: [Int] = []
    for number in flat.states.indices {
      flat.states[number].state.id.text.withBytes { id in
        if Self.isUsable(id), !flat.isRepeated(number) {
          places.append(keep(id))
        } else {
          places.append(0..<0)
          open.append(number)
        }
      }
    }
    for number in open { places[number] = unused(flat.states[number].state.id.text).withBytes { keep($0) } }
  }

  /// An identifier as text.
  subscript(node: Int) -> String {
    lines.withBytes { String(decoding: $0[places[node]], as: UTF8.self) }
  }

  /// Appends an identifier.
  func append(_ node: Int, to output: inout LineBuffer) {
    lines.withBytes { output.append(LineBuffer.Bytes(rebasing: $0[places[node]])) }
  }

  /// Where an identifier stands among them.
  @inline(__always)
  func place(of node: Int) -> Range<Int> { places[node] }

  /// Where it stands as the beginning of an arrow, with the two spaces before it.
  @inline(__always)
  func place(source node: Int) -> Range<Int> { places[node].lowerBound - 2..<places[node].upperBound + 5 }

  /// Declares a box with a label.
  ///
  /// Not in the writer, because a closure there that reads one part of it and changes another takes a copy first.
  func declareBox(_ node: Int, _ label: String, indentation: LineBuffer.Bytes, to output: inout LineBuffer) {
    let word = ("state \"" as StaticString).bytes
    // Before the two spaces of its second line.
    let end = places[node].lowerBound - 2
    let place = end - "\" as \n".utf8.count - places[node].count..<end
    label.withBytes { label in
      lines.withBytes { lines in
        let name = LineBuffer.Bytes(rebasing: lines[place])
        if MermaidEscape.isPlain(label) { return output.append(indentation, word, label, name) }
        var escaped: [UInt8] = []
        MermaidEscape.append(label, to: &escaped)
        // Of a title that is nothing but control characters nothing is left.
        if escaped.isEmpty { escaped.append(self[node]) }
        escaped.withUnsafeBufferPointer { output.append(indentation, word, $0, name) }
      }
    }
  }

  /// Adds a node whose identifier resembles a text; returns its number.
  mutating func take(_ text: String) -> Int {
    places.append(unused(text).withBytes { keep($0) })
    return places.count - 1
  }

  /// Keeps an identifier that is given without its `s_`.
  @inline(__always)
  private mutating func keep(_ name: LineBuffer.Bytes) -> Range<Int> {
    let arrow = (" --> " as StaticString).bytes
    lines.append(
      ("\" as s_" as StaticString).bytes, name, ("\n  s_" as StaticString).bytes, name, arrow)
    let end = lines.count - arrow.count
    return end - name.count - 2..<end
  }

  private mutating func unused(_ text: String) -> String {
    var candidate = ""
    for scalar in text.unicodeScalars {
      let isPlain = scalar.isASCII && (UInt8(ascii: scalar).isLetterOrDigit || scalar == "_")
      candidate.unicodeScalars.append(isPlain ? scalar : "_")
    }
    if !candidate.withBytes(Self.isUsable) { candidate += "_" }
    if take(unused: candidate) { return candidate }
    var count = counts[candidate] ?? 1
    repeat { count += 1 } while !take(unused: "\(candidate)_\(count)")
    counts[candidate] = count
    return "\(candidate)_\(count)"
  }

  /// Takes an identifier, unless it is a state's or taken.
  private mutating func take(unused candidate: String) -> Bool {
    !(candidate.withBytes(Self.isUsable) && flat.number(of: ChartName(candidate)) != nil)
      && used.insert(candidate).inserted
  }

  /// Whether `s_` and a name make an identifier. States called `start` and `end` keep their names: no block is called `s`.
  private static func isUsable(_ name: LineBuffer.Bytes) -> Bool {
    for byte in name where !(byte.isLetterOrDigit || byte == UInt8(ascii: "_")) { return false }
    // Nearly all names differ in their last letter.
    guard name.last == UInt8(ascii: "t") || name.last == UInt8(ascii: "d") else { return true }
    return !name.suffix(6).elementsEqual("_start".utf8) && !name.suffix(4).elementsEqual("_end".utf8)
  }
}
