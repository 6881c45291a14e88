public import FlowTransport
public import Foundation

/// The system's browser with somebody in it who is signed in already: the page leads back to the app at once.
public struct FxaBrowserSession: SystemBrowserSession {
  private let transport: any HTTPTransport
  /// Prints what the person sees, in the terminal.
  private let report: @Sendable (String) -> Void

  /// Makes a browser.
  public init(_ transport: any HTTPTransport, report: @escaping @Sendable (String) -> Void = { _ in }) {
    self.transport = transport
    self.report = report
  }

  /// Opens a page, and comes back with the address that it leads to.
  public func visit(
    _ page: URL, callback: URL, isEphemeral: Bool, calledBack: @escaping @Sendable (URL) async -> Bool
  ) async throws(BrowserProblem) {
    let email = FormData.fields(page.query(percentEncoded: true) ?? "")?.first { $0.name == "email" }?.value
    report("(The browser opens, and \(email ?? "somebody") signs in there.)")
    let answer: TransportResponse
    do throws(TransportFailure) {
      answer = try await transport.send(TransportRequest(.get, page))
    } catch {
      throw .unavailable
    }
    guard let url = answer.headers["Location"].flatMap({ URL(string: $0) }), await calledBack(url) else {
      throw .unavailable
    }
  }
}
