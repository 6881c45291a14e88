package import FlowTransport
package import LoopbackServer
import Statecharts

/// A flow with a server in the process, and all that they have exchanged and traced.
package protocol FlowBench: Sendable {
  /// The requests of the flow.
  var log: RequestLog { get }
  /// The trace of the flow.
  var watcher: Watcher { get }

  /// Everything that the run has shown to anybody but its servers, stores and screens.
  ///
  /// - Parameter isQuick: leaves out what printing and reflecting each step would show.
  func exposedText(isQuick: Bool) async throws -> String

  /// The secrets of the run.
  func secrets() throws -> [String]
}

extension FlowBench {
  /// How often a path was requested.
  package func count(_ path: String) -> Int { log.received.filter { $0.path == path }.count }

  /// The body of the last request to a path.
  package func body(_ path: String) throws -> JSONValue {
    guard let body = log.received.last(where: { $0.path == path }).flatMap({ JSONValue.read($0.body) })
    else { throw MissingRequest(path: path) }
    return body
  }

  /// The secrets of the run that were exposed.
  package func leaks(isQuick: Bool = false) async throws -> [String] {
    SecretSearch.leaks(try await exposedText(isQuick: isQuick), try secrets())
  }
}

/// No request to a path had a body of JSON.
private struct MissingRequest: Error {
  let path: String
}

extension Watcher {
  /// The trace, as it is printed and as lines of JSON.
  package var text: String { events.withLock { $0 }.map { "\($0) \($0.jsonLine)" }.joined() }
}
