public import FlowTransport
public import Foundation
import LoopbackHTTP

/// The person's own browser, which comes back to a port of this machine (RFC 8252, 7.3). For apps without a scheme of
/// their own, such as those on Linux.
///
/// ```swift
/// configuration.browser = LoopbackBrowserSession()
/// configuration.browserCallback = try LoopbackBrowserSession.freeCallback()
/// ```
///
/// It listens only while a page is shown, on 127.0.0.1 and [::1]. It hands over requests for exactly the address of the
/// callback, and the first one that the flow accepts ends the visit. The page that the person then sees says to return to
/// the app.
public struct LoopbackBrowserSession: SystemBrowserSession {
  // Decision: Docs/decisions/flows.md#a-browser-may-come-back-to-a-port
  /// Opens a page in a browser, and throws if there is none. It need not wait until the browser is closed,
  /// and is canceled at the end of the visit.
  public typealias Opener = @Sendable (_ page: URL) async throws(BrowserProblem) -> Void

  private let timeout: Duration
  private let clock: any Clock<Duration>
  private let open: Opener

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - timeout: after which the person counts as gone: nothing reports that a page of the browser was closed.
  ///   - clock: what times go by; the system's clock when nil.
  ///   - open: opens the page.
  public init(
    timeout: Duration = .seconds(600), clock: (any Clock<Duration>)? = nil,
    open: @escaping Opener = Self.openSystemBrowser
  ) {
    self.timeout = timeout
    self.clock = clock ?? StandardClock.current
    self.open = open
  }

  /// An address at a port that is free now, for a flow's configuration. The site has to allow any port, and any path if
  /// none is given. If it allows certain addresses only, write one of them instead.
  ///
  /// - Parameter path: for sites that call only one; otherwise one that nobody can guess.
  /// - Throws: `BrowserProblem.unavailable` if no port is free or the path is not valid.
  public static func freeCallback(path: String? = nil) throws(BrowserProblem) -> URL {
    let path = path ?? "/" + Base64.urlText(SecureRandom.bytes(32))
    guard let port = FreePorts.find(), let url = URL(string: "http://127.0.0.1:\(port)\(path)"),
      LoopbackCallback(url) != nil
    else { throw .unavailable }
    return url
  }

  /// Listens at the port of the callback, opens a page, and ends with the first address that is accepted, after the
  /// timeout, or when the task is canceled. Then nothing listens any more.
  ///
  /// - Parameters:
  ///   - callback: an `http` address of this machine with a port, without a query.
  ///   - isEphemeral: has to be false, because an app cannot ask another program's browser for that.
  /// - Throws: `BrowserProblem.unavailable` if the port is taken or no browser can be opened, and `closed` after the timeout.
  public func visit(
    _ page: URL, callback: URL, isEphemeral: Bool, calledBack: @escaping @Sendable (URL) async -> Bool
  ) async throws(BrowserProblem) {
    guard !Task.isCancelled else { throw .closed }
    guard !isEphemeral, WebOrigin(page) != nil, let callback = LoopbackCallback(callback),
      let listener = try? await LoopbackListener(port: callback.port, includesIPv6: true)
    else { throw .unavailable }
    let visit = LoopbackVisit(callback, clock: clock, calledBack: calledBack)
    let serving = Task {
      await listener.run(connections: LoopbackListener.connections, clock: clock) { await visit.serve($0) }
    }
    let opening = Task {
      do throws(BrowserProblem) { try await open(page) } catch { await visit.end(error) }
    }
    let timing = Task {
      try await clock.sleep(for: timeout)
      await visit.end(.closed)
    }
    let problem = await withTaskCancellationHandler {
      await visit.ended()
    } onCancel: {
      Task { await visit.end(.closed) }
    }
    timing.cancel()
    opening.cancel()
    serving.cancel()
    await serving.value
    if let problem { throw problem }
  }
}
