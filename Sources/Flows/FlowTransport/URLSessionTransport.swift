import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Carries requests with `URLSession`, and keeps deadline, size and redirects itself: on Linux its own limits are not
/// kept. It has no cookies, no cache and no stored credentials.
public final class URLSessionTransport: HTTPTransport {
  private let session: URLSession
  private let exchanges = Exchanges()
  private let limits: TransportLimits
  private let clock: any Clock<Duration>

  /// Makes a transport.
  ///
  /// - Parameters:
  ///   - limits: deadline and size of each request; a redirect counts as a part of the request.
  ///   - clock: what the deadline goes by; the system's clock when nil.
  public init(limits: TransportLimits = TransportLimits(), clock: (any Clock<Duration>)? = nil) {
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

  // Tasks that are over were cancelled one by one, except where that would be fatal; see `Exchanges.end`.
  deinit { session.finishTasksAndInvalidate() }

  /// How much is remembered of requests, which is nothing once all are over.
  package var remembered: Int { exchanges.remembered }

  /// Sends a request once and waits for the whole answer.
  public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    try await withDeadline(limits.deadline, clock) { () async throws(TransportFailure) -> HTTPResponse in
      try await self.followed(request)
    }
  }

  /// Sends it, and again where its policy lets it follow.
  private func followed(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    guard let origin = Origin(request.url), origin.isSafe else { throw .insecure }
    var response = try await once(request)
    guard case .sameOrigin(let most) = request.redirects, request.method == .get else { return response }
    var request = request
    for _ in 0..<max(most, 0) {
      guard (300..<400).contains(response.status), let location = response.headers["Location"] else {
        return response
      }
      guard let next = URL(string: location, relativeTo: request.url)?.absoluteURL, Origin(next) == origin
      else { throw .redirect }
      request.url = next
      response = try await once(request)
    }
    guard !(300..<400).contains(response.status) else { throw .redirect }
    return response
  }

  private func once(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
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
    let mostBytes = limits.mostBytes
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        exchanges.begin(task, mostBytes: mostBytes, continuation)
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
  private typealias Continuation = CheckedContinuation<Result<HTTPResponse, TransportFailure>, Never>

  private struct Exchange {
    let mostBytes: Int
    let continuation: Continuation
    var body: [UInt8] = []
  }

  private struct State {
    var exchanges: [Int: Exchange] = [:]
    /// Cancelled before they began.
    var cancelled: Set<Int> = []
    /// Those that end by themselves, and must not be cancelled before their answer is there.
    var ending: Set<Int> = []
  }

  private let state = Locked(State())

  func begin(
    _ task: URLSessionTask, mostBytes: Int,
    _ continuation: CheckedContinuation<Result<HTTPResponse, TransportFailure>, Never>
  ) {
    let isCancelled = state.withLock { state in
      if state.cancelled.remove(task.taskIdentifier) != nil { return true }
      state.exchanges[task.taskIdentifier] = Exchange(mostBytes: mostBytes, continuation: continuation)
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

  /// Ends a request with a result, unless it has one.
  ///
  /// On Linux it is fatal to cancel a task between the question whether to follow a redirect and the moment when the
  /// answer has arrived. So a task that was answered is left to end by itself, or until the first piece of its body is
  /// there, and one that was cancelled gets no answer.
  private func end(_ task: URLSessionTask, _ result: Result<HTTPResponse, TransportFailure>) {
    let (exchange, isEnding) = state.withLock { state in
      (
        state.exchanges.removeValue(forKey: task.taskIdentifier), state.ending.contains(task.taskIdentifier)
      )
    }
    if !isEnding { task.cancel() }
    exchange?.continuation.resume(returning: result)
  }

  /// How much is remembered of requests, which is nothing once all are over.
  var remembered: Int { state.withLock { $0.exchanges.count + $0.cancelled.count + $0.ending.count } }

  /// It is over; a cancellation that came too late is not kept.
  func forget(_ task: URLSessionTask) { state.withLock { _ = $0.cancelled.remove(task.taskIdentifier) } }

  func urlSession(
    _: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest _: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let isWaitedFor = state.withLock { state in
      guard state.exchanges[task.taskIdentifier] != nil else { return false }
      state.ending.insert(task.taskIdentifier)
      return true
    }
    if isWaitedFor { completionHandler(nil) }
  }

  func urlSession(_: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isEnough = state.withLock { state in
      // The answer has arrived: what is not wanted may be cancelled from here on.
      let wasEnding = state.ending.remove(dataTask.taskIdentifier) != nil
      guard let exchange = state.exchanges[dataTask.taskIdentifier] else { return wasEnding }
      guard exchange.body.count + data.count <= exchange.mostBytes else { return true }
      state.exchanges[dataTask.taskIdentifier]?.body.append(contentsOf: data)
      return false
    }
    if isEnough { end(dataTask, .failure(.tooLarge)) }
  }

  func urlSession(_: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    state.withLock { _ = $0.ending.insert(task.taskIdentifier) }
    defer { state.withLock { _ = $0.ending.remove(task.taskIdentifier) } }
    if let error { return end(task, .failure(Self.failure(error))) }
    guard let answer = task.response as? HTTPURLResponse else { return end(task, .failure(.connection)) }
    let body = state.withLock { $0.exchanges[task.taskIdentifier]?.body } ?? []
    // Where a redirect is not followed, some systems hand over its headers without a body.
    let fields = answer.allHeaderFields.compactMap { key, value in
      (key as? String).map { (name: $0, value: "\(value)") }
    }
    // A body that is shorter than announced was cut off; not all systems notice. `HEAD` announces one and has none.
    if let length = HTTPHeaders(fields)["Content-Length"].flatMap({ Int($0) }), length > body.count,
      HTTPHeaders(fields)["Content-Encoding"] == nil, (200..<300).contains(answer.statusCode),
      task.originalRequest?.httpMethod != HTTPRequest.Method.head.rawValue
    {
      return end(task, .failure(.connection))
    }
    end(task, .success(HTTPResponse(status: answer.statusCode, headers: HTTPHeaders(fields), body: body)))
  }

  /// What went wrong. On Linux the codes are not to be relied on, so that only the certain ones are told apart.
  private static func failure(_ error: any Error) -> TransportFailure {
    switch (error as? URLError)?.code {
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected:
      .insecure
    case .cancelled: .cancelled
    default: .connection
    }
  }
}
