import FlowTransport
package import Foundation

/// A project of Firebase, and where its servers are.
package struct FirebaseProject: Sendable {
  /// Names the project in every request. No secret: it stands in every app, and in addresses.
  package let apiKey: String
  /// The project's id.
  package let projectID: String
  /// The tenant whose accounts they are.
  package let tenantID: String?
  /// Where accounts are.
  package let identityBase: URL
  /// Where tokens are refreshed.
  package let tokenBase: URL
  /// What stands before `/projects/` in the address of the project's configuration.
  package let configurationPath: String

  /// Makes it.
  package init(
    apiKey: String, projectID: String, tenantID: String? = nil, identityBase: URL, tokenBase: URL,
    configurationPath: String = "admin/v2"
  ) {
    self.apiKey = apiKey
    self.projectID = projectID
    self.tenantID = tenantID
    self.identityBase = identityBase
    self.tokenBase = tokenBase
    self.configurationPath = configurationPath
  }

  /// An address of the accounts' server, such as `v1/accounts:lookup`.
  func identity(_ path: String) -> URL? {
    Self.address(identityBase, path, "key=" + FormData.escaped(apiKey))
  }

  /// Where tokens are refreshed.
  var token: URL? { Self.address(tokenBase, "v1/token", "key=" + FormData.escaped(apiKey)) }

  /// Where the project's second factors are configured. An administrator's token says whose request it is, so that
  /// no key goes with it.
  var configuration: URL? {
    let path = "\(configurationPath)/projects/\(FormData.escaped(projectID))/config"
    return Self.address(identityBase, path, "updateMask=mfa")
  }

  private static func address(_ base: URL, _ path: String, _ query: String) -> URL? {
    var text = base.absoluteString
    while text.hasSuffix("/") { text.removeLast() }
    return URL(string: "\(text)/\(path)?\(query)")
  }
}
