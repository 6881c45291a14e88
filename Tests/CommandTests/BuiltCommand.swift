import Foundation

/// The built `statechart`, run as a user runs it.
struct BuiltCommand {
  /// What a run came to.
  struct Outcome {
    var exitCode: Int32
    var output: String
    var errors: String

    /// What GitHub, Azure, TeamCity or GitLab would take for a command in the output. Runners break lines at `\n` and at
    /// `\r`, also where the two stand together.
    var runnerCommands: [String] {
      output.unicodeScalars.split { $0 == "\n" || $0 == "\r" }
        .map { String($0.drop { $0.properties.isWhitespace }) }
        .filter { line in
          line.utf8.starts(with: "::".utf8)
            || ["##[", "##vso[", "##teamcity[", "\u{1B}"].contains { line.contains($0) }
        }
    }
  }

  /// A command that could not be started or a file that could not be prepared.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// The package's root folder.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the built command, which is that of the test bundle.
  static func folder() throws -> URL {
    for argument in CommandLine.arguments {
      let folder = URL(fileURLWithPath: argument).deletingLastPathComponent()
      if FileManager.default.isExecutableFile(atPath: folder.appendingPathComponent("statechart").path) {
        return folder
      }
    }
    throw Failure(description: "no built statechart beside \(CommandLine.arguments)")
  }

  /// Runs `statechart` with arguments.
  static func run(
    _ arguments: [String], input: String = "", in folder: URL = root, environment: [String: String] = [:]
  ) throws -> Outcome {
    try run(
      executable: self.folder().appendingPathComponent("statechart"), arguments, input: input, in: folder,
      environment: environment)
  }

  /// Runs a line of shell in which `statechart` is the built command.
  static func shell(_ line: String, input: String = "", in folder: URL) throws -> Outcome {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try run(
      executable: URL(fileURLWithPath: "/bin/sh"), ["-c", line], input: input, in: folder,
      environment: ["PATH": "\(try self.folder().path):\(path)"])
  }

  private static func run(
    executable: URL, _ arguments: [String], input: String, in folder: URL, environment: [String: String]
  ) throws -> Outcome {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let inputFile = scratch.url.appendingPathComponent("input")
    let outputFile = scratch.url.appendingPathComponent("output")
    let errorFile = scratch.url.appendingPathComponent("errors")
    try Data(input.utf8).write(to: inputFile)
    for file in [outputFile, errorFile] { try Data().write(to: file) }

    // Files rather than pipes: no reader is needed, and nothing can block on a full pipe.
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    var variables = ProcessInfo.processInfo.environment
    variables["NO_COLOR"] = "1"
    variables.merge(environment) { _, new in new }
    process.environment = variables
    try process.run()
    process.waitUntilExit()
    return Outcome(
      exitCode: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
      output: String(decoding: try Data(contentsOf: outputFile), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errorFile), as: UTF8.self))
  }
}

/// A folder of its own for a test.
struct ScratchFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("statechart-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Writes a file, with the folders above it.
  func write(_ text: String, to path: String) throws {
    let file = url.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// The text of a file.
  func text(of path: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(path), encoding: .utf8)
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
}
