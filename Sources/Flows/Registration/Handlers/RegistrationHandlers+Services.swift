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
    guard let scheme = input.urlScheme, CallbackRouter.isScheme(scheme) else { throw .platformNotReady }
    configuration.router.install(scheme: scheme)
    vault.withLock { $0.scheme = scheme }
    return Registration.PreparePlatformResult(native: true)
  }

  package func retrieveTokens() async throws(Registration.RetrieveTokensFailure)
    -> Registration.RetrieveTokensResult
  {
    try await serving(Registration.RetrieveTokensFailure.storageFailed) {
      () async throws(RegistrationError) in
      let data = try tokens.stored()
      return Registration.RetrieveTokensResult(
        hasAccessToken: data?.accessToken != nil, validFor: data.flatMap { tokens.validFor($0) })
    }
  }

  package func storeAgreedToken() async throws(Registration.StoreAgreedTokenFailure) {
    guard let token = configuration.agreedToken, !token.isEmpty else { throw .storageFailed }
    try await serving(Registration.StoreAgreedTokenFailure.storageFailed) {
      () async throws(RegistrationError) in
      try tokens.persist(CapturedData(accessToken: token, registrationType: .social))
    }
  }

  package func checkBackend() async throws(Registration.CheckBackendFailure)
    -> Registration.CheckBackendResult
  {
    try await serving(Registration.CheckBackendFailure.malformedAnswer) {
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
    try await serving(Registration.RenewTokensFailure.malformedAnswer) { () async throws(RegistrationError) in
      let data = try await renewal.renew()
      return Registration.RenewTokensResult(validFor: tokens.validFor(data) ?? .zero)
    }
  }

  package func persistRenewed() async throws(Registration.PersistRenewedFailure) {
    try await serving(Registration.PersistRenewedFailure.storageFailed) {
      () async throws(RegistrationError) in
      try renewal.persistRenewed()
    }
  }

  // MARK: Registering

  package func prepareAuthorization(
    _ input: Registration.PrepareAuthorizationInput
  ) async throws(Registration.PrepareAuthorizationFailure) {
    guard let type = input.registrationType.flatMap({ Registration.RegistrationType(rawValue: $0) }),
      let client = clients[type], let scheme = vault.withLock({ $0.scheme })
    else { throw .agentUnavailable }
    let authorization = Authorization(
      client: client, type: type, redirectURI: client.tenant.redirectURI(scheme: scheme))
    vault.withLock { $0.authorization = authorization }
  }

  package func openAgent(
    events: Registration.OpenAgentSender
  ) async throws(Registration.OpenAgentFailure) {
    guard let authorization = vault.withLock({ $0.authorization }), let page = authorization.page,
      let callback = URL(string: authorization.redirectURI)
    else { throw .agentUnavailable }
    do throws(BrowserProblem) {
      try await configuration.browser.visit(
        page, callback: callback, isEphemeral: configuration.prefersEphemeralBrowser
      ) { await events.callback(url: $0.absoluteString) == .taken }
    } catch {
      guard error == .closed else { throw .agentUnavailable }
      await events.agentClosed()
    }
  }

  package func exchangeCode(
    _ input: Registration.ExchangeCodeInput
  ) async throws(Registration.ExchangeCodeFailure) -> Registration.ExchangeCodeResult {
    try await serving(Registration.ExchangeCodeFailure.malformedAnswer) {
      () async throws(RegistrationError) in
      // Whatever comes of it, neither code nor verifier is good for a second time.
      let taken = vault.withLock { vault in
        defer { vault.authorization = nil }
        return vault.authorization
      }
      guard let authorization = taken, let code = authorization.code else { throw .malformedAnswer }
      let answer = try await authorization.client.exchange(code, for: authorization)
      do throws(RegistrationError) {
        return try await accepted(answer, for: authorization)
      } catch {
        // Nobody will use what came.
        farewell(answer.refreshToken, authorization.client)
        throw error
      }
    }
  }

  /// Checks the tokens of a new attempt, and takes them.
  private func accepted(
    _ answer: Auth0Tokens, for authorization: Authorization
  ) async throws(RegistrationError) -> Registration.ExchangeCodeResult {
    let expiresAt = tokens.expiry(in: answer.lifetime)
    guard let idToken = answer.idToken else { throw .malformedAnswer }
    let token = try await authorization.client.validated(idToken, nonce: authorization.nonce)
    let profile = try await profiles.profile(token, answer.accessToken, authorization.client)
    guard !Task.isCancelled else { throw RegistrationError(.noConnection) }
    let isVerified = profiles.isEmailVerified(token)
    if isVerified {
      tokens.begin(
        CapturedData(
          profile: profile, jwtToken: token.text, accessToken: answer.accessToken,
          refreshToken: answer.refreshToken, expiresAt: expiresAt, registrationType: authorization.type))
    } else {
      // That ends the attempt: nobody will use what came.
      farewell(answer.refreshToken, authorization.client)
    }
    return Registration.ExchangeCodeResult(
      emailVerified: isVerified,
      profile: Registration.ExchangeCodeResultProfile(
        displayName: profile.displayName, firstName: profile.firstName, lastName: profile.lastName,
        email: profile.email, imageUrl: profile.imageURL))
  }

  package func persistProvisional() async throws(Registration.PersistProvisionalFailure) {
    try await serving(Registration.PersistProvisionalFailure.storageFailed) {
      () async throws(RegistrationError) in try tokens.persistProvisional()
    }
  }

  // MARK: Confirming

  package func confirmProfile(
    _ input: Registration.ConfirmProfileInput
  ) async throws(Registration.ConfirmProfileFailure) {
    guard input.backendCheck else { return }
    try await serving(Registration.ConfirmProfileFailure.profileUpdateFailed) {
      () async throws(RegistrationError) in
      guard let attempt = tokens.provisional, let profile = attempt.profile, let token = attempt.accessToken
      else { throw RegistrationError(.profileUpdateFailed) }
      try await profiles.update(profile, token)
    }
  }

  package func persistConfirmed() async throws(Registration.PersistConfirmedFailure)
    -> Registration.PersistConfirmedResult
  {
    try await serving(Registration.PersistConfirmedFailure.storageFailed) {
      () async throws(RegistrationError) in
      let data = try tokens.persistConfirmed()
      return Registration.PersistConfirmedResult(validFor: tokens.validFor(data) ?? .zero)
    }
  }

  // MARK: Leaving

  package func revokeTokens(
    _ input: Registration.RevokeTokensInput
  ) async throws(Registration.RevokeTokensFailure) {
    try await serving(Registration.RevokeTokensFailure.serverUnavailable) {
      () async throws(RegistrationError) in
      // The last of the tokens is the one to revoke.
      await renewal.end(isCancelled: false)
      guard let data = try renewal.latest(), let client = data.registrationType.flatMap({ clients[$0] })
      else { return }
      var failure: RegistrationError?
      if let refreshToken = data.refreshToken {
        do throws(RegistrationError) { try await client.revoke(refreshToken) } catch { failure = error }
      }
      if input.endBrowserSession { await endBrowserSession(client) }
      if let failure { throw failure }
    }
  }

  private func endBrowserSession(_ client: Auth0Client) async {
    guard let scheme = vault.withLock({ $0.scheme }) else { return }
    let returnTo = client.tenant.redirectURI(scheme: scheme)
    guard let page = client.logoutPage(returnTo: returnTo), let callback = URL(string: returnTo) else {
      return
    }
    try? await configuration.browser.visit(page, callback: callback, isEphemeral: false) {
      $0.absoluteString.hasPrefix(returnTo)
    }
  }

  package func clearAllTokens() async throws(Registration.ClearAllTokensFailure) {
    try await serving(Registration.ClearAllTokensFailure.storageFailed) {
      () async throws(RegistrationError) in
      // A renewal that still answered would bring back what is cleared.
      await renewal.end(isCancelled: true)
      try renewal.clearAll()
    }
  }

  /// Does what a service is for. What goes wrong is told with the failure of that service, which the chart declares.
  ///
  /// - Parameter other: the failure for an error that the service does not declare.
  private func serving<Failure: DeclaredFailure, Answer>(
    _ other: Failure, _ body: () async throws(RegistrationError) -> Answer
  ) async throws(Failure) -> Answer {
    do throws(RegistrationError) {
      return try await body()
    } catch {
      throw Failure(error) ?? other
    }
  }
}
