public import FlowTransport

/// Keeps the records of sessions. The flow decides what they contain and when they are removed.
public protocol HistoryStore: Sendable {
  /// What was kept last; empty when nothing was.
  ///
  /// - Throws: when it cannot be read now. It is not overwritten then, but asked for again before each writing.
  func records() throws -> [HistoryRecord]
  /// Keeps the records, in place of those before.
  func keep(_ records: [HistoryRecord]) throws
}

/// Keeps records as long as the process runs.
public final class MemoryHistoryStore: HistoryStore, CustomReflectable {
  private let kept = Locked<[HistoryRecord]>([])

  /// Makes an empty store.
  public init() {}

  /// What was kept last.
  public func records() -> [HistoryRecord] { kept.withLock { $0 } }

  /// Keeps the records.
  public func keep(_ records: [HistoryRecord]) { kept.withLock { $0 = records } }

  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Keeps records among an app's secrets, such as in the keychain, because they name accounts.
public struct SecretHistoryStore: HistoryStore {
  private let store: any SecretStore
  private let name: String

  /// Makes a store.
  ///
  /// - Parameter name: under which the records are kept.
  public init(_ store: any SecretStore, name: String = "nextauth-history") {
    self.store = store
    self.name = name
  }

  /// The version of what is kept.
  public static let version = 1

  /// What is kept is of a later version. It is left as it is.
  public struct LaterVersion: Error, Hashable {}

  /// The records that were kept last. Damaged ones are ignored, and kept under the name with `-damaged`.
  public func records() throws -> [HistoryRecord] {
    guard let kept = try store.secret(name) else { return [] }
    let json = JSONValue.read(kept.bytes)
    if let version = json?["version"], version.int.map({ $0 > Self.version }) ?? true { throw LaterVersion() }
    let list = json?["records"]?.list ?? []
    let records = list.compactMap { HistoryRecord($0) }
    if json?["records"]?.list == nil || records.count < list.count {
      try store.keep(kept, as: name + "-damaged")
    }
    return records
  }

  /// Keeps the records.
  public func keep(_ records: [HistoryRecord]) throws {
    let json: JSONValue = [
      "version": .number(Double(Self.version)), "records": .list(records.map(\.json)),
    ]
    try store.keep(Secret(json.bytes), as: name)
  }
}

extension HistoryRecord {
  fileprivate init?(_ json: JSONValue) {
    guard let number = json["number"]?.int, let changed = json["changed"]?.int,
      let origin = json["origin"]?.text.flatMap({ NextAuthSession.Origin(rawValue: $0) }),
      let status = json["status"]?.text.flatMap({ NextAuthSession.HistoryStatus(rawValue: $0) })
    else { return nil }
    self.init(
      number: number, sessionID: json["sessionID"]?.text, server: json["server"]?.text,
      account: json["account"]?.text, origin: origin, status: status, changed: Double(changed))
  }

  fileprivate var json: JSONValue {
    var fields: [String: JSONValue] = [
      "number": .number(Double(number)), "changed": .number(changed.rounded(.down)),
      "origin": .string(origin.rawValue), "status": .string(status.rawValue),
    ]
    fields["sessionID"] = sessionID.map { .string($0) }
    fields["server"] = server.map { .string($0) }
    fields["account"] = account.map { .string($0) }
    return .object(fields)
  }
}
