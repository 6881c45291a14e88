import FlowKit
import FlowTransport
import Foundation
import Statecharts

extension DiscourseHandlers {
  /// Seconds for which an answer about a site is good.
  private static let goodFor = 4.0 * 3_600
  /// Scopes that are always asked for, and the one for logging on.
  private static let otpScope = "one_time_password"

  package func probeSite(
    _ input: DiscourseDelegatedAuth.ProbeSiteInput
  ) async throws(DiscourseDelegatedAuth.ProbeSiteFailure) -> DiscourseDelegatedAuth.ProbeSiteResult {
    guard let site = DiscourseSite(term: input.term ?? "") else { throw .siteNotReachable }
    let about = try await withDeclaredFailures(
      other: DiscourseDelegatedAuth.ProbeSiteFailure.siteNotReachable
    ) {
      () async throws(DiscourseError) in try await self.about(site)
    }
    vault.withLock { $0.site = about.site }
    return DiscourseDelegatedAuth.ProbeSiteResult(
      siteURL: about.site.name, apiVersion: about.apiVersion, siteTitle: about.title,
      loginRequired: about.loginRequired,
      // A store that can't be read has no key. Making a new key reports the problem to the person.
      hasKey: (try? configuration.store.secret(Self.keyName(about.site))) != nil)
  }

  private func about(_ site: DiscourseSite) async throws(DiscourseError) -> DiscourseClient.About {
    if let (about, time) = known.withLock({ $0[site.name] }), (0..<Self.goodFor).contains(now() - time) {
      return about
    }
    let about = try await client.about(site)
    known.withLock { $0[site.name] = (about, now()) }
    return about
  }

  package func prepareKeys(
    _ input: DiscourseDelegatedAuth.PrepareKeysInput
  ) async throws(DiscourseDelegatedAuth.PrepareKeysFailure) {
    guard let site = DiscourseSite(input.siteURL), (try? app()) != nil, (try? keyPair(site)) != nil
    else { throw .keysNotAvailable }
    ask(for: .key(nonce: Self.nonce()), site)
  }

  private func ask(for wanted: DiscourseVault.Pending.Wanted, _ site: DiscourseSite, withOTP: Bool = false) {
    vault.withLock { vault in
      vault.site = site
      vault.pending = DiscourseVault.Pending(wanted: wanted, site: site, withOTP: withOTP)
      vault.callback = nil
    }
  }

  /// 16 bytes, written in 32 digits: more would not fit into a block of 1,024 bits.
  private static func nonce() -> Secret { Secret(Hex.text(SecureRandom.bytes(16))) }

  // MARK: The system's browser

  package func askForKey(
    _ input: DiscourseDelegatedAuth.AskForKeyInput, events: DiscourseDelegatedAuth.AskForKeySender
  ) async throws(DiscourseDelegatedAuth.AskForKeyFailure) {
    let page = keyPage(input.siteURL, withOTP: input.withOTP)
    do throws(BrowserProblem) {
      try await visit(page) { await events.callback(url: $0) == .taken }
    } catch {
      switch error {
      case .closed: await events.cancelled()
      case .unavailable: throw .browserNotAvailable
      case .refused(let status): throw status == 403 ? .requestRefused : .badRequest
      }
    }
  }

  package func askForOTP(
    _ input: DiscourseDelegatedAuth.AskForOTPInput, events: DiscourseDelegatedAuth.AskForOTPSender
  ) async throws(DiscourseDelegatedAuth.AskForOTPFailure) {
    var page: URL?
    if let site = DiscourseSite(input.siteURL) {
      if input.viaNewKey {
        ask(for: .key(nonce: Self.nonce()), site)
        page = keyPage(input.siteURL, withOTP: true)
      } else if let app = try? app(), let pair = try? keyPair(site) {
        ask(for: .otp, site)
        page = site.authorizeOTP(app, publicKey: pair.publicKeyPEM)
      }
    }
    do throws(BrowserProblem) {
      try await visit(page) { await events.callback(url: $0) == .taken }
    } catch {
      switch error {
      case .closed: await events.cancelled()
      case .unavailable: throw .browserNotAvailable
      case .refused(let status): throw status == 403 ? .requestRefused : .badRequest
      }
    }
  }

  /// The page that asks for a key, for the request that is pending.
  private func keyPage(_ siteURL: String?, withOTP: Bool) -> URL? {
    let nonce = vault.withLock { vault -> Secret? in
      guard case .key(let nonce)? = vault.pending?.wanted, vault.pending?.site == DiscourseSite(siteURL)
      else { return nil }
      vault.pending?.withOTP = withOTP
      return nonce
    }
    guard let nonce, let site = DiscourseSite(siteURL), let app = try? app(), let pair = try? keyPair(site)
    else { return nil }
    let scopes = configuration.scopes.filter { $0 != Self.otpScope } + (withOTP ? [Self.otpScope] : [])
    return site.authorize(app, publicKey: pair.publicKeyPEM, nonce: nonce, scopes: scopes)
  }

  private func visit(
    _ page: URL?, _ calledBack: @escaping @Sendable (String) async -> Bool
  ) async throws(BrowserProblem) {
    guard let page else { throw .refused(status: 400) }
    try await configuration.browser.visit(
      page, callback: configuration.authRedirect, isEphemeral: configuration.prefersEphemeralBrowser
    ) { await calledBack($0.absoluteString) }
  }

