#if canImport(CoreImage)
  import CoreImage
  public import FlowTransport
  import Foundation

  /// Makes QR codes with the system.
  public struct CoreImageQRCodeRenderer: QRCodeRenderer {
    /// Makes one.
    public init() {}

    /// The code of a text; nil when it is too long for one.
    public func code(for text: Secret) -> QRCode? {
      guard let filter = CIFilter(name: "CIQRCodeGenerator") else { return nil }
      filter.setValue(text.withBytes { Data($0) }, forKey: "inputMessage")
      filter.setValue("M", forKey: "inputCorrectionLevel")
      // One pixel is one square, with a margin of one square around all of them.
      guard let image = filter.outputImage, image.extent.width > 2 else { return nil }
      let width = Int(image.extent.width)
      let height = Int(image.extent.height)
      var pixels = [UInt8](repeating: 0, count: width * height)
      pixels.withUnsafeMutableBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        CIContext().render(
          image, toBitmap: start, rowBytes: width, bounds: image.extent, format: .L8, colorSpace: nil)
      }
      return QRCode(
        rows: (1..<(height - 1)).map { row in
          (1..<(width - 1)).map { pixels[row * width + $0] < 128 }
        })
    }
  }
#endif
