import FlowTransport
import NextAuthSessionFlow

/// The properties of a session besides its state. Of a secret, only its presence is shown.
enum NextAuthProperties {
  /// The properties that have a value, with their names.
  static func of(_ session: AuthSession) async -> [(name: String, value: JSONValue)] {
    let update = await session.current
    let all: [(String, JSONValue?)] = [
      ("origin", .string(update.origin.rawValue)), ("isRegistration", .bool(update.isRegistration)),
      ("isAppLogin", .bool(update.isAppLogin)), ("server", update.server.map { .string($0) }),
      ("account", update.account.map { .string($0) }),
      ("announceInfo", update.announceInfo.map { .string($0) }),
      ("sessionInfo", update.sessionInfo.map { .string($0) }),
      ("pingTime", update.pingTime.map { .number(Double($0)) }),
      ("webSession", session.webSession == nil ? nil : "there"),
    ]
    return all.compactMap { name, value in value.map { (name, $0) } }
  }

  /// A value as people read it.
  static func text(_ value: JSONValue) -> String {
    value.text ?? String(decoding: value.bytes, as: UTF8.self)
  }
}
