/// What goes wrong with one request.
public enum LoopbackFault: Hashable, Sendable {
  /// The connection is reset before anything is answered, and nothing was done.
  case reset
  /// The request is carried out, then the connection is reset: the answer is lost.
  case lostAnswer
  /// The connection is reset in the middle of the body.
  case resetInBody
  /// The connection is closed without an answer.
  case close
  /// Nothing ever comes.
  case silence
  /// The headers come and the body never does.
  case silenceInBody
  /// A byte now and then, for ever.
  case drip
  /// The body ends before its announced length.
  case truncated
  /// The body ends in the middle of a chunk.
  case truncatedChunk
  /// Bytes that are not HTTP.
  case garbage
  /// A body without end.
  case huge
  /// An answer that leads elsewhere, with a body without end; nothing was done.
  case endlessRedirect(location: String)
  /// An answer that leads elsewhere, with a body that never comes; nothing was done.
  case silentRedirect(location: String)
  /// Another answer than the service would give; nothing was done.
  case answer(status: Int, headers: [String: String], body: String)
}

extension LoopbackFault {
  /// Faults of the connection itself.
  public static let ofConnection: [LoopbackFault] = [
    .reset, .lostAnswer, .resetInBody, .close, .silence, .silenceInBody, .drip, .truncated, .truncatedChunk,
    .garbage, .huge, .endlessRedirect(location: "/elsewhere"), .silentRedirect(location: "/elsewhere"),
  ]

  /// Answers that a client may meet and never hopes for: pages of proxies, JSON of other kinds, errors with and without
  /// a body, waits in every form, redirects.
  public static let ofAnswer: [LoopbackFault] =
    [
      .json(200, ""), .json(200, "null"), .json(200, "[]"), .json(200, "{}"), .json(200, "{"),
      .json(200, "\"x\""),
      .json(200, "\u{0}\u{1}"), .json(200, String(repeating: "[", count: 5_000)),
      .json(
        200, #"{"exists":"yes","verified":1,"sessionToken":7,"success":"true","code":1,"token":{},"user":[]}"#
      ),
      .json(200, #"{"verified":true}"#), .json(200, #"{"sessionToken":"zz","verified":true}"#),
      .json(200, #"{"errno":1e400}"#), .json(200, #"{"a":1,"a":2}"#),
      .page(200, "<html>Sign in to the network</html>"), .page(404, "<html></html>"), .page(500, "oops"),
      .page(502, "<html>Bad gateway</html>"), .page(503, ""), .page(401, ""), .page(403, "no"),
      .page(204, ""),
      .json(401, "{}"), .json(403, "{}"), .json(404, "{}"), .json(409, "{}"), .json(500, "{}"),
      .json(504, "{}"),
      .json(400, #"{"errno":"103"}"#), .json(400, #"{"errno":99999999999999999999}"#),
      .json(400, #"{"errno":-1}"#),
      .answer(status: 301, headers: ["Location": "https://example.com/"], body: ""),
      .answer(status: 302, headers: ["Location": "http://127.0.0.1:1/"], body: ""),
      .answer(status: 302, headers: ["Location": "file:///etc/hostname"], body: ""),
      .answer(status: 307, headers: ["Location": "/elsewhere"], body: ""),
      .answer(status: 302, headers: [:], body: ""),
    ] + throttling

  /// Too many requests, with every form of the time to wait.
  public static let throttling: [LoopbackFault] =
    [
      "60", "0", "-5", "99999999999999999999", "soon", "", "Fri, 01 Jan 2100 00:00:00 GMT",
      "Sun, 06 Nov 1994 08:49:37 GMT",
    ]
    .map {
      .answer(
        status: 429, headers: ["Retry-After": $0, "Content-Type": "application/json"], body: #"{"errno":114}"#
      )
    }
    + [
      .json(429, #"{"errno":114,"retryAfter":7}"#), .json(429, #"{"errno":114,"retryAfter":"7"}"#),
      .json(429, #"{"errno":114,"retryAfter":{}}"#), .json(429, #"{"errno":114}"#), .page(429, "slow down"),
    ]

  /// Every fault.
  public static let all = ofConnection + ofAnswer

  /// An answer with the content type of JSON.
  package static func json(
    _ status: Int, _ body: String, _ headers: [String: String] = [:]
  ) -> LoopbackFault {
    .answer(
      status: status, headers: headers.merging(["Content-Type": "application/json"]) { $1 }, body: body)
  }

  /// An HTML page.
  package static func page(_ status: Int, _ body: String) -> LoopbackFault {
    .answer(status: status, headers: ["Content-Type": "text/html"], body: body)
  }

  /// Whether the service carries the request out all the same.
  package var isCarriedOut: Bool {
    switch self {
    case .lostAnswer, .resetInBody, .silenceInBody, .drip, .truncated, .truncatedChunk: true
    default: false
    }
  }
}
