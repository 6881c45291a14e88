public import FlowTransport
public import Foundation

extension LoopbackBrowserSession {
  /// Opens a page in the system's browser, with `open` on macOS and `xdg-open` on Linux. The address is an argument of that
  /// program, where other users of the machine may be able to see it.
  ///
  /// - Throws: `BrowserProblem.unavailable` if the program fails, and on all other systems; on Linux also without a desktop.
  public static func openSystemBrowser(_ page: URL) async throws(BrowserProblem) {
    #if os(macOS)
      try await run("open", page)
    #elseif os(Linux)
      // Without a desktop, `xdg-open` starts a browser of the terminal, which would take the place of the app.
      let environment = ProcessInfo.processInfo.environment
      guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { throw .unavailable }
      try await run("xdg-open", page)
    #else
      throw .unavailable
    #endif
  }

  #if os(macOS) || os(Linux)
    private static func run(_ program: String, _ page: URL) async throws(BrowserProblem) {
      // An address that begins with a scheme cannot be an option of the program.
      guard WebOrigin(page) != nil else { throw .unavailable }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [program, page.absoluteString]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      let status = await withCheckedContinuation { continuation in
        process.terminationHandler = { continuation.resume(returning: $0.terminationStatus as Int32?) }
        do {
          try process.run()
        } catch {
          process.terminationHandler = nil
          continuation.resume(returning: nil)
        }
      }
      guard status == 0 else { throw .unavailable }
    }
  #endif
}
