import FlowTransport
import Foundation

/// Writes a picture of a QR code of bytes with the command `qrencode`.
enum QrencodePicture {
  private static let missing = ZbarScanner.Problem(
    description: "To make a picture install Debian's package `qrencode`.")

  static func write(_ code: Secret, to file: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["qrencode", "--8bit", "--level=M", "--output=" + file]
    let input = Pipe()
    process.standardInput = input
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { throw Self.missing }
    try input.fileHandleForWriting.write(contentsOf: code.withBytes { Data($0) })
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    // What `env` says when there is no such command.
    guard process.terminationStatus != 127 else { throw Self.missing }
    guard process.terminationStatus == 0 else {
      throw ZbarScanner.Problem(description: "The picture cannot be written there.")
    }
  }
}
