import Foundation

/// The built `statechart-proofs`, in a process of its own.
enum ProofProcess {
  /// The command is not there.
  private struct Missing: Error {}

  /// Runs it until it ends. No thread waits for that, since the process may wait for a server of this one.
  ///
  /// - Parameter environment: variables besides those of this process.
  static func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> (output: String, status: Int32) {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("output-\(UUID().uuidString)")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = try command()
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = try FileHandle(forWritingTo: file)
    let status = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Int32, any Error>) in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    return (String(decoding: try Data(contentsOf: file), as: UTF8.self), status)
  }

  /// Where the command is: beside the test bundle.
  private static func command() throws -> URL {
    for argument in CommandLine.arguments {
      let command = URL(fileURLWithPath: argument).deletingLastPathComponent().appendingPathComponent(
        "statechart-proofs")
      if FileManager.default.isExecutableFile(atPath: command.path) { return command }
    }
    throw Missing()
  }
}
