import FlowTransport
import Foundation

/// Writes a picture of a QR code of bytes with the command `qrencode`.
enum QrencodePicture {
  private static let missing = ZbarScanner.Problem(
    description: "To make a picture install Debian's package `qrencode`.")

  /// - Parameter overwrites: whether a file that is there may be lost.
  static func write(_ code: Secret, to file: String, overwrites: Bool) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["qrencode", "--8bit", "--level=M", "--output=-"]
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { throw Self.missing }
    try? input.fileHandleForWriting.write(contentsOf: code.withBytes { Data($0) })
    try? input.fileHandleForWriting.close()
    let picture = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    // Other statuses than 0 are those of `env`, which has not found it.
    guard process.terminationStatus == 0 else { throw Self.missing }
    do {
      try picture.write(to: URL(fileURLWithPath: file), options: overwrites ? [] : .withoutOverwriting)
    } catch CocoaError.fileWriteFileExists {
      throw ZbarScanner.Problem(
        description: "There is such a file; `server picture \(file) overwrite` writes in its place.")
    } catch {
      throw ZbarScanner.Problem(description: "The picture cannot be written there.")
    }
  }
}
