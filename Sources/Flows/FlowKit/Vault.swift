import FlowTransport

/// What the handlers of a flow keep in memory between two calls, behind a lock.
///
/// An answer that nobody waits for any more must not restore what the user has left. So a request takes what it needs with
/// an attempt, and keeps what came with `commit`, which does nothing once another attempt was begun or all were ended.
package final class Vault<Contents: Sendable>: Sendable, CustomReflectable {
  // Decision: Docs/decisions/flows.md#one-guard-against-late-answers
  private struct State {
    var contents: Contents
    var attempt = Attempt()
  }

  private let state: Locked<State>

  package init(_ contents: Contents) { state = Locked(State(contents: contents)) }

  /// Reads or changes the contents. The body must not call the vault again.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Contents) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try state.withLock { state throws(Failure) in try body(&state.contents) }
  }

  /// Begins an attempt, and takes what its request needs. Answers of earlier attempts are not kept any more.
  package func begin<Taken>(_ take: (inout Contents) -> Taken) -> (taken: Taken, attempt: Attempt) {
    state.withLock { state in
      state.attempt.number += 1
      return (take(&state.contents), state.attempt)
    }
  }

  /// Takes what another request of the present attempt needs.
  package func join<Taken>(_ take: (inout Contents) -> Taken) -> (taken: Taken, attempt: Attempt) {
    state.withLock { state in (take(&state.contents), state.attempt) }
  }

  /// Ends all attempts, and removes what belongs to them.
  package func end<Result>(_ remove: (inout Contents) -> Result) -> Result { begin(remove).taken }

  /// Reads or changes the contents if an attempt is still the present one; nil if it is not.
  package func during<Result>(_ attempt: Attempt, _ body: (inout Contents) -> Result) -> Result? {
    state.withLock { state in state.attempt == attempt ? body(&state.contents) : nil }
  }

  /// Keeps what an answer brought, unless nobody waits for it any more.
  ///
  /// - Returns: whether it was kept.
  @discardableResult
  package func commit(_ attempt: Attempt, _ keep: (inout Contents) -> Void) -> Bool {
    guard !Task.isCancelled else { return false }
    return during(attempt, keep) != nil
  }

  /// Nothing: the contents are secret.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A request, or several, whose answers are kept.
package struct Attempt: Hashable, Sendable {
  fileprivate var number = 0
}
