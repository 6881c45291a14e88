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
      // Anybody may call the address. Error codes are printable ASCII (RFC 6749, 4.1.2.1) and come with the state.
      if let error = fields.first(where: { $0.name == "error" })?.value, !error.isEmpty,
        error.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), fields.contains(where: { $0.name == "state" })
      {
        terminal.say("(The site reports the error \(error.prefix(100)).)")
      }
      return await calledBack(address)
    }
  }
}
