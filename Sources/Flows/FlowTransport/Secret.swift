#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A password, code, token or key. It never prints: interpolating, dumping, reflecting and logging it give a mark, and
/// it cannot be encoded.
///
/// The bytes lie in memory of their own, which is overwritten when the last copy goes. What was a `String` before stays
/// where it was: the texts of Swift can't be overwritten.
public struct Secret: Sendable {
  private let storage: Storage

  /// The bytes, at one place however often the secret is copied.
  ///
  /// Unchecked, for the compiler cannot see that the memory is only written before anybody else knows of it, and again
  /// when nobody does any more.
  private final class Storage: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer

    init(count: Int) {
      bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 1), alignment: 1)
    }

    deinit {
      // Decision: Docs/decisions/flows.md#secrets-are-overwritten-when-nobody-uses-them
      Secret.overwrite(bytes)
      Secret.onRelease?.body(bytes)
      bytes.deallocate()
    }
  }

  /// How many bytes it has.
  public let count: Int

  /// Sees the memory of released secrets. It is a type of its own because the optimizer of Swift 6.3 makes code that crashes for
  /// a task-local closure.
  package struct ReleaseObserver: Sendable {
    fileprivate let body: @Sendable (UnsafeMutableRawBufferPointer) -> Void

    /// Calls a closure.
    package init(_ body: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void) { self.body = body }
  }

  /// For the test that looks whether secrets are overwritten.
  @TaskLocal package static var onRelease: ReleaseObserver?

  /// Copies bytes; the source is the caller's to overwrite.
  public init(_ bytes: some Collection<UInt8>) {
    count = bytes.count
    storage = Storage(count: count)
    var offset = 0
    for byte in bytes {
      storage.bytes[offset] = byte
      offset += 1
    }
  }

  /// Copies the UTF-8 of a text.
  public init(_ text: String) { self.init(text.utf8) }

  /// Lends the bytes.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(rebasing: storage.bytes[..<count]))
  }

  /// A copy of the bytes, for what needs an array.
  public var bytes: [UInt8] { withBytes { Array($0) } }

  /// The bytes as a text; what is not UTF-8 is replaced. For where a protocol asks for a text.
  public var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }

  /// Whether there is nothing in it.
  public var isEmpty: Bool { count == 0 }

  private static func overwrite(_ bytes: UnsafeMutableRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    #if canImport(Darwin)
      _ = memset_s(start, bytes.count, 0, bytes.count)
    #else
      explicit_bzero(start, bytes.count)
    #endif
  }
}

extension Secret: Hashable {
  /// Compares all bytes, whatever the first ones are.
  public static func == (left: Secret, right: Secret) -> Bool {
    left.withBytes { left in right.withBytes { right in isSameInConstantTime(left, right) } }
  }

  /// Hashes the length alone, so that hashes say nothing.
  public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A mark.
  public var description: String { "[secret]" }

  /// A mark.
  public var debugDescription: String { description }

  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Whether two spans of bytes are the same, in a time that depends on their lengths alone.
package func isSameInConstantTime(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
  guard left.count == right.count else { return false }
  return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
}
