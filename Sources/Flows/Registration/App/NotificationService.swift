/// Shows to the person what went wrong, and reports it.
public protocol NotificationService: Sendable {
  /// Shows and reports an exception. It is called within a step of the flow, so it must not wait.
  func handle(_ exception: Registration.ErrorCode)
}

/// Does neither: the app watches the states instead.
public struct SilentNotifications: NotificationService {
  /// Makes one.
  public init() {}

  /// Does nothing.
  public func handle(_ exception: Registration.ErrorCode) {}
}
