import FlowKit
import FlowTransport
import Foundation
import Statecharts

extension RegistrationHandlers {
  // MARK: What is there

  package func preparePlatform(
    _ input: Registration.PreparePlatformInput
  ) async throws(Registration.PreparePlatformFailure) -> Registration.PreparePlatformResult {
    do { try await configuration.platform.ready() } catch { throw .platformNotReady }
    guard await configuration.platform.isNative else {
      return Registration.PreparePlatformResult(native: false)
    }
    if configuration.browserCallback == nil {
      guard let scheme = input.urlScheme, CallbackRouter.isScheme(scheme) else { throw .notConfigured }
      configuration.router.install(scheme: scheme)
      vault.withLock { $0.scheme = scheme }
    }
    return Registration.PreparePlatformResult(native: true)
  }

  package func retrieveTokens() async throws(Registration.RetrieveTokensFailure)
    -> Registration.RetrieveTokensResult
  {
    try await withDeclaredFailures(other: Registration.RetrieveTokensFailure.storageFailed) {
      () async throws(RegistrationError) in
      try forgetGivenUp()
      try tokens.adoptEarlier()
      let data = try tokens.stored()
      if data == nil { renewal.revokeUnstored() }
      return Registration.RetrieveTokensResult(
        hasAccessToken: data?.accessToken != nil,
        validFor: data.flatMap { renewal.isOwed(for: $0) ? nil : tokens.validFor($0) },
        lifetime: tokens.lifetime(data))
    }
  }

  package func storeAgreedToken() async throws(Registration.StoreAgreedTokenFailure) {
    guard let token = configuration.agreedToken, !token.isEmpty else { throw .notConfigured }
    try await withDeclaredFailures(other: Registration.StoreAgreedTokenFailure.storageFailed) {
      () async throws(RegistrationError) in
      // Nobody has asked for another application's registration to be replaced.
      guard try !tokens.isOthers() else { throw RegistrationError(.otherRegistration) }
      let before = try renewal.latest()
      try tokens.persist(CapturedData(accessToken: token, registrationType: .social))
      renewal.forget()
      revokeLeftover(before)
    }
  }

  package func checkBackend() async throws(Registration.CheckBackendFailure)
    -> Registration.CheckBackendResult
  {
    try await withDeclaredFailures(other: Registration.CheckBackendFailure.malformedAnswer) {
      () async throws(RegistrationError) in
      guard let backend else { throw .malformedAnswer }
      guard let token = try tokens.stored()?.accessToken else {
        return Registration.CheckBackendResult(valid: false)
      }
      return Registration.CheckBackendResult(valid: try await backend.isValid(token))
    }
  }

  // MARK: Renewing

  package func renewTokens() async throws(Registration.RenewTokensFailure) -> Registration.RenewTokensResult {
    try await withDeclaredFailures(other: Registration.RenewTokensFailure.malformedAnswer) {
      () async throws(RegistrationError) in
      let data = try await renewal.renew()
      return Registration.RenewTokensResult(validFor: tokens.validFor(data) ?? .zero)
    }
  }

  package func persistRenewed() async throws(Registration.PersistRenewedFailure) {
    try await withDeclaredFailures(other: Registration.PersistRenewedFailure.storageFailed) {
      () async throws(RegistrationError) in
      try renewal.persistRenewed()
    }
  }

  // MARK: Registering

  package func prepareAuthorization(
    _ input: Registration.PrepareAuthorizationInput
  ) async throws(Registration.PrepareAuthorizationFailure) {
    guard let type = input.registrationType.flatMap({ Registration.RegistrationType(rawValue: $0) })
    else { throw .agentUnavailable }
    guard let client = clients[type] else { throw .notConfigured }
    guard let redirectURI = redirectURI(of: client.tenant) else { throw .agentUnavailable }
    // What is still revoked of a registration that was left must not come late, and end the new one too.
    if client.tenant.revocationDeletesGrant { background.cancel(to: client.tenant) }
    let authorization = Authorization(
      client: client, type: type, redirectURI: redirectURI,
      prompt: input.asksForAccount ? client.tenant.retryPrompt : nil)
    vault.withLock { $0.authorization = authorization }
  }

  /// Where the site calls the app; nil before the platform is ready.
  private func redirectURI(of tenant: Auth0Tenant) -> String? {
    configuration.browserCallback?.absoluteString ?? vault.withLock { $0.scheme }.map(tenant.redirectURI)
  }

