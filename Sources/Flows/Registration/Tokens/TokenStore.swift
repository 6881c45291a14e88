package import FlowTransport

/// Keeps what a registration leaves on the device, in one piece: a reader gets all of it as it was before a change, or
/// after it.
package struct TokenStore: Sendable {
  /// Under what it is kept.
  package static let name = "registration"
  private let store: any SecretStore

  /// Makes a store.
  package init(_ store: any SecretStore) { self.store = store }

  /// What is kept; nil when there is nothing.
  ///
  /// - Throws: `storageFailed`, also when it was not kept by this.
  package func data() throws(RegistrationError) -> CapturedData? {
    // Decision: Docs/decisions/flow-registration.md#an-unreadable-store-may-hold-a-registration
    guard let kept = try doing({ () throws in try store.secret(Self.name) }) else { return nil }
    guard let data = CapturedData(kept: kept) else { throw RegistrationError(.storageFailed) }
    return data
  }

  /// Keeps something in place of all that was there.
  package func replace(with data: CapturedData) throws(RegistrationError) {
    try doing { () throws in try store.keep(data.kept, as: Self.name) }
  }

  /// Removes all of it.
  package func clear() throws(RegistrationError) { try doing { () throws in try store.remove(Self.name) } }

  private func doing<Result>(_ body: () throws -> Result) throws(RegistrationError) -> Result {
    do { return try body() } catch { throw RegistrationError(.storageFailed) }
  }
}
