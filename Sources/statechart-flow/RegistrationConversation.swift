import FlowTransport
import Foundation
import RegistrationFlow
import RegistrationLoopback
import Statecharts

/// Asks for the state of the registration, shows each one, and does what the person says.
struct RegistrationConversation {
  let service: RegStateService
  let terminal: Terminal
  /// The server on this machine.
  let tenant: RegistrationLoopback?
  let scheme: String
  /// Whether there is a back-end to be asked.
  let hasBackend: Bool
  /// The folder of the tokens, where they outlast the command.
  let store: String?

  /// Walks until the person leaves.
  ///
  /// - Returns: whether the registration was active at last.
  func run() async throws -> Bool {
    await service.requestRegState(urlScheme: scheme)
    while true {
      let state = await terminal.waiting { await service.settled() }
      let update = await service.current
      show(state, update)
      let isWell = update.isActive(.active)
      do {
        if try await !step(update) { return isWell }
      } catch is Terminal.Ended {
        return isWell
      }
    }
  }

  /// Prints what no screen shows: an error beside the profile, and the outcome of revoking the refresh token.
  ///
  /// - Parameter isRevoking: whether the site's answer to that is still waited for. When the chart's time is over first
  ///   the service is stopped, and what it then fails with is not the cause.
  static func report(_ event: TraceEvent, _ terminal: Terminal, _ isRevoking: Locked<Bool>) {
    switch event.kind {
    case .output("errorOccurred", .map(let fields)):
      guard case .string(let code)? = fields["error"] else { return }
      terminal.say("! \(words(for: code))")
      if case .int(let seconds)? = fields["retryAfter"] { terminal.say("Try again in \(seconds) seconds.") }
    case .serviceStarted(_, _, "revokeTokens", _, _):
      isRevoking.withLock { $0 = true }
      terminal.say(
        "(Leaving: if a refresh token of this site is stored, it is revoked, which may take 15 seconds. Then the store is "
          + "cleared.)")
    case .timerFired("timeout revokeTokens"): reportRevocation(Registration.ErrorCode.requestTimeout.rawValue)
    case .failed("revokeTokens", _, let code, _): reportRevocation(code)
    default: break
    }
    func reportRevocation(_ code: String) {
      let isCause = isRevoking.withLock { isRevoking in
        defer { isRevoking = false }
        return isRevoking
      }
      guard isCause else { return }
      terminal.say("! The refresh token may still be valid: \(words(for: code))")
    }
  }

  private static func words(for code: String) -> String {
    "\(Registration.ErrorCode(rawValue: code)?.title ?? code) (\(code))"
  }

  private func show(_ state: RegState, _ update: RegistrationUpdate) {
    terminal.say("\n== \(state.letter?.rawValue ?? "-") \(state.key.rawValue)")
    if let letter = state.letter { terminal.say(letter.meaning) }
    if let exception = state.exception {
      terminal.say("! \(exception.title ?? exception.rawValue) (\(exception.rawValue))")
      if exception == .storageFailed, let store {
        terminal.say(
          "In \(Terminal.shown(store)), registration.secret must be a file that only you can read and write, or must not exist."
        )
      }
    }
    if let seconds = state.retryAfter { terminal.say("Try again in \(seconds) seconds.") }
    if let profile = update.profile {
      terminal.say("\(profile.displayName ?? "Unnamed"), \(profile.email ?? "no email address")")
    }
  }

  /// One command.
  ///
  /// - Returns: false when the person leaves.
  private func step(_ update: RegistrationUpdate) async throws -> Bool {
    let commands =
      if update.isActive(.registrationRequired) {
        "`social`, `email`"
      } else if update.isActive(.awaitingConfirmation) {
        "`confirm`, `retry`"
      } else if update.isActive(.active) {
        (hasBackend ? "`member`, `account`, " : "")
          + "`profile`, `rejected` (the access token was refused), `request`, `logout`, `deregister`"
      } else if update.isActive(.error) {
        "`retry`, `request`"
      } else {
        "`request`"
      }
    let deeds = tenant == nil ? "" : ", `agrees`, `refuses` or `leaves` (the person at the browser), `revoke`"
    let clearing = update.isActive(.settled) ? ", `clear`" : ""
    let question = "\(commands)\(clearing)\(deeds), or `quit`:"
    let command = try terminal.ask(question).lowercased()
    do {
      return try await take(command, asked: question)
    } catch  where error is RegistrationRefusal || error as? ClueRideProblem == .notActive {
      let offered = NotNow.offered(in: question)
      terminal.say(offered.contains(command) ? NotNow.noMore : NotNow.words(command, instead: offered))
      return true
    }
  }

  /// Does what was typed.
  private func take(_ command: String, asked question: String) async throws -> Bool {
    switch command {
    case "quit": return false
    case "request": await service.requestRegState(urlScheme: scheme)
    case "social": try await service.select(.social)
    case "email": try await service.select(.passwordless)
    case "confirm": try await service.confirm()
    case "retry": try await service.retry()
    case "rejected": try await service.tokenRejected()
    case "logout": try await service.logOut()
    case "deregister": try await service.deregister()
    case "clear": try await service.clearState()
    case "member", "account":
      guard hasBackend else {
        terminal.say("No back-end is set. Set one with --backend.")
        break
      }
      if command == "member" { try await showMember() } else { try await showAccount() }
    case "profile": terminal.say(await service.profile()?.email ?? "No email address is known.")
    case "revoke" where tenant != nil:
      tenant?.revokeAll()
      terminal.say("The site no longer accepts its refresh tokens.")
    case let deed:
      guard let tenant, let deed = Auth0Person.Deed(rawValue: deed) else {
        terminal.say(NotNow.unknown(instead: NotNow.offered(in: question)))
        break
      }
      tenant.changePerson { $0.deed = deed }
      terminal.say("The person at the browser \(deed.rawValue) from now on.")
    }
    return true
  }

  private func showAccount() async throws(ClueRideProblem) {
    do throws(ClueRideProblem) {
      let account = try await terminal.waiting(service.accountState)
      terminal.say("ClueRide reports \(account.rawValue).")
    } catch {
      guard error != .notActive else { throw error }
      terminal.say("! \(error)")
    }
  }

  private func showMember() async throws(ClueRideProblem) {
    do throws(ClueRideProblem) {
      let member = try await terminal.waiting(service.activeMember)
      terminal.say("ClueRide's active member is \(member.displayName ?? "unnamed").")
    } catch {
      guard error != .notActive else { throw error }
      terminal.say("! \(error)")
    }
  }
}
