import FlowTransport
import Foundation
import NextAuthSessionFlow

/// Reads the QR code in a picture with the command `zbarimg`.
struct ZbarScanner: CodeScanner {
  /// The file of the picture.
  let picture: String

  /// Nothing was read.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  private static let missing = Problem(
    description: "`zbarimg` is not installed. On Debian, install `zbar-tools`.")

  func scan() async throws -> ScannedCode {
    guard FileManager.default.fileExists(atPath: picture) else {
      throw Problem(description: "The file does not exist.")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // Bytes as they are: text would be guessed to be of some country.
    process.arguments = ["zbarimg", "--quiet", "--raw", "--oneshot", "-Sbinary", picture]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { throw Self.missing }
    let read = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    // What `env` says when there is no such command.
    guard process.terminationStatus != 127 else { throw Self.missing }
    // A picture without a code ends it with 4.
    guard [0, 4].contains(process.terminationStatus) else {
      throw Problem(description: "The file is not a readable picture.")
    }
    guard process.terminationStatus == 0, !read.isEmpty else {
      throw Problem(description: "The picture contains no QR code.")
    }
    return ScannedCode(read: Secret(read))
  }
}
