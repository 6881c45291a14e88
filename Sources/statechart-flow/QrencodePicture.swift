import FlowTransport
import Foundation

/// Writes a picture of a QR code of bytes with the command `qrencode`.
enum QrencodePicture {
  /// - Parameter overwrites: whether a file that is there may be lost.
  static func write(_ code: Secret, to file: String, overwrites: Bool) throws {
    guard let picture = try Qrencode.run(["--8bit"], code) else {
      throw ZbarScanner.Problem(description: "`qrencode` could not make the picture.")
    }
    do {
      try picture.write(to: URL(fileURLWithPath: file), options: overwrites ? [] : .withoutOverwriting)
    } catch CocoaError.fileWriteFileExists {
      throw ZbarScanner.Problem(
        description: "The file already exists. To replace it, type `server picture \(file) overwrite`.")
    } catch {
      throw ZbarScanner.Problem(description: "The picture can't be written there.")
    }
  }
}
