/// A text that grows by lines of a few pieces: room is made for a line at once, which for short ones costs half as much.
struct LineBuffer {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  private var bytes: [UInt8]
  /// How many bytes are written.
  private(set) var count = 0

  /// Makes room.
  init(room: Int) { bytes = Array(repeating: 0, count: max(room, 256)) }

  /// What is written.
  @inline(__always)
  func withBytes<Result>(_ body: (Bytes) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body(Bytes(rebasing: $0[..<count])) }
  }

  /// Appends a line.
  @inline(__always)
  mutating func append(
    _ first: Bytes, _ second: Bytes, _ third: Bytes, _ fourth: Bytes = Bytes(start: nil, count: 0),
    _ fifth: Bytes = Bytes(start: nil, count: 0)
  ) {
    let start = count
    count += first.count + second.count + third.count + fourth.count + fifth.count
    if count > bytes.count { bytes.append(contentsOf: repeatElement(0, count: count)) }
    bytes.withUnsafeMutableBufferPointer { bytes in
      guard var place = bytes.baseAddress.map({ $0 + start }) else { return }
      func put(_ piece: Bytes) {
        guard let base = piece.baseAddress else { return }
        place.update(from: base, count: piece.count)
        place += piece.count
      }
      put(first)
      put(second)
      put(third)
      put(fourth)
      put(fifth)
    }
  }

  /// Appends a piece of a line.
  mutating func append(_ piece: Bytes) {
    let nothing = Bytes(start: nil, count: 0)
    append(piece, nothing, nothing)
  }

  /// Appends a piece of a line.
  mutating func append(_ piece: [UInt8]) { piece.withUnsafeBufferPointer { append($0) } }

  /// Appends a piece of a line.
  mutating func append(_ piece: String) { piece.withBytes { append($0) } }

  /// Appends a piece of a line that is known when compiling.
  mutating func append(literal piece: StaticString) { piece.withUTF8Buffer { append($0) } }
}

extension String {
  /// Hands out the UTF-8 of the text. Unlike `withUTF8` it needs no variable, to copy a short text into which costs as much
  /// as to write it.
  @inline(__always)
  func withBytes<Result>(_ body: (LineBuffer.Bytes) -> Result) -> Result {
    utf8.withContiguousStorageIfAvailable(body) ?? Array(utf8).withUnsafeBufferPointer(body)
  }
}

extension StaticString {
  /// The UTF-8 of the text.
  @inline(__always)
  var bytes: LineBuffer.Bytes { LineBuffer.Bytes(start: utf8Start, count: utf8CodeUnitCount) }
}
