import FlowTransport
import Foundation
import LoopbackServer
import NextAuthLoopback
import NextAuthSessionFlow

/// Does what a line says, and shows where the session is.
struct NextAuthConversation {
  let nextAuth: NextAuth
  let callbacks: NextAuthNotes
  let terminal: Terminal
  /// The server on this machine, which can be told what to do.
  let server: NextAuthStandIn?
  let isJSON: Bool
  /// The session that the lines are about.
  private var session: AuthSession?
  /// All that were started.
  private var all: [AuthSession] = []

  init(
    nextAuth: NextAuth, callbacks: NextAuthNotes, terminal: Terminal, server: NextAuthStandIn?, isJSON: Bool
  ) {
    self.nextAuth = nextAuth
    self.callbacks = callbacks
    self.terminal = terminal
    self.server = server
    self.isJSON = isJSON
  }

  /// A line that means nothing.
  private struct Unknown: Error {}

  static let help = """
    Starting a session, with words for how it goes (once, nofactor, hold, ends, confirm, factor):
      qr, link, push, app [ACCOUNT], enrol ACCOUNT; bad, elsewhere, other; code FILE, a picture for zbarimg;
      text, then a line with the base64 of a QR code
    What the person does:
      ready, account NAME [TEXT], pin, finger, cancel, stop, logout, delete NAME, active
    What the server does:
      server login, logout, lost, refuse, fail, close, changed, wipe, gone NAME, picture FILE
    All sessions: sessions, use NUMBER, history, wait SECONDS, quit
    """

  /// Goes on until the person leaves.
  ///
  /// - Returns: whether the last session has logged somebody in.
  mutating func run() async throws -> Bool {
    while true {
      var problem: String?
      do {
        let line = isJSON ? readLine() : try terminal.ask(">")
        guard let line, line != "quit" else { break }
        if line == "help" {
          terminal.say(Self.help)
          continue
        }
        try await take(line.split(separator: " ").map(String.init))
      } catch let refusal as NextAuthRefusal {
        problem = "\(refusal)"
      } catch let failure as NextAuthFailure {
        problem = NextAuthSession.ErrorCode(rawValue: failure.rawValue)?.title ?? failure.rawValue
      } catch is Terminal.Ended {
        break
      } catch is Unknown {
        problem = "That is none of them; `help` lists them."
      } catch {
        problem = "\(error)"
      }
      await show(problem)
    }
    switch await session?.current.historyStatus {
    case .loggedIn?, .loggedInOneShot?, .loggedOut?: return true
    default: return false
    }
  }

  private mutating func take(_ words: [String]) async throws {
    guard let first = words.first else { throw Unknown() }
    let rest = Array(words.dropFirst())
    if try await starts(first, rest) { return }
    switch first {
    case "server": try tell(rest)
    case "sessions":
      for session in nextAuth.sessions { terminal.say("\(session.id) \(await session.current)") }
    case "history": for record in nextAuth.history { terminal.say("\(record) \(record.account ?? "")") }
    case "use":
      guard let number = rest.first.flatMap({ Int($0) }), let found = all.first(where: { $0.id == number })
      else { throw Unknown() }
      session = found
    case "wait":
      guard let seconds = rest.first.flatMap({ Double($0) }), (0...3600).contains(seconds) else {
        throw Unknown()
      }
      try await Task.sleep(for: .seconds(seconds))
    default: try await act(first, rest)
    }
  }

  /// A line that does not show on the screen. Programs are not asked.
  private func hidden(_ question: String) throws(Terminal.Ended) -> String {
    guard isJSON else { return try terminal.askHidden(question) }
    guard let line = readLine() else { throw Terminal.Ended() }
    return line
  }

  // MARK: The person

  private func act(_ word: String, _ rest: [String]) async throws {
    if word == "delete", let account = rest.first {
      // It works without a session too.
      if let session {
        try await session.deleteAccount(account)
      } else {
        try await nextAuth.deleteAccount(account)
      }
      return
    }
    guard let session else { throw Unknown() }
    switch word {
    case "ready": try await session.startUserInteraction()
    case "account":
      guard let account = rest.first else { throw Unknown() }
      let text = rest.dropFirst().joined(separator: " ")
      try await session.setAccount(account, userInput: text.isEmpty ? nil : Secret(text))
    case "pin": try await session.setPinBiometric(.pin(Secret(try hidden("PIN:"))))
    case "finger": try await session.setPinBiometric(.biometric(DemoServer.finger))
    case "cancel": try await session.inputCancel()
    case "stop": try await session.stopSession()
    case "logout": try await session.logout()
    case "active": await session.noteActivity()
    default: throw Unknown()
    }
  }

