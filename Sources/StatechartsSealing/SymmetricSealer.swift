import Crypto
public import FlowTransport
public import Statecharts

/// Seals the secrets of snapshots with AES-GCM and a key of 32 bytes.
///
/// ```swift
/// let sealer = try SymmetricSealer(keyIn: KeychainStore(service: "com.example.app"))
/// let session = try Session<SignIn>(handlers, sealer: sealer)
/// ```
///
/// The length of a sealed secret shows the length of the secret.
public struct SymmetricSealer: SecretSealer, CustomReflectable {
  /// The length of keys, in bytes.
  public static let keyLength = 32

  private let key: SymmetricKey

  /// Uses a key.
  ///
  /// - Throws: `SealerProblem.keyLength` if the key does not have 32 bytes.
  public init(key: Secret) throws(SealerProblem) {
    guard key.count == Self.keyLength else { throw .keyLength(key.count) }
    self.key = key.withBytes { SymmetricKey(data: $0) }
  }

  /// Uses a key from a store, such as `KeychainStore`. If it is missing, a random key is made and stored.
  ///
  /// - Parameters:
  ///   - store: Where the key is.
  ///   - name: The name of the key in the store.
  /// - Throws: What the store throws; `SealerProblem.keyLength` if the key does not have 32 bytes.
  public init(keyIn store: some SecretStore, name: String = "snapshots") throws {
    let new = SymmetricKey(size: .bits256).withUnsafeBytes { Secret($0) }
    try self.init(key: store.keep(new, ifMissing: name))
  }

  /// Encrypts and authenticates a secret.
  public func seal(_ secret: [UInt8], context: [UInt8]) throws -> [UInt8] {
    let box = try AES.GCM.seal(secret, using: key, authenticating: context)
    return Array(box.nonce) + box.ciphertext + box.tag
  }

  /// Decrypts a secret.
  ///
  /// - Throws: `CryptoKitError` if it was sealed with another key or context, or was changed.
  public func open(_ sealed: [UInt8], context: [UInt8]) throws -> [UInt8] {
    Array(try AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: key, authenticating: context))
  }

  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a sealer cannot be made.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum SealerProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The key has this many bytes.
  case keyLength(Int)

  /// One plain sentence.
  public var description: String {
    switch self {
    case .keyLength(let count): "A key of a sealer has 32 bytes, but this one has \(count)."
    }
  }
}
