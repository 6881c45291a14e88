#if canImport(AuthenticationServices) && (os(iOS) || os(macOS) || os(visionOS))
  public import AuthenticationServices
  public import Foundation

  /// The system's browser session on Apple systems. Sites have to call the app at a scheme of its own.
  @MainActor
  public final class WebAuthenticationBrowser: NSObject, SystemBrowserSession {
    private let anchor: @MainActor () -> ASPresentationAnchor

    /// One session, which ends once, with whatever comes first.
    @MainActor
    private final class Visit {
      private var session: ASWebAuthenticationSession?
      private var continuation: CheckedContinuation<Result<URL, BrowserProblem>, Never>?

      func begin(
        _ session: ASWebAuthenticationSession,
        _ continuation: CheckedContinuation<Result<URL, BrowserProblem>, Never>
      ) {
        self.session = session
        self.continuation = continuation
        // A session that does not start may or may not call its handler.
        if !session.start() { end(.failure(.unavailable)) }
      }

      func end(_ result: Result<URL, BrowserProblem>) {
        continuation?.resume(returning: result)
        continuation = nil
        session = nil
      }

      /// Ends the session, which may or may not call its handler.
      func cancel() {
        session?.cancel()
        end(.failure(.closed))
      }
    }

    /// Makes a browser.
    ///
    /// - Parameter anchor: the window in front of which it opens.
    public init(anchor: @escaping @MainActor () -> ASPresentationAnchor) { self.anchor = anchor }

    /// Shows a page until the site calls the app or the person closes it.
    public func visit(
      _ page: URL, callback: URL, isEphemeral: Bool, calledBack: @escaping @Sendable (URL) async -> Bool
    ) async throws(BrowserProblem) {
      guard let scheme = callback.scheme, !["http", "https"].contains(scheme.lowercased()) else {
        throw .unavailable
      }
      let visit = Visit()
      let result = await withTaskCancellationHandler {
        await open(page, scheme, isEphemeral, visit)
      } onCancel: {
        Task { @MainActor in visit.cancel() }
      }
      _ = await calledBack(try result.get())
    }

    private func open(
      _ page: URL, _ scheme: String, _ isEphemeral: Bool, _ visit: Visit
    ) async -> Result<URL, BrowserProblem> {
      guard !Task.isCancelled else { return .failure(.closed) }
      return await withCheckedContinuation { continuation in
        // The system calls it on a thread of its own. Without `@Sendable` it would belong to the main actor, and end the app.
        let session = ASWebAuthenticationSession(url: page, callbackURLScheme: scheme) {
          @Sendable url, error in
          let isClosed = (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin
          let result =
            url.map(Result<URL, BrowserProblem>.success) ?? .failure(isClosed ? .closed : .unavailable)
          Task { @MainActor in visit.end(result) }
        }
        session.presentationContextProvider = self
        session.prefersEphemeralWebBrowserSession = isEphemeral
        visit.begin(session, continuation)
      }
    }
  }

  extension WebAuthenticationBrowser: ASWebAuthenticationPresentationContextProviding {
    /// The window in front of which the browser opens.
    public func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
      anchor()
    }
  }
#endif
