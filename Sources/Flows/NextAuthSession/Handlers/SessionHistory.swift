import FlowTransport

/// The records of sessions. They outlive their sessions, turn to deleted with their account, and go when they are old.
///
/// What the process knows counts, also where the store fails. What could not be read is not overwritten: it is read before
/// the next writing, and until then nothing is written.
final class SessionHistory: Sendable {
  // Decision: Docs/decisions/flow-nextauth.md#the-history-in-memory-is-what-counts
  /// Records that are kept at most; the oldest go first.
  static let most = 1_000

  /// An account that was deleted.
  private struct Deletion {
    let account: String
    let server: String?
    let time: Double

    func means(_ record: HistoryRecord) -> Bool {
      record.account == account && (server == nil || record.server == server) && record.status != .deleted
    }
  }

  private struct State {
    var records: [HistoryRecord] = []
    /// Whether what earlier processes have left is among the records.
    var isLoaded = false
    /// What was deleted before that.
    var deletions: [Deletion] = []
  }

  private let store: any HistoryStore
  private let state = Locked(State())

  /// Reads what there is.
  ///
  /// - Parameter now: seconds since 1970.
  init(_ store: any HistoryStore, at now: Double) {
    self.store = store
    state.withLock { state in
      load(&state, now)
      // Who is logged out by that is so in the store too.
      if state.isLoaded, !state.records.isEmpty { try? store.keep(state.records) }
    }
  }

  /// The largest number that a session has had; one that none had where that is not known.
  func lastNumber(at now: Double) -> Int {
    state.withLock { state in
      let last = state.records.map(\.number).max() ?? 0
      // Numbers of records that were not read are far below the seconds since 1970.
      return state.isLoaded ? last : max(last, Int(exactly: now.rounded(.down)) ?? 0)
    }
  }

  /// The records that are not older, by the number of their session.
  func records(notBefore oldest: Double, at now: Double) -> [HistoryRecord] { change(oldest, now) { _ in } }

  /// Writes a record, in place of the session's earlier one. What is deleted stays so.
  func keep(_ record: HistoryRecord, notBefore oldest: Double) {
    change(oldest, record.changed) { state in
      guard let index = state.records.firstIndex(where: { $0.number == record.number }) else {
        return state.records.append(record)
      }
      if state.records[index].status != .deleted { state.records[index] = record }
    }
  }

  /// Turns the records of an account to deleted.
  ///
  /// - Parameter server: the account's; nil for the accounts of that name at all servers.
  func delete(_ account: String, at server: String?, time: Double, notBefore oldest: Double) {
    let deletion = Deletion(account: account, server: server, time: time)
    change(oldest, time) { state in
      if !state.isLoaded { state.deletions.append(deletion) }
      Self.delete(deletion, &state.records)
    }
  }

  private static func delete(_ deletion: Deletion, _ records: inout [HistoryRecord]) {
    for index in records.indices where deletion.means(records[index]) {
      records[index].status = .deleted
      records[index].changed = deletion.time
    }
  }

  /// Takes up what earlier processes have left. Who was logged in then is so no more: nobody sends keep-alives for it.
  private func load(_ state: inout State, _ now: Double) {
    guard !state.isLoaded, var earlier = try? store.records() else { return }
    let known = Set(state.records.map(\.number))
    earlier.removeAll { known.contains($0.number) }
    for index in earlier.indices where earlier[index].status == .loggedIn {
      earlier[index].status = .loggedOut
      earlier[index].changed = now
    }
    for deletion in state.deletions { Self.delete(deletion, &earlier) }
    state.deletions = []
    state.records = (earlier + state.records).sorted { $0.number < $1.number }
    state.isLoaded = true
  }

  /// Changes the records, drops the old ones, and has the store keep what is new.
  @discardableResult
  private func change(_ oldest: Double, _ now: Double, _ body: (inout State) -> Void) -> [HistoryRecord] {
    state.withLock { state in
      let known = state.records
      load(&state, now)
      body(&state)
      // The time begins with the end: who is logged in still is not forgotten.
      // Decision: Docs/decisions/flow-nextauth.md#history-retention-starts-at-session-end
      state.records = Array(
        state.records.filter { $0.status == .loggedIn || $0.changed >= oldest }.sorted {
          $0.number < $1.number
        }.suffix(Self.most))
      if state.isLoaded, state.records != known { try? store.keep(state.records) }
      return state.records
    }
  }
}
