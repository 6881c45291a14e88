import FirebaseTOTPFlow
import FlowTransport
import Foundation

/// Makes QR codes with the command `qrencode`. The text goes through its input, for everybody on a machine can read the
/// arguments of commands.
struct QrencodeRenderer: QRCodeRenderer {
  /// The command is not there.
  struct Missing: Error, CustomStringConvertible {
    var description: String { "For a QR code install Debian's package `qrencode`." }
  }

  func code(for text: Secret) throws -> QRCode? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["qrencode", "--type=ASCII", "--margin=0", "--level=M", "--output=-"]
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { throw Missing() }
    try? input.fileHandleForWriting.write(contentsOf: text.withBytes { Data($0) })
    try? input.fileHandleForWriting.close()
    let drawn = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    // What `env` says when there is no such command.
    if process.terminationStatus == 127 { throw Missing() }
    guard process.terminationStatus == 0 else { return nil }
    // Two signs are one square.
    let rows = drawn.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true).map { line in
      stride(from: line.startIndex, to: line.endIndex, by: 2).map { line[$0] == UInt8(ascii: "#") }
    }
    return rows.isEmpty ? nil : QRCode(rows: rows)
  }
}
