import StatechartsDocs

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the server of the preview answers.
struct PreviewResponse: Sendable {
  var status = 200
  var type = "text/plain; charset=utf-8"
  var body: [UInt8] = []
  /// Where it leads; nil for a response that leads nowhere else.
  var location: String?
  /// Events for as long as the page is open; nil for a response with an end.
  var events: AsyncStream<[UInt8]>?

  static func text(_ text: String, type: String = "text/plain; charset=utf-8", status: Int = 200)
    -> PreviewResponse
  {
    PreviewResponse(status: status, type: type, body: Array(text.utf8))
  }

  /// A response with a value as JSON.
  static func json(_ value: some Encodable, status: Int = 200) -> PreviewResponse {
    PreviewResponse(status: status, type: "application/json", body: encoded(value))
  }

  /// JSON texts as server-sent events.
  static func events(_ events: AsyncStream<[UInt8]>?) -> PreviewResponse {
    guard let events else { return text("Too many pages are open.\n", status: 503) }
    return PreviewResponse(type: "text/event-stream", events: events)
  }

  /// A value as JSON.
  ///
  /// - Parameter secrets: Texts in whose place there are as many `*`.
  static func encoded(_ value: some Encodable, hiding secrets: Set<String> = []) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Answers have no numbers that JSON cannot hold.
    return hide(secrets, in: (try? encoder.encode(value)).map(Array.init) ?? Array("null".utf8))
  }

  /// The same response without some texts.
  func hiding(_ secrets: Set<String>) -> PreviewResponse {
    var response = self
    response.body = Self.hide(secrets, in: body)
    return response
  }

  private static func hide(_ secrets: Set<String>, in body: [UInt8]) -> [UInt8] {
    // Secrets are looked for in the body itself: one may begin with another one.
    var shown = body
    // In pictures and in the reference, some characters are references.
    for secret in secrets.union(secrets.map(XMLText.escaped)) {
      // As the text stands in JSON, without the quotation marks around it.
      let text = encoded(secret).dropFirst().dropLast()
      guard let first = text.first else { continue }
      var place = body.startIndex
      // Faster than `ranges(of:)`, which takes longer than drawing a picture.
      while let next = body[place...].firstIndex(of: first) {
        place = next + 1
        guard body[next...].starts(with: text) else { continue }
        for index in next..<next + text.count { shown[index] = UInt8(ascii: "*") }
      }
    }
    return shown
  }

  /// The headers of every response.
  // Decision: Docs/decisions/preview.md#the-preview-serves-only-its-own-page
  static let headers: [(name: String, value: String)] = [
    ("Cache-Control", "no-store"),
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
  ]
}
