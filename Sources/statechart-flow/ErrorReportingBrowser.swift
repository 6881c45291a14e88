import FlowTransport
import Foundation

/// A browser that prints the error code with which a site calls the app, so that the person sees why it refuses. It
/// does not print the description, which may name somebody.
struct ErrorReportingBrowser: SystemBrowserSession {
  let browser: any SystemBrowserSession
  let terminal: Terminal

  func visit(
    _ page: URL, callback: URL, isEphemeral: Bool, calledBack: @escaping @Sendable (URL) async -> Bool
  ) async throws(BrowserProblem) {
    try await browser.visit(page, callback: callback, isEphemeral: isEphemeral) { address in
      let fields = FormData.fields(CallbackAddress(address.absoluteString)?.query ?? "") ?? []
      if let error = fields.first(where: { $0.name == "error" })?.value, !error.isEmpty {
        terminal.say("(The site reports the error \(Terminal.shown(String(error.prefix(100)))).)")
      }
      return await calledBack(address)
    }
  }
}
