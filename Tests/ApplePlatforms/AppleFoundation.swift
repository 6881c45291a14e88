// Platforms: iOS macOS tvOS watchOS visionOS
//
// Apple's Foundation. It lends the types of Linux's, by name, without the C library that Linux's Foundation hands on, and declares
// what Linux has in another module.
@_exported import Darwin
@_exported import Dispatch
@_exported import struct Foundation.Calendar
@_exported import struct Foundation.CGFloat
@_exported import struct Foundation.CGRect
@_exported import struct Foundation.CharacterSet
@_exported import struct Foundation.CocoaError
@_exported import struct Foundation.Data
@_exported import struct Foundation.Date
@_exported import struct Foundation.DateComponents
@_exported import struct Foundation.FileAttributeType
@_exported import class Foundation.FileHandle
@_exported import class Foundation.FileManager
@_exported import class Foundation.JSONDecoder
@_exported import class Foundation.JSONEncoder
@_exported import protocol Foundation.LocalizedError
@_exported import class Foundation.NSError
@_exported import class Foundation.NSLock
@_exported import class Foundation.NSObject
@_exported import protocol Foundation.NSObjectProtocol
@_exported import class Foundation.ProcessInfo
@_exported import class Foundation.Thread
@_exported import struct Foundation.TimeZone
@_exported import struct Foundation.URL
@_exported import struct Foundation.URLComponents
@_exported import struct Foundation.URLQueryItem
@_exported import struct Foundation.URLError

#if os(macOS)
  @_exported import class Foundation.Pipe
  @_exported import class Foundation.Process
#endif

/// https://developer.apple.com/documentation/foundation/cocoaerror/code/~=(_:_:)
public func ~= (code: CocoaError.Code, error: any Error) -> Bool { false }

/// https://developer.apple.com/documentation/foundation/nsurlerrordomain
public var NSURLErrorDomain: String { "" }

/// https://developer.apple.com/documentation/foundation/nsurlerrorcancelled-swift.var
public var NSURLErrorCancelled: Int { -999 }

extension Error {
  /// Stands for `self as NSError`: https://developer.apple.com/documentation/foundation/nserror
  public var asNSError: NSError { NSError(domain: "", code: 0) }
}

/// https://developer.apple.com/documentation/foundation/urlrequest
@available(iOS 8, macOS 10.10, tvOS 9, watchOS 2, visionOS 1, *)
public struct URLRequest: Sendable {
  /// https://developer.apple.com/documentation/foundation/urlrequest/init(url:cachepolicy:timeoutinterval:)
  public init(
    url: URL, cachePolicy: NSURLRequest.CachePolicy = .useProtocolCachePolicy, timeoutInterval: Double = 60.0
  ) {}

  /// https://developer.apple.com/documentation/foundation/urlrequest/url
  public var url: URL?

  /// https://developer.apple.com/documentation/foundation/urlrequest/httpmethod
  public var httpMethod: String?

  /// https://developer.apple.com/documentation/foundation/urlrequest/timeoutinterval
  public var timeoutInterval = 60.0

  /// https://developer.apple.com/documentation/foundation/urlrequest/httpshouldhandlecookies
  public var httpShouldHandleCookies = true

  /// https://developer.apple.com/documentation/foundation/urlrequest/httpbody
  public var httpBody: Data?

  /// https://developer.apple.com/documentation/foundation/urlrequest/setvalue(_:forhttpheaderfield:)
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
}

/// https://developer.apple.com/documentation/foundation/nsurlrequest
@available(iOS 2, macOS 10.2, tvOS 9, watchOS 2, visionOS 1, *)
open class NSURLRequest: NSObject, @unchecked Sendable {
  /// https://developer.apple.com/documentation/foundation/nsurlrequest/cachepolicy-swift.enum
  public enum CachePolicy: UInt, @unchecked Sendable {
    /// https://developer.apple.com/documentation/foundation/nsurlrequest/cachepolicy-swift.enum/useprotocolcachepolicy
    case useProtocolCachePolicy = 0
    /// https://developer.apple.com/documentation/foundation/nsurlrequest/cachepolicy-swift.enum/reloadignoringlocalcachedata
    case reloadIgnoringLocalCacheData = 1
  }
}

