import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import Foundation
import LoopbackServer

/// Shows each screen of the flow and does what the person says.
struct FirebaseConversation {
  let auth: FirebaseTOTPAuthentication
  let terminal: Terminal
  /// The server on this machine, which plays the authenticator app and the mailbox too.
  let firebase: FirebaseLoopback?
  let policy: FirebaseTOTP.MfaPolicy
  let told: ToldOutputs
  /// How long nothing is sent after too many attempts.
  static let backOff = Duration.seconds(30)

  /// Walks until the person leaves.
  ///
  /// - Returns: whether somebody was signed in at last.
  func run() async throws -> Bool {
    terminal.say("`cancel` gives up what is begun, where that can be; `quit` leaves.")
    await auth.start()
    var mails = 0
    var isIn = false
    while true {
      await terminal.waiting { await auth.settled(ignoring: ["refreshTokens"]) }
      let update = await auth.current
      show(update)
      for mail in (firebase?.mails ?? []).dropFirst(mails) {
        terminal.say("(An email comes to \(mail.email); its link confirms the address.)")
        firebase?.change(mail.email) { $0.isEmailVerified = true }
      }
      mails = firebase?.mails.count ?? 0
      if let user = update.user { isIn = !user.localId.isEmpty }
      do {
        guard let event = try await asked(update) else { return isIn }
        try await auth.send(event)
      } catch let refusal as FirebaseTOTPRefusal {
        let isThrottled = await auth.current.isThrottled
        terminal.say(isThrottled ? "Too many attempts: nothing is sent yet. \(Self.wait)" : "\(refusal)")
      } catch is Terminal.Ended {
        return isIn
      }
    }
  }

  private static let wait = "It takes up to \(backOff.components.seconds) s."

  private func show(_ update: FirebaseTOTPUpdate) {
    terminal.say("\n== \(update.screen?.rawValue ?? "")")
    var isOffered = false
    for output in told.take() {
      switch try? FirebaseTOTP.Output(output) {
      case .errorOccurred(let error):
        terminal.say("! \(error.title ?? error.rawValue)")
        if error == .tooManyAttemptsTryLater { terminal.say("  Nothing is sent for a while. \(Self.wait)") }
      case .enrolmentOffered: isOffered = true
      default: break
      }
    }
    if update.isActive(.signedIn) {
      let factors = update.enrolledFactors.map { $0.displayName ?? $0.factorID }
      terminal.say(
        "Signed in as \(update.user?.email ?? "somebody"); second factors: "
          + (factors.isEmpty ? "none" : factors.joined(separator: ", ")) + ".")
    }
    if isOffered { terminal.say("A second factor makes the account safer: `enrol` adds one. It can wait.") }
  }

  /// What the person says; nil to leave.
  private func asked(_ update: FirebaseTOTPUpdate) async throws -> FirebaseTOTP.Event? {
    switch update.screen {
    case .signedOut, .reauthRequired, .reauthenticating:
      guard let email = try line("Email address:") else { return nil }
      if email == "cancel" { return .cancel }
      guard let password = try line("Password:", isHidden: true) else { return nil }
      return password == "cancel" ? .cancel : .signIn(email: email, password: password)
    case .secondFactorRequired, .choosingFactor:
      let list = update.screen == .choosingFactor ? update.enrolledFactors : update.hints
      for (number, factor) in list.enumerated() {
        terminal.say("\(number + 1): \(factor.displayName ?? "without a name") (\(factor.factorID))")
      }
      return try event("Which?", mistake: { Int($0).map { "There is no number \($0)." } }) { line in
        guard let number = Int(line), (1...max(list.count, 1)).contains(number) else { return nil }
        return .select(index: number - 1)
      }
    case .askingCode:
      say(codeOf: update.selectedHint)
      return try event("The code of the authenticator app:") { .submit(code: $0) }
    case .signedIn, .enrolmentForced:
      let canUnenrol = update.screen == .signedIn && update.canUnenrol
      return try event("`enrol`\(canUnenrol ? ", `unenrol`" : "") or `signOut`:") {
        switch $0 {
        case "enrol": .enrol
        case "unenrol" where canUnenrol: .unenrol
        case "signOut": .signOut
        default: nil
        }
      }
    case .verifyingEmail:
      return try event("`email` to have an email sent, `check` once the address is confirmed:") {
        ["email": FirebaseTOTP.Event.sendVerificationEmail, "check": .checkAgain][$0]
      }
    case .showingSecret:
      try await showSecret()
      let canSkip = policy != .required
      return try event("`continue` when the authenticator app has it\(canSkip ? ", or `skip`" : ""):") {
        switch $0 {
        case "continue": .continue
        case "skip" where canSkip: .skip
        default: nil
        }
      }
    case .askingEnrolCode:
      return try event("The code that it shows now, `back` for the key:") {
        $0 == "back" ? .back : .submit(code: $0)
      }
    case .secretExpired: return try event("`restart` for another key:") { $0 == "restart" ? .restart : nil }
    default: return try event("`back`:") { $0 == "back" ? .back : nil }
    }
  }

  private func showSecret() async throws {
    let key = try await auth.totpSecretKey()
    let left = try await auth.enrolmentTimeLeft().components.seconds
    terminal.say("The key, for \(left) seconds: \(key.text)")
    if let address = try await auth.totpAddress() {
      do {
        if let code = try QrencodeRenderer().code(for: address) { terminal.say(code.blocks) }
      } catch {
        terminal.say("(\(error))")
      }
      if firebase != nil { terminal.say("(The QR code says \(address.text))") }
    }
    if firebase != nil, let bytes = Base32.bytes(key.text) {
      let code = TOTP(key: Secret(bytes)).code(at: Int(Date().timeIntervalSince1970))
      terminal.say("(The authenticator app shows \(code).)")
    }
  }

  /// The authenticator app of the server on this machine.
  private func say(codeOf factor: String?) {
    let factors = firebase?.user(DemoProject.email)?.factors ?? []
    guard case .totp(let totp)? = factors.first(where: { $0.id == factor })?.kind else { return }
    // The code of the present step may be used up; the next one is taken as well.
    let next = totp.counter(at: Int(Date().timeIntervalSince1970)) + 1
    terminal.say("(The authenticator app shows \(totp.code(counter: UInt64(next))).)")
  }

  /// What a line means; asked again until it means something.
  private func event(
    _ question: String, mistake: (String) -> String? = { _ in nil },
    _ meaning: (String) -> FirebaseTOTP.Event?
  ) throws -> FirebaseTOTP.Event? {
    while true {
      guard let line = try line(question) else { return nil }
      if line == "cancel" { return .cancel }
      if let event = meaning(line) { return event }
      terminal.say(mistake(line) ?? "That is none of them.")
    }
  }

  /// A line; nil to leave. `code` is what the authenticator app shows, where the server on this machine plays it.
  private func line(_ question: String, isHidden: Bool = false) throws -> String? {
    let line = try isHidden ? terminal.askHidden(question) : terminal.ask(question)
    return Terminal.word(line) == "quit" ? nil : line
  }
}
