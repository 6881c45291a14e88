// Platforms: iOS macOS tvOS visionOS
@_exported import AppleFoundation
@_exported import CoreGraphics

/// https://developer.apple.com/documentation/vision/vnbarcodesymbology
@available(iOS 11, macOS 10.13, tvOS 11, visionOS 1, *)
public struct VNBarcodeSymbology: Hashable, @unchecked Sendable {
  /// https://developer.apple.com/documentation/vision/vnbarcodesymbology/qr
  public static var qr: VNBarcodeSymbology { VNBarcodeSymbology() }
}

/// https://developer.apple.com/documentation/vision/vnbarcodeobservation
@available(iOS 11, macOS 10.13, tvOS 11, visionOS 1, *)
open class VNBarcodeObservation: NSObject {
  /// https://developer.apple.com/documentation/vision/vnbarcodeobservation/payloadstringvalue
  open var payloadStringValue: String? { nil }

  /// https://developer.apple.com/documentation/vision/vnbarcodeobservation/payloaddata
  @available(iOS 17, macOS 14, tvOS 17, visionOS 1, *)
  open var payloadData: Data? { nil }
}

/// https://developer.apple.com/documentation/vision/vnrequest
@available(iOS 11, macOS 10.13, tvOS 11, visionOS 1, *)
open class VNRequest: NSObject {}

/// https://developer.apple.com/documentation/vision/vndetectbarcodesrequest
@available(iOS 11, macOS 10.13, tvOS 11, visionOS 1, *)
open class VNDetectBarcodesRequest: VNRequest {
  /// https://developer.apple.com/documentation/vision/vndetectbarcodesrequest/symbologies
  open var symbologies: [VNBarcodeSymbology] = []

  /// https://developer.apple.com/documentation/vision/vndetectbarcodesrequest/results
  open var results: [VNBarcodeObservation]? { nil }
}

/// https://developer.apple.com/documentation/vision/vnimageoption
@available(iOS 11, macOS 10.13, tvOS 11, visionOS 1, *)
public struct VNImageOption: Hashable, @unchecked Sendable {}

/// https://developer.apple.com/documentation/vision/vnimagerequesthandler
@available(iOS 11, macOS 10.13, tvOS 11, visionOS 1, *)
open class VNImageRequestHandler: NSObject {
  /// https://developer.apple.com/documentation/vision/vnimagerequesthandler/init(cgimage:options:)
  public init(cgImage image: CGImage, options: [VNImageOption: Any] = [:]) {}

  /// https://developer.apple.com/documentation/vision/vnimagerequesthandler/perform(_:)
  open func perform(_ requests: [VNRequest]) throws {}
}
