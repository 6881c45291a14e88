package import FlowTransport
import Foundation

/// What a provider says about a person, signed (OpenID Connect Core, 2). Reading it says nothing about its truth: that is
/// for `IDTokenRules`. Printing it shows nothing.
package struct IDToken: Sendable, CustomReflectable {
  /// The one algorithm that is taken: no token chooses another.
  static let algorithm = "RS256"
  /// More bytes than that are not looked at.
  static let longest = 64 << 10

  /// As it came.
  package let text: Secret
  /// What it says.
  let claims: JSONValue
  /// The id of the key that has signed it.
  package let keyID: String
  /// What is signed.
  let signedBytes: [UInt8]
  /// The signature.
  let signature: [UInt8]

  /// Takes a token apart.
  ///
  /// - Throws: `IDTokenProblem` when it is not of three parts, or its header asks for what is not done here.
  package init(_ text: String) throws(IDTokenProblem) {
    guard !text.isEmpty else { throw .empty }
    guard text.utf8.count <= Self.longest else { throw .tooLong }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .parts }
    guard let header = Base64.urlBytes(parts[0]), let claims = Base64.urlBytes(parts[1]),
      let signature = Base64.urlBytes(parts[2])
    else { throw .encoding }
    guard let header = JSONValue.read(header), let claims = JSONValue.read(claims), header.isObject,
      claims.isObject
    else { throw .json }
    guard header["alg"]?.text == Self.algorithm else { throw .algorithm }
    // An extension that must be understood is not (RFC 7515, 4.1.11), nor is what would change how the rest is read:
    // claims that are not encoded (RFC 7797), encrypted or packed (RFC 7516, 4.1).
    guard !["crit", "b64", "enc", "zip"].contains(where: { header.has($0) }) else { throw .criticalHeader }
    guard let keyID = header["kid"]?.text, !keyID.isEmpty else { throw .keyID }
    self.text = Secret(text)
    self.claims = claims
    self.keyID = keyID
    self.signature = signature
    signedBytes = Array("\(parts[0]).\(parts[1])".utf8)
  }

  /// Whose token it is; nil when nobody is named.
  package var subject: String? { claims["sub"]?.text.flatMap { $0.isEmpty ? nil : $0 } }

  /// By whom and for which application it was made: for the one that has asked for it where it says that, else for its
  /// only audience. Nil when neither is said.
  var site: CapturedData.Site? {
    guard let issuer = claims["iss"]?.text, let clientID = claims["azp"]?.text ?? onlyAudience else {
      return nil
    }
    return CapturedData.Site(issuer: issuer, clientID: clientID)
  }

  private var onlyAudience: String? {
    switch claims["aud"] {
    case .string(let one)?: one
    case .list(let several)? where several.count == 1: several[0].text
    default: nil
    }
  }

  /// Nothing.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
