import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import Foundation
import LoopbackServer
import LoopbackTOTP

/// Shows each screen of the flow and does what the person says.
struct FirebaseConversation {
  let auth: FirebaseTOTPAuthentication
  let terminal: Terminal
  /// The server on this machine, which plays the authenticator app and the mailbox too.
  let firebase: FirebaseLoopback?
  let policy: FirebaseTOTP.MfaPolicy
  let outputs: EmittedOutputs
  /// How long nothing is sent after too many attempts.
  static let backOff = Duration.seconds(30)

  /// Walks until the person leaves.
  ///
  /// - Returns: whether somebody was signed in at last, and with a second factor where the policy requires one.
  func run() async throws -> Bool {
    terminal.say(
      "At any prompt, type `quit` to leave. While something is in progress, `cancel` gives it up. While you are signed in, "
        + "`signOut` signs you out.")
    await auth.start()
    var mails = 0
    while true {
      await terminal.waiting { await auth.settled(ignoring: [.refreshTokens]) }
      let update = await auth.current
      show(update)
      for mail in (firebase?.mails ?? []).dropFirst(mails) {
        terminal.say("(Email to \(mail.email): its link is opened, which confirms the address.)")
        firebase?.change(mail.email) { $0.isEmailVerified = true }
      }
      mails = firebase?.mails.count ?? 0
      let isIn = update.user != nil && (policy != .required || update.hasFactor)
      do {
        guard let event = try await asked(update) else { return isIn }
        try await auth.send(event)
      } catch is FirebaseTOTPRefusal {
        // Only available events are asked for, so the screen has changed in the meantime.
        let isThrottled = await auth.current.isThrottled
        terminal.say(isThrottled ? "Too many attempts. \(Self.wait)" : NotNow.noMore)
      } catch is Terminal.Ended {
        return isIn
      }
    }
  }

  private static let wait = "Nothing is sent for up to \(backOff.components.seconds) s."

  private func show(_ update: FirebaseTOTPUpdate) {
    terminal.say("\n== \(update.screen?.rawValue ?? "")")
    for output in outputs.take() {
      switch try? FirebaseTOTP.Output(output) {
      case .errorOccurred(let error):
        terminal.say("! \(error.title ?? error.rawValue)")
        if error == .malformedCode {
          // Only while enrolling does the server say how many.
          terminal.say(
            "  A code has \(update.isActive(.askingEnrolCode) ? "\(update.codeLength)" : "6 to 10") digits.")
        }
        if error == .tooManyAttemptsTryLater { terminal.say("  \(Self.wait)") }
      case .enrolled: terminal.say("The second factor was enrolled.")
      case .stepUpGranted: terminal.say("The feature is open.")
      case .stepUpRefused: terminal.say("The feature stays closed.")
      case .unenrolled: terminal.say("The second factor was removed.")
      case .verificationEmailSent:
        let address = update.user?.email ?? "the address"
        terminal.say("An email was sent to \(address). Open its link to confirm the address.")
      default: break
      }
    }
    if update.isActive(.signedIn) {
      let factors = update.enrolledFactors.map { $0.displayName ?? $0.factorID }
      terminal.say(
        "Signed in as \(update.user?.email ?? "somebody"); second factors: "
          + (update.areFactorsStale
            ? "not looked up yet" : factors.isEmpty ? "none" : factors.joined(separator: ", ")) + ".")
    }
  }

