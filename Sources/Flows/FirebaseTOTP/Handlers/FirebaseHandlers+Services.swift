import FlowKit
import FlowTransport
import Foundation
import Statecharts

extension FirebaseHandlers {
  // MARK: Signing in

  package func signIn(
    _ input: FirebaseTOTP.SignInInput
  ) async throws(FirebaseTOTP.SignInFailure) -> FirebaseTOTP.SignInResult {
    try await withDeclaredFailures(other: FirebaseTOTP.SignInFailure.internalError) {
      () async throws(FirebaseError) in
      let (kept, attempt) = begin { vault in
        defer {
          vault.password = nil
          vault.credential = nil
        }
        vault.pending = nil
        return (password: vault.password, credential: vault.credential)
      }
      let answer: FirebaseSignIn
      do throws(FirebaseError) {
        if let credential = kept.credential {
          answer = try await client.signIn(credential)
        } else {
          guard let email = input.email, !email.isEmpty else { throw FirebaseError(.invalidEmail) }
          guard let password = kept.password, !password.isEmpty else { throw FirebaseError(.missingPassword) }
          answer = try await client.signIn(email: email, password: password)
        }
      } catch {
        throw Self.signInError(error)
      }
      let isKept = vault.commit(attempt) { vault in
        vault.fresh = answer.tokens.map { FirebaseVault.Fresh(tokens: $0, proof: .signIn) }
        vault.pending = answer.pending.map {
          FirebaseVault.Pending(credential: $0, userID: answer.localID, number: vault.next())
        }
      }
      guard isKept else { throw .internalError }
      return FirebaseTOTP.SignInResult(
        localId: answer.localID, hasIdToken: answer.tokens != nil,
        hints: answer.hints.map {
          FirebaseTOTP.SignInResultHints(
            mfaEnrollmentId: $0.id, displayName: $0.displayName, factorId: $0.kind)
        }, refreshIn: answer.tokens?.refreshIn)
    }
  }

  /// What signing in fails with where the server has other words for it.
  private static func signInError(_ error: FirebaseError) -> FirebaseError {
    switch error.error {
    case .operationNotAllowed: FirebaseError(.passwordLoginDisabled)
    case .userNotFound: FirebaseError(.emailNotFound)
    default: error
    }
  }

  package func signUp(
    _ input: FirebaseTOTP.SignUpInput
  ) async throws(FirebaseTOTP.SignUpFailure) -> FirebaseTOTP.SignUpResult {
    try await withDeclaredFailures(other: FirebaseTOTP.SignUpFailure.internalError) {
      () async throws(FirebaseError) in
      let (password, attempt) = begin { vault in
        defer { vault.password = nil }
        vault.pending = nil
        return vault.password
      }
      guard let email = input.email, !email.isEmpty else { throw FirebaseError(.invalidEmail) }
      guard let password, !password.isEmpty else { throw FirebaseError(.missingPassword) }
      let answer: FirebaseSignIn
      do throws(FirebaseError) {
        answer = try await client.signUp(email: email, password: password)
      } catch {
        throw Self.signInError(error)
      }
      guard let tokens = answer.tokens else { throw .internalError }
      try keep(tokens, .signIn, attempt)
      return FirebaseTOTP.SignUpResult(refreshIn: tokens.refreshIn)
    }
  }

  package func sendSignInLink(
    _ input: FirebaseTOTP.SendSignInLinkInput
  ) async throws(FirebaseTOTP.SendSignInLinkFailure) {
    try await withDeclaredFailures(other: FirebaseTOTP.SendSignInLinkFailure.internalError) {
      () async throws(FirebaseError) in
      guard let email = input.email, !email.isEmpty else { throw FirebaseError(.invalidEmail) }
      guard let url = configuration.signInLinkURL else { throw .internalError }
      do throws(FirebaseError) {
        try await client.sendSignInLink(email, continueURL: url)
      } catch {
        throw Self.signInError(error)
      }
    }
  }

  package func finalizeSignIn(
    _ input: FirebaseTOTP.FinalizeSignInInput
  ) async throws(FirebaseTOTP.FinalizeSignInFailure) -> FirebaseTOTP.FinalizeSignInResult {
    try await withDeclaredFailures(other: FirebaseTOTP.FinalizeSignInFailure.internalError) {
      () async throws(FirebaseError) in
      let (kept, attempt) = begin { vault in (pending: vault.pending, code: vault.takeCode()) }
      guard let pending = kept.pending else { throw FirebaseError(.missingMfaPendingCredential) }
      guard let enrolment = input.mfaEnrollmentId else { throw FirebaseError(.missingMfaEnrollmentId) }
      guard let code = kept.code else { throw FirebaseError(.missingCode) }
      let tokens = try await client.finalizeSignIn(
        pending: pending.credential, enrolment: enrolment, code: code)
      guard tokens.userID == pending.userID else { throw .internalError }
      try keep(tokens, [.signIn, .secondFactor], attempt)
      return FirebaseTOTP.FinalizeSignInResult(refreshIn: tokens.refreshIn)
    }
  }

  package func refreshTokens() async throws(FirebaseTOTP.RefreshTokensFailure)
    -> FirebaseTOTP.RefreshTokensResult
  {
    try await withDeclaredFailures(other: FirebaseTOTP.RefreshTokensFailure.internalError) {
      () async throws(FirebaseError) in
      let session = try kept()
      // Somebody may have needed other tokens before.
      let now = uptime()
      let left = session.left(now)
      if !session.isDue(now) {
        return FirebaseTOTP.RefreshTokensResult(refreshIn: .seconds(left.rounded(.up)))
      }
      return FirebaseTOTP.RefreshTokensResult(refreshIn: try await refreshed(session).tokens.refreshIn)
    }
  }

