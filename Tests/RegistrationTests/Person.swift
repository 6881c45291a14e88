import FlowTransport
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import StatechartsTesting
import Testing

/// Somebody who registers, looks at the account, lets the token be renewed, logs out and registers by email, and who tries
/// again when something fails.
struct Person {
  /// What is still to be done.
  enum Goal { case register, look, renew, logOut, registerByEmail, done }

  let bench: RegistrationBench
  /// Whether an attempt is given up that could not be confirmed, and not confirmed again.
  let givesUp: Bool
  private var hasConfirmed = false
  private(set) var goal = Goal.register
  /// How often something was done that makes a request to a path.
  private(set) var done: [String: Int] = [:]
  private(set) var steps = 0
  /// The states on the way.
  private(set) var states: [String] = []

  init(_ bench: RegistrationBench, givesUp: Bool = false) {
    self.bench = bench
    self.givesUp = givesUp
  }

  /// Goes on until everything is done, or nobody would have the patience.
  mutating func go() async throws {
    await bench.app.requestRegState(urlScheme: RegistrationBench.scheme)
    try await calm()
    while goal != .done, steps < 80 {
      steps += 1
      states.append("\(bench.app.latest)")
      try await step(await bench.app.current)
      try await calm()
    }
  }

  /// Waits until nothing happens any more. Whatever is silent meets its deadline.
  private func calm(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    await bench.clock.settle()
    try await bench.until("it goes on and on: \(states)", sourceLocation: sourceLocation) {
      if await bench.app.current.isBusy {
        await bench.clock.advance(by: .seconds(15))
      } else if bench.app.handlers.hasBackgroundRequests {
        await nextDeadline()
      } else {
        return true
      }
      return false
    }
  }

  /// Lets time go by for a request of which the clock does not know whose it is.
  private func nextDeadline() async {
    guard let next = bench.clock.deadlines.first, next <= .seconds(31) else { return }
    await bench.clock.advance(by: next)
  }

  private mutating func note(_ path: String) { done[path, default: 0] += 1 }

  private mutating func step(_ update: RegistrationUpdate) async throws {
    switch update.states.first {
    case .registrationRequired:
      hasConfirmed = false
      if [.look, .renew, .logOut].contains(goal) { goal = .registerByEmail }
      note("/oauth/token")
      try await bench.act { app throws(RegistrationRefusal) in
        try await app.select(goal == .register ? .social : .passwordless)
      }
    case .awaitingConfirmation where givesUp && hasConfirmed:
      try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    case .awaitingConfirmation:
      hasConfirmed = true
      note("/rest/access/state/init")
      try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
    case .error:
      // The renewal that is tried again, where it was one.
      note("/oauth/token")
      try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    case .untilExpiry: try await stepActive()
    default: Issue.record("a state that nobody knows: \(update)")
    }
  }

  private mutating func stepActive() async throws {
    switch goal {
    case .register: goal = .look
    case .look:
      goal = .renew
      try await look("/rest/member/active") { app throws(ClueRideProblem) in _ = try await app.activeMember()
      }
      guard await bench.app.current.isActive(.active) else { break }
      try await look("/rest/access/state/account") { app throws(ClueRideProblem) in
        _ = try await app.accountState()
      }
    case .renew where bench.app.latest.letter == .c:
      goal = .logOut
      // The back-end may not know the token, and then it is renewed.
      note("/oauth/token")
      await bench.app.requestRegState(urlScheme: RegistrationBench.scheme)
    case .renew where bench.app.latest.letter == .h:
      note("/oauth/token")
      await bench.clock.advance(by: .seconds(86_400 - 4 * 3_600))
    case .renew:
      note("/oauth/token")
      try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
    case .logOut: try await bench.act { app throws(RegistrationRefusal) in try await app.logOut() }
    case .registerByEmail, .done: goal = .done
    }
  }

  /// Asks the back-end, once: what comes of it is only looked at where the token is renewed for it.
  private mutating func look(
    _ path: String, _ ask: @escaping @Sendable (RegStateService) async throws(ClueRideProblem) -> Void
  ) async throws {
    let answer = Locked<Result<Void, ClueRideProblem>?>(nil)
    note(path)
    let task = Task { [app = bench.app] in
      do throws(ClueRideProblem) {
        try await ask(app)
        answer.withLock { $0 = .success(()) }
      } catch {
        answer.withLock { $0 = .failure(error) }
      }
    }
    try await bench.until("nobody answers: \(states)") {
      if answer.withLock({ $0 != nil }) { return true }
      await nextDeadline()
      return false
    }
    await task.value
    if case .failure(.tokenRejected)? = answer.withLock({ $0 }) { note("/oauth/token") }
    try await calm()
  }
}
