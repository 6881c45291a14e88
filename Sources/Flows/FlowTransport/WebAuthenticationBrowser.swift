#if canImport(AuthenticationServices) && (os(iOS) || os(macOS) || os(visionOS))
  public import AuthenticationServices
  public import Foundation

  /// The system's browser session on Apple systems. Sites have to call the app at a scheme of its own.
  @MainActor
  public final class WebAuthenticationBrowser: NSObject, SystemBrowserSession {
    private let anchor: @MainActor () -> ASPresentationAnchor
    private var session: ASWebAuthenticationSession?

    /// What comes of a session, once.
    private final class Outcome {
      private var continuation: CheckedContinuation<Result<URL, BrowserProblem>, Never>?

      init(_ continuation: CheckedContinuation<Result<URL, BrowserProblem>, Never>) {
        self.continuation = continuation
      }

      func resume(_ result: Result<URL, BrowserProblem>) {
        continuation?.resume(returning: result)
        continuation = nil
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
      let result = await withTaskCancellationHandler {
        await open(page, scheme, isEphemeral)
      } onCancel: {
        Task { @MainActor in self.session?.cancel() }
      }
      _ = await calledBack(try result.get())
    }

    private func open(_ page: URL, _ scheme: String, _ isEphemeral: Bool) async -> Result<URL, BrowserProblem>
    {
      guard !Task.isCancelled else { return .failure(.closed) }
      let result = await withCheckedContinuation { continuation in
        let outcome = Outcome(continuation)
        let session = ASWebAuthenticationSession(url: page, callbackURLScheme: scheme) { url, error in
          let isClosed = (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin
          MainActor.assumeIsolated {
            outcome.resume(url.map { .success($0) } ?? .failure(isClosed ? .closed : .unavailable))
          }
        }
        session.presentationContextProvider = self
        session.prefersEphemeralWebBrowserSession = isEphemeral
        self.session = session
        // Where it does not start, it may or may not tell that itself.
        if !session.start() { outcome.resume(.failure(.unavailable)) }
      }
      session = nil
      return result
    }
  }

  extension WebAuthenticationBrowser: ASWebAuthenticationPresentationContextProviding {
    /// The window in front of which the browser opens.
    public func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
      anchor()
    }
  }
#endif
