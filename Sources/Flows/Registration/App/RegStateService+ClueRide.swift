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
      await tokenRejected(token)
      throw .tokenRejected
    }
    return member
  }

  /// What the back-end has for the registered person.
  ///
  /// - Throws: `ClueRideProblem`; with `tokenRejected` the flow renews the token, for then the back-end has refused it or
  ///   knows nobody by it. Where it still knows nobody by another token, that is what is returned.
  public func accountState() async throws(ClueRideProblem) -> AccountState {
    guard let backend = handlers.backend, let token = await accessToken() else { throw .notActive }
    let state: AccountState?
    do throws(RegistrationError) { state = try await backend.account(token) } catch {
      throw ClueRideProblem(error)
    }
    if let state, !handlers.isDoubtful(state, token) { return state }
    await tokenRejected(token)
    throw .tokenRejected
  }
}