  package func openAgent(
    events: Registration.OpenAgentSender
  ) async throws(Registration.OpenAgentFailure) {
    // Decision: Docs/decisions/flow-registration.md#the-browser-is-a-service-of-the-state-that-waits-for-it
    guard let authorization = vault.withLock({ $0.authorization }), let page = authorization.page,
      let callback = URL(string: authorization.redirectURI)
    else { throw .agentUnavailable }
    do throws(BrowserProblem) {
      try await configuration.browser.visit(
        page, callback: callback, isEphemeral: configuration.prefersEphemeralBrowser
      ) { address in
        // Any page of the browser can call a port.
        // Decision: Docs/decisions/flows.md#a-browser-may-come-back-to-a-port
        let isForeign = !self.callbackIsAnswer(url: address.absoluteString)
        if isForeign, self.configuration.browserCallback != nil { return false }
        return await events.callback(url: address.absoluteString) == .taken
      }
    } catch {
      guard error == .closed else { throw .agentUnavailable }
      await events.agentClosed()
    }
  }

  package func exchangeCode(
    _ input: Registration.ExchangeCodeInput
  ) async throws(Registration.ExchangeCodeFailure) -> Registration.ExchangeCodeResult {
    try await withDeclaredFailures(other: Registration.ExchangeCodeFailure.malformedAnswer) {
      () async throws(RegistrationError) in
      // Opened first, so that leaving the sign-in from here on leaves this attempt.
      let attempt = tokens.openAttempt()
      // Whatever comes of it, neither code nor verifier is good for a second time.
      let taken = vault.withLock { vault in
        defer { vault.authorization = nil }
        return vault.authorization
      }
      guard let authorization = taken, let code = authorization.code else { throw .malformedAnswer }
      // In a task of its own, so that the answer is read even if nobody waits for it any more: it may name a refresh
      // token.
      let (results, result) = AsyncStream.makeStream(
        of: Result<Registration.ExchangeCodeResult, RegistrationError>.self)
      background.start(to: authorization.client.tenant) {
        result.yield(await self.exchanged(code, for: authorization, attempt))
        result.finish()
      }
      for await result in results { return try result.get() }
      // Nobody waits any more.
      throw RegistrationError(.noConnection)
    }
  }

  /// Redeems a code. A refresh token that came and is not taken is left over.
  private func exchanged(
    _ code: Secret, for authorization: Authorization, _ attempt: Attempt
  ) async -> Result<Registration.ExchangeCodeResult, RegistrationError> {
    var refreshToken: Secret?
    do throws(RegistrationError) {
      let answer = try await authorization.client.exchange(code, for: authorization)
      refreshToken = answer.refreshToken
      guard tokens.isOpen(attempt) else { throw RegistrationError(.noConnection) }
      return .success(try await accepted(answer.tokens.get(), for: authorization, attempt))
    } catch {
      // Nobody will use what came.
      background.revokeLeftover(refreshToken, authorization.client)
      return .failure(error)
    }
  }

  /// Checks the tokens of a new attempt, and takes them.
  private func accepted(
    _ answer: Auth0Tokens, for authorization: Authorization, _ attempt: Attempt
  ) async throws(RegistrationError) -> Registration.ExchangeCodeResult {
    let expiresAt = tokens.expiry(in: answer.lifetime)
    guard let idToken = answer.idToken else { throw .malformedAnswer }
    let token = try await authorization.client.validated(idToken, nonce: authorization.nonce)
    let profile = try await profiles.profile(token, answer.accessToken, authorization.client)
    let isVerified = profiles.isEmailVerified(token)
    if isVerified {
      let data = CapturedData(
        profile: profile, jwtToken: token.text, accessToken: answer.accessToken,
        refreshToken: answer.refreshToken, expiresAt: expiresAt, registrationType: authorization.type,
        lifetime: answer.lifetime)
      guard tokens.begin(data, in: attempt) else { throw RegistrationError(.noConnection) }
    } else {
      // That ends the attempt: nobody will use what came.
      background.revokeLeftover(answer.refreshToken, authorization.client)
    }
    return Registration.ExchangeCodeResult(
      emailVerified: isVerified,
      profile: Registration.ExchangeCodeResultProfile(
        displayName: profile.displayName, firstName: profile.firstName, lastName: profile.lastName,
        email: profile.email, imageUrl: profile.imageURL))
  }