  /// What the person says; nil to leave.
  private func asked(_ update: FirebaseTOTPUpdate) async throws -> FirebaseTOTP.Event? {
    switch update.screen {
    case .signedOut: return try credentials(update, canCancel: false)
    case .reauthRequired, .reauthenticating: return try credentials(update, canCancel: true)
    case .secondFactorRequired, .choosingFactor:
      let list = update.screen == .choosingFactor ? update.enrolledFactors : update.hints
      for (number, factor) in list.enumerated() {
        terminal.say("\(number + 1): \(factor.displayName ?? "unnamed") (\(factor.factorID))")
      }
      let numbers = list.indices.map { "\($0 + 1)" }
      return try event(
        update, "Type the number of a factor, or `cancel`:", ["cancel": .cancel], besides: numbers
      ) {
        line in
        numbers.firstIndex(of: line).map { .select(index: $0) }
      }
    case .askingCode:
      say(codeOf: update.selectedHint, of: update.email)
      return try event(
        update, "`back`, `cancel`, or the code from the authenticator app:",
        ["back": .back, "cancel": .cancel]
      ) { Self.submit($0) }
    case .signedIn, .enrolmentForced:
      var words: [(word: String, event: FirebaseTOTP.Event)] = [("enroll", .enrol)]
      if update.screen == .signedIn {
        if update.canUnenrol { words.append(("unenroll", .unenrol)) }
        if policy == .stepUp { words.append(("feature", .requireStepUp)) }
      }
      if update.screen == .enrolmentForced {
        terminal.say("\(update.user?.email ?? "This account") needs a second factor before it can be used.")
      }
      let list = words.map { "`\($0.word)`" }.joined(separator: ", ")
      return try event(update, "\(list) or `signOut`:", words)
    case .offeringEnrolment:
      terminal.say("A second factor makes the account safer.")
      return try event(
        update, "`enroll` to add one now, `skip`, or `signOut`:", ["enroll": .enrol, "skip": .skip])
    case .verifyingEmail:
      let address = update.user?.email ?? "the address"
      terminal.say("A second factor can be added only after \(address) is confirmed.")
      return try event(
        update, "`cancel`, `email` to send an email, or `check` once the address is confirmed:",
        ["email": .sendVerificationEmail, "check": .checkAgain, "cancel": .cancel])
    case .showingSecret:
      try await showSecret()
      if policy == .required {
        return try event(
          update, "`continue` once the authenticator app has the key, or `cancel`:",
          ["continue": .continue, "cancel": .cancel])
      }
      return try event(
        update, "`continue` once the authenticator app has the key, `cancel`, or `skip`:",
        ["continue": .continue, "cancel": .cancel, "skip": .skip])
    case .askingEnrolCode:
      return try event(
        update, "The code from the authenticator app, `cancel`, or `back` for the key:",
        ["back": .back, "cancel": .cancel]
      ) { Self.submit($0) }
    case .notRestored:
      return try event(
        update, "`check` to try again, or `signOut`:", ["check": .checkAgain, "signOut": .signOut])
    case .enrolmentUnclear:
      terminal.say(
        "The server did not respond, so the factor may or may not be enrolled. Keep the key in the authenticator app."
      )
      return try event(
        update, "`check` to ask the server, or `signOut`:", ["check": .checkAgain])
    case .secretExpired:
      return try event(
        update, "`restart` for a new key, or `cancel`:", ["restart": .restart, "cancel": .cancel])
    case .unsupportedFactor:
      return try event(update, "`back` for another factor, or `cancel`:", ["back": .back, "cancel": .cancel])
    // Not possible.
    default: return try event(update, "`back`:", ["back": .back])
    }
  }

  /// A code as it was typed; authenticator apps show it in groups.
  private static func submit(_ code: String) -> FirebaseTOTP.Event {
    .submit(code: String(code.filter { !$0.isWhitespace }))
  }

  /// Where somebody is signed in, whatever is asked.
  private func leaving(_ update: FirebaseTOTPUpdate) -> [(word: String, event: FirebaseTOTP.Event)] {
    update.user == nil ? [] : [("signOut", .signOut)]
  }

  /// Email address and password, which is asked for only when the address can be one. Nobody who is to sign in again is
  /// asked for a new account.
  private func credentials(
    _ update: FirebaseTOTPUpdate, canCancel: Bool
  ) throws -> FirebaseTOTP.Event? {
    let words: [(word: String, event: FirebaseTOTP.Event)] =
      (canCancel ? [("cancel", .cancel)] : []) + leaving(update)
    var isNew = false
    while let email = try line(
      canCancel
        ? "(`cancel` to give up) Email address:"
        : isNew
          ? "(`cancel` to sign in instead) Email address of the new account:"
          : "(`signUp` for a new account) Email address:")
    {
      if !canCancel, Self.isSame(email, isNew ? "cancel" : "signUp") {
        isNew.toggle()
        continue
      }
      if let known = words.first(where: { Self.isSame($0.word, email) }) { return known.event }
      if Self.words.contains(where: { Self.isSame($0, email) }) {
        let instead = canCancel ? [] : [isNew ? "cancel" : "signUp"]
        terminal.say(NotNow.words(email, instead: words.map(\.word) + instead + ["quit"]))
        continue
      }
      guard Self.canBeAddress(email) else {
        terminal.say("! \(FirebaseTOTP.ErrorCode.invalidEmail.title ?? "")")
        continue
      }
      guard let password = try line("Password:", isHidden: true) else { return nil }
      let word = Terminal.word(password)
      if let known = words.first(where: { $0.word == word }) { return known.event }
      // Where nothing else is begun the address is.
      if word != "cancel" {
        return isNew
          ? .signUp(email: email, password: password) : .signIn(email: email, password: password)
      }
      isNew = false
    }
    return nil
  }

