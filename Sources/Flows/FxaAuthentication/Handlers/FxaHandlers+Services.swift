import FlowTransport
import Foundation
import Statecharts

extension FxaHandlers {
  package func initialize() async throws(FxaAuthentication.InitializeFailure) {
    do throws(FxaError) {
      try await begin()
    } catch {
      throw FxaAuthentication.InitializeFailure(error)
    }
  }

  /// Asks Guardian for a new sign-in, with a new challenge.
  private func begin() async throws(FxaError) {
    let pkce = PKCE()
    let epoch = vault.withLock { $0.epoch }
    let parameters = try await client.start(challenge: pkce.challenge, email: nil)
    vault.withLock { vault in
      guard vault.epoch == epoch else { return }
      vault.pkce = pkce
      vault.parameters = parameters
      vault.isSpent = false
    }
  }

  package func checkAccount(
    _ input: FxaAuthentication.CheckAccountInput
  ) async throws(FxaAuthentication.CheckAccountFailure) -> FxaAuthentication.CheckAccountResult {
    vault.withLock { $0.email = input.email ?? "" }
    do throws(FxaError) {
      return FxaAuthentication.CheckAccountResult(
        exists: try await client.accountStatus(email: input.email ?? ""))
    } catch {
      throw FxaAuthentication.CheckAccountFailure(error)
    }
  }

  package func signIn(
    _ input: FxaAuthentication.SignInInput
  ) async throws(FxaAuthentication.SignInFailure) -> FxaAuthentication.SignInResult {
    do throws(FxaError) {
      let login = try await signedIn { client, vault, parameters throws(FxaError) in
        try await client.login(
          email: input.email ?? "", authPW: try vault.authPW(email: input.email),
          originalLoginEmail: input.originalLoginEmail, parameters)
      }
      return FxaAuthentication.SignInResult(
        verified: login.verified, verificationMethod: login.verificationMethod)
    } catch {
      throw FxaAuthentication.SignInFailure(error)
    }
  }

  package func signUp(
    _ input: FxaAuthentication.SignUpInput
  ) async throws(FxaAuthentication.SignUpFailure) -> FxaAuthentication.SignUpResult {
    do throws(FxaError) {
      let login = try await signedIn { client, vault, parameters throws(FxaError) in
        try await client.create(
          email: input.email ?? "", authPW: try vault.authPW(email: input.email), parameters)
      }
      return FxaAuthentication.SignUpResult(
        verified: login.verified, verificationMethod: login.verificationMethod)
    } catch {
      throw FxaAuthentication.SignUpFailure(error)
    }
  }

  package func sendUnblockCode(
    _ input: FxaAuthentication.SendUnblockCodeInput
  ) async throws(FxaAuthentication.SendUnblockCodeFailure) {
    do throws(FxaError) {
      try await client.sendUnblockCode(email: input.email ?? "")
    } catch {
      throw FxaAuthentication.SendUnblockCodeFailure(error)
    }
  }

  package func verifyUnblockCode(
    _ input: FxaAuthentication.VerifyUnblockCodeInput
  ) async throws(FxaAuthentication.VerifyUnblockCodeFailure) -> FxaAuthentication.VerifyUnblockCodeResult {
    do throws(FxaError) {
      let login = try await signedIn { client, vault, parameters throws(FxaError) in
        guard let code = vault.code else { throw .authenticationFailure }
        return try await client.login(
          email: input.email ?? "", authPW: try vault.authPW(email: input.email),
          originalLoginEmail: input.originalLoginEmail, unblockCode: code, parameters)
      }
      dropCode()
      return FxaAuthentication.VerifyUnblockCodeResult(
        verified: login.verified, verificationMethod: login.verificationMethod)
    } catch {
      // The same call is made again with the other spelling, and with the same code: it was not used up.
      if case .emailCaseMismatch = error {} else { dropCode() }
      throw FxaAuthentication.VerifyUnblockCodeFailure(error)
    }
  }

  package func verifySessionTotpCode() async throws(FxaAuthentication.VerifySessionTotpCodeFailure)
    -> FxaAuthentication.VerifySessionTotpCodeResult
  {
    do throws(FxaError) {
      let kept = takeCode()
      guard let session = kept.session, let code = kept.code, let parameters = kept.parameters
      else { throw .authenticationFailure }
      return FxaAuthentication.VerifySessionTotpCodeResult(
        verified: try await client.verifyTOTP(code, session, parameters))
    } catch {
      throw FxaAuthentication.VerifySessionTotpCodeFailure(error)
    }
  }

