public import DiscourseDelegatedAuthFlow
public import FlowTransport
public import Foundation
import LoopbackServer

/// A web view with cookies of its own and a person in front of it, who presses the button of a one-time password.
public final class ScriptedWebView: EmbeddedWebView {
  private enum Command: Sendable {
    case go(URL)
    case close
  }

  private struct State {
    var pressesButtons = true
    var commands: AsyncStream<Command>.Continuation?
    var visited: [URL] = []
    var address: URL?
  }

  /// What the web view calls itself.
  package static let userAgent = "ScriptedWebView"
  private let agent: WebAgent
  private let state = Locked(State())
  private let report: @Sendable (String) -> Void
  private let clock: (any Clock<Duration>)?

  /// Makes a web view in which nobody is logged on.
  ///
  /// - Parameter clock: what it waits by while the person does nothing, so that a test's clock knows that nothing else
  ///   will happen.
  public init(
    _ transport: any HTTPTransport, clock: (any Clock<Duration>)? = nil,
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    agent = WebAgent(transport)
    self.clock = clock
    self.report = report
  }

  /// Whether the person presses the button of a one-time password.
  public func pressButtons(_ doesPress: Bool) { state.withLock { $0.pressesButtons = doesPress } }

  /// Loses the cookies.
  public func forget() { agent.forget() }

  /// The pages that the app has opened.
  package var visited: [URL] { state.withLock { $0.visited } }

  /// The address that the person sees.
  package var address: URL? { state.withLock { $0.address } }

  /// The person closes it.
  public func close() { state.withLock { _ = $0.commands?.yield(.close) } }

  /// The person goes to another page.
  public func go(to url: URL) { state.withLock { _ = $0.commands?.yield(.go(url)) } }

  /// Changes the address that the person sees.
  public func replaceAddress(with address: URL) { state.withLock { $0.address = address } }

  /// Deletes the cookies of a site's host.
  public func clearCookies(of site: URL) { agent.forget(site) }

  /// Shows a page and does what the person does.
  public func show(_ page: URL, as app: String?, observer: WebViewObserver) async throws(BrowserProblem) {
    let (stream, commands) = AsyncStream.makeStream(of: Command.self)
    agent.identify(as: [Self.userAgent, app].compactMap(\.self).joined(separator: " "))
    state.withLock { state in
      state.visited.append(page)
      state.commands = commands
    }
    await load(page, observer)
    while let command = await next(stream) {
      switch command {
      case .close: return
      case .go(let url): await load(url, observer)
      }
    }
  }

  /// What the person does next; nil when the web view is not wanted any more.
  private func next(_ commands: AsyncStream<Command>) async -> Command? {
    await withTaskGroup(of: Command?.self) { group in
      group.addTask {
        for await command in commands { return command }
        return nil
      }
      if let clock {
        group.addTask {
          await Self.wait(clock)
          return nil
        }
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }

  /// Waits for years.
  private static func wait<C: Clock<Duration>>(_ clock: C) async {
    try? await clock.sleep(until: clock.now.advanced(by: .seconds(86_400 * 3_650)), tolerance: nil)
  }

  private func load(_ url: URL, _ observer: WebViewObserver) async {
    do throws(TransportFailure) {
      var arrival = try await agent.go(to: url, mayGo: observer.mayGo)
      for _ in 0..<2 {
        guard case .page(let page) = arrival else { return }
        let form = page.forms.first
        state.withLock { $0.address = page.url }
        await observer.hasShown(
          WebViewPage(
            url: page.url, status: page.status, hasPostForm: form != nil,
            isDiscourse: page.html.contains("<meta name=\"generator\" content=\"Discourse "),
            isLoggedIn: !page.html.contains("<html class=\"anon\">")))
        guard let form, page.url.path.contains("/session/otp/"), state.withLock({ $0.pressesButtons })
        else { return }
        report("(In the app, the person presses the button for the one-time password.)")
        arrival = try await agent.submit(form, on: page, mayGo: observer.mayGo)
      }
    } catch {
      if error != .cancelled { await observer.couldNotLoad() }
    }
  }
}
