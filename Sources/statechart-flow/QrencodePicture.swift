import FlowTransport
import Foundation

/// Writes a picture of a QR code of bytes with the command `qrencode`.
enum QrencodePicture {
  static func write(_ code: Secret, to file: String) throws {
    guard let picture = try Qrencode.run(["--8bit"], code) else {
      throw ZbarScanner.Problem(description: "`qrencode` could not make the picture.")
    }
    do {
      try picture.write(to: URL(fileURLWithPath: file), options: .withoutOverwriting)
    } catch CocoaError.fileWriteFileExists {
      throw ZbarScanner.Problem(description: "The file already exists. Choose another name, or delete it.")
    } catch {
      throw ZbarScanner.Problem(description: "The picture can't be written there.")
    }
  }
}