  // MARK: What comes back

  package func readCallback(
    _ input: DiscourseDelegatedAuth.ReadCallbackInput
  ) async throws(DiscourseDelegatedAuth.ReadCallbackFailure) -> DiscourseDelegatedAuth.ReadCallbackResult {
    // Whatever comes of it, neither answer nor request is good for a second time.
    let ((text, pending), attempt) = vault.begin { vault in
      defer { (vault.callback, vault.pending) = (nil, nil) }
      return (vault.callback, vault.pending)
    }
    guard let text, let pending, let callback = callback(text.text) else { throw .badCallback }
    guard let pair = try? keyPair(pending.site), let app = try? app() else { throw .keysNotAvailable }
    guard pending.site == DiscourseSite(input.siteURL), pending.site.isNamed(callback.site)
    else { throw .invalidPayload }
    switch (pending.wanted, callback.content) {
    case (.key(let nonce), .key(let sealed, let sealedOTP)):
      let payload = UserAPIKeyPayload(sealed, with: pair, app.paddings, nonce: nonce)
      // What was not asked for is not used.
      let wantedOTP = pending.withOTP ? sealedOTP : nil
      let otp = wantedOTP.flatMap { Self.otp($0, pair, app) }
      guard let payload, (otp == nil) == (wantedOTP == nil) else { throw .invalidPayload }
      try keep(payload.key, of: pending.site, attempt) { $0.otp = otp }
      return DiscourseDelegatedAuth.ReadCallbackResult(
        gotKey: true, gotOTP: otp != nil, apiVersion: payload.apiVersion, hasPush: payload.hasPush,
        keyExpiresAt: payload.expiresAt)
    case (.otp, .otp(let sealed)):
      guard let otp = Self.otp(sealed, pair, app) else { throw .invalidPayload }
      guard vault.commit(attempt, { $0.otp = otp }) else { throw .badCallback }
      return DiscourseDelegatedAuth.ReadCallbackResult(gotKey: false, gotOTP: true)
    default: throw .badCallback
    }
  }

  /// Stores a key, and keeps what came with it. If the attempt was left meanwhile, the store gets back what it had before.
  private func keep(
    _ key: Secret, of site: DiscourseSite, _ attempt: Attempt, _ body: (inout DiscourseVault) -> Void
  ) throws(DiscourseDelegatedAuth.ReadCallbackFailure) {
    let (store, name) = (configuration.store, Self.keyName(site))
    do {
      let earlier = try store.secret(name)
      try store.keep(key, as: name)
      guard !vault.commit(attempt, body) else { return }
      if let earlier { try store.keep(earlier, as: name) } else { try store.remove(name) }
    } catch {}
    throw .keysNotAvailable
  }

  private static func otp(_ sealed: SealedText, _ pair: InstallationKeyPair, _ app: DiscourseApp) -> Secret? {
    sealed.opened(with: pair, app.paddings).flatMap { UserAPIKeyPayload.isToken($0.text) ? $0 : nil }
  }

  // MARK: With a key

  package func fetchTotals(
    _ input: DiscourseDelegatedAuth.FetchTotalsInput
  ) async throws(DiscourseDelegatedAuth.FetchTotalsFailure) -> DiscourseDelegatedAuth.FetchTotalsResult {
    guard let site = DiscourseSite(input.siteURL) else { throw .siteNotReachable }
    // Without a readable key there are no numbers, which is no reason to give the login up.
    guard let credential = try? credential(site) else { throw .siteNotReachable }
    return try await withDeclaredFailures(other: DiscourseDelegatedAuth.FetchTotalsFailure.siteNotReachable) {
      () async throws(DiscourseError) in
      // What the scopes do not allow is not asked for: the site would refuse it as it refuses a wrong key.
      DiscourseDelegatedAuth.FetchTotalsResult(
        username: mayAsk("session_info") ? try await client.username(site, credential) : nil,
        unread: mayAsk("notifications") ? try await client.unread(site, credential) : 0)
    }
  }

  /// Whether the key is allowed to read what a scope allows.
  func mayAsk(_ scope: String) -> Bool {
    configuration.scopes.contains { [scope, "read", "write"].contains($0) }
  }

  /// Asks something that the scopes allow, so that a refusal is meant for the key. Where they allow no question, none is
  /// asked.
  func ask(_ site: DiscourseSite, _ credential: DiscourseClient.Credential) async throws(DiscourseError) {
    if mayAsk("session_info") {
      _ = try await client.username(site, credential)
    } else if mayAsk("notifications") {
      _ = try await client.unread(site, credential)
    }
  }

  package func revokeKey(
    _ input: DiscourseDelegatedAuth.RevokeKeyInput
  ) async throws(DiscourseDelegatedAuth.RevokeKeyFailure) {
    guard let site = DiscourseSite(input.siteURL) else { throw .siteNotReachable }
    let kept: DiscourseClient.Credential?
    do { kept = try credential(site) } catch { throw .keysNotAvailable }
    guard let credential = kept else { throw .keyNotFound }
    try await withDeclaredFailures(other: DiscourseDelegatedAuth.RevokeKeyFailure.siteNotReachable) {
      () async throws(DiscourseError) in try await client.revoke(site, credential)
    }
  }
}
