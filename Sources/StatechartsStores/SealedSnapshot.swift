import Foundation
import Statecharts

/// A snapshot as stores keep it: with a mark, a format, its length and a checksum, so that what was cut off or changed is
/// never taken for a session.
struct SealedSnapshot {
  // Decision: Docs/decisions/sessions-and-snapshots.md#snapshots-carry-no-mac
  /// Magic, format, three bytes for later, length, SHA-256.
  static let headerLength = 4 + 4 + 8 + 32
  private static let magic = Array("SWSC".utf8)
  private static let format: UInt8 = 1

  let bytes: [UInt8]

  /// Takes what a store has; whether it is whole shows when it is opened.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Seals a snapshot.
  init(_ snapshot: SessionSnapshot) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try self.init(content: Array(encoder.encode(snapshot)))
  }

  /// Seals the JSON of a snapshot.
  init(content: [UInt8]) throws(StoreProblem) {
    guard content.count <= FileStore.largest else { throw StoreProblem.tooLarge(bytes: content.count) }
    var bytes = Self.magic + [Self.format, 0, 0, 0]
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: content.count >> shift))
    }
    self.bytes = bytes + SHA256.hash(content) + content
  }

  /// The snapshot.
  ///
  /// - Throws: `StoreProblem.damaged` or `.format` when the bytes are not what was written.
  func snapshot() throws(StoreProblem) -> SessionSnapshot {
    guard bytes.count >= Self.headerLength, Array(bytes[0..<4]) == Self.magic else { throw .damaged }
    guard bytes[4] == Self.format else { throw .format(Int(bytes[4])) }
    let length = bytes[8..<16].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    let content = bytes[Self.headerLength...]
    guard UInt64(content.count) == length, SHA256.hash(content) == Array(bytes[16..<48]) else {
      throw .damaged
    }
    let decoder = JSONDecoder()
    let data = Data(content)
    if let snapshot = try? decoder.decode(SessionSnapshot.self, from: data) { return snapshot }
    // A later format may lack what this one has.
    if let format = try? decoder.decode(FormatNumber.self, from: data).format,
      format > SessionSnapshot.currentFormat
    {
      throw .format(format)
    }
    throw .damaged
  }

  private struct FormatNumber: Decodable { let format: Int }
}

/// The names under which stores keep sessions, alike in all of them.
enum StoreName {
  /// - Throws: `StoreProblem.name` when it is not 1 to 100 letters, digits, `-` and `_`.
  static func check(_ name: String) throws(StoreProblem) {
    let isPlain = name.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45
        || byte == 95
    }
    guard isPlain, (1...100).contains(name.utf8.count) else { throw .name(name) }
  }
}
