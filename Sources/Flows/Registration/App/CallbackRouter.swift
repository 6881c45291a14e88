import FlowTransport
public import Foundation

/// Hands addresses with which the system calls the app to the registration that waits for one. An app's delegate gives it
/// what it gets, on systems where the browser does not hand over the address itself.
public final class CallbackRouter: Sendable, CustomReflectable {
  private struct State: Sendable {
    var scheme: String?
    var receive: (@Sendable (URL) async -> Bool)?
  }

  private let state = Locked(State())

  /// Makes a router that leads nowhere yet.
  public init() {}

  /// Takes an address.
  ///
  /// - Returns: whether it was what a registration waits for. Other addresses change nothing.
  @discardableResult
  public func route(_ url: URL) async -> Bool {
    let state = state.withLock { $0 }
    guard let scheme = state.scheme, url.scheme?.lowercased() == scheme.lowercased() else { return false }
    return await state.receive?(url) ?? false
  }

  /// Whom addresses are for.
  func connect(_ receive: @escaping @Sendable (URL) async -> Bool) {
    state.withLock { $0.receive = receive }
  }

  /// Which addresses they are.
  func install(scheme: String) { state.withLock { $0.scheme = scheme } }

  /// Whether a text can be an app's own scheme (RFC 3986, 3.1).
  package static func isScheme(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first), text.utf8.count <= 128 else { return false }
    return text.utf8.allSatisfy { byte in
      isLetter(byte) || (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte)
    } && !["http", "https", "file", "javascript", "data", "about"].contains(text.lowercased())
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
