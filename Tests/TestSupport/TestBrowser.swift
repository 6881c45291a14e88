package import FlowTransport
package import Foundation

/// A browser that stays open and comes back when the test says so.
package final class TestBrowser: SystemBrowserSession {
  /// The pages that were shown.
  package let visited = Locked<[URL]>([])
  private let clock: (any Clock<Duration>)?
  private let comeBack = Locked<(@Sendable (URL) async -> Bool)?>(nil)
  private let (closing, closer) = AsyncStream.makeStream(of: BrowserProblem.self)

  /// Makes a browser.
  ///
  /// - Parameter clock: the test's clock. The browser sleeps on it, so that the clock knows that nothing happens until the
  ///   test acts.
  package init(_ clock: (any Clock<Duration>)? = nil) { self.clock = clock }

  package func visit(
    _ page: URL, callback: URL, isEphemeral: Bool, calledBack: @escaping @Sendable (URL) async -> Bool
  ) async throws(BrowserProblem) {
    visited.withLock { $0.append(page) }
    comeBack.withLock { $0 = calledBack }
    let problem = await withTaskGroup(of: BrowserProblem?.self) { [closing, clock] group in
      group.addTask {
        for await problem in closing { return problem }
        return nil
      }
      if let clock {
        group.addTask {
          try? await clock.sleep(for: .seconds(1_000_000_000))
          return nil
        }
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    if let problem { throw problem }
  }

  /// Comes back with an address.
  package func open(_ url: URL) async -> Bool { await comeBack.withLock { $0 }?(url) ?? false }

  /// Ends the visit with a problem.
  package func close(_ problem: BrowserProblem) { closer.yield(problem) }

  /// Ends the visit.
  package func end() { closer.finish() }
}
