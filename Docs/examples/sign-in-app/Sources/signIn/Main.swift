import Foundation
import Statecharts
import StatechartsPreview
import StatechartsStores

/// Signs in, in the terminal.
///
///   signIn [FOLDER]    the folder keeps the session; without it a folder of the system for things that do not last
///
/// A debug build shows its session in a running `statechart preview`, whose address is in `STATECHART_PREVIEW`.
@main
struct Main {
  static func main() async throws {
    let folder = CommandLine.arguments.dropFirst().first.map { URL(fileURLWithPath: $0) }
    let store = try FileStore(
      folder: folder ?? FileManager.default.temporaryDirectory.appendingPathComponent("statecharts-sign-in"))
    let preview = try preview()
    let session = try await session(from: store, preview)
    let terminal = Terminal(session, store)
    await session.start()
    let updates = await session.updates()

    let lines = AsyncStream<String> { typed in
      // Reading waits, which tasks must not.
      Thread.detachNewThread {
        while let line = readLine() { typed.yield(line) }
        typed.finish()
      }
    }
    let showing = Task { for await update in updates { await terminal.show(update) } }
    let reading = Task {
      for await line in lines { await terminal.take(line) }
      await terminal.close()
    }
    for await _ in terminal.ended {}
    showing.cancel()
    reading.cancel()
    await preview?.close()
  }

  /// What shows the session in the preview, if the environment names one.
  private static func preview() throws -> PreviewInspector? {
    #if DEBUG
      guard let address = ProcessInfo.processInfo.environment["STATECHART_PREVIEW"] else { return nil }
      return try PreviewInspector(address) { print("  (\($0))") }
    #else
      return nil
    #endif
  }

  /// The session that was stored, if there is one that can go on, else a new one.
  private static func session(from store: FileStore, _ inspector: PreviewInspector?) async throws -> Session<
    SignIn
  > {
    let handlers = SignInHandlers(server: MailServer())
    do {
      if let snapshot = try await store.load(Terminal.name) {
        let time = Duration.seconds(Date().timeIntervalSince1970)
        print("Welcome back.")
        return try Session<SignIn>(handlers, restoring: snapshot, at: time, inspector: inspector)
      }
    } catch {
      print("The session that was stored cannot go on: \(error)")
    }
    return try Session<SignIn>(handlers, inspector: inspector)
  }
}
