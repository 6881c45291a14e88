import FlowTransport
import RegistrationFlow
import TestSupport

extension BenchStore {
  /// What is kept, whatever fails.
  func peek() -> Secret? { memory.secret(TokenStore.name) }

  /// Keeps what another process does, whatever fails.
  func put(_ secret: Secret?) {
    if let secret { memory.keep(secret, as: TokenStore.name) } else { memory.remove(TokenStore.name) }
  }
}
