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
  /// The server on this machine, which takes commands.
  let server: NextAuthStandIn?
  /// How long the server has for what it says by itself.
  let pause: Duration
  let isJSON: Bool
  /// The session that the lines are about.
  private var session: AuthSession?
  /// All that were started.
  private var all: [AuthSession] = []

  init(
    nextAuth: NextAuth, callbacks: NextAuthNotes, terminal: Terminal, server: NextAuthStandIn?,
    pause: Duration, isJSON: Bool
  ) {
    self.pause = pause
    self.nextAuth = nextAuth
    self.callbacks = callbacks
    self.terminal = terminal
    self.server = server
    self.isJSON = isJSON
  }

  /// What a line has asked for, for programs; people have seen it.
  private var asked: [String: JSONValue] = [:]

  /// A line that means nothing.
  private struct Unknown: Error {}

  /// A line that cannot be done.
  private struct Problem: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }

    /// A word that needs others after it.
    init(_ word: String, needs rest: String) { self.init("`\(word)` needs \(rest).") }
  }

  private static let noSession = Problem("No session has started yet. Type `help` to see how to start one.")

  /// What can be typed. A server elsewhere takes no commands here.
  private var help: String {
    let person = """
      What the person does:
        ready, account NAME [TEXT], pin, finger, both (PIN and finger), cancel, stop, logout, delete NAME, active
      """
    let all = "All sessions: sessions, use NUMBER, properties, history, wait SECONDS (up to 3600), quit"
    guard server != nil else {
      return """
        Start a session:
          app [ACCOUNT]; code FILE (a picture, read with zbarimg); text (then a line with a QR code in base64); bad.
          To get a code, type `login` where `serve nextauth` runs
        \(person)
        \(all)
        """
    }
    return """
      Start a session, with options (\(Self.manners.joined(separator: ", "))):
        qr, link, push, app [ACCOUNT], enroll ACCOUNT; bad, elsewhere, other; code FILE (a picture, read with zbarimg);
        text (then a line with a QR code in base64). qr and link also take as:ACCOUNT, the account that the app
        preselects
      \(person)
      What the server does:
        server login, logout, lost, refuse, fail, close, changed, wipe, gone NAME,
        picture FILE
      \(all)
      """
  }

  /// Words for how a session goes.
  private static let manners = [
    "once", "ping", "nofactor", "strict", "lasts", "hold", "ends", "confirm", "factor",
  ]

  /// Goes on until the person leaves.
  ///
  /// - Returns: whether somebody is logged in or has logged out at the end, whichever session it was.
  mutating func run() async throws -> Bool {
    while true {
      var problem: String?
      var words: [String] = []
      do {
        let line = isJSON ? TypedLines.next().map(Terminal.word) : try terminal.ask(">")
        guard let line, line != "quit" else { break }
        words = line.split(separator: " ").map(String.init)
        if let word = words.first { words[0] = word.lowercased() }
        if words == ["help"], !isJSON {
          terminal.say(help)
          continue
        }
        try await take(words)
      } catch let refusal as NextAuthRefusal {
        problem = await Self.words(refusal, words.first ?? "", session)
      } catch let failure as NextAuthFailure {
        problem = NextAuthSession.ErrorCode(rawValue: failure.rawValue)?.title ?? failure.rawValue
      } catch is Terminal.Ended {
        break
      } catch is Unknown {
        problem = "Unknown command. Type `help` for the list."
      } catch {
        problem = "\(error)"
      }
      await show(problem)
    }
    // What came behind the last look.
    await settle()
    if !isJSON { for note in callbacks.take() { terminal.say("< \(note)") } }
    for session in all {
      switch await session.current.historyStatus {
      case .loggedIn, .loggedInOneShot, .loggedOut: return true
      case .fail, .aborted, .error, .deleted: continue
      }
    }
    return false
  }

  /// Why the session has not done what was typed.
  private static func words(
    _ refusal: NextAuthRefusal, _ word: String, _ session: AuthSession?
  ) async -> String {
    switch refusal.reason {
    case .sessionTerminated: return "`\(word)` is too late: the session is over."
    case .unknownAccount, .pinRequired, .pinBlocked, .pinMissing: return "\(refusal)"
    case .notOffered: break
    }
    guard let update = await session?.current, !update.isOver else {
      return NotNow.words(word, instead: ["help", "quit"])
    }
    let answers =
      switch update.pseudoState {
      case .waitForConfirmation?: ["account NAME"]
      case .waitForSecondFactor?:
        (update.needsBiometric ? ["finger"] : ["pin", "finger", "both"]) + ["cancel"]
      default:
        switch update.status {
        case .readyForUserInteraction: ["ready"]
        case .active where update.canLogOut: ["logout"]
        default: [String]()
        }
      }
    return NotNow.words(word, instead: answers + ["stop", "help", "quit"])
  }

  private mutating func take(_ words: [String]) async throws {
    guard let first = words.first else { throw Unknown() }
    let rest = Array(words.dropFirst())
    if try await starts(first, rest) { return }
    switch first {
    case "server": try command(rest)
    case "help": asked["help"] = .string(help)
    case "sessions":
      var list: [JSONValue] = []
      for session in nextAuth.sessions {
        let update = await session.current
        say("\(session.id) \(update)")
        list.append([
          "session": .number(Double(session.id)), "status": .string(update.status.rawValue),
          "historyStatus": .string(update.historyStatus.rawValue),
        ])
      }
      if list.isEmpty { say("No session is open.") }
      asked["sessions"] = .list(list)
    case "properties":
      guard let session else { throw Self.noSession }
      // Programs get them with each line.
      for (name, value) in await NextAuthProperties.of(session) {
        say("\(name): \(NextAuthProperties.text(value))")
      }
    case "history":
      let records = nextAuth.history
      if records.isEmpty { say("The history is empty.") }
      for record in records { say("\(record)" + (record.account.map { " \($0)" } ?? "")) }
      asked["history"] = .list(
        records.map { record in
          var fields: [String: JSONValue] = [
            "session": .number(Double(record.number)), "historyStatus": .string(record.status.rawValue),
          ]
          fields["account"] = record.account.map { .string($0) }
          return .object(fields)
        })
    case "use":
      guard let number = rest.first.flatMap({ Int($0) }) else {
        throw Problem(first, needs: "a session number")
      }
      guard let found = all.first(where: { $0.id == number }) else {
        throw Problem("Session \(number) does not exist.")
      }
      session = found
    case "wait":
      guard let seconds = rest.first.flatMap({ Double($0) }), (0...3600).contains(seconds) else {
        throw Problem(first, needs: "a number of seconds, up to 3600")
      }
      try await Task.sleep(for: .seconds(seconds))
    default: try await act(first, rest)
    }
  }

  /// Says something to people.
  private func say(_ text: String) { if !isJSON { terminal.say(text) } }

  /// Says what a line has done that no session shows.
  private mutating func did(_ text: String) {
    say(text)
    asked["done"] = .string(text)
  }

  /// A line that does not show on the screen. Programs are not asked. Without an answer nothing is sent; whether that was
  /// the end of the input altogether shows with the next line.
  ///
  /// - Parameter rest: what stands behind the word; it would have been seen.
  private func hidden(_ question: String, after word: String, _ rest: [String]) throws(Problem) -> Secret {
    guard rest.isEmpty else {
      throw Problem("Type only `\(word)`. You are then asked for the rest, which is not shown.")
    }
    // In a terminal, a person types also with --json.
    let isPerson = !isJSON || isatty(STDIN_FILENO) == 1
    let line = isPerson ? try? terminal.askHidden(question) : TypedLines.next()
    // Somebody wants to leave the question.
    if !isJSON, let line, ["quit", "cancel", "back", "help"].contains(line.lowercased()) {
      throw Problem("`\(line)` was not sent. Type it again if you mean it as a command.")
    }
    // Neither a PIN nor a code has blanks around it; what is copied may have.
    guard let line = line?.trimmingCharacters(in: .whitespacesAndNewlines), !line.isEmpty else {
      throw Problem("Nothing was entered, so nothing was sent.")
    }
    return Secret(line)
  }

  // MARK: The person

  private mutating func act(_ word: String, _ rest: [String]) async throws {
    // It works without a session too. A session's own method does not report what the server says.
    if word == "delete" {
      guard let account = rest.first else { throw Problem(word, needs: Self.name) }
      try await terminal.waiting { try await nextAuth.deleteAccount(account) }
      return did("The account \(account) was deleted.")
    }
    guard Self.answers.contains(word) else { throw Unknown() }
    guard let session else { throw Self.noSession }
    switch word {
    case "ready": try await session.startUserInteraction()
    case "account":
      guard let account = rest.first else { throw Problem(word, needs: Self.name) }
      let text = rest.dropFirst().joined(separator: " ")
      try await session.setAccount(account, userInput: text.isEmpty ? nil : Secret(text))
    case "pin", "both":
      // A program is not asked: the line behind it is the PIN in any case.
      if !isJSON, let refusal = await Self.refusalOfPIN(session) { throw refusal }
      let pin = try hidden("PIN:", after: word, rest)
      try await session.setPinBiometric(
        word == "pin" ? .pin(pin) : .both(pin: pin, biometric: DemoServer.finger))
    case "finger": try await session.setPinBiometric(.biometric(DemoServer.finger))
    case "cancel": try await session.inputCancel()
    case "stop": try await session.stopSession()
    case "logout": try await session.logout()
    case "active": await session.noteActivity()
    default: throw Unknown()
    }
  }

  /// What the person does in a session.
  private static let answers = [
    "ready", "account", "pin", "finger", "both", "cancel", "stop", "logout", "active",
  ]
  private static let name = "an account name"

  /// What stands against a PIN, so that nobody is asked for one in vain.
  private static func refusalOfPIN(_ session: AuthSession) async -> NextAuthRefusal? {
    let update = await session.current
    let reason: NextAuthRefusal.Reason? =
      if update.isOver {
        .sessionTerminated
      } else if update.pseudoState != .waitForSecondFactor {
        .notOffered
      } else {
        update.isPINBlocked ? .pinBlocked : update.needsBiometric ? .pinMissing : nil
      }
    return reason.map { NextAuthRefusal(method: "setPinBiometric", reason: $0, states: update.states) }
  }

  // MARK: Starting

  /// Starts a session, if the word says so.
  private mutating func starts(_ word: String, _ rest: [String]) async throws -> Bool {
    let started: AuthSession?
    switch word {
    case "text":
      started = try await nextAuth.startSession(.text(try hidden("Code:", after: word, rest)))
    case "code":
      guard let file = rest.first else { throw Problem(word, needs: "a picture file") }
      started = try await nextAuth.startSession(try await ZbarScanner(picture: file).scan())
    case "bad": started = try await nextAuth.startSession(.text(Secret("no code")))
    case "app" where server == nil: started = try await nextAuth.startAppLogin(account: rest.first)
    case "qr", "link", "push", "app", "enroll", "elsewhere", "other":
      guard let server else { throw Self.elsewhere }
      started = try await start(word, rest, server)
      if started == nil { did("The message is not a login, so no session starts.") }
    default: return false
    }
    session = started ?? session
    if let started { all.append(started) }
    return true
  }

  private static let elsewhere = Problem("That only works with the server that this command starts itself.")

  private func start(_ word: String, _ rest: [String], _ server: NextAuthStandIn) async throws -> AuthSession?
  {
    var login = StandInLogin()
    var named: String?
    var chosen: String?
    let prefix = "as:"
    if word == "enroll" {
      guard let account = rest.first else { throw Problem(word, needs: Self.name) }
      login = .enrolment(of: account)
    }
    login.announceInfo = "Shop"
    login.sessionInfo = "Welcome"
    for option in rest {
      switch option {
      case "once": login.pingTime = 0
      case "ping": login.pingTime = 1
      case "nofactor": login.serverWantsFactor = false
      case "strict": (login.serverWantsFactor, login.sessionWantsFactor) = (false, true)
      case "lasts": login.factorLasts = .seconds(60)
      case "hold": login.finishes = false
      case "ends": login.endsAtOnce = true
      case "confirm": login.furtherRounds.append(.confirmation)
      case "factor": login.furtherRounds.append(.secondFactor)
      case let account where server.accounts.contains(account):
        login.accounts = [account]
        named = account
      // Whether there is such an account, the server says.
      case let account where word == "app": named = account
      case let account where word == "enroll" && account == rest.first: break
      case let option where ["qr", "link"].contains(word) && option.hasPrefix(prefix):
        chosen = String(option.dropFirst(prefix.count))
      default: throw Problem("`\(option)` is neither an account nor an option. Type `help` for the options.")
      }
    }
    switch word {
    case "link":
      return try await nextAuth.startSession(data: server.link(for: login), preselectedAccount: chosen)
    case "push": return try await nextAuth.processPush(server.push(for: login))
    case "other": return try await nextAuth.processPush(server.push(for: nil))
    case "app":
      server.setAppLogin(login)
      return try await nextAuth.startAppLogin(account: named)
    case "elsewhere":
      return try await nextAuth.startSession(.bytes(NextAuthStandIn(name: "elsewhere.example.org").code()))
    default:
      return try await nextAuth.startSession(.bytes(server.code(for: login)), preselectedAccount: chosen)
    }
  }

  // MARK: The server

  private mutating func command(_ words: [String]) throws {
    guard let server else { throw Self.elsewhere }
    guard let word = words.first?.lowercased() else {
      throw Problem("server", needs: "a command. Type `help` for the list")
    }
    switch word {
    case "login":
      server.finishLogin(try Self.last(server))
      did("The server finished the login of the last session.")
    case "logout":
      server.send(try Self.last(server), .serverLogout)
      did("The server logged the last session out.")
    case "lost":
      server.send(try Self.last(server), .pingLost)
      did("The server reported missing keep-alives to the last session.")
    case "fail":
      server.send(try Self.last(server), .failure(.protocolFailure))
      did("The server reported a failure to the last session.")
    case "close":
      server.close(try Self.last(server))
      did("The server closed the last session without a message.")
    case "refuse":
      server.refusePings()
      did("The server now refuses keep-alives.")
    case "changed":
      server.changeBiometric()
      did("The key for the fingerprint was deleted.")
    case "wipe":
      server.setFactors(pin: nil)
      did("PIN and fingerprint are no longer set.")
    case "gone":
      guard let account = words.dropFirst().first else { throw Problem("server gone", needs: Self.name) }
      try server.deleteAccount(account)
      did("The server deleted the account \(account).")
    case "picture":
      guard words.count == 2, let file = words.last else {
        throw Problem("server picture", needs: "a file name")
      }
      try QrencodePicture.write(server.code(), to: file)
      did("\(file) now contains a code that works once.")
    default: throw Unknown()
    }
  }

  /// The session that was started last, which is the one that the server speaks to.
  private static func last(_ server: NextAuthStandIn) throws -> String {
    guard let id = server.sessions.last else { throw Problem("No session has reached the server yet.") }
    return id
  }

  // MARK: Showing

  /// What the server says comes with its next look, and callbacks come one after the other.
  private func settle() async {
    try? await Task.sleep(for: pause)
    await terminal.waiting { for session in all { await session.settled() } }
    try? await Task.sleep(for: .milliseconds(20))
  }

  private mutating func show(_ problem: String?) async {
    await settle()
    let notes = callbacks.take()
    let update = await session?.current
    guard isJSON else {
      for note in notes { terminal.say("< \(note)") }
      if let problem { terminal.say("! \(problem)") }
      if let session, let update { terminal.say("== \(session.id) \(update)") }
      return
    }
    var fields = asked
    asked = [:]
    fields["callbacks"] = .list(notes.map { .string($0) })
    fields["problem"] = problem.map { .string($0) }
    if let session, let update {
      fields["session"] = .number(Double(session.id))
      fields["status"] = .string(update.status.rawValue)
      fields["pseudoState"] = update.pseudoState.map { .string($0.rawValue) }
      fields["historyStatus"] = .string(update.historyStatus.rawValue)
      fields["error"] = update.error.map { .string($0.rawValue) }
      fields["states"] = .list(update.states.map { .string($0.rawValue) })
      for (name, value) in await NextAuthProperties.of(session) { fields[name] = value }
    }
    terminal.say(String(decoding: JSONValue.object(fields).bytes, as: UTF8.self))
  }
}
