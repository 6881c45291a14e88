/// Why ClueRide's back-end has not answered what it was asked.
public enum ClueRideProblem: Error, Hashable, Sendable {
  /// The registration is not active, or there is no back-end.
  case notActive
  /// The access token was refused. It is being renewed.
  case tokenRejected
  /// Too many requests; how many seconds to wait, when the server said so.
  case tooManyRequests(retryAfter: Int?)
  /// The server was not reached, or its answer can't be used.
  case noAnswer
}

/// What the back-end says once the registration is active.
extension RegStateService {
  /// Who is active.
  ///
  /// - Throws: `ClueRideProblem`; with `tokenRejected` the flow renews the token.
  public func activeMember() async throws(ClueRideProblem) -> Profile {
    guard let backend = handlers.backend, let token = await accessToken() else { throw .notActive }
    let member: Profile?
    do throws(RegistrationError) { member = try await backend.activeMember(token) } catch {
      throw ClueRideProblem(error)
    }
    guard let member else {
      // Where another request has said so before, the renewal is under way.
      try? await tokenRejected()
      throw .tokenRejected
    }
    return member
  }

  /// What the back-end has for whoever is registered.
  public func accountState() async throws(ClueRideProblem) -> AccountState {
    guard let backend = handlers.backend, let token = await accessToken() else { throw .notActive }
    do throws(RegistrationError) { return try await backend.account(token) } catch {
      throw ClueRideProblem(error)
    }
  }
}

extension ClueRideProblem {
  init(_ error: RegistrationError) {
    self = error.error == .tooManyRequests ? .tooManyRequests(retryAfter: error.retryAfter) : .noAnswer
  }
}
