import FlowTransport
import Foundation

/// Writes a picture of a QR code of bytes with the command `qrencode`.
enum QrencodePicture {
  /// - Parameter overwrites: whether a file that is there may be lost.
  static func write(_ code: Secret, to file: String, overwrites: Bool) throws {
    guard let picture = try Qrencode.run(["--8bit"], code) else {
      throw ZbarScanner.Problem(description: "`qrencode` has made no picture.")
    }
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
