import Crypto
import FlowKit
import FlowTransport
import Foundation

/// A request for a sign-in that is under way. Verifier, state and nonce are made for it and used once.
struct Authorization: Sendable {
  /// Whose page it is.
  let client: Auth0Client
  /// The way of registering.
  let type: Registration.RegistrationType
  /// Where the site calls the app.
  let redirectURI: String
  /// How the page asks for the account; nil for a first try.
  let prompt: Auth0Tenant.AccountPrompt?
  let pkce = PKCE { SHA256.hash(data: $0) }
  /// Identifies the answer to this request: 43 characters.
  let state = Secret(Base64.urlText(SecureRandom.bytes(32)))
  /// Identifies the ID token for this request: 43 characters.
  let nonce = Secret(Base64.urlText(SecureRandom.bytes(32)))
  /// What has come back.
  var code: Secret?

  static let scope = "openid profile email offline_access"

  /// The page that the person is shown; nil if the tenant's address is not valid.
  var page: URL? {
    let tenant = client.tenant
    var fields: [(name: String, value: String)] = [
      ("response_type", "code"), ("client_id", tenant.clientID), ("redirect_uri", redirectURI),
      ("scope", Self.scope), ("audience", tenant.audience), ("state", state.text), ("nonce", nonce.text),
      ("code_challenge", pkce.challenge), ("code_challenge_method", "S256"),
    ]
    if let prompt { fields.append(("prompt", prompt.rawValue)) }
    if let connection = tenant.connection { fields.append(("connection", connection)) }
    return tenant.address("authorize", fields)
  }

  /// What an address says with which the site, or somebody else, calls the app.
  ///
  /// - Returns: nil when the address leads elsewhere.
  func callback(_ text: String) -> AuthorizationCallback? {
    AuthorizationCallback(text, redirectURI: redirectURI, state: state, issuer: client.tenant.issuer)
  }
}

/// What an address says with which the app is called while it waits for the site.
enum AuthorizationCallback: Sendable {
  /// The site agrees. The code is good once.
  case agreed(code: Secret)
  /// The site refuses.
  case refused
  /// It is no answer to this request: somebody else calls, or the site answers another one.
  case foreign

  /// The longest address that is looked at.
  private static let longest = 16 << 10
  /// Parameters with a meaning.
  private static let names = ["code", "state", "error", "iss"]

  /// Reads an address.
  ///
  /// - Parameter issuer: who must have sent it, where it says so (RFC 9207, 2.4).
  /// - Returns: nil when it leads elsewhere than our own. `CallbackAddress` compares the addresses.
  init?(_ text: String, redirectURI: String, state: Secret, issuer: String) {
    guard text.utf8.count <= Self.longest, let ours = CallbackAddress(redirectURI),
      let address = CallbackAddress(text), address.leadsToSamePlace(as: ours)
    else { return nil }
    // Decision: Docs/decisions/flow-registration.md#a-wrong-state-at-our-own-address-ends-the-sign-in
    self = .foreign
    // The fragment is not looked at: some sites leave one, such as `#_=_`.
    // Decision: Docs/decisions/flow-registration.md#a-fragment-in-a-callback-is-ignored
    guard let fields = FormData.fields(address.query ?? "") else { return }
    var found: [String: String] = [:]
    var repeated: Set<String> = []
    for field in fields where Self.names.contains(field.name) {
      if found.updateValue(field.value, forKey: field.name) != nil { repeated.insert(field.name) }
    }
    guard repeated.isDisjoint(with: ["state", "iss"]), let said = found["state"], Secret(said) == state,
      found["iss"].map({ IDTokenRules.isSame($0, issuer) }) ?? true
    else { return }
    self = .refused
    guard repeated.isEmpty, found["error"] == nil, let code = found["code"], !code.isEmpty else { return }
    self = .agreed(code: Secret(code))
  }
}
