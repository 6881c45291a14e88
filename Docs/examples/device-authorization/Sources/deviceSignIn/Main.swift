import DeviceAuthorizationFlow
import DeviceAuthorizationLoopback
import FlowTransport
import Foundation
import LoopbackServer
import Statecharts

/// Signs in on another device, in the terminal.
///
///   deviceSignIn
///   deviceSignIn DEVICE-AUTHORIZATION-ENDPOINT TOKEN-ENDPOINT CLIENT-ID [SCOPE]
///
/// Without arguments, it starts a server on this machine. Ends with 0 if the device is signed in, with 64 if the arguments
/// are wrong, otherwise with 1. The usage and unexpected errors are on standard error.
@main
struct Main {
  static func main() async {
    do {
      exit(try await run() ? 0 : 1)
    } catch {
      report("deviceSignIn: \(error)")
      exit(1)
    }
  }

  private static func report(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

  /// Whether the device is signed in at the end.
  private static func run() async throws -> Bool {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.isEmpty {
      let server = try await LoopbackServer { DeviceAuthorizationServer(base: $0) }
      let isSignedIn = try await signIn(
        server.url.appendingPathComponent("device_authorization"), server.url.appendingPathComponent("token"),
        "terminal")
      await server.stop()
      return isSignedIn
    }
    guard (3...4).contains(arguments.count), let code = URL(string: arguments[0]),
      let token = URL(string: arguments[1]), [code, token].allSatisfy({ WebOrigin($0)?.isSafe == true })
    else {
      report(
        """
        Usage: deviceSignIn [DEVICE-AUTHORIZATION-ENDPOINT TOKEN-ENDPOINT CLIENT-ID [SCOPE]]
        The endpoints begin with https://, or with http:// if they are on this machine.
        """)
      exit(64)
    }
    return try await signIn(code, token, arguments[2], arguments.dropFirst(3).first)
  }

  private static func signIn(
    _ deviceAuthorization: URL, _ token: URL, _ clientID: String, _ scope: String? = nil
  ) async throws -> Bool {
    let client = DeviceClient(
      deviceAuthorization: deviceAuthorization, token: token, clientID: clientID, scope: scope)
    let session = try Session<DeviceAuthorization>(DeviceHandlers(client))
    await session.start()
    let updates = await session.updates()
    await session.send(.start)
    var shown: String?
    for await update in updates {
      for case .signedIn(_, _, let lifetime, _) in update.outputs {
        print("You are signed in" + (lifetime.map { " for \($0.components.seconds) seconds." } ?? "."))
        return true
      }
      if let code = update.context.userCode, let address = update.context.address, code != shown {
        shown = code
        print("Open \(address) on another device, and enter the code \(code).")
        if let complete = update.context.completeAddress { print("Or open \(complete).") }
        fflush(nil)  // The person has to see this now, also through a pipe.
      }
      if update.isActive(.signedOut), let error = update.context.lastError {
        print("You are not signed in. \(error.title ?? error.rawValue).")
        return false
      }
    }
    return false
  }
}
