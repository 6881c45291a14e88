public import Statecharts

/// Shows sessions in a running `statechart preview`. For debug builds.
///
/// It connects to the preview on this machine and sends what sessions do, redacted by the declarations of their charts.
/// It never waits for the preview: a limited number of events waits to be sent, and more are dropped and counted.
/// When the connection is lost, it looks at nothing any more. `Docs/reference/trace-stream.md` describes what it sends.
public final class PreviewInspector: SessionInspector {
  private let queue: TraceQueue
  private let sender: Task<Void, Never>

  /// Begins to connect to a preview.
  ///
  /// - Parameters:
  ///   - address: The address of the page, as the preview prints it.
  ///   - onEnd: Is called once if the connection cannot be made or is lost, with the reason as a plain sentence.
  /// - Throws: `PreviewAddressProblem` if the address is not one of a preview.
  public init(
    _ address: String, onEnd: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(PreviewAddressProblem) {
    let address = try PreviewAddress(address)
    let queue = TraceQueue()
    self.queue = queue
    sender = Task.detached(priority: .utility) {
      do throws(PreviewConnection.Failure) {
        try await PreviewConnection(address).send(queue)
      } catch {
        queue.fail()
        onEnd(error.message)
      }
    }
  }

  deinit { queue.close() }

  /// All, while there is room for more; without steps, while many would be dropped.
  public var kinds: TraceKinds { queue.kinds }

  /// Takes one event, or drops and counts it.
  public func record(_ event: TraceEvent) { queue.add(event) }

  /// How long `close` waits.
  private static let patience = Duration.seconds(2)

  /// Sends what waits, and closes the connection. Call it before the process ends, so that the page shows the last steps.
  /// It takes two seconds at most: what the preview has not taken then is lost.
  public func close() async {
    queue.close()
    let deadline = Task { [sender] in
      try? await Task.sleep(for: Self.patience)
      sender.cancel()
    }
    await sender.value
    deadline.cancel()
  }
}

/// An address that is not one of a preview.
public struct PreviewAddressProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// One plain sentence. It does not contain the address, which has a token.
  public var description: String {
    "The address is not one that `statechart preview` prints. It looks like `http://127.0.0.1:4711/TOKEN/`."
  }
}

/// Where a preview listens.
struct PreviewAddress {
  let port: UInt16
  let token: String

  init(_ text: String) throws(PreviewAddressProblem) {
    let start = "http://"
    let parts = text.dropFirst(start.count).split(separator: "/", omittingEmptySubsequences: false)
    guard text.hasPrefix(start), parts.count == 2 || parts.count == 3 && parts[2].isEmpty else {
      throw PreviewAddressProblem()
    }
    let host = parts[0].split(separator: ":", omittingEmptySubsequences: false)
    guard host.count == 2, host[0] == "127.0.0.1" || host[0] == "localhost", let port = UInt16(host[1]),
      !parts[1].isEmpty, parts[1].utf8.allSatisfy(Self.isOfToken)
    else { throw PreviewAddressProblem() }
    self.port = port
    token = String(parts[1])
  }

  private static func isOfToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }
}
