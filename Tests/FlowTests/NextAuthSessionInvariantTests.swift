import Statecharts
import StatechartsModel
import StatechartsTesting
import TestExtent
import Testing

/// Data of a session, and what the person answers.
private enum Path {
  static func session(
    kind: String = "login", accounts: [String] = ["anna", "berta"], factor: Bool = true, ping: Int? = 300,
    context: String = "verify"
  ) -> ChartValue {
    [
      "id": "s1", "kind": .string(kind), "server": "example.org",
      "accounts": .list(accounts.map(ChartValue.string)),
      "newAccount": "new", "secondFactorRequired": .bool(factor), "factorContext": .string(context),
      "pinRequired": false, "pingTime": ping.map(ChartValue.int) ?? .unset, "announceInfo": "Shop",
    ]
  }

  static let anna: ChartValue = ["account": "anna"]
  static let pin: ChartValue = ["factor": "1234"]
  static let held: [String: ChartValue] = ["skipReadyForUserInteraction": false]
  static let appLogin: [String: ChartValue] = ["origin": "appLogin"]
  static let success: ChartValue = ["result": "success"]
}

/// One way to set up a session: what the app and what the server say.
struct NextAuthSetting: Sendable, CustomTestStringConvertible {
  var name: String
  var input: [String: ChartValue]
  var session: ChartValue

  var testDescription: String { name }

  static let all: [NextAuthSetting] = [
    .init(name: "two accounts, factor", input: [:], session: Path.session()),
    .init(name: "one account, factor", input: [:], session: Path.session(accounts: ["anna"])),
    .init(name: "no factor, one shot", input: [:], session: Path.session(factor: false, ping: 0)),
    .init(name: "held back", input: Path.held, session: Path.session(accounts: ["anna"])),
    .init(name: "enrollment", input: [:], session: Path.session(kind: "enrol", context: "firstSet")),
    .init(name: "AppLogin", input: Path.appLogin, session: Path.session(accounts: ["anna"], factor: false)),
  ]
}

/// Something that can happen to a session.
private enum Happening: CaseIterable {
  case fetched, fetchFailed, ready, setAccount, setNewAccount, setOtherAccount, factor, inputCancel, stop,
    logout
  case success, wrong, blocked, moreConfirmation, moreFactor, endsAtOnce, biometricChanged
  case loggedIn, loggedInWithWebSession, serverLogout, pingLost, failure, accountDeleted, newAccountDeleted,
    wait, waitForExpiry

  func happen(to simulation: inout Simulation, _ session: ChartValue) -> SimulationReport {
    func answered(_ result: ChartValue) -> SimulationReport {
      simulation.complete(service: "sendInput", with: result)
    }
    switch self {
    case .fetched: return simulation.complete(service: "fetchSession", with: session)
    case .fetchFailed: return simulation.fail(service: "fetchSession", code: "fetchFailed")
    case .ready: return simulation.send("startUserInteraction")
    case .setAccount: return simulation.send("setAccount", data: Path.anna)
    case .setNewAccount: return simulation.send("setAccount", data: ["account": "new"])
    case .setOtherAccount: return simulation.send("setAccount", data: ["account": "zoe"])
    case .factor: return simulation.send("setPinBiometric", data: Path.pin)
    case .inputCancel: return simulation.send("inputCancel")
    case .stop: return simulation.send("stopSession")
    case .logout: return simulation.send("logout")
    case .success: return answered(Path.success)
    case .wrong: return answered(["result": "wrong", "remaining": 1])
    case .blocked: return answered(["result": "blocked"])
    case .moreConfirmation: return answered(["result": "success", "moreInput": "confirmation"])
    case .moreFactor: return answered(["result": "success", "moreInput": "secondFactor"])
    case .endsAtOnce: return answered(["result": "success", "sessionEnds": true, "loggedIn": true])
    case .biometricChanged: return simulation.fail(service: "sendInput", code: "biometricChanged")
    case .loggedIn: return simulation.send("loggedIn")
    case .loggedInWithWebSession: return simulation.send("loggedIn", data: ["webSession": "cookie"])
    case .serverLogout: return simulation.send("serverLogout")
    case .pingLost: return simulation.send("pingLost")
    case .failure: return simulation.send("failure", data: ["code": "networkError"])
    case .accountDeleted: return simulation.send("accountDeleted", data: Path.anna)
    case .newAccountDeleted: return simulation.send("accountDeleted", data: ["account": "new"])
    case .wait: return simulation.advance(by: .seconds(120))
    case .waitForExpiry: return simulation.advance(by: .seconds(2160 * 3600))
    }
  }
}

@Suite("What holds in every nextAuth session")
struct NextAuthSessionInvariantTests {
  private static let flow = Flow("nextauth-session")

  /// All that can happen is tried in every situation that is reached in so many steps; situations that look the same
  /// are followed once.
  static let depth = TestExtent.count(4, whole: 9)

