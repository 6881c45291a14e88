import DiscourseLoopback
import FlowTransport
import Foundation
import LoopbackServer

/// The server that plays a Discourse site, with one account.
enum DemoSite {
  static let name = "ada"
  static let password = "correct horse"

  /// Starts the server.
  static func start(port: Int) async throws -> (LoopbackServer, DiscourseLoopback) {
    let (server, site) = try await LoopbackServer.start(port: port) { url in
      var settings = DiscourseSettings()
      settings.knowsPadding = true
      // Apps on a desktop listen on this machine.
      settings.allowedRedirects.append("http://127.0.0.1:*")
      return DiscourseLoopback(base: url, settings: settings)
    }
    var ada = DiscourseUser(name, password: Secret(password))
    ada.unread = (2, 1)
    site.add(ada)
    return (server, site)
  }
}
