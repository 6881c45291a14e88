import Statecharts

/// What the chart asks of Swift. Its states, timers, repetitions and time limits are none of these lines' business.
struct SignInHandlers: SignIn.Handlers {
  let server: MailServer

  func looksLikeAddress(address: String) -> Bool {
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
  }

  func sendCode(_ input: SignIn.SendCodeInput) async throws(SignIn.SendCodeFailure) {
    guard await server.sendCode(to: input.address) else { throw .mailNotSent }
  }

  func checkCode(_ input: SignIn.CheckCodeInput) async throws(SignIn.CheckCodeFailure) {
    guard await server.isRight(input.typed, for: input.address) else { throw .wrongCode }
  }
}

/// Plays the server. Its mail is printed, which no real one would do, and the code follows from the address, so that a
/// second start of the app knows it too.
actor MailServer {
  private var mails = 0

  /// The first mail to an address that begins with `slow` is lost, to show that the chart tries again.
  func sendCode(to address: String) -> Bool {
    mails += 1
    if address.hasPrefix("slow"), mails == 1 { return false }
    print("  (mail to \(address): your code is \(Self.code(for: address)))")
    return true
  }

  func isRight(_ code: String, for address: String) -> Bool { code == Self.code(for: address) }

  private static func code(for address: String) -> String {
    let sum = address.utf8.reduce(7) { ($0 * 31 + Int($1)) % 900_000 }
    return String(100_000 + sum)
  }
}
