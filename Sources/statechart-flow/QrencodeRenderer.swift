import FirebaseTOTPFlow
import FlowTransport
import Foundation

/// Makes QR codes with the command `qrencode`.
struct QrencodeRenderer: QRCodeRenderer {
  func code(for text: Secret) throws -> QRCode? {
    guard let drawn = try Qrencode.run(["--type=ASCII", "--margin=0"], text) else { return nil }
    // Two characters are one square.
    let rows = drawn.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true).map { line in
      stride(from: line.startIndex, to: line.endIndex, by: 2).map { line[$0] == UInt8(ascii: "#") }
    }
    return rows.isEmpty ? nil : QRCode(rows: rows)
  }
}
