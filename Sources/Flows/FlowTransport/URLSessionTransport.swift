import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Carries requests with `URLSession`, and keeps deadline and size itself: on Linux its own limits are not kept. It
/// follows no redirects, and has no cookies, no cache and no stored credentials.
///
/// On Linux, `URLSession` of Swift 6.3 keeps a core busy while a request waits for its answer.
///
/// The size has one gap: on Linux the system keeps the body of a redirect to itself until it has all of it. There the
/// deadline ends the request, but the system may go on reading for a while, and keep what it reads: a server that is to
/// be trusted with passwords can still fill the memory. Other requests of the process wait for that.
///
/// On Linux, `URLSession` takes proxies from the environment, for requests to this machine too. Where the environment names
/// a proxy, `init` therefore adds this machine to `no_proxy` with `setenv`. That is unsafe while another thread reads the
/// environment: make the transport before you start threads that do. A proxy that is named later is not excluded, so
/// requests to this machine then fail with `TransportFailure.insecure`.
public final class URLSessionTransport: HTTPTransport {
  private let session: URLSession
  private let exchanges = Exchanges()
  private let limits: TransportLimits
  private let clock: any Clock<Duration>

  /// Sets the system's first timer before there is a connection.
  ///
  /// On Linux the descriptor that wakes all timers of a process is made with the first of them. The system is also late to
  /// say that it no longer watches a connection that is closed. Should the timers' descriptor have been given that
  /// connection's number meanwhile, nothing would wake them again, and every wait of the process were for ever. A
  /// descriptor that is older than all connections has the number of none.
  private static let timers = Task { try? await ContinuousClock().sleep(for: .nanoseconds(1)) }

  /// Makes a transport.
  ///
  /// - Parameters:
  ///   - limits: deadline and size of each request.
  ///   - clock: what the deadline goes by; the system's clock when nil.
  public init(limits: TransportLimits = TransportLimits(), clock: (any Clock<Duration>)? = nil) {
    #if canImport(FoundationNetworking)
      EnvironmentProxies.excludeLoopback()
    #endif
    self.limits = limits
    self.clock = clock ?? StandardClock.current
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  // Tasks that are over were canceled one by one.
  deinit { session.finishTasksAndInvalidate() }

  /// How much is remembered of requests, which is nothing once all are over.
  package var remembered: Int { exchanges.remembered }

  /// Sends a request once and waits for the whole answer.
  public func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
    // Decision: Docs/decisions/flows.md#transports-keep-their-own-limits
    try await withDeadline(limits.deadline, clock) { () async throws(TransportFailure) -> TransportResponse in
      try await self.once(request)
    }
  }

  private func once(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
    let origin = try WebOrigin(safe: request.url)
    await Self.timers.value
    #if canImport(FoundationNetworking)
      if origin.isLoopback, !EnvironmentProxies.excludesLoopback { throw .insecure }
    #endif
    var sent = URLRequest(url: request.url)
    sent.httpMethod = request.method.rawValue
    // Longer than the deadline, which is kept here and not there.
    sent.timeoutInterval = 3_600
    sent.httpShouldHandleCookies = false
    // Packed answers could be small on the way and huge in memory.
    sent.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    for (name, value) in request.headers.fields { sent.setValue(value, forHTTPHeaderField: name) }
    if !request.body.isEmpty { sent.httpBody = Data(request.body) }
    let task = session.dataTask(with: sent)
    let exchanges = exchanges
    let maximumBytes = limits.maximumBytes
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        exchanges.begin(task, maximumBytes: maximumBytes, continuation)
        task.resume()
      }
    } onCancel: {
      exchanges.cancel(task)
    }
    exchanges.forget(task)
    return try result.get()
  }
}

/// The requests that are under way. Each ends once, with whatever comes first.
private final class Exchanges: NSObject, URLSessionDataDelegate {
  private typealias Continuation = CheckedContinuation<Result<TransportResponse, TransportFailure>, Never>

  private struct Exchange {
    let maximumBytes: Int
    let continuation: Continuation
    var body: [UInt8] = []
    /// Whether the server asked for a password of the system's, which has none.
    var isChallenged = false
  }

  private struct State {
    var exchanges: [Int: Exchange] = [:]
    /// Canceled before they began.
    var cancelled: Set<Int> = []
  }

  private let state = Locked(State())

  func begin(
    _ task: URLSessionTask, maximumBytes: Int,
    _ continuation: CheckedContinuation<Result<TransportResponse, TransportFailure>, Never>
  ) {
    let isCancelled = state.withLock { state in
      if state.cancelled.remove(task.taskIdentifier) != nil { return true }
      state.exchanges[task.taskIdentifier] = Exchange(maximumBytes: maximumBytes, continuation: continuation)
      return false
    }
    if isCancelled { continuation.resume(returning: .failure(.cancelled)) }
  }

