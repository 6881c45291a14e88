import DiscourseDelegatedAuthFlow
import DiscourseLoopback
import FlowTransport
import Foundation

/// Opens the site, shows where the flow is, and does what the person says.
struct DiscourseConversation {
  let auth: DelegatedAuthentication
  let terminal: Terminal
  /// The web view that needs no person.
  let webView: ScriptedWebView?
  let site: String
  let outputs: EmittedOutputs
  let answers: BrowserAnswers

  /// Walks until the person leaves.
  ///
  /// - Returns: whether the person has been logged in at last, or has logged out.
  func run() async throws -> Bool {
    let leaves = Locked(false)
    answers.set(
      BrowserAnswers.Rules(
        does: { line in
          guard line == "quit" else { return nil }
          leaves.withLock { $0 = true }
          return .leaves
        }, awaited: awaited))
    await auth.start()
    try await auth.open(site)
    var isWell = false
    while true {
      let update = await terminal.waiting { await settledUpdate() }
      if leaves.withLock({ $0 }) { return isWell }
      show(update)
      if update.isActive(.loggedIn) || update.isActive(.signedOut) { isWell = update.error == nil }
      let ends: [DiscourseDelegatedAuth.StateID] = [
        .authFailed, .unsupported, .probeFailed, .keyInvalid, .siteLoggedOut, .keyOnly,
      ]
      if ends.contains(where: update.isActive) { isWell = false }
      do {
        if try await !step(update) { return isWell }
      } catch is Terminal.Ended {
        return isWell
      }
    }
  }

  /// What the web view is to show yet; nil once the flow has gone on.
  @Sendable private func awaited() async -> String? {
    let update = await auth.current
    let site = update.siteURL ?? site
    if update.isActive(.consumingOTP) {
      return "Press the button for the one-time password. The next page is \(site)/."
    }
    if update.isActive(.openingSite) { return "The app is waiting for a page of \(site)." }
    return nil
  }

  /// Where the flow is once the web view has shown what it has to.
  private func settledUpdate() async -> DelegatedAuthUpdate {
    await auth.settled(ignoring: [.webView])
    for await update in await auth.updates() {
      guard update.isBusy, !update.isActive(.using) else { break }
    }
    await auth.settled(ignoring: [.webView])
    return await auth.current
  }

  private func show(_ update: DelegatedAuthUpdate) {
    terminal.say("\n== \(update.states.map(\.rawValue).joined(separator: ", "))")
    for output in outputs.take() {
      guard case .errorOccurred(let error, let seconds)? = try? DiscourseDelegatedAuth.Output(output)
      else { continue }
      terminal.say("! \(error.title ?? error.rawValue)")
      if let seconds { terminal.say("  Try again in \(seconds) s.") }
    }
    if update.isActive(.signedOut), let words = Self.words(keptBecause: update.error) { terminal.say(words) }
    if update.isActive(.loggedIn) {
      terminal.say("\(update.siteTitle ?? "The site"): logged in as \(update.username ?? "somebody").")
    }
    if update.isActive(.keyOnly) {
      terminal.say(
        "\(update.siteTitle ?? "The site"): the app has a key of \(update.username ?? "somebody"), but nobody is logged "
          + "in to the web view.")
    }
  }

  /// What can be typed.
  private enum Word: String {
    case get, open, close, logout, retry, forget, quit

    /// As it is typed.
    var line: String { self == .get ? "get PATH" : rawValue }

    /// As a question has it.
    var asked: String {
      switch self {
      case .get: "`\(line)` (a request with the key)"
      case .forget: "`\(line)` (delete the web view's cookies)"
      case .quit: "or `\(line)`:"
      case .retry: "`\(line)` (go back to the start)"
      case .open, .close, .logout: "`\(line)`"
      }
    }
  }

  /// What can be done where the flow is.
  private func offered(_ update: DelegatedAuthUpdate) -> [Word] {
    if update.isActive(.using) {
      [.get, .close, .logout] + (webView == nil ? [] : [.forget]) + [.quit]
    } else if update.isActive(.siteLoggedOut) {
      [.open, .logout, .quit]
    } else if update.isActive(.keyInvalid) || update.isActive(.idle) {
      [.open, .quit]
    } else {
      [.open, .retry, .quit]
    }
  }

  /// One command.
  ///
  /// - Returns: false when the person leaves.
  private func step(_ update: DelegatedAuthUpdate) async throws -> Bool {
    let offered = offered(update)
    let question = offered.map(\.asked).joined(separator: ", ")
    let parts = try terminal.ask(question).split(separator: " ", maxSplits: 1).map(String.init)
    let lines = offered.map(\.line)
    guard let word = parts.first.flatMap({ Word(rawValue: $0.lowercased()) }) else {
      terminal.say(NotNow.unknown(instead: lines))
      return true
    }
    guard offered.contains(word) else {
      terminal.say(NotNow.words(word.rawValue, instead: lines))
      return true
    }
    do {
      try await take(word, parts.count > 1 ? parts[1] : "", update)
    } catch is DelegatedAuthRefusal {
      terminal.say(NotNow.noMore)
    }
    return word != .quit
  }

  /// Does what was typed.
  private func take(_ word: Word, _ path: String, _ update: DelegatedAuthUpdate) async throws {
    switch word {
    case .quit: break
    case .open:
      // Where a site is open already, it is opened again.
      let isKnown = update.isActive(.siteLoggedOut) || update.isActive(.keyInvalid)
      try await auth.open(isKnown ? nil : site)
    case .close: try await auth.close()
    case .logout: try await auth.logOut()
    case .retry: try await auth.retry()
    case .forget: webView?.forget()
    case .get:
      guard path.hasPrefix("/") else {
        terminal.say("The path must start with a slash, as in `get /notifications.json`.")
        return
      }
      do throws(DelegatedAuthRequestProblem) {
        let answer = try await terminal.waiting { () async throws(DelegatedAuthRequestProblem) in
          try await auth.send(.get, path)
        }
        terminal.say("\(answer.status) \(String(decoding: answer.body.prefix(2_000), as: UTF8.self))")
      } catch {
        terminal.say("! \(Self.words(error))")
        // The flow reports it too.
        if case .rateLimited = error { _ = outputs.take() }
      }
    }
  }

  /// What became of the key at the site where logging out has failed; nil where it is good no longer, or was given back.
  private static func words(keptBecause error: DiscourseDelegatedAuth.ErrorCode?) -> String? {
    let end = "until the app gets a new key or somebody revokes it in the account's settings."
    return switch error {
    case .rateLimited?, .keysNotAvailable?:
      "  The key was not revoked. It stays valid \(end)"
    // Where the app's own copy stays, that hides what giving back has come to.
    case .networkError?, .requestTimeout?, .siteNotReachable?, .unexpectedError?:
      "  The key may not have been revoked. It may stay valid \(end)"
    default: nil
    }
  }

  private static func words(_ problem: DelegatedAuthRequestProblem) -> String {
    switch problem {
    case .noKey: "The app has no key for this site."
    case .keyRejected: "The site does not accept the key."
    case .notAllowed: "The site accepts the key, but not for this request."
    case .rateLimited(let seconds): "Too many requests." + (seconds.map { " Try again in \($0) s." } ?? "")
    case .noAnswer: "The site did not respond, or its response can't be used."
    }
  }
}
