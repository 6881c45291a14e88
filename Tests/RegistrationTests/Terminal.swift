import Foundation

/// The built command that walks through flows.
enum Terminal {
  /// The command is not there.
  private struct Missing: Error {}

  /// Where the command is: beside the test bundle.
  static func command() throws -> URL {
    for argument in CommandLine.arguments {
      let command = URL(fileURLWithPath: argument).deletingLastPathComponent().appendingPathComponent(
        "statechart-flow")
      if FileManager.default.isExecutableFile(atPath: command.path) { return command }
    }
    throw Missing()
  }

  /// What the command writes in a run in which something is typed, and the status with which it ends.
  ///
  /// - Parameter tellsErrors: whether what it writes on standard error belongs to that.
  static func run(
    _ arguments: [String], typing text: String, tellsErrors: Bool = false
  ) throws -> (output: String, status: Int32) {
    let folder = FileManager.default.temporaryDirectory
    let input = folder.appendingPathComponent("registration-\(UUID().uuidString)")
    try Data(text.utf8).write(to: input)
    defer { try? FileManager.default.removeItem(at: input) }
    let process = Process()
    process.executableURL = try command()
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: input)
    let output = Pipe()
    process.standardOutput = output
    if tellsErrors { process.standardError = output }
    try process.run()
    let written = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: written, as: UTF8.self), process.terminationStatus)
  }
}
