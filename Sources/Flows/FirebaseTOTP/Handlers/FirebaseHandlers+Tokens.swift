import FlowKit
import FlowTransport
import Foundation

/// The session's tokens, and how they stay fresh. There is one refresh at a time, however many ask for a token.
extension FirebaseHandlers {
  /// An id token that is good for some minutes yet.
  ///
  /// - Throws: `INVALID_ID_TOKEN` when nobody is signed in, else what the refresh fails with.
  func session() async throws(FirebaseError) -> FirebaseVault.Session {
    let session = try kept()
    guard session.isDue(uptime()) else { return session }
    do throws(FirebaseError) {
      return try await refreshed(session)
    } catch {
      // The old one may do for some minutes. What ends the session ends it.
      guard !session.isOver(uptime()), !Self.ends(error) else { throw error }
      return session
    }
  }

  /// Asks for other tokens, or waits for those that were asked for already.
  func refreshed(_ session: FirebaseVault.Session) async throws(FirebaseError) -> FirebaseVault.Session {
    let task = vault.withLock { vault in
      if let refresh = vault.refresh, refresh.number == session.number { return refresh.task }
      let task = Task { await self.refresh(session) }
      vault.refresh = (session.number, task)
      return task
    }
    let result = await task.value
    vault.withLock { if $0.refresh?.number == session.number { $0.refresh = nil } }
    return try result.get()
  }

  /// The tokens of the session, from the store where the process is a new one and has not erased them.
  func kept() throws(FirebaseError) -> FirebaseVault.Session {
    let (current, attempt) = vault.join { (session: $0.session, isErased: $0.isErased) }
    if let session = current.session { return session }
    // Decision: Docs/decisions/flow-firebase.md#tokens-that-are-being-removed-are-not-read
    guard !current.isErased else { throw FirebaseError(.invalidIdToken) }
    let stored: Secret?
    do {
      stored = try configuration.store.secret(configuration.tokensName)
    } catch {
      throw FirebaseError(.storageFailed)
    }
    guard let tokens = stored.flatMap({ FirebaseTokens($0) }) else { throw FirebaseError(.invalidIdToken) }
    let restored = vault.during(attempt) { vault in
      let session = vault.session ?? FirebaseVault.Session(tokens: tokens, since: nil, number: vault.next())
      vault.session = session
      return session
    }
    // Somebody may have signed in meanwhile.
    guard let current = restored ?? vault.withLock({ $0.session }) else {
      throw FirebaseError(.invalidIdToken)
    }
    return current
  }

  private func refresh(_ old: FirebaseVault.Session) async -> Result<FirebaseVault.Session, FirebaseError> {
    // Decision: Docs/decisions/flow-firebase.md#a-refresh-stores-its-tokens-itself
    do throws(FirebaseError) {
      let tokens = try await client.refresh(old.tokens.refreshToken)
      guard tokens.userID == old.tokens.userID else { throw .internalError }
      let now = uptime()
      let session = vault.withLock { vault -> FirebaseVault.Session? in
        // Other tokens have come meanwhile, or nobody is signed in any more.
        guard vault.session?.number == old.number else { return vault.session }
        let session = FirebaseVault.Session(tokens: tokens, since: now, number: vault.next())
        vault.session = session
        return session
      }
      guard let session else { throw FirebaseError(.invalidIdToken) }
      keep(session)
      return .success(session)
    } catch {
      return .failure(error)
    }
  }

  /// Keeps refreshed tokens for the next process, unless somebody has signed out or in meanwhile.
  private func keep(_ session: FirebaseVault.Session) {
    // Decision: Docs/decisions/flow-firebase.md#a-refresh-stores-its-tokens-itself
    storing.withLock { _ in
      guard vault.withLock({ $0.session?.number }) == session.number else { return }
      // Where this fails, the old ones in the store still do: they can be refreshed again.
      try? configuration.store.keep(session.tokens.kept, as: configuration.tokensName)
    }
  }

  /// Whether a failure ends the session.
  private static func ends(_ error: FirebaseError) -> Bool {
    switch error.error {
    case .tokenExpired, .invalidIdToken, .userDisabled, .userNotFound: true
    default: false
    }
  }
}
