import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer

/// Shows each screen of the flow and does what the person says.
struct FxaConversation {
  let auth: MZAuthInApp
  let terminal: Terminal
  let fxa: FxaLoopback?

  /// Walks until the flow ends.
  ///
  /// - Returns: whether the person is signed in, or has deleted the account.
  func run() async throws -> Bool {
    terminal.say("At every question: `back` starts again, `quit` ends the flow.")
    await auth.authenticate()
    var mails = 0
    while true {
      await auth.settled()
      let update = await auth.current
      show(update)
      for mail in (fxa?.mails ?? []).dropFirst(mails) {
        terminal.say("(An email comes to \(mail.email): the code is \(mail.code.text).)")
      }
      mails = fxa?.mails.count ?? 0
      if update.isOver { break }
      do {
        try await step(update)
      } catch let refusal as MZAuthRefusal {
        terminal.say("\(refusal)")
      } catch is Terminal.Ended {
        try? await auth.cancel()
      }
    }
    await auth.settled()
    if await auth.current.isAccountDeleted {
      terminal.say("The account is deleted.")
      return true
    }
    guard let login = await auth.login else { return false }
    terminal.say("Signed in as \(login.email).")
    return true
  }

  private func show(_ update: MZAuthUpdate) {
    terminal.say("\n== \(update.screen.rawValue)")
    guard let error = update.error else { return }
    terminal.say("! \(error.title ?? error.rawValue)")
    if error == .tooManyRequests || error == .serverUnavailable {
      terminal.say("  Try again in \(update.minutesToWait) min.")
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
      guard let code = try await line("The code of the email (`again` for another email):") else { return }
      if code == "again" { return try await auth.resendUnblockCodeEmail() }
      try await auth.verifyUnblockCode(code)
    } else if update.isActive(.emailVerification) {
      guard let code = try await line("The code of the email (`again` for another email):") else { return }
      if code == "again" { return try await auth.resendVerificationSessionCodeEmail() }
      try await auth.verifySessionEmailCode(code)
    } else if update.isActive(.totpVerificationNeeded) {
      if fxa != nil {
        let code = DemoAccounts.totp.code(at: Int(Date().timeIntervalSince1970))
        terminal.say("(The authenticator app shows \(code).)")
      }
      guard let code = try await line("The code of the authenticator app:") else { return }
      try await auth.verifySessionTotpCode(code)
    } else if update.isActive(.accountDeletionRequest) {
      terminal.say("These use the account: \(update.attachedClients.joined(separator: ", "))")
      guard let answer = try await line("Delete it, with everything in it? (yes or no)") else { return }
      if answer == "no" { return try await auth.cancel() }
      try await auth.giveConsents(answer == "yes")
      try await auth.deleteAccount()
    } else {
      // Nothing to ask and nothing under way: the flow would wait for ever.
      try await auth.cancel()
    }
  }

  private func signUp() async throws {
    guard let password = try await line("A password for the new account:", isHidden: true) else { return }
    let problems = [
      (try await auth.validatePasswordLength(password), "It is shorter than 8 characters."),
      (try await auth.validatePasswordCommons(password), "Too many people use it."),
      (try await auth.validatePasswordEmail(password), "It holds the email address, or is part of it."),
    ].filter { !$0.0 }
    if let problem = problems.first { return terminal.say(problem.1) }
    guard let answer = try await line("Old enough, and the terms of service accepted? (yes or no)") else {
      return
    }
    try await auth.acceptLegal(answer == "yes")
    try await auth.setPassword(password)
    try await auth.signUp()
  }

  /// A line; nil when the person has said where to go instead.
  private func line(_ question: String, isHidden: Bool = false) async throws -> String? {
    let line = try isHidden ? terminal.askHidden(question) : terminal.ask(question)
    switch line {
    case "back": try await auth.reset()
    case "quit": try await auth.cancel()
    default: return line
    }
    return nil
  }
}
