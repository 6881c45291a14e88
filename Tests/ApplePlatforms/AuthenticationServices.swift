// Platforms: iOS macOS visionOS
@_exported import AppleFoundation

#if os(macOS)
  public import AppKit

  /// https://developer.apple.com/documentation/authenticationservices/aspresentationanchor
  public typealias ASPresentationAnchor = NSWindow
#else
  public import UIKit

  /// https://developer.apple.com/documentation/authenticationservices/aspresentationanchor
  public typealias ASPresentationAnchor = UIWindow
#endif

/// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession
@available(iOS 12, macOS 10.15, visionOS 1, *)
open class ASWebAuthenticationSession: NSObject {
  /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/completionhandler
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void

  /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/init(url:callbackurlscheme:completionhandler:)-7fpox
  @available(iOS, introduced: 12, deprecated: 27)
  @available(macOS, introduced: 10.15, deprecated: 27)
  @available(visionOS, introduced: 1, deprecated: 27)
  public init(url URL: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler) {}

  /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/presentationcontextprovider
  @available(iOS 13, macOS 10.15, visionOS 1, *)
  weak open var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?

  /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/prefersephemeralwebbrowsersession
  @available(iOS 13, macOS 10.15, visionOS 1, *)
  open var prefersEphemeralWebBrowserSession = false

  /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/start()
  @discardableResult
  open func start() -> Bool { false }

  /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/cancel()
  open func cancel() {}
}

/// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationpresentationcontextproviding
@available(iOS 13, macOS 10.15, visionOS 1, *)
@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
  /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationpresentationcontextproviding/presentationanchor(for:)
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

/// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror
@available(iOS 12, macOS 10.15, visionOS 1, *)
public struct ASWebAuthenticationSessionError: Error {
  /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror/code
  public enum Code: Int, Sendable {
    /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror/code/canceledlogin
    case canceledLogin = 1
  }

  /// https://developer.apple.com/documentation/foundation/customnserror/errorcode
  public let code: Code
}
