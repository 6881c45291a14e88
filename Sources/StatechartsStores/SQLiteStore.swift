#if SQLite
  public import Foundation
  public import GRDB
  public import Statecharts

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Glibc)
    import Glibc
  #endif

  /// Keeps sessions in a table of an SQLite database, for apps that have one.
  ///
  /// Each save is one transaction. A database that this store opens itself survives the loss of power too, as far as the
  /// disk keeps its word (`synchronous = FULL`). If the store creates the file, only its owner can read it (0600). A
  /// database of the app's is used as the app has opened it: a `DatabasePool` of GRDB, say, keeps what was saved when the
  /// process dies, but may lose the last saves with the power (`synchronous = NORMAL`).
  public struct SQLiteStore: SessionStore {
    /// The table that it makes and uses.
    public static let table = "statechartSession"

    let database: any DatabaseWriter

    /// Uses a database of the app's, and makes the table in it if need be.
    ///
    /// - Throws: `StoreProblem.database` when SQLite refuses.
    public init(_ database: any DatabaseWriter) throws(StoreProblem) {
      self.database = database
      try Self.mappingProblems {
        try database.write { database in
          try database.execute(
            sql:
              "CREATE TABLE IF NOT EXISTS \(Self.table) (name TEXT PRIMARY KEY NOT NULL, snapshot BLOB NOT NULL)"
          )
        }
      }
    }

    /// Opens a database of its own, and makes it if need be.
    ///
    /// - Throws: `StoreProblem.system` when the file cannot be made, `.damaged` when it is no database, `.database` when
    ///   SQLite refuses anything else.
    public init(file: URL) throws(StoreProblem) {
      // SQLite gives its other files the rights of this one.
      let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .system(call: "open", number: errno) }
      _ = close(descriptor)
      var configuration = Configuration()
      configuration.busyMode = .timeout(5)
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      let prepared = configuration
      try self.init(Self.mappingProblems { try DatabaseQueue(path: file.path, configuration: prepared) })
    }

    /// Keeps a snapshot in place of the one before.
    ///
    /// - Throws: `StoreProblem`; the snapshot before is then still there.
    public func save(_ snapshot: SessionSnapshot, as name: String) async throws {
      try StoreName.check(name)
      let content = Data(try SealedSnapshot(snapshot).bytes)
      try await Self.mappingProblems {
        try await database.write { database in
          try database.execute(
            sql: """
              INSERT INTO \(Self.table) (name, snapshot) VALUES (?, ?)
              ON CONFLICT (name) DO UPDATE SET snapshot = excluded.snapshot
              """, arguments: [name, content])
        }
      }
    }

    /// The snapshot of a name; nil when there is none.
    ///
    /// - Throws: `StoreProblem` when the database cannot be read or the snapshot is not what was written.
    public func load(_ name: String) async throws -> SessionSnapshot? {
      try StoreName.check(name)
      let content = try await Self.mappingProblems {
        try await database.read { database in
          // What is longer than any snapshot is not read, and an empty one is damaged.
          try Data.fetchOne(
            database,
            sql: """
              SELECT CASE WHEN length(snapshot) <= ? THEN snapshot ELSE x'' END
              FROM \(Self.table) WHERE name = ?
              """, arguments: [FileStore.largest + SealedSnapshot.headerLength, name])
        }
      }
      return try content.map { try SealedSnapshot(bytes: Array($0)).snapshot() }
    }

    /// Forgets a snapshot.
    public func remove(_ name: String) async throws {
      try StoreName.check(name)
      try await Self.mappingProblems {
        try await database.write { database in
          try database.execute(sql: "DELETE FROM \(Self.table) WHERE name = ?", arguments: [name])
        }
      }
    }

    /// Does something with the database, and tells what went wrong by its number alone: the text of a `DatabaseError` may
    /// show what is stored.
    private static func mappingProblems<Result>(_ body: () throws -> Result) throws(StoreProblem) -> Result {
      do { return try body() } catch { throw problem(error) }
    }

    private static func mappingProblems<Result>(_ body: () async throws -> Result) async throws(StoreProblem)
      -> Result
    {
      do { return try await body() } catch { throw problem(error) }
    }

    private static func problem(_ error: any Error) -> StoreProblem {
      guard let error = error as? DatabaseError else { return .database(code: 1) }
      return switch error.resultCode {
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
      default: .database(code: error.extendedResultCode.rawValue)
      }
    }
  }
#endif