  // MARK: Starting

  /// Starts a session, if the word says so.
  private mutating func starts(_ word: String, _ rest: [String]) async throws -> Bool {
    let started: AuthSession?
    switch word {
    case "text":
      started = try await nextAuth.startSession(.text(Secret(try hidden("Code:"))))
    case "code":
      guard let file = rest.first else { throw Unknown() }
      started = try await nextAuth.startSession(try await ZbarScanner(picture: file).scan())
    case "bad": started = try await nextAuth.startSession(.text(Secret("no code")))
    case "app" where server == nil: started = try await nextAuth.startAppLogin(account: rest.first)
    case "qr", "link", "push", "app", "enrol", "elsewhere", "other":
      guard let server else { throw Unknown() }
      started = try await start(word, rest, server)
    default: return false
    }
    session = started ?? session
    if let started { all.append(started) }
    return true
  }

  private func start(_ word: String, _ rest: [String], _ server: NextAuthStandIn) async throws -> AuthSession?
  {
    var login = StandInLogin()
    if word == "enrol" {
      guard let account = rest.first else { throw Unknown() }
      login = .enrolment(of: account)
    }
    login.announceInfo = "Shop"
    for option in rest {
      switch option {
      case "once": login.pingTime = 0
      case "ping": login.pingTime = 1
      case "nofactor": login.serverWantsFactor = false
      case "hold": login.finishes = false
      case "ends": login.endsAtOnce = true
      case "confirm": login.furtherRounds.append(.confirmation)
      case "factor": login.furtherRounds.append(.secondFactor)
      default: if server.accounts.contains(option) { login.accounts = [option] }
      }
    }
    switch word {
    case "link": return try await nextAuth.startSession(data: server.link(for: login))
    case "push": return try await nextAuth.processPush(server.push(for: login))
    case "other": return try await nextAuth.processPush(server.push(for: nil))
    case "app":
      server.setAppLogin(login)
      return try await nextAuth.startAppLogin(account: login.accounts?.first)
    case "elsewhere":
      return try await nextAuth.startSession(.bytes(NextAuthStandIn(name: "elsewhere.example.org").code()))
    default: return try await nextAuth.startSession(.bytes(server.code(for: login)))
    }
  }

  // MARK: The server

  private func tell(_ words: [String]) throws {
    guard let server, let word = words.first else { throw Unknown() }
    let id = server.sessions.last ?? ""
    switch word {
    case "login": server.finishLogin(id)
    case "logout": server.tell(id, .serverLogout)
    case "lost": server.tell(id, .pingLost)
    case "refuse": server.refusePings()
    case "fail": server.tell(id, .failure(.protocolFailure))
    case "close": server.close(id)
    case "changed": server.changeBiometric()
    case "wipe": server.setFactors(pin: nil)
    case "gone":
      guard let account = words.dropFirst().first else { throw Unknown() }
      try server.deleteAccount(account)
    case "picture":
      guard let file = words.dropFirst().first else { throw Unknown() }
      try QrencodePicture.write(server.code(), to: file)
    default: throw Unknown()
    }
  }

  // MARK: Showing

  private func show(_ problem: String?) async {
    // What the server says comes with its next look, and callbacks come one after the other.
    try? await Task.sleep(for: .milliseconds(100))
    for session in all { await session.settled() }
    try? await Task.sleep(for: .milliseconds(20))
    let told = callbacks.take()
    let update = await session?.current
    guard isJSON else {
      for note in told { terminal.say("< \(note)") }
      if let problem { terminal.say("! \(problem)") }
      if let session, let update { terminal.say("== \(session.id) \(update)") }
      return
    }
    var fields: [String: JSONValue] = ["callbacks": .list(told.map { .string($0) })]
    fields["problem"] = problem.map { .string($0) }
    if let session, let update {
      fields["session"] = .number(Double(session.id))
      fields["status"] = .string(update.status.rawValue)
      fields["pseudoState"] = update.pseudoState.map { .string($0.rawValue) }
      fields["historyStatus"] = .string(update.historyStatus.rawValue)
      fields["error"] = update.error.map { .string($0.rawValue) }
      fields["states"] = .list(update.states.map { .string($0.rawValue) })
    }
    terminal.say(String(decoding: JSONValue.object(fields).bytes, as: UTF8.self))
  }
}
