import FlowTransport
import Foundation
import LoopbackServer
import LoopbackTOTP

// What a test in another language needs: to read the emails, and to change an account. No real server has this.
extension FxaLoopback {
  func answerControl(_ request: ReceivedRequest, _ body: JSONValue, _ state: inout State)
    -> TransportResponse?
  {
    switch (request.method, request.path) {
    case ("GET", "/loopback/mails"):
      TransportResponse.json([
        "mails": .list(
          state.mails.map {
            ["kind": .string($0.kind.rawValue), "email": .string($0.email), "code": .string($0.code.text)]
          })
      ])
    case ("POST", "/loopback/account"): change(body, &state)
    default: nil
    }
  }

  private func change(_ body: JSONValue, _ state: inout State) -> TransportResponse {
    guard let email = body["email"]?.text?.lowercased(), var account = state.accounts[email] else {
      return Self.error(102)
    }
    if let isBlocked = body["blocked"]?.bool { account.isBlocked = isBlocked }
    if let isVerified = body["verified"]?.bool { account.isVerified = isVerified }
    if let key = body["totp"]?.text { account.totp = key.isEmpty ? nil : TOTP(key: Secret(key)) }
    state.accounts[email] = account
    return TransportResponse.json([:])
  }
}
