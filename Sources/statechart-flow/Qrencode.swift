import FlowTransport
import Foundation

/// Runs the command `qrencode`. What is to be encoded goes through its input, for everybody on a machine can read the
/// arguments of commands.
enum Qrencode {
  /// The command is not there.
  struct Missing: Error, CustomStringConvertible {
    var description: String { "`qrencode` is not installed. On Debian, install the package `qrencode`." }
  }

  /// What it writes; nil when it cannot encode that.
  static func run(_ arguments: [String], _ content: Secret) throws(Missing) -> Data? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["qrencode"] + arguments + ["--level=M", "--output=-"]
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { throw Missing() }
    // Its status says whether it has read all of it.
    try? input.fileHandleForWriting.write(contentsOf: content.withBytes { Data($0) })
    try? input.fileHandleForWriting.close()
    let written = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    // What `env` says when there is no such command.
    if process.terminationStatus == 127 { throw Missing() }
    return process.terminationStatus == 0 ? written : nil
  }
}
