import Foundation
import GRDB
import Statecharts
import StatechartsModel
@testable import StatechartsStores
import Testing

@Suite("Sessions in a database")
struct SQLiteStoreTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("statecharts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private var file: URL { folder.appendingPathComponent("sessions.sqlite") }

  private func snapshot(at time: Duration = .seconds(5)) async throws -> SessionSnapshot {
    let root = StateNode("flow", initial: InitialTransition(["a"]), states: [StateNode("a")])
    let session = try ChartSession(BoundChart(CompiledChart(Statechart("flow", root: root))))
    await session.start()
    return await session.snapshot(at: time)
  }

  @Test("what is saved is loaded by the next store, is replaced, and is gone when it is removed")
  func roundTrip() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (first, second) = (try await snapshot(), try await snapshot(at: .seconds(6)))
    do {
      let store = try SQLiteStore(file: file)
      #expect(try await store.load("one") == nil)
      try await store.save(first, as: "one")
      try await store.save(first, as: "two")
      #expect(try await store.load("one") == first)
      try await store.save(second, as: "one")
    }
    let store = try SQLiteStore(file: file)
    #expect(try await store.load("one") == second)
    try await store.remove("one")
    try await store.remove("one")
    #expect(try await store.load("one") == nil)
    #expect(try await store.load("two") == first)
    await #expect(throws: StoreProblem.name("../x")) { try await store.load("../x") }
  }

  @Test("only the owner reads the database, and each save is on the disk before it returns")
  func durability() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try SQLiteStore(file: file)
    try await store.save(try await snapshot(), as: "one")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: folder.appendingPathComponent(name).path)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    let full = try await store.database.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
    #expect(full == 2)
  }

  @Test("an app's own database keeps its own tables beside ours")
  func database() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let pool = try DatabasePool(path: file.path)
    try await pool.write { try $0.execute(sql: "CREATE TABLE mine (it TEXT)") }
    let store = try SQLiteStore(pool)
    let snapshot = try await snapshot()
    try await store.save(snapshot, as: "one")
    #expect(try await SQLiteStore(pool).load("one") == snapshot)
    #expect(try await pool.read { try $0.tableExists("mine") })
  }

  @Test("a snapshot that was changed, and a file that is no database, are told and never taken for a session")
  func damage() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let queue = try DatabaseQueue(path: file.path)
    let store = try SQLiteStore(queue)
    try await store.save(try await snapshot(), as: "one")
    try await queue.write {
      try $0.execute(
        sql: "UPDATE \(SQLiteStore.table) SET snapshot = substr(snapshot, 1, length(snapshot) - 1)")
    }
    await #expect(throws: StoreProblem.damaged) { try await store.load("one") }
    try await queue.write {
      try $0.execute(
        sql: "UPDATE \(SQLiteStore.table) SET snapshot = zeroblob(?)", arguments: [FileStore.largest + 1_000])
    }
    await #expect(throws: StoreProblem.damaged) { try await store.load("one") }
    let other = folder.appendingPathComponent("other")
    try Data(repeating: 0x41, count: 4096).write(to: other)
    #expect(throws: StoreProblem.damaged) { try SQLiteStore(file: other) }
    #expect(throws: StoreProblem.system(call: "open", number: 2)) {
      try SQLiteStore(file: folder.appendingPathComponent("nowhere/at-all"))
    }
  }

  @Test("a database that refuses leaves the snapshot that was there, and shows nothing of it")
  func refusal() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let queue = try DatabaseQueue(path: file.path)
    let store = try SQLiteStore(queue)
    let kept = try await snapshot()
    try await store.save(kept, as: "one")
    try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = ON") }
    await #expect(throws: StoreProblem.database(code: 8)) { try await store.save(kept, as: "two") }
    #expect(try await store.load("one") == kept)
  }
}