  package func verifySessionEmailCode() async throws(FxaAuthentication.VerifySessionEmailCodeFailure) {
    do throws(FxaError) {
      let kept = takeCode()
      guard let session = kept.session, let code = kept.code, let parameters = kept.parameters
      else { throw .authenticationFailure }
      try await client.verifyCode(code, session, parameters)
    } catch {
      throw FxaAuthentication.VerifySessionEmailCodeFailure(error)
    }
  }

  package func resendSessionCode() async throws(FxaAuthentication.ResendSessionCodeFailure) {
    do throws(FxaError) {
      try await client.resendCode(try session())
    } catch {
      throw FxaAuthentication.ResendSessionCodeFailure(error)
    }
  }

  package func exchangeSession() async throws(FxaAuthentication.ExchangeSessionFailure) {
    let epoch = vault.withLock { $0.epoch }
    do throws(FxaError) {
      // Who signs in again before the account is deleted has used state and verifier; they are good for one time.
      if vault.withLock({ $0.isSpent }) { try await begin() }
      guard let parameters = vault.withLock({ $0.parameters }) else { throw .authenticationFailure }
      let redirect = try await client.authorize(try session(), parameters)
      let code = try await client.follow(redirect)
      vault.withLock { if $0.epoch == epoch { $0.code = code } }
    } catch {
      throw FxaAuthentication.ExchangeSessionFailure(error)
    }
  }

  package func verifyLogin() async throws(FxaAuthentication.VerifyLoginFailure) {
    do throws(FxaError) {
      let kept = takeCode()
      guard let code = kept.code, let pkce = kept.pkce else { throw .authenticationFailure }
      vault.withLock { $0.isSpent = true }
      let login = try await client.verify(code: code, verifier: pkce.verifier)
      vault.withLock { if $0.epoch == kept.epoch { $0.login = login } }
    } catch {
      throw FxaAuthentication.VerifyLoginFailure(error)
    }
  }

  package func listAttachedClients() async throws(FxaAuthentication.ListAttachedClientsFailure)
    -> FxaAuthentication.ListAttachedClientsResult
  {
    do throws(FxaError) {
      return FxaAuthentication.ListAttachedClientsResult(
        names: try await client.attachedClients(try session()))
    } catch {
      throw FxaAuthentication.ListAttachedClientsFailure(error)
    }
  }

  package func deleteAccount(
    _ input: FxaAuthentication.DeleteAccountInput
  ) async throws(FxaAuthentication.DeleteAccountFailure) {
    do throws(FxaError) {
      let authPW = try vault.withLock({ $0 }).authPW(email: input.emailCaseFix)
      try await client.destroyAccount(email: input.email ?? "", authPW: authPW, try session())
    } catch {
      throw FxaAuthentication.DeleteAccountFailure(error)
    }
  }

  // MARK: What is kept

  /// Makes a call that gives a session, and keeps that. A session that nobody wants any more is ended.
  private func signedIn(
    _ call: (FxaClient, Vault, FxaParameters) async throws(FxaError) -> FxaLogin
  ) async throws(FxaError) -> FxaLogin {
    let kept = vault.withLock { $0 }
    guard let parameters = kept.parameters else { throw .authenticationFailure }
    let login = try await call(client, kept, parameters)
    let isWanted = !Task.isCancelled
    let unwanted = vault.withLock { vault -> SessionKeys? in
      guard isWanted, vault.epoch == kept.epoch else { return login.keys }
      defer { vault.session = login.keys }
      return vault.session
    }
    if let unwanted { end(unwanted) }
    return login
  }

  private func session() throws(FxaError) -> SessionKeys {
    guard let session = vault.withLock({ $0.session }) else { throw .authenticationFailure }
    return session
  }

  /// What a call with a code needs. The code goes with it: it is not used twice.
  private func takeCode() -> Vault {
    vault.withLock { vault in
      let kept = vault
      vault.code = nil
      return kept
    }
  }

  private func dropCode() { vault.withLock { $0.code = nil } }
}

extension Vault {
  /// What proves the password to the account server.
  func authPW(email: String?) throws(FxaError) -> Secret {
    guard let password, let email else { throw .authenticationFailure }
    do throws(KeyStretchingFailure) {
      return try KeyStretching.authPW(password, email: email)
    } catch {
      throw .unknownError(errno: nil)
    }
  }
}