/// https://developer.apple.com/documentation/foundation/urlresponse
@available(iOS 2, macOS 10.2, tvOS 9, watchOS 2, visionOS 1, *)
open class URLResponse: NSObject, @unchecked Sendable {}

/// https://developer.apple.com/documentation/foundation/httpurlresponse
@available(iOS 2, macOS 10.2, tvOS 9, watchOS 2, visionOS 1, *)
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  /// https://developer.apple.com/documentation/foundation/httpurlresponse/statuscode
  open var statusCode: Int { 0 }

  /// https://developer.apple.com/documentation/foundation/httpurlresponse/allheaderfields
  open var allHeaderFields: [AnyHashable: Any] { [:] }
}

/// https://developer.apple.com/documentation/foundation/httpcookie
@available(iOS 2, macOS 10.2, tvOS 9, watchOS 2, visionOS 1, *)
open class HTTPCookie: NSObject, @unchecked Sendable {
  /// https://developer.apple.com/documentation/foundation/httpcookie/domain
  open var domain: String { "" }
}

/// https://developer.apple.com/documentation/foundation/httpcookiestorage
@available(iOS 2, macOS 10.2, tvOS 9, watchOS 2, visionOS 1, *)
open class HTTPCookieStorage: NSObject, @unchecked Sendable {}

/// https://developer.apple.com/documentation/foundation/urlcache
@available(iOS 2, macOS 10.2, tvOS 9, watchOS 2, visionOS 1, *)
open class URLCache: NSObject, @unchecked Sendable {}

/// https://developer.apple.com/documentation/foundation/urlcredentialstorage
@available(iOS 2, macOS 10.2, tvOS 9, watchOS 2, visionOS 1, *)
open class URLCredentialStorage: NSObject, @unchecked Sendable {}

/// https://developer.apple.com/documentation/foundation/urlcredential
@available(iOS 2, macOS 10.2, tvOS 9, watchOS 2, visionOS 1, *)
open class URLCredential: NSObject, @unchecked Sendable {}

/// https://developer.apple.com/documentation/foundation/operationqueue
@available(iOS 2, macOS 10.5, tvOS 9, watchOS 2, visionOS 1, *)
open class OperationQueue: NSObject, @unchecked Sendable {}

/// https://developer.apple.com/documentation/foundation/urlprotectionspace
@available(iOS 2, macOS 10.2, tvOS 9, watchOS 2, visionOS 1, *)
open class URLProtectionSpace: NSObject, @unchecked Sendable {
  /// https://developer.apple.com/documentation/foundation/urlprotectionspace/authenticationmethod
  open var authenticationMethod: String { "" }
}

/// https://developer.apple.com/documentation/foundation/urlauthenticationchallenge
@available(iOS 2, macOS 10.2, tvOS 9, watchOS 2, visionOS 1, *)
open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
  /// https://developer.apple.com/documentation/foundation/urlauthenticationchallenge/protectionspace
  open var protectionSpace: URLProtectionSpace { URLProtectionSpace() }
}

/// https://developer.apple.com/documentation/foundation/nsurlauthenticationmethodhttpbasic
public let NSURLAuthenticationMethodHTTPBasic = ""
/// https://developer.apple.com/documentation/foundation/nsurlauthenticationmethodhttpdigest
public let NSURLAuthenticationMethodHTTPDigest = ""
/// https://developer.apple.com/documentation/foundation/nsurlauthenticationmethodntlm
public let NSURLAuthenticationMethodNTLM = ""
/// https://developer.apple.com/documentation/foundation/nsurlauthenticationmethodnegotiate
public let NSURLAuthenticationMethodNegotiate = ""
/// https://developer.apple.com/documentation/foundation/nsurlauthenticationmethodhtmlform
public let NSURLAuthenticationMethodHTMLForm = ""
/// https://developer.apple.com/documentation/foundation/nsurlauthenticationmethoddefault
public let NSURLAuthenticationMethodDefault = ""