  // MARK: The account

  package func loadUser() async throws(FirebaseTOTP.LoadUserFailure) -> FirebaseTOTP.LoadUserResult {
    try await withDeclaredFailures(other: FirebaseTOTP.LoadUserFailure.internalError) {
      () async throws(FirebaseError) in
      let tokens = try await session().tokens
      let account = try await client.lookup(tokens.idToken)
      guard account.localID == tokens.userID else { throw .internalError }
      vault.withLock { if $0.session?.tokens.userID == account.localID { $0.email = account.email } }
      return FirebaseTOTP.LoadUserResult(
        localId: account.localID, email: account.email, emailVerified: account.isEmailVerified,
        signInProvider: tokens.provider,
        factors: account.factors.map {
          FirebaseTOTP.LoadUserResultFactors(
            mfaEnrollmentId: $0.id, displayName: $0.displayName, factorId: $0.kind)
        })
    }
  }

  package func sendVerificationEmail() async throws(FirebaseTOTP.SendVerificationEmailFailure) {
    try await withDeclaredFailures(other: FirebaseTOTP.SendVerificationEmailFailure.internalError) {
      () async throws(FirebaseError) in
      try await client.sendVerificationEmail(try await session().tokens.idToken)
    }
  }

  // MARK: Factors

  package func startEnrolment() async throws(FirebaseTOTP.StartEnrolmentFailure)
    -> FirebaseTOTP.StartEnrolmentResult
  {
    try await withDeclaredFailures(other: FirebaseTOTP.StartEnrolmentFailure.internalError) {
      () async throws(FirebaseError) in
      let (_, attempt) = begin { vault in vault.enrolment = nil }
      let secret = try await client.startEnrolment(try await session().tokens.idToken)
      let end = uptime() + Double(secret.timeLeft.components.seconds)
      let isKept = vault.commit(attempt) { vault in
        vault.enrolment = FirebaseVault.Enrolment(secret: secret, number: vault.next(), end: end)
        vault.clockDifference = secret.clockDifference ?? vault.clockDifference
      }
      guard isKept else { throw .internalError }
      return FirebaseTOTP.StartEnrolmentResult(
        verificationCodeLength: secret.digits ?? 6, timeLeft: secret.timeLeft)
    }
  }

  package func finalizeEnrolment(
    _ input: FirebaseTOTP.FinalizeEnrolmentInput
  ) async throws(FirebaseTOTP.FinalizeEnrolmentFailure) -> FirebaseTOTP.FinalizeEnrolmentResult {
    try await withDeclaredFailures(other: FirebaseTOTP.FinalizeEnrolmentFailure.internalError) {
      () async throws(FirebaseError) in
      let (kept, attempt) = begin { vault in (enrolment: vault.enrolment, code: vault.takeCode()) }
      guard let enrolment = kept.enrolment else { throw FirebaseError(.invalidSessionInfo) }
      guard let code = kept.code else { throw FirebaseError(.missingCode) }
      let session = try await session()
      let tokens = try await client.finalizeEnrolment(
        session.tokens.idToken, enrolment.secret.sessionInfo, code: code, displayName: input.displayName)
      guard tokens.userID == session.tokens.userID else { throw .internalError }
      try keep(tokens, .secondFactor, attempt)
      return FirebaseTOTP.FinalizeEnrolmentResult(refreshIn: tokens.refreshIn)
    }
  }

  package func withdrawEnrolment(
    _ input: FirebaseTOTP.WithdrawEnrolmentInput
  ) async throws(FirebaseTOTP.WithdrawEnrolmentFailure) -> FirebaseTOTP.WithdrawEnrolmentResult {
    try await withDeclaredFailures(other: FirebaseTOTP.WithdrawEnrolmentFailure.internalError) {
      () async throws(FirebaseError) in
      let (_, attempt) = begin { _ in }
      guard let enrolment = input.mfaEnrollmentId else { throw FirebaseError(.mfaEnrollmentNotFound) }
      let session = try await session()
      let tokens = try await client.withdraw(session.tokens.idToken, enrolment: enrolment)
      guard tokens.userID == session.tokens.userID else { throw .internalError }
      try keep(tokens, [], attempt)
      return FirebaseTOTP.WithdrawEnrolmentResult(refreshIn: tokens.refreshIn)
    }
  }

  // MARK: The project

  package func configureProject(
    _ input: FirebaseTOTP.ConfigureProjectInput
  ) async throws(FirebaseTOTP.ConfigureProjectFailure) {
    try await withDeclaredFailures(other: FirebaseTOTP.ConfigureProjectFailure.internalError) {
      () async throws(FirebaseError) in
      guard let token = try? await configuration.administratorToken?() else {
        throw FirebaseError(.permissionDenied)
      }
      try await client.configure(
        state: input.state, adjacentIntervals: input.adjacentIntervals, token: token)
    }
  }

  /// Keeps the tokens that a request brought. The chart stores them when it takes its answer.
  private func keep(
    _ tokens: FirebaseTokens, _ proof: FirebaseVault.Proof, _ attempt: Attempt
  ) throws(FirebaseError) {
    let isKept = vault.commit(attempt) { $0.fresh = FirebaseVault.Fresh(tokens: tokens, proof: proof) }
    guard isKept else { throw .internalError }
  }

  /// Takes what a request needs, and makes the answers to earlier ones unwanted.
  private func begin<Taken>(_ take: (inout FirebaseVault) -> Taken) -> (taken: Taken, attempt: Attempt) {
    vault.begin { vault in
      vault.fresh = nil
      return take(&vault)
    }
  }
}

extension FirebaseVault {
  /// The code that was typed. It goes with the request: it is not used twice.
  fileprivate mutating func takeCode() -> Secret? {
    defer { code = nil }
    return code
  }
}
