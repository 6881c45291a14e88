import ArgumentParser
import FlowTransport
import Foundation

/// The address of a server, as it is given to a command.
enum ServerAddress {
  /// Reads one.
  ///
  /// - Throws: `ValidationError` for an invalid address, and for plain `http` to another machine: no flow sends secrets
  ///   there.
  static func url(_ text: String) throws -> URL {
    guard let url = URL(string: text), let origin = WebOrigin(url) else {
      // It is not shown: there may be a password in it.
      throw ValidationError(
        "This is not a valid server URL. Use https:// and a host, without user name and password.")
    }
    guard origin.isSafe else {
      throw ValidationError("Use https. Plain http is only allowed for this machine.")
    }
    return url
  }
}