/// https://developer.apple.com/documentation/foundation/urlsessionconfiguration
@available(iOS 7, macOS 10.9, tvOS 9, watchOS 2, visionOS 1, *)
open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  /// https://developer.apple.com/documentation/foundation/urlsessionconfiguration/ephemeral
  open class var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }

  /// https://developer.apple.com/documentation/foundation/urlsessionconfiguration/httpcookiestorage
  open var httpCookieStorage: HTTPCookieStorage?

  /// https://developer.apple.com/documentation/foundation/urlsessionconfiguration/httpshouldsetcookies
  open var httpShouldSetCookies = true

  /// https://developer.apple.com/documentation/foundation/urlsessionconfiguration/urlcache
  open var urlCache: URLCache?

  /// https://developer.apple.com/documentation/foundation/urlsessionconfiguration/urlcredentialstorage
  open var urlCredentialStorage: URLCredentialStorage?

  /// https://developer.apple.com/documentation/foundation/urlsessionconfiguration/requestcachepolicy
  open var requestCachePolicy = NSURLRequest.CachePolicy.useProtocolCachePolicy
}

/// https://developer.apple.com/documentation/foundation/urlsessiontask
@available(iOS 7, macOS 10.9, tvOS 9, watchOS 2, visionOS 1, *)
open class URLSessionTask: NSObject, @unchecked Sendable {
  /// https://developer.apple.com/documentation/foundation/urlsessiontask/taskidentifier
  open var taskIdentifier: Int { 0 }

  /// https://developer.apple.com/documentation/foundation/urlsessiontask/originalrequest
  open var originalRequest: URLRequest? { nil }

  /// https://developer.apple.com/documentation/foundation/urlsessiontask/response
  open var response: URLResponse? { nil }

  /// https://developer.apple.com/documentation/foundation/urlsessiontask/resume()
  open func resume() {}

  /// https://developer.apple.com/documentation/foundation/urlsessiontask/cancel()
  open func cancel() {}
}

/// https://developer.apple.com/documentation/foundation/urlsessiondatatask
@available(iOS 7, macOS 10.9, tvOS 9, watchOS 2, visionOS 1, *)
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

/// https://developer.apple.com/documentation/foundation/urlsession
@available(iOS 7, macOS 10.9, tvOS 9, watchOS 2, visionOS 1, *)
open class URLSession: NSObject, @unchecked Sendable {
  /// https://developer.apple.com/documentation/foundation/urlsession/authchallengedisposition
  public enum AuthChallengeDisposition: Int, @unchecked Sendable {
    /// https://developer.apple.com/documentation/foundation/urlsession/authchallengedisposition/performdefaulthandling
    case performDefaultHandling = 1
    /// https://developer.apple.com/documentation/foundation/urlsession/authchallengedisposition/rejectprotectionspace
    case rejectProtectionSpace = 3
  }

  /// https://developer.apple.com/documentation/foundation/urlsession/init(configuration:delegate:delegatequeue:)
  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
    delegateQueue queue: OperationQueue?
  ) {}

  /// https://developer.apple.com/documentation/foundation/urlsession/datatask(with:)-10dy7
  open func dataTask(with request: URLRequest) -> URLSessionDataTask { URLSessionDataTask() }

  /// https://developer.apple.com/documentation/foundation/urlsession/finishtasksandinvalidate()
  open func finishTasksAndInvalidate() {}
}

/// https://developer.apple.com/documentation/foundation/urlsessiondelegate
@available(iOS 7, macOS 10.9, tvOS 9, watchOS 2, visionOS 1, *)
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {}

/// https://developer.apple.com/documentation/foundation/urlsessiontaskdelegate
///
/// Apple's requirements are optional, which only Objective-C has. Here the used ones are not: a method whose signature differs
/// from Apple's does not compile, while there it would never be called.
@available(iOS 7, macOS 10.9, tvOS 9, watchOS 2, visionOS 1, *)
public protocol URLSessionTaskDelegate: URLSessionDelegate {
  /// https://developer.apple.com/documentation/foundation/urlsessiontaskdelegate/urlsession(_:task:willperformhttpredirection:newrequest:completionhandler:)
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void)

  /// https://developer.apple.com/documentation/foundation/urlsessiontaskdelegate/urlsession(_:task:didreceive:completionhandler:)
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)

  /// https://developer.apple.com/documentation/foundation/urlsessiontaskdelegate/urlsession(_:task:didcompletewitherror:)
  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}

/// https://developer.apple.com/documentation/foundation/urlsessiondatadelegate
@available(iOS 7, macOS 10.9, tvOS 9, watchOS 2, visionOS 1, *)
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  /// https://developer.apple.com/documentation/foundation/urlsessiondatadelegate/urlsession(_:datatask:didreceive:)-7nqwj
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}
