// Platforms: iOS macOS visionOS
@_exported import AppleFoundation

/// https://developer.apple.com/documentation/webkit/wkwebview
@available(iOS 8, macOS 10.10, visionOS 1, *)
@MainActor open class WKWebView: NSObject {
  /// https://developer.apple.com/documentation/webkit/wkwebview
  public override init() {}

  /// https://developer.apple.com/documentation/webkit/wkwebview/navigationdelegate
  weak open var navigationDelegate: (any WKNavigationDelegate)?

  /// https://developer.apple.com/documentation/webkit/wkwebview/allowsbackforwardnavigationgestures
  open var allowsBackForwardNavigationGestures = false

  /// https://developer.apple.com/documentation/webkit/wkwebview/url
  open var url: URL? { nil }

  /// https://developer.apple.com/documentation/webkit/wkwebview/configuration
  open var configuration: WKWebViewConfiguration { WKWebViewConfiguration() }

  /// https://developer.apple.com/documentation/webkit/wkwebview/load(_:)
  @discardableResult
  open func load(_ request: URLRequest) -> WKNavigation? { nil }

  /// https://developer.apple.com/documentation/webkit/wkwebview/stoploading()
  open func stopLoading() {}

  /// https://developer.apple.com/documentation/webkit/wkwebview/customuseragent
  @available(iOS 9, macOS 10.11, *)
  open var customUserAgent: String?

  /// https://developer.apple.com/documentation/webkit/wkwebview/evaluatejavascript(_:completionhandler:)
  open func evaluateJavaScript(_ javaScriptString: String) async throws -> Any? { nil }

  /// https://developer.apple.com/documentation/webkit/wkwebview/evaluatejavascript(_:completionhandler:)
  open func evaluateJavaScript(
    _ javaScriptString: String, completionHandler: (@MainActor @Sendable (Any?, (any Error)?) -> Void)? = nil
  ) {}

  /// https://developer.apple.com/documentation/webkit/wkwebview/callasyncjavascript(_:arguments:in:in:completionhandler:)
  @available(iOS 14, macOS 11, *)
  @preconcurrency
  public func callAsyncJavaScript(
    _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
    in contentWorld: WKContentWorld,
    completionHandler: (@MainActor @Sendable (Result<Any, any Error>) -> Void)? = nil
  ) {}
}

/// https://developer.apple.com/documentation/webkit/wkwebviewconfiguration
@available(iOS 8, macOS 10.10, visionOS 1, *)
@MainActor open class WKWebViewConfiguration: NSObject {
  /// https://developer.apple.com/documentation/webkit/wkwebviewconfiguration/websitedatastore
  open var websiteDataStore = WKWebsiteDataStore()
}

/// https://developer.apple.com/documentation/webkit/wkwebsitedatastore
@available(iOS 9, macOS 10.11, visionOS 1, *)
@MainActor open class WKWebsiteDataStore: NSObject {
  /// https://developer.apple.com/documentation/webkit/wkwebsitedatastore/httpcookiestore
  @available(iOS 11, macOS 10.13, *)
  open var httpCookieStore: WKHTTPCookieStore { WKHTTPCookieStore() }
}

/// https://developer.apple.com/documentation/webkit/wkhttpcookiestore
@available(iOS 11, macOS 10.13, visionOS 1, *)
@MainActor open class WKHTTPCookieStore: NSObject {
  /// https://developer.apple.com/documentation/webkit/wkhttpcookiestore/getallcookies(_:)
  open func allCookies() async -> [HTTPCookie] { [] }

  /// https://developer.apple.com/documentation/webkit/wkhttpcookiestore/delete(_:completionhandler:)
  open func deleteCookie(_ cookie: HTTPCookie) async {}
}

/// https://developer.apple.com/documentation/webkit/wknavigation
@available(iOS 8, macOS 10.10, visionOS 1, *)
@MainActor open class WKNavigation: NSObject {}

/// https://developer.apple.com/documentation/webkit/wkframeinfo
@available(iOS 8, macOS 10.10, visionOS 1, *)
@MainActor open class WKFrameInfo: NSObject {
  /// https://developer.apple.com/documentation/webkit/wkframeinfo/ismainframe
  open var isMainFrame: Bool { false }
}

/// https://developer.apple.com/documentation/webkit/wkcontentworld
@available(iOS 14, macOS 11, visionOS 1, *)
@MainActor open class WKContentWorld: NSObject {
  /// https://developer.apple.com/documentation/webkit/wkcontentworld/page
  open class var page: WKContentWorld { WKContentWorld() }
}

/// https://developer.apple.com/documentation/webkit/wknavigationaction
@available(iOS 8, macOS 10.10, visionOS 1, *)
@MainActor open class WKNavigationAction: NSObject {
  /// https://developer.apple.com/documentation/webkit/wknavigationaction/targetframe
  open var targetFrame: WKFrameInfo? { nil }

  /// https://developer.apple.com/documentation/webkit/wknavigationaction/request
  open var request: URLRequest { fatalError() }
}

/// https://developer.apple.com/documentation/webkit/wknavigationresponse
@available(iOS 8, macOS 10.10, visionOS 1, *)
@MainActor open class WKNavigationResponse: NSObject {
  /// https://developer.apple.com/documentation/webkit/wknavigationresponse/isformainframe
  open var isForMainFrame: Bool { false }

  /// https://developer.apple.com/documentation/webkit/wknavigationresponse/response
  open var response: URLResponse { fatalError() }
}

/// https://developer.apple.com/documentation/webkit/wknavigationactionpolicy
@available(iOS 8, macOS 10.10, visionOS 1, *)
public enum WKNavigationActionPolicy: Int, @unchecked Sendable {
  /// https://developer.apple.com/documentation/webkit/wknavigationactionpolicy/cancel
  case cancel = 0
  /// https://developer.apple.com/documentation/webkit/wknavigationactionpolicy/allow
  case allow = 1
}

/// https://developer.apple.com/documentation/webkit/wknavigationresponsepolicy
@available(iOS 8, macOS 10.10, visionOS 1, *)
public enum WKNavigationResponsePolicy: Int, @unchecked Sendable {
  /// https://developer.apple.com/documentation/webkit/wknavigationresponsepolicy/allow
  case allow = 1
}

/// https://developer.apple.com/documentation/webkit/wknavigationdelegate
///
/// Apple's requirements are optional, which only Objective-C has. Here the used ones are not: a method whose signature differs
/// from Apple's does not compile, while there it would never be called.
@available(iOS 8, macOS 10.10, visionOS 1, *)
@MainActor public protocol WKNavigationDelegate: NSObjectProtocol {
  /// https://developer.apple.com/documentation/webkit/wknavigationdelegate/webview(_:decidepolicyfor:decisionhandler:)-2ni62
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
  ) async -> WKNavigationActionPolicy

  /// https://developer.apple.com/documentation/webkit/wknavigationdelegate/webview(_:decidepolicyfor:decisionhandler:)-19mn2
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
  ) async -> WKNavigationResponsePolicy

  /// https://developer.apple.com/documentation/webkit/wknavigationdelegate/webview(_:didfinish:)
  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)

  /// https://developer.apple.com/documentation/webkit/wknavigationdelegate/webview(_:didfailprovisionalnavigation:witherror:)
  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)

  /// https://developer.apple.com/documentation/webkit/wknavigationdelegate/webview(_:didfail:witherror:)
  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)
}
