public import Foundation
public import Statecharts

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Keeps snapshots of sessions by name.
public protocol SessionStore: Sendable {
  /// Keeps a snapshot in place of the one before. When this returns, it survives the end of the process.
  func save(_ snapshot: SessionSnapshot, as name: String) async throws
  /// The snapshot of a name; nil when there is none.
  func load(_ name: String) async throws -> SessionSnapshot?
  /// Forgets a snapshot. Does nothing when there is none.
  func remove(_ name: String) async throws
}

/// Why a store could not do what it was asked for. None of these shows what is stored.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum StoreProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name has characters that file names should not have.
  case name(String)
  /// Another store, here or in another process, has the folder open.
  case inUse
  /// The system refused something; the number is `errno`.
  case system(call: String, number: Int32)
  /// SQLite refused something; the number is its result code.
  case database(code: Int32)
  /// The file was not written by this store, or was changed since.
  case damaged
  /// The file was written by a later version of this package.
  case format(Int)
  /// The snapshot is larger than a store takes.
  case tooLarge(bytes: Int)

  /// One plain sentence.
  public var description: String {
    switch self {
    case .name(let name):
      "`\(name)` cannot be the name of a session: write 1 to 100 letters, digits, `-` and `_`."
    case .inUse: "The folder is in use by another store, of this process or of another one."
    case .system(let call, let number):
      "The system refused `\(call)`: \(String(cString: strerror(number))) (error \(number))."
    case .database(let code): "The database refused it (SQLite's result code \(code))."
    case .damaged:
      "The stored session is damaged: it was cut off, or changed by something else. Call `remove` to start again."
    case .format(let number):
      "The stored session has the format \(number), which only a later version of this package knows."
    case .tooLarge(let bytes): "The session takes \(bytes) bytes, which is more than a store keeps."
    }
  }
}

extension StoreProblem: LocalizedError {
  /// The same sentence, for alerts, which show `localizedDescription`.
  public var errorDescription: String? { description }
}
