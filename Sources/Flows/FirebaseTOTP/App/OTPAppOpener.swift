public import FlowTransport
import Foundation

#if canImport(UIKit) && !os(watchOS)
  import UIKit
#elseif canImport(AppKit)
  import AppKit
#endif

/// Opens addresses of authenticator apps. If no app can be opened, nothing happens: the person scans the code, or types
/// the key.
public protocol OTPAppOpener: Sendable {
  /// Opens an `otpauth` address. It holds the key, and must not be logged, not even when it cannot be opened.
  func open(_ address: Secret)
}

#if canImport(UIKit) && !os(watchOS)
  /// Opens them with the system. Extensions cannot use it.
  @available(iOSApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  public struct SystemOTPAppOpener: OTPAppOpener {
    /// Makes one.
    public init() {}

    /// Opens an address.
    public func open(_ address: Secret) {
      guard let url = URL(string: address.text) else { return }
      Task { @MainActor in UIApplication.shared.open(url) }
    }
  }
#elseif canImport(AppKit)
  /// Opens them with the system.
  public struct SystemOTPAppOpener: OTPAppOpener {
    /// Makes one.
    public init() {}

    /// Opens an address.
    public func open(_ address: Secret) {
      guard let url = URL(string: address.text) else { return }
      Task { @MainActor in NSWorkspace.shared.open(url) }
    }
  }
#endif
