public import FlowTransport

/// A loopback service whose next answers can be set.
public protocol ScriptedService: LoopbackService {
  /// The answers that are set.
  var scripted: ScriptedAnswers { get }
}

extension ScriptedService {
  /// Sets the answer to the next request to a path, whatever is asked. Answers that are set earlier come first.
  public func answerNext(_ path: String, with response: TransportResponse) {
    scripted.add(response, to: path)
  }
}

/// The answers that were set for the next requests, by path.
public final class ScriptedAnswers: Sendable {
  private let answers = Locked<[String: [TransportResponse]]>([:])

  /// Makes it without answers.
  public init() {}

  fileprivate func add(_ answer: TransportResponse, to path: String) {
    answers.withLock { $0[path, default: []].append(answer) }
  }

  /// Removes the next answer to requests to a path; nil if none is set.
  public func next(to path: String) -> TransportResponse? {
    answers.withLock { answers in
      guard answers[path]?.isEmpty == false else { return nil }
      return answers[path]?.removeFirst()
    }
  }
}

extension TransportResponse {
  /// An answer of JSON.
  package static func json(_ json: JSONValue, status: Int = 200) -> TransportResponse {
    TransportResponse(
      status: status, headers: ["Content-Type": "application/json; charset=utf-8"], body: json.bytes)
  }

  /// An answer with the content type of JSON.
  package static func json(text: String, status: Int = 200) -> TransportResponse {
    TransportResponse(
      status: status, headers: ["Content-Type": "application/json"], body: Array(text.utf8))
  }

  /// An HTML page.
  package static func page(_ text: String, status: Int = 200) -> TransportResponse {
    TransportResponse(status: status, headers: ["Content-Type": "text/html"], body: Array(text.utf8))
  }
}
