import FlyingSocks
import Foundation

/// A client that sends what it likes.
struct RawClient {
  private let socket: AsyncSocket

  init(_ port: Int, version: Int = 4) async throws {
    let port = UInt16(clamping: port)
    socket =
      version == 4
      ? try await .connected(to: .inet(ip4: "127.0.0.1", port: port), timeout: 600)
      : try await .connected(to: .inet6(ip6: "::1", port: port), timeout: 600)
  }

  static func isClosed(_ port: Int) async -> Bool {
    for version in [4, 6] {
      guard let client = try? await RawClient(port, version: version) else { continue }
      client.close()
      return false
    }
    return true
  }

  func send(_ text: String) async throws { try await socket.write(Data(text.utf8)) }

  /// What comes until a word.
  func read(until word: String) async throws -> String {
    var text = ""
    while !text.contains(word) {
      text += String(decoding: try await socket.read(atMost: 4_096), as: UTF8.self)
    }
    return text
  }

  /// What comes until the server closes the connection.
  func rest() async -> String {
    var bytes: [UInt8] = []
    while let more = try? await socket.read(atMost: 4_096) { bytes += more }
    close()
    return String(decoding: bytes, as: UTF8.self)
  }

  func close() { try? socket.close() }
}