  @Test(
    """
    the person acts before a session is active, no session ends as FAIL, and an AppLogin is never held nor confirmed
    """, arguments: NextAuthSetting.all)
  func invariants(_ setting: NextAuthSetting) throws {
    var simulation = try Self.flow.simulation(setting.input)
    let first = simulation.start()
    var open = [(simulation: simulation, report: first, acted: false, trail: [Happening]())]
    var seen: Set<String> = []
    var reached: Set<String> = []
    for _ in 0..<Self.depth {
      var next: [(simulation: Simulation, report: SimulationReport, acted: Bool, trail: [Happening])] = []
      for situation in open {
        for happening in Happening.allCases {
          var simulation = situation.simulation
          let report = happening.happen(to: &simulation, setting.session)
          guard report.outcome == .taken else { continue }
          let before = Set(situation.report.states)
          let answered = before.contains { $0.hasPrefix("waitFor") } && report.states.contains("evaluating")
          let confirmed =
            before.contains("waitForConfirmation") && report.states.contains("waitForSecondFactor")
          let acted = situation.acted || answered || confirmed
          let trail = situation.trail + [happening]
          check(report, acted: acted, before: before, "\(setting.name): \(trail)")
          if setting.input == Path.appLogin { checkAppLogin(report, "\(trail)") }
          reached.formUnion(report.states)
          let timers = report.timers.map { "\($0.name) \($0.remaining)" }
          let look = "\(report.states) \(report.context) \(timers) \(acted)"
          if !report.isFinal, seen.insert(look).inserted { next.append((simulation, report, acted, trail)) }
        }
      }
      open = next
    }
    #expect(
      reached.isSuperset(of: [
        "active", "done", "error", "evaluating", "deleted", "aborted", "historyError", "expired",
      ]))
  }

  /// Whatever services, server and time do, in any order: the chart has no way to these states but through a transition of
  /// the person's. Guards are taken to say yes, so that this does not rest on how far anything is searched.
  @Test("without the person's two answers there is no path to an answer on its way, nor to an active session")
  func cut() throws {
    let root = try Self.flow.chart().root
    let states = try [root] + Self.flow.states()
    let byID = Dictionary(states.map { ($0.id.text, $0) }, uniquingKeysWith: { first, _ in first })
    func targets(of state: StateNode, without cut: Set<String>) -> [String] {
      var transitions = state.always + state.done + state.after.map(\.transition)
      transitions += state.on.filter { !cut.contains($0.event.name.text) }.map(\.transition)
      transitions += state.invoke.flatMap { $0.done + $0.failed.map(\.transition) }
      return transitions.flatMap { $0.targets.map(\.text) } + (state.initial?.targets.map(\.text) ?? [])
    }
    func reached(without cut: Set<String>) -> Set<String> {
      var reached: Set<String> = []
      var open = [root.id.text]
      while let id = open.popLast() {
        guard reached.insert(id).inserted, let state = byID[id] else { continue }
        // The states around an active state are active too, with their transitions.
        open += states.filter { $0.states.contains { $0.id.text == id } }.map(\.id.text)
        open += targets(of: state, without: cut)
        if state.kind == .parallel { open += state.states.map(\.id.text) }
      }
      return reached
    }
    #expect(reached(without: []) == Set(byID.keys))
    #expect(reached(without: ["setAccount"]).contains("active"))
    #expect(reached(without: ["setPinBiometric"]).contains("active"))
    let rest = reached(without: ["setAccount", "setPinBiometric"])
    #expect(rest.isDisjoint(with: ["evaluating", "afterRound", "active", "online"]))
    #expect(rest.isSuperset(of: ["waitForConfirmation", "waitForSecondFactor", "done", "error"]))
  }

  private func checkAppLogin(_ report: SimulationReport, _ trail: String) {
    let place = Comment(rawValue: trail)
    #expect(
      Set(report.states).isDisjoint(with: ["readyForUserInteraction", "waitForConfirmation"]), place)
    // It is logged in only with what opens its web session.
    if report.states.contains("loggedIn") {
      #expect(report.context.first { $0.name == "hasWebSession" }?.value == true, place)
    }
  }

  /// Where the history may lead. What is not here it never does, whatever happens.
  private static let changes: [String: Set<String>] = [
    // A login may be over in the step in which it succeeds.
    "fail": ["loggedIn", "loggedInOneShot", "loggedOut", "aborted", "historyError", "deleted"],
    "loggedIn": ["loggedOut", "deleted"], "loggedInOneShot": ["deleted", "expired"],
    "aborted": ["deleted", "expired"], "loggedOut": ["deleted", "expired"],
    "historyError": ["deleted", "expired"], "deleted": [], "expired": [],
  ]

  private func check(_ report: SimulationReport, acted: Bool, before: Set<String>, _ trail: String) {
    let states = Set(report.states)
    let place = Comment(rawValue: trail)
    let loggedIn = !states.isDisjoint(with: ["loggedIn", "loggedInOneShot", "loggedOut"])
    #expect(acted || (!states.contains("active") && !loggedIn), place)
    let isOver = states.contains("done") || states.contains("error")
    if isOver { #expect(!states.contains("fail") && !states.contains("loggedIn"), place) }
    #expect(states.contains("stopped") == (isOver || states.contains("active")), place)
    if before.contains("done") { #expect(states.contains("done"), place) }
    if before.contains("error") { #expect(states.contains("error"), place) }
    for (status, next) in Self.changes where before.contains(status) {
      #expect(!states.isDisjoint(with: next.union([status])), place)
    }
    #expect(report.failures.isEmpty && report.unhandledErrors.isEmpty && report.stopped == nil, place)
  }
}