  /// Something before and after an `@`. The rest is for the server to judge.
  private static func canBeAddress(_ text: String) -> Bool {
    guard let at = text.lastIndex(of: "@"), !text.contains(where: \.isWhitespace) else { return false }
    return at != text.startIndex && text.index(after: at) != text.endIndex
  }

  private func showSecret() async throws {
    let key = try await auth.totpSecretKey()
    let left = try await auth.enrolmentTimeLeft().components.seconds
    terminal.say("The key, valid for \(left) seconds: \(key.text)")
    if let address = try await auth.totpAddress() {
      do {
        if let code = try QrencodeRenderer().code(for: address) { terminal.say(code.blocks) }
      } catch {
        terminal.say("(\(error))")
      }
      if firebase != nil { terminal.say("(The QR code contains \(address.text))") }
    }
    if firebase != nil, let bytes = Base32.bytes(key.text) {
      let code = TOTP(key: Secret(bytes)).code(at: Int(Date().timeIntervalSince1970))
      terminal.say("(The authenticator app shows \(code).)")
    }
  }

  /// The authenticator app of the server on this machine.
  private func say(codeOf factor: String?, of email: String?) {
    let factors = email.flatMap { firebase?.user($0) }?.factors ?? []
    guard case .totp(let totp)? = factors.first(where: { $0.id == factor })?.kind else { return }
    // The code of the present step may be used up; the next one is taken as well.
    let next = totp.counter(at: Int(Date().timeIntervalSince1970)) + 1
    terminal.say("(The authenticator app shows \(totp.code(counter: UInt64(next))).)")
  }

  /// All words that can be typed on any screen. They are never taken for a code.
  private static let words: Set = [
    "signUp", "enroll", "unenroll", "feature", "signOut", "email", "check", "continue", "skip", "back",
    "restart",
    "cancel",
  ]

  /// Whether a line is a word, in whatever case it was typed.
  private static func isSame(_ word: String, _ line: String) -> Bool {
    word.lowercased() == line.lowercased()
  }

  /// What a line means; asked again until it means something.
  ///
  /// - Parameters:
  ///   - besides: what else can be typed, where that is known.
  ///   - other: the event for any other line.
  private func event(
    _ update: FirebaseTOTPUpdate, _ question: String, _ words: KeyValuePairs<String, FirebaseTOTP.Event>,
    besides: [String] = [], other: (String) -> FirebaseTOTP.Event? = { _ in nil }
  ) throws -> FirebaseTOTP.Event? {
    try event(update, question, words.map { (word: $0.key, event: $0.value) }, besides: besides, other: other)
  }

  private func event(
    _ update: FirebaseTOTPUpdate, _ question: String, _ words: [(word: String, event: FirebaseTOTP.Event)],
    besides: [String] = [], other: (String) -> FirebaseTOTP.Event? = { _ in nil }
  ) throws -> FirebaseTOTP.Event? {
    let words = words + leaving(update)
    let offered = besides + words.map(\.word) + ["quit"]
    while let line = try line(question) {
      if let known = words.first(where: { Self.isSame($0.word, line) }) { return known.event }
      if Self.words.contains(where: { Self.isSame($0, line) }) {
        terminal.say(NotNow.words(line, instead: offered))
      } else if let event = other(line) {
        return event
      } else {
        terminal.say(NotNow.unknown(instead: offered))
      }
    }
    return nil
  }

  /// A line; nil to leave.
  private func line(_ question: String, isHidden: Bool = false) throws -> String? {
    let line = try isHidden ? terminal.askHidden(question) : terminal.ask(question)
    return Terminal.word(line) == "quit" ? nil : line
  }
}
