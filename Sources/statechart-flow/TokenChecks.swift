import FlowTransport
import Foundation
import RegistrationFlow

/// Checks ID tokens of a file, for programs that compare the answers with those of others.
struct TokenChecks {
  /// The file is not of that form.
  struct Malformed: Error, CustomStringConvertible {
    var description: String { "--check-tokens: the file does not have the format that --help describes." }
  }

  private let rules: IDTokenRules
  private let keys: JSONWebKeySet
  private let tokens: [(name: String, token: String)]

  /// Reads `{"issuer", "clientId", "nonce"?, "now", "jwks", "tokens": [{"name", "token"}]}`.
  init(_ file: [UInt8]) throws {
    guard let json = JSONValue.read(file), let issuer = json["issuer"]?.text,
      let clientID = json["clientId"]?.text, case .number(let now)? = json["now"],
      let keys = json["jwks"].flatMap({ JSONWebKeySet($0) }), let tokens = json["tokens"]?.list
    else { throw Malformed() }
    rules = IDTokenRules(
      issuer: issuer, clientID: clientID, nonce: json["nonce"]?.text.map { Secret($0) }, now: now)
    self.keys = keys
    self.tokens = try tokens.map { entry in
      guard let name = entry["name"]?.text, let token = entry["token"]?.text else { throw Malformed() }
      return (name, token)
    }
  }

  /// A line of JSON for each token.
  var lines: [String] {
    tokens.map { name, token in
      var line: [String: JSONValue] = ["name": .string(name)]
      do throws(IDTokenProblem) {
        try rules.check(try IDToken(token), keys)
        line["accepted"] = true
      } catch {
        line["accepted"] = false
        line["reason"] = .string(error.rawValue)
      }
      return String(decoding: JSONValue.object(line).bytes, as: UTF8.self)
    }
  }
}
