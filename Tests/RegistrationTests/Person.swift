import FlowTransport
import RegistrationFlow
import RegistrationLoopback
import StatechartsTesting
import Testing

/// Somebody who registers, lets the token be renewed, logs out and registers by email, and who tries again when something
/// fails.
struct Person {
  /// What is still to be done.
  enum Goal { case register, renew, logOut, registerByEmail, done }

  let bench: RegistrationBench
  private(set) var goal = Goal.register
  /// How often something was done that makes a request to a path.
  private(set) var done: [String: Int] = [:]
  private(set) var steps = 0
  /// The states on the way.
  private(set) var states: [String] = []

  init(_ bench: RegistrationBench) { self.bench = bench }

  /// Goes on until everything is done, or nobody would have the patience.
  mutating func go() async throws {
    await bench.app.requestRegState(urlScheme: RegistrationBench.scheme)
    await bench.clock.settle()
    while goal != .done, steps < 60 {
      steps += 1
      // Whatever is silent meets its deadline.
      while await bench.app.current.isBusy { await bench.clock.advance(by: .seconds(15)) }
      states.append("\(bench.app.latest)")
      try await step(await bench.app.current)
    }
  }

  private mutating func note(_ path: String) { done[path, default: 0] += 1 }

  private mutating func step(_ update: RegistrationUpdate) async throws {
    switch update.states.first {
    case .registrationRequired:
      if goal == .renew || goal == .logOut { goal = .registerByEmail }
      note("/oauth/token")
      try await bench.act { app throws(RegistrationRefusal) in
        try await app.select(goal == .register ? .social : .passwordless)
      }
    case .awaitingConfirmation:
      note("/rest/access/state/init")
      try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
    case .error:
      // The renewal that is tried again, where it was one.
      if bench.app.latest.letter == .e { note("/oauth/token") }
      try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    case .untilExpiry:
      switch goal {
      case .register:
        goal = .renew
        note("/oauth/token")
        await bench.clock.advance(by: .seconds(86_400 - 4 * 3_600))
      case .renew where bench.app.latest.letter == .c:
        goal = .logOut
        // The back-end may not know the token, and then it is renewed.
        note("/oauth/token")
        await bench.app.requestRegState(urlScheme: RegistrationBench.scheme)
        await bench.clock.settle()
      case .renew:
        note("/oauth/token")
        try await bench.act { app throws(RegistrationRefusal) in try await app.tokenRejected() }
      case .logOut:
        try await bench.act { app throws(RegistrationRefusal) in try await app.logOut() }
      case .registerByEmail, .done: goal = .done
      }
    default: Issue.record("a state that nobody knows: \(update)")
    }
  }
}
