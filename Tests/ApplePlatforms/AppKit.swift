// Platforms: macOS
@_exported import AppleFoundation

/// https://developer.apple.com/documentation/appkit/nswindow
@available(macOS 10, *)
@MainActor open class NSWindow: NSObject {}

/// https://developer.apple.com/documentation/appkit/nsworkspace
@available(macOS 10, *)
open class NSWorkspace: NSObject {
  /// https://developer.apple.com/documentation/appkit/nsworkspace/shared
  open class var shared: NSWorkspace { NSWorkspace() }

  /// https://developer.apple.com/documentation/appkit/nsworkspace/open(_:)
  @discardableResult
  open func open(_ url: URL) -> Bool { false }
}
