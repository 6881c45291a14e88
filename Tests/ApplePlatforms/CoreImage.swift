// Platforms: iOS macOS tvOS visionOS
@_exported import AppleFoundation
@_exported import CoreGraphics

/// https://developer.apple.com/documentation/coreimage/ciimage
@available(iOS 5, macOS 10.4, tvOS 9, visionOS 1, *)
open class CIImage: NSObject {
  /// https://developer.apple.com/documentation/coreimage/ciimage/extent
  open var extent: CGRect { .zero }
}

/// https://developer.apple.com/documentation/coreimage/cifilter-swift.class
@available(iOS 5, macOS 10.4, tvOS 9, visionOS 1, *)
open class CIFilter: NSObject {
  /// https://developer.apple.com/documentation/coreimage/cifilter-swift.class/init(name:)
  public init?(name: String) {}

  /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/setvalue(_:forkey:)
  open func setValue(_ value: Any?, forKey key: String) {}

  /// https://developer.apple.com/documentation/coreimage/cifilter-swift.class/outputimage
  @available(iOS 5, macOS 10.10, tvOS 9, visionOS 1, *)
  open var outputImage: CIImage? { nil }
}

/// https://developer.apple.com/documentation/coreimage/ciformat
@available(iOS 5, macOS 10.4, tvOS 9, visionOS 1, *)
public struct CIFormat: Sendable {
  /// https://developer.apple.com/documentation/coreimage/ciformat/l8
  @available(iOS 10, macOS 10.12, tvOS 10, visionOS 1, *)
  public static var L8: CIFormat { CIFormat() }
}

/// https://developer.apple.com/documentation/coreimage/cicontext
@available(iOS 5, macOS 10.4, tvOS 9, visionOS 1, *)
open class CIContext: NSObject {
  /// https://developer.apple.com/documentation/coreimage/cicontext/init()
  public override init() {}

  /// https://developer.apple.com/documentation/coreimage/cicontext/render(_:tobitmap:rowbytes:bounds:format:colorspace:)
  open func render(
    _ image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat,
    colorSpace: CGColorSpace?
  ) {}
}
