import ArgumentParser
import FlowTransport
import Foundation

/// The address of a server, as it is given to a command.
enum ServerAddress {
  /// Reads one.
  ///
  /// - Throws: `ValidationError` for what is none, and for plain `http` to another machine: no flow sends secrets there.
  static func url(_ text: String) throws -> URL {
    guard let url = URL(string: text), let origin = Origin(url) else {
      // It is not shown: there may be a password in it.
      throw ValidationError(
        "That is no address of a server. One begins with https://, has a host, and no name or password.")
    }
    guard origin.isSafe else {
      throw ValidationError("https is needed: plain http is for this machine only.")
    }
    return url
  }
}
