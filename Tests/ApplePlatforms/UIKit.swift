// Platforms: iOS tvOS watchOS visionOS
@_exported import AppleFoundation

#if !os(watchOS)
  /// https://developer.apple.com/documentation/uikit/uiwindow
  @available(iOS 2, tvOS 9, visionOS 1, *)
  @MainActor open class UIWindow: NSObject {}

  /// https://developer.apple.com/documentation/uikit/uiapplication
  @available(iOS 2, tvOS 9, visionOS 1, *)
  @MainActor open class UIApplication: NSObject {
    /// https://developer.apple.com/documentation/uikit/uiapplication/openexternalurloptionskey
    public struct OpenExternalURLOptionsKey: Hashable, RawRepresentable, @unchecked Sendable {
      /// https://developer.apple.com/documentation/swift/rawrepresentable/rawvalue-swift.property-1icv6
      public var rawValue: String

      /// https://developer.apple.com/documentation/swift/rawrepresentable/init(rawvalue:)
      public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// https://developer.apple.com/documentation/uikit/uiapplication/shared
    @available(iOSApplicationExtension, unavailable)
    @available(tvOSApplicationExtension, unavailable)
    open class var shared: UIApplication { UIApplication() }

    /// https://developer.apple.com/documentation/uikit/uiapplication/open(_:options:completionhandler:)
    @available(iOS 10, tvOS 10, visionOS 1, *)
    @available(iOSApplicationExtension, unavailable)
    @available(tvOSApplicationExtension, unavailable)
    open func open(
      _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
      completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {}

    /// https://developer.apple.com/documentation/swift/calling-objective-c-apis-asynchronously
    @available(iOS 10, tvOS 10, visionOS 1, *)
    @available(iOSApplicationExtension, unavailable)
    @available(tvOSApplicationExtension, unavailable)
    @discardableResult
    open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool { false }
  }
#endif
