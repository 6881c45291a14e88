import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import LoopbackTOTP

/// Shows each screen of the flow and does what the person says.
struct FxaConversation {
  let auth: MZAuthInApp
  let terminal: Terminal
  let fxa: FxaLoopback?
  let outputs: EmittedOutputs
  let answers: BrowserAnswers
  /// Whether the account is to be deleted.
  let deletes: Bool

  /// How a walk has ended.
  enum End {
    /// The person is signed in, or has deleted the account.
    case well
    case badly
    /// There is no account to be deleted.
    case noAccount
  }

  /// Walks until the flow ends.
  func run() async throws -> End {
    answers.set(
      BrowserAnswers.Rules(
        does: { line in
          switch line {
          case "back": return await startAgain() ? .leaves : .stays
          case "quit":
            try? await auth.cancel()
            return .leaves
          default: return nil
          }
        }, refusal: refusal))
    await auth.authenticate()
    var mails = 0
    var isAccountKnown = false
    while true {
      await terminal.waiting { await auth.settled() }
      let update = await auth.current
      // The flow has no screen for that: an app knows whose account it is, and a terminal asks.
      if deletes, !isAccountKnown, update.isActive(.failed), update.error == .authenticationFailure,
        let email = update.emailAddress
      {
        // Said in better words than the flow has.
        _ = outputs.take()
        terminal.say("\nNo account was found for \(email).")
        return .noAccount
      }
      isAccountKnown = isAccountKnown || update.isActive(.signIn)
      show(update)
      for mail in (fxa?.mails ?? []).dropFirst(mails) {
        terminal.say("(Email to \(mail.email): the code is \(mail.code.text).)")
      }
      mails = fxa?.mails.count ?? 0
      if update.isOver { break }
      do {
        try await step(update)
      } catch let refusal as MZAuthRefusal {
        terminal.say(words(refusal))
      } catch is Terminal.Ended {
        try? await auth.cancel()
      }
    }
    await auth.settled()
    if await auth.current.isAccountDeleted {
      terminal.say("The account was deleted.")
      return .well
    }
    guard let login = await auth.login else { return .badly }
    terminal.say("Signed in as \(login.email).")
    return .well
  }

  /// Why the flow has not taken what was typed.
  private func words(_ refusal: MZAuthRefusal) -> String {
    // Deleting an account has no start to go back to.
    guard case .notAllowed(_, let missing) = refusal else {
      return NotNow.here(deletes ? ["quit"] : ["back", "quit"])
    }
    return MZAuthRequirement.allCases.filter(missing.contains).map(Self.words).joined(separator: " ")
  }

  /// What to do about a requirement that is not met.
  private static func words(_ requirement: MZAuthRequirement) -> String {
    switch requirement {
    case .passwordGiven: "Enter a password."
    case .passwordIsLongEnough: "The password must have at least 8 characters."
    case .passwordIsNotCommon: "The password is too common. Choose another one."
    case .passwordDiffersFromEmail: "The password must not contain the email address or be part of it."
    case .legalAccepted: "To create an account, you must accept the terms."
    case .consentsGiven: "The account is only deleted if you agree."
    case .knownEmailAddress, .defaultSession: "To sign in again, use the same email address."
    }
  }

  private func show(_ update: MZAuthUpdate) {
    terminal.say("\n== \(update.screen.rawValue)")
    if let error = newError() { say(error, update) }
  }

  /// The last error that was emitted since the previous call.
  private func newError() -> FxaAuthentication.ErrorCode? {
    let errors = outputs.take().compactMap { payload -> FxaAuthentication.ErrorCode? in
      guard case .errorOccurred(let error, _)? = try? FxaAuthentication.Output(payload) else { return nil }
      return error
    }
    return errors.last
  }

  private func say(_ error: FxaAuthentication.ErrorCode, _ update: MZAuthUpdate) {
    terminal.say("! \(error.title ?? error.rawValue)")
    if error == .tooManyRequests || error == .serverUnavailable {
      terminal.say("  Try again in \(update.minutesToWait) min.")
    }
    if error == .redirectRefused, let origin = update.refusedOrigin {
      terminal.say(
        "  It leads to \(origin). If that is a server of the VPN service, use --redirect-origin \(origin).")
    }
  }

