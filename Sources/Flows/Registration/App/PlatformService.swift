/// Knows the platform that the app runs on.
public protocol PlatformService: Sendable {
  /// Waits until the platform is ready.
  func ready() async throws
  /// Whether the app can leave for a site in a browser and be called back. Asked once the platform is ready.
  var isNative: Bool { get async }
}

/// A platform that is ready at once.
public struct ReadyPlatform: PlatformService {
  /// Whether the app can leave for a site in a browser and be called back.
  public let isNative: Bool

  /// Makes one.
  public init(isNative: Bool) { self.isNative = isNative }

  /// Returns at once.
  public func ready() {}
}
