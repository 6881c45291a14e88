import Statecharts

/// What the chart asks of Swift. Its states, timers, repetitions and time limits are none of these lines' business.
struct SignInHandlers: SignIn.Handlers {
  let server: MailServer

  func looksLikeAddress(address: String) -> Bool {
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
  }

  func sendCode(_ input: SignIn.SendCodeInput) async throws(SignIn.SendCodeFailure) {
    do {
      try await server.sendCode(to: input.address)
    } catch {
      switch error {
      case .unreachable, .refused: throw .mailNotSent
      }
    }
  }

  func checkCode(_ input: SignIn.CheckCodeInput) async throws(SignIn.CheckCodeFailure) {
    guard await server.isRight(input.typed, for: input.address) else { throw .wrongCode }
  }
}

/// Plays the server. Its mail is printed, which no real one would do, and the code follows from the address, so that a
/// second start of the app knows it too.
actor MailServer {
  /// Why a mail was not sent.
  enum Failure: Error { case unreachable, refused }

  private var mails = 0

  /// Refuses addresses that end in `.invalid`. The first mail to an address that begins with `slow` fails, to show that
  /// the chart tries again.
  func sendCode(to address: String) throws(Failure) {
    mails += 1
    if address.hasSuffix(".invalid") { throw .refused }
    if address.hasPrefix("slow"), mails == 1 { throw .unreachable }
    print("  (mail to \(address): your code is \(Self.code(for: address)))")
  }

  func isRight(_ code: String, for address: String) -> Bool { code == Self.code(for: address) }

  private static func code(for address: String) -> String {
    let sum = address.utf8.reduce(7) { ($0 * 31 + Int($1)) % 900_000 }
    return String(100_000 + sum)
  }
}
