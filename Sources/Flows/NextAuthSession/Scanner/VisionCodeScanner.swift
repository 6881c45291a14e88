#if canImport(Vision)
  public import CoreGraphics
  import FlowTransport
  import Vision

  /// Reads the QR code in a picture, such as one of the camera, with Apple's Vision.
  public struct VisionCodeScanner: CodeScanner {
    /// There is no QR code in the picture.
    public struct NoCode: Error {}

    private let picture: CGImage

    /// Makes a scanner of one picture.
    public init(_ picture: CGImage) { self.picture = picture }

    /// The first QR code in the picture: its text where that is base64, else its bytes.
    public func scan() async throws -> ScannedCode {
      let request = VNDetectBarcodesRequest()
      request.symbologies = [.qr]
      try VNImageRequestHandler(cgImage: picture).perform([request])
      for code in request.results ?? [] {
        if let text = code.payloadStringValue.map({ ScannedCode(read: Secret($0)) }), case .text = text {
          return text
        }
        if #available(macOS 14, iOS 17, tvOS 17, visionOS 1, *), let bytes = code.payloadData {
          return .bytes(Secret(bytes))
        }
      }
      throw NoCode()
    }
  }
#endif
