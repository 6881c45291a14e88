import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import LoopbackServer

/// Signs in with a shipped flow on its loopback server, then once more with a connection that breaks.
@main
struct Main {
  static func main() async throws {
    let password = Secret("correct horse")
    let firebase = FirebaseLoopback()
    firebase.add(FirebaseLoopbackUser(email: "ada@example.org", credential: .password(password)))
    let server = try await LoopbackServer { _ in firebase }
    var configuration = FirebaseTOTPConfiguration(
      apiKey: "loopback-key", projectID: "demo", issuer: "Client", store: MemorySecretStore())
    configuration.useEmulator(server.url)
    let auth = try FirebaseTOTPAuthentication(configuration)
    await auth.start()
    let user = try await auth.signIn(withEmail: "ada@example.org", password: password)
    print("signed in as \(user.email ?? "nobody")")
    try await auth.signOut()
    server.log.failNext(with: .reset)
    do {
      try await auth.signIn(withEmail: "ada@example.org", password: password)
    } catch {
      print(error.code)
    }
    await server.stop()
  }
}