  /// Ends a request that nobody waits for any more, also before it has begun.
  func cancel(_ task: URLSessionTask) {
    state.withLock { state in
      if state.exchanges[task.taskIdentifier] == nil { state.cancelled.insert(task.taskIdentifier) }
    }
    end(task, .failure(.cancelled))
  }

  /// Ends a request with a result, unless it has one, and gives up its connection.
  ///
  /// On Linux giving it up waits until the system has dealt with all that has come, which may be long, and this may be
  /// called while the run time holds a task's lock. So nobody waits for it.
  private func end(_ task: URLSessionTask, _ result: Result<TransportResponse, TransportFailure>) {
    // Decision: Docs/decisions/flows.md#transports-keep-their-own-limits
    let exchange = state.withLock { $0.exchanges.removeValue(forKey: task.taskIdentifier) }
    exchange?.continuation.resume(returning: result)
    DispatchQueue.global().async { task.cancel() }
  }

  /// How much is remembered of requests, which is nothing once all are over.
  var remembered: Int { state.withLock { $0.exchanges.count + $0.cancelled.count } }

  /// It is over; a cancellation that came too late is not kept.
  func forget(_ task: URLSessionTask) { state.withLock { _ = $0.cancelled.remove(task.taskIdentifier) } }

  /// A redirect is complete with its headers. On Apple systems the delegate gets them before the body; on Linux after
  /// it, so an endless body is read until the deadline.
  ///
  /// On Linux it is fatal to answer the question whether to follow for a task that was canceled meanwhile. So it gets no
  /// answer there; it is canceled. Elsewhere it gets the answer no.
  func urlSession(
    _: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest _: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    end(task, .success(TransportResponse(status: response.statusCode, headers: Self.headers(of: response))))
    #if !canImport(FoundationNetworking)
      completionHandler(nil)
    #endif
  }

  /// Certificates are the system's affair. Passwords are not: what an answer asks for is the flow's to read.
  ///
  /// On Linux a challenge that gets the usual treatment is never over, and one that is turned down is a cancellation, after
  /// the whole answer.
  func urlSession(
    _: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    switch challenge.protectionSpace.authenticationMethod {
    case NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest,
      NSURLAuthenticationMethodNTLM, NSURLAuthenticationMethodNegotiate, NSURLAuthenticationMethodHTMLForm,
      NSURLAuthenticationMethodDefault:
      state.withLock { $0.exchanges[task.taskIdentifier]?.isChallenged = true }
      completionHandler(.rejectProtectionSpace, nil)
    default: completionHandler(.performDefaultHandling, nil)
    }
  }

  func urlSession(_: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = state.withLock { state in
      guard let exchange = state.exchanges[dataTask.taskIdentifier] else { return false }
      guard exchange.body.count + data.count <= exchange.maximumBytes else { return true }
      state.exchanges[dataTask.taskIdentifier]?.body.append(contentsOf: data)
      return false
    }
    if isTooLarge { end(dataTask, .failure(.tooLarge)) }
  }

  func urlSession(_: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    // Nothing is left to be canceled.
    guard let exchange = state.withLock({ $0.exchanges.removeValue(forKey: task.taskIdentifier) }) else {
      return
    }
    let isAnswer = error == nil || exchange.isChallenged && Self.failure(error) == .cancelled
    exchange.continuation.resume(returning: Self.result(of: task, exchange.body, isAnswer ? nil : error))
  }

  private static func result(
    of task: URLSessionTask, _ body: [UInt8], _ error: (any Error)?
  ) -> Result<TransportResponse, TransportFailure> {
    if let error { return .failure(failure(error)) }
    guard let answer = task.response as? HTTPURLResponse else { return .failure(.connection) }
    let headers = headers(of: answer)
    // A body that is shorter than announced was cut off; not all systems notice. `HEAD` announces one and has none.
    if let length = headers["Content-Length"].flatMap({ Int($0) }), length > body.count,
      headers["Content-Encoding"] == nil, (200..<300).contains(answer.statusCode),
      task.originalRequest?.httpMethod != TransportRequest.Method.head.rawValue
    {
      return .failure(.connection)
    }
    return .success(TransportResponse(status: answer.statusCode, headers: headers, body: body))
  }

  private static func headers(of answer: HTTPURLResponse) -> TransportHeaders {
    TransportHeaders(
      answer.allHeaderFields.compactMap { key, value in
        (key as? String).map { (name: $0, value: "\(value)") }
      })
  }

  /// What went wrong. On Linux the codes are unreliable, so only the certain ones are distinguished.
  private static func failure(_ error: (any Error)?) -> TransportFailure {
    switch (error as? URLError)?.code {
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected:
      .insecure
    case .cancelled: .cancelled
    default: .connection
    }
  }
}
