import FlowTransport

/// The records of sessions. They outlive their sessions, turn to deleted with their account, and go when they are old.
///
/// What the process knows counts, also where the store fails: nobody is logged out because something could not be
/// written down. The next change writes all of it again.
final class SessionHistory: Sendable {
  /// Records that are kept at most; the oldest go first.
  static let most = 1_000

  private let store: any HistoryStore
  private let known: Locked<[HistoryRecord]>

  init(_ store: any HistoryStore) {
    self.store = store
    known = Locked((try? store.records()) ?? [])
  }

  /// The records that are not older, by the number of their session.
  func records(notBefore oldest: Double) -> [HistoryRecord] { change(oldest) { _ in } }

  /// Writes a record, in place of the session's earlier one. What is deleted stays so.
  func keep(_ record: HistoryRecord, notBefore oldest: Double) {
    change(oldest) { records in
      guard let index = records.firstIndex(where: { $0.number == record.number }) else {
        return records.append(record)
      }
      if records[index].status != .deleted { records[index] = record }
    }
  }

  /// Turns the records of an account to deleted.
  func delete(_ account: String, at time: Double, notBefore oldest: Double) {
    change(oldest) { records in
      for index in records.indices where records[index].account == account {
        guard records[index].status != .deleted else { continue }
        records[index].status = .deleted
        records[index].changed = time
      }
    }
  }

  /// Changes the records, drops the old ones, and has the store keep what is new.
  @discardableResult
  private func change(_ oldest: Double, _ body: (inout [HistoryRecord]) -> Void) -> [HistoryRecord] {
    known.withLock { known in
      var records = known
      body(&records)
      records = Array(
        records.filter { $0.changed >= oldest }.sorted { $0.number < $1.number }.suffix(Self.most))
      guard records != known else { return known }
      known = records
      try? store.keep(records)
      return records
    }
  }
}
