import Dispatch
import FlowTransport
import NextAuthLoopback
import NextAuthSessionFlow
import StatechartsTesting
import Testing

/// An account is deleted by one thread while a session ends on another: behind its last word to the server and before its
/// record is written. That place is the one at which a deletion could be missed on both sides.
@Suite("Accounts that are deleted while nextAuth sessions end", .timeLimit(.minutes(5)))
struct DeletionRaceTests {
  typealias Bench = NextAuthBench

  /// How a session ends.
  enum End: CaseIterable { case refused, stopped, loggedOut, blocked, once, tooLate }

  @Test("the record is deleted, and so is the session that the app holds", arguments: End.allCases)
  func deleted(_ end: End) async throws {
    let bench = Bench { $0.blockSecondFactorOnPINBlocked = true }
    let lane = Lane()
    let deletion = Locked<Task<Void, Never>?>(nil)
    /// From now on the next record is written while the account is being deleted.
    func arm() {
      bench.beforeRecord.withLock { [nextAuth = bench.nextAuth] in
        $0 = {
          let task = Task(executorPreference: lane) { await nextAuth.accountDeleted("anna") }
          deletion.withLock { $0 = task }
          // The deletion has gone as far as it can without the session, which is in the middle of its step.
          lane.waitForTurn()
        }
      }
    }
    var held: AuthSession?
    if end == .tooLate {
      // Nobody but the sessions that run holds it.
      let number = try await bench.start().id
      arm()
      await bench.clock.advance(by: .seconds(120))
      #expect(bench.nextAuth.history.map(\.number) == [number])
    } else {
      let session = try await bench.start(
        Bench.login { $0.pingTime = end == .once ? 0 : 300 })
      if end == .loggedOut { try await bench.give(session) }
      arm()
      switch end {
      case .refused: try await session.inputCancel()
      case .stopped: try await session.stopSession()
      case .loggedOut: try await session.logout()
      case .blocked: for _ in 0..<3 { try await bench.give(session, .pin(Secret("wrong"))) }
      case .once, .tooLate: try await bench.give(session)
      }
      held = session
    }
    let task = try #require(deletion.withLock { $0 })
    await task.value
    #expect(bench.nextAuth.history.map(\.status) == [.deleted])
    if let held { #expect(await held.current.historyStatus == .deleted) }
    #expect(bench.nextAuth.sessions.isEmpty)
  }
}

/// Runs tasks on a thread of their own, so that the one that waits for them stands in nobody's way.
private final class Lane: TaskExecutor {
  private let queue = DispatchQueue(label: "deletion")
  private let turns = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      job.runSynchronously(on: self.asUnownedTaskExecutor())
      self.turns.signal()
    }
  }

  /// Waits until a task has run as far as it can.
  func waitForTurn() { turns.wait() }
}
