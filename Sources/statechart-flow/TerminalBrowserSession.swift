import DiscourseDelegatedAuthFlow
import FlowTransport
import Foundation
import LoopbackBrowser

/// In place of the system's browser: the page to open is printed, and the address that it ends at is asked for.
struct TerminalBrowserSession: SystemBrowserSession {
  let terminal: Terminal
  var answers = BrowserAnswers()

  func visit(
    _ page: URL, callback: URL, isEphemeral: Bool, calledBack: @escaping @Sendable (URL) async -> Bool
  ) async throws(BrowserProblem) {
    terminal.say("Open this page in a browser: \(page.absoluteString)")
    let rules = answers.current
    while true {
      let question = "The address where the browser ends up (an empty line to give up):"
      guard let line = try? terminal.ask(question), !line.isEmpty
      else { throw .closed }
      switch await rules.does(line) {
      case .leaves: throw .closed
      case .stays: continue
      case nil: break
      }
      var refusal: String?
      if let url = URL(string: line) {
        if await calledBack(url) { return }
        refusal = await rules.refusal(url, callback)
      }
      terminal.say(refusal ?? "That is not the address that the app is waiting for.")
    }
  }
}

extension Terminal {
  /// Opens the system's browser, and says so.
  func openSystemBrowser(_ page: URL) async throws(BrowserProblem) {
    say("(The system's browser opens \(page.host ?? "")\(page.path).)")
    do throws(BrowserProblem) {
      try await LoopbackBrowserSession.openSystemBrowser(page)
    } catch {
      say("(The system's browser can't be opened.)")
      throw error
    }
  }
}

/// In place of a web view: the page to open is printed, and what it shows is asked for.
struct TerminalWebView: EmbeddedWebView {
  let terminal: Terminal
  let answers: BrowserAnswers

  func show(_ page: URL, as app: String?, observer: WebViewObserver) async throws(BrowserProblem) {
    terminal.say("Open this page in another browser, instead of the web view: \(page.absoluteString)")
    let rules = answers.current
    while !Task.isCancelled {
      let question =
        "The address where it ends up, followed by `stranger` if nobody is logged in there, or `invalid` for an error "
        + "page (an empty line to close it):"
      guard let line = try? terminal.ask(question), !line.isEmpty else { return }
      switch await rules.does(line) {
      case .leaves: return
      case .stays: continue
      case nil: break
      }
      if line == "invalid" {
        await observer.hasShown(WebViewPage(url: page, status: 404, isDiscourse: false, isLoggedIn: false))
      } else {
        let words = line.split(separator: " ")
        let isLoggedIn = words.dropFirst().first != "stranger"
        if let url = words.first.flatMap({ URL(string: String($0)) }), await observer.mayGo(url) {
          await observer.hasShown(WebViewPage(url: url, isDiscourse: true, isLoggedIn: isLoggedIn))
        }
      }
      guard let awaited = await rules.awaited() else { break }
      terminal.say("That is not the right page. \(awaited)")
    }
    // Later pages say nothing new: the terminal is free for commands.
    let stream = AsyncStream<Never> { _ in }
    for await _ in stream {}
  }

  func replaceAddress(with address: URL) {}

  func clearCookies(of site: URL) {
    terminal.say("Delete the cookies of \(site.absoluteString) in that browser.")
  }
}
