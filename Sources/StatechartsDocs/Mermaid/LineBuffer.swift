/// Bytes that grow by lines of three pieces: room is made for a line at once, which for short ones costs half as much.
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

  /// Adds a line.
  @inline(__always)
  mutating func append(_ first: Bytes, _ second: Bytes, _ third: Bytes) {
    let start = count
    count += first.count + second.count + third.count
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
    }
  }
}

extension StaticString {
  /// The UTF-8 of a text of more than one sign: a single one has no address.
  @inline(__always)
  var bytes: LineBuffer.Bytes { LineBuffer.Bytes(start: utf8Start, count: utf8CodeUnitCount) }
}
