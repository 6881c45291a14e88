/// Keeps what outlives the app's process, such as keys and tokens. On Apple systems the keychain.
///
/// Flows call it while they hold a lock: it does not call the flow, and returns soon.
public protocol SecretStore: Sendable {
  /// What is kept under a name; nil when there is nothing.
  func secret(_ name: String) throws -> Secret?
  /// Keeps it, in place of what was there.
  func keep(_ secret: Secret, as name: String) throws
  /// Keeps it unless something is kept under the name, and returns the kept secret. Stores that do not implement it may give
  /// different secrets to two processes that call it at the same time.
  func keep(_ secret: Secret, ifMissing name: String) throws -> Secret
  /// Removes it. Nothing happens when there is nothing.
  func remove(_ name: String) throws
}

extension SecretStore {
  /// Looks for a secret under the name, and keeps the given one if there is none.
  public func keep(_ secret: Secret, ifMissing name: String) throws -> Secret {
    if let kept = try self.secret(name) { return kept }
    try keep(secret, as: name)
    // Another process may have kept its own meanwhile.
    return try self.secret(name) ?? secret
  }
}

/// Keeps it as long as the process runs. For tests, and for trying out.
public final class MemorySecretStore: SecretStore, CustomReflectable {
  private let secrets = Locked<[String: Secret]>([:])

  /// Makes an empty store.
  public init() {}

  /// What is kept under a name.
  public func secret(_ name: String) -> Secret? { secrets.withLock { $0[name] } }

  /// Keeps it.
  public func keep(_ secret: Secret, as name: String) { secrets.withLock { $0[name] = secret } }

  /// Keeps it unless something is kept under the name.
  public func keep(_ secret: Secret, ifMissing name: String) -> Secret {
    secrets.withLock { secrets in
      let kept = secrets[name] ?? secret
      secrets[name] = kept
      return kept
    }
  }

  /// Removes it.
  public func remove(_ name: String) { secrets.withLock { $0[name] = nil } }

  /// The names under which something is kept, in order.
  public var names: [String] { secrets.withLock { $0.keys.sorted() } }

  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