  /// One screen.
  private func step(_ update: MZAuthUpdate) async throws {
    if update.isActive(.start) {
      guard let email = try await line("Email address:") else { return }
      try await auth.checkAccount(email)
    } else if update.isActive(.signIn) {
      guard let password = try await line("Password:", isHidden: true) else { return }
      try await auth.setPassword(password)
      try await auth.signIn()
    } else if update.isActive(.signUp) {
      try await signUp()
    } else if update.isActive(.unblockCodeNeeded) {
      guard let code = try await line("The code from the email (`again` for another email):") else { return }
      if code == "again" { return try await auth.resendUnblockCodeEmail() }
      try await auth.verifyUnblockCode(code)
    } else if update.isActive(.emailVerification) {
      guard let code = try await line("The code from the email (`again` for another email):") else { return }
      if code == "again" { return try await auth.resendVerificationSessionCodeEmail() }
      try await auth.verifySessionEmailCode(code)
    } else if update.isActive(.totpVerificationNeeded) {
      if fxa != nil {
        let code = DemoAccounts.totp.code(at: Int(Date().timeIntervalSince1970))
        terminal.say("(The authenticator app shows \(code).)")
      }
      guard let code = try await line("The code from the authenticator app:") else { return }
      try await auth.verifySessionTotpCode(code)
    } else if update.isActive(.accountDeletionRequest) {
      terminal.say("Apps and devices that use the account: \(update.attachedClients.joined(separator: ", "))")
      guard let isWanted = try await decision("Delete the account and all its data?") else { return }
      guard isWanted else { return try await auth.cancel() }
      try await auth.giveConsents(true)
      try await auth.deleteAccount()
    } else {
      // Nothing to ask and nothing under way: the flow would wait for ever.
      try await auth.cancel()
    }
  }

  private func signUp() async throws {
    guard let password = try await line("A password for the new account:", isHidden: true) else { return }
    let requirements: [(isMet: Bool, requirement: MZAuthRequirement)] = [
      (try await auth.validatePasswordLength(password), .passwordIsLongEnough),
      (try await auth.validatePasswordCommons(password), .passwordIsNotCommon),
      (try await auth.validatePasswordEmail(password), .passwordDiffersFromEmail),
    ]
    if let problem = requirements.first(where: { !$0.isMet }) {
      return terminal.say(Self.words(problem.requirement))
    }
    guard let isAccepted = try await decision("Are you old enough, and do you accept the terms of service?")
    else {
      return
    }
    try await auth.acceptLegal(isAccepted)
    try await auth.setPassword(password)
    try await auth.signUp()
  }

  /// A yes or a no; nil when the person has said where to go instead.
  private func decision(_ question: String) async throws -> Bool? {
    while let answer = try await line("\(question) (yes or no)") {
      switch answer.lowercased() {
      case "yes", "y": return true
      case "no", "n": return false
      default: terminal.say("Type `yes` or `no`.")
      }
    }
    return nil
  }

  /// A line; nil when the person has said where to go instead.
  private func line(_ question: String, isHidden: Bool = false) async throws -> String? {
    while true {
      let line = try isHidden ? terminal.askHidden(question) : terminal.ask(question)
      switch Terminal.word(line) {
      case "back": if await startAgain() { return nil }
      case "quit":
        try await auth.cancel()
        return nil
      default: return line
      }
    }
  }

  /// Goes back to the start.
  ///
  /// - Returns: false if the flow cannot go back; the person has then seen that.
  private func startAgain() async -> Bool {
    do {
      try await auth.reset()
      return true
    } catch {
      terminal.say("You can't go back from here. Type `quit` to end the flow.")
      return false
    }
  }

  /// Why a code of the browser was not taken; nil for an address that is not the app's.
  @Sendable private func refusal(_ address: URL, _ callback: URL) async -> String? {
    guard let origin = WebOrigin(address), let expected = WebOrigin(callback), origin.port == expected.port,
      origin.scheme == expected.scheme,
      origin.host == expected.host || origin.isLoopback && expected.isLoopback,
      let parts = URLComponents(url: address, resolvingAgainstBaseURL: true), ["", "/"].contains(parts.path),
      parts.queryItems?.contains(where: { $0.name == "code" }) == true
    else { return nil }
    guard let error = newError() else {
      return "That is the right address, but the VPN service does not accept its code."
    }
    say(error, await auth.current)
    return "The code could not be checked."
  }
}
