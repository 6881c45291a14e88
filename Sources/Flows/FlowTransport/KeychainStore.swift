#if canImport(Security)
  import Foundation
  import Security

  /// Keeps keys in the keychain of this device. They are not in backups, and can be read once the device has been
  /// unlocked.
  public struct KeychainStore: SecretStore {
    private let service: String

    /// Why the keychain has not done what it should.
    public struct Failure: Error, Hashable, Sendable {
      /// The status of the Security framework.
      public let status: Int32
    }

    /// Makes a store.
    ///
    /// - Parameter service: what the keys are kept under, such as the app's identifier with a word behind it.
    public init(service: String) { self.service = service }

    /// What is kept under a name.
    public func secret(_ name: String) throws -> Secret? {
      var query = query(name)
      query[kSecReturnData as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitOne
      var found: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &found)
      if status == errSecItemNotFound { return nil }
      guard status == errSecSuccess, var data = found as? Data else { throw Failure(status: status) }
      defer { data.resetBytes(in: 0..<data.count) }
      return Secret(data)
    }

    /// Keeps it, in place of what was there.
    public func keep(_ secret: Secret, as name: String) throws {
      let data = secret.withBytes { Data($0) }
      var status = SecItemUpdate(query(name) as CFDictionary, [kSecValueData as String: data] as CFDictionary)
      if status == errSecItemNotFound { status = add(data, as: name) }
      guard status == errSecSuccess else { throw Failure(status: status) }
    }

    /// Keeps it unless something is kept under the name, and returns the kept secret, which is the same for all processes.
    public func keep(_ secret: Secret, ifMissing name: String) throws -> Secret {
      if let kept = try self.secret(name) { return kept }
      let status = add(secret.withBytes { Data($0) }, as: name)
      if status == errSecDuplicateItem, let kept = try self.secret(name) { return kept }
      guard status == errSecSuccess else { throw Failure(status: status) }
      return secret
    }

    private func add(_ data: Data, as name: String) -> OSStatus {
      var item = query(name)
      item[kSecValueData as String] = data
      item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
      return SecItemAdd(item as CFDictionary, nil)
    }

    /// Removes it.
    public func remove(_ name: String) throws {
      let status = SecItemDelete(query(name) as CFDictionary)
      guard status == errSecSuccess || status == errSecItemNotFound else { throw Failure(status: status) }
    }

    private func query(_ name: String) -> [String: Any] {
      [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
        kSecAttrAccount as String: name, kSecUseDataProtectionKeychain as String: true,
      ]
    }
  }
#endif