  package func persistProvisional() async throws(Registration.PersistProvisionalFailure) {
    try await withDeclaredFailures(other: Registration.PersistProvisionalFailure.storageFailed) {
      () async throws(RegistrationError) in try tokens.persistProvisional()
    }
  }

  // MARK: Confirming

  package func confirmProfile() async throws(Registration.ConfirmProfileFailure) {
    guard let backend else { return }
    try await withDeclaredFailures(other: Registration.ConfirmProfileFailure.profileUpdateFailed) {
      () async throws(RegistrationError) in
      guard let attempt = tokens.provisional, let profile = attempt.profile, let token = attempt.accessToken
      else { throw RegistrationError(.profileUpdateFailed) }
      try await backend.initialize(profile, token)
    }
  }

  package func persistConfirmed() async throws(Registration.PersistConfirmedFailure)
    -> Registration.PersistConfirmedResult
  {
    try await withDeclaredFailures(other: Registration.PersistConfirmedFailure.storageFailed) {
      () async throws(RegistrationError) in
      let before = try renewal.latest()
      guard let data = try tokens.persistConfirmed() else {
        // Given up meanwhile, and nobody waits any more.
        try forgetGivenUp()
        throw RegistrationError(.storageFailed)
      }
      renewal.forget()
      // Another process may have registered meanwhile; nobody has the token of that any more. What is there may also be
      // this very registration, where the store has said that it could not keep it.
      if before?.refreshToken != data.refreshToken { revokeLeftover(before) }
      vault.withLock { $0.doubted = nil }
      return Registration.PersistConfirmedResult(validFor: tokens.validFor(data) ?? .zero)
    }
  }

  // MARK: Leaving

  package func revokeTokens() async throws(Registration.RevokeTokensFailure) {
    try await withDeclaredFailures(other: Registration.RevokeTokensFailure.serverUnavailable) {
      () async throws(RegistrationError) in
      // The last token is the one to revoke. A renewal may take longer than the time that is left: then clearing the
      // store handles it.
      vault.withLock { ($0.isUnread, $0.revoked) = (true, nil) }
      await renewal.end(isCancelled: false)
      guard !Task.isCancelled else { throw RegistrationError(.noConnection) }
      let latest = try renewal.latest()
      vault.withLock { $0.isUnread = false }
      guard let data = latest else { return }
      note(data)
      if let refreshToken = data.refreshToken {
        vault.withLock { $0.revoked = refreshToken }
        try await Auth0Client.giver(of: data, among: clients)?.revoke(refreshToken)
      }
    }
  }

  package func endBrowserSession() async {
    // Decision: Docs/decisions/flow-registration.md#the-browser-logout-comes-last
    let client = vault.withLock { vault in
      defer { vault.left = nil }
      return vault.left
    }
    // A browser that keeps nothing has no login to be ended.
    guard !configuration.prefersEphemeralBrowser, let client, let returnTo = redirectURI(of: client.tenant),
      let page = client.logoutPage(returnTo: returnTo), let callback = URL(string: returnTo),
      let ours = CallbackAddress(returnTo)
    else { return }
    try? await configuration.browser.visit(page, callback: callback, isEphemeral: false) {
      CallbackAddress($0.absoluteString)?.leadsToSamePlace(as: ours) ?? false
    }
  }

  package func clearAllTokens(
    _ input: Registration.ClearAllTokensInput
  ) async throws(Registration.ClearAllTokensFailure) {
    try await withDeclaredFailures(other: Registration.ClearAllTokensFailure.storageFailed) {
      () async throws(RegistrationError) in
      // A renewal that still answered would bring back what is cleared.
      await renewal.end(isCancelled: true)
      let (isUnread, revoked) = vault.withLock { vault in
        defer { (vault.isUnread, vault.revoked) = (false, nil) }
        return (vault.isUnread, vault.revoked)
      }
      var (left, others) = (nil as CapturedData?, input.others)
      if isUnread {
        // What cannot be read may be this app's own, so leaving removes it too.
        do throws(RegistrationError) { left = try renewal.latest() } catch { others = true }
      }
      // First, so that a process that ends here adopts nothing. A failure is reported last, and keeps nothing else.
      let earlier = Result { [others] () throws(RegistrationError) in try tokens.clearEarlier(others: others)
      }
      try renewal.clearAll(others: others)
      if let left {
        note(left)
        revoke(left)
      }
      try forgetGivenUp(revoked: left?.refreshToken ?? revoked)
      vault.withLock { $0.doubted = nil }
      try earlier.get()
    }
  }
}
