/// A timer that was asked for and has not fired.
struct ActiveTimer: Sendable {
  enum Purpose: Sendable {
    case after(Int)
    case send(RuntimeEvent, SendReceiver, NamedData)
    case timeout(Int)
    case retry(Int, attempt: Int)
  }
  var id: TimerID
  var purpose: Purpose
  /// Whether its event waits on the external queue already, so that nobody else keeps the time.
  var isOver = false
  /// How it goes on after a restart.
  var resume: ResumePolicy?
}

/// The timers of a machine that wait. Each is found by its number, by the `after` that it belongs to and by the id of
/// its send, so that no other timer is looked at to stop it.
struct TimerTable: Sendable {
  // Decision: Docs/decisions/engine.md#a-machine-finds-its-timers-by-their-owner
  private var timers: [UInt64: ActiveTimer] = [:]
  /// By number of the chart's `after`: the timer's number. A state is active once, so each has one at most.
  private var byAfter: [Int: UInt64] = [:]
  /// By the id of a send: the numbers. Many may have one id.
  private var bySend: [String: Set<UInt64>] = [:]

  /// How many delayed sends wait.
  private(set) var sends = 0

  /// How many timers wait.
  var count: Int { timers.count }

  /// All timers, in the order in which they were asked for.
  var inOrder: [ActiveTimer] { timers.values.sorted { $0.id < $1.id } }

  /// Whether a timer waits.
  func contains(_ number: UInt64) -> Bool { timers[number] != nil }

  /// How a timer goes on after a restart.
  func resumePolicy(of number: UInt64) -> ResumePolicy? { timers[number]?.resume }

  /// Adds a timer whose number is new.
  mutating func add(_ timer: ActiveTimer) {
    let number = timer.id.number
    timers[number] = timer
    switch timer.purpose {
    case .after(let after): byAfter[after] = number
    case .send(let event, _, _):
      sends += 1
      if let id = event.sendID { bySend[id, default: []].insert(number) }
    case .timeout, .retry: break
    }
  }

  /// Takes a timer out.
  mutating func remove(_ number: UInt64) -> ActiveTimer? {
    guard let timer = timers.removeValue(forKey: number) else { return nil }
    switch timer.purpose {
    case .after(let after): byAfter[after] = nil
    case .send(let event, _, _):
      sends -= 1
      if let id = event.sendID {
        bySend[id]?.remove(number)
        if bySend[id]?.isEmpty == true { bySend[id] = nil }
      }
    case .timeout, .retry: break
    }
    return timer
  }

  /// Takes the timer of an `after` out.
  mutating func remove(after: Int) -> ActiveTimer? { byAfter[after].flatMap { remove($0) } }

  /// Takes the delayed sends with an id out, in the order of asking.
  mutating func removeSends(_ id: String) -> [ActiveTimer] {
    let numbers = bySend.removeValue(forKey: id) ?? []
    sends -= numbers.count
    return numbers.sorted().compactMap { timers.removeValue(forKey: $0) }
  }

  /// Takes all timers out, in the order of asking.
  mutating func removeAll() -> [ActiveTimer] {
    defer { self = TimerTable() }
    return inOrder
  }
}
