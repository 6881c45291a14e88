// Platforms: iOS macOS tvOS watchOS visionOS
@_exported import AppleFoundation

/// https://developer.apple.com/documentation/coregraphics/cgimage
@available(iOS 2, macOS 10, tvOS 9, watchOS 2, visionOS 1, *)
public final class CGImage: @unchecked Sendable {}

/// https://developer.apple.com/documentation/coregraphics/cgcolorspace
@available(iOS 2, macOS 10, tvOS 9, watchOS 2, visionOS 1, *)
public final class CGColorSpace: @unchecked Sendable {}
