package import FlowTransport
package import Foundation

/// Goes to pages, keeps cookies, follows redirects and sends forms: as much of a browser as the pages of sign-ins need.
package final class WebAgent: Sendable {
  /// Where a visit ends.
  package enum Arrival: Sendable {
    /// At a page.
    case page(Page)
    /// At an address that the agent does not go to.
    case left(URL)
  }

  /// A page.
  package struct Page: Sendable {
    /// Its address, after redirects.
    package let url: URL
    /// The status of the answer.
    package let status: Int
    /// Its source.
    package let html: String
    /// Its forms.
    package var forms: [HTMLForm] { HTMLForm.all(in: html) }
  }

  private let transport: any HTTPTransport
  private let cookies = CookieJar()
  private let userAgent = Locked<String?>(nil)
  private static let mostRedirects = 10

  /// Makes an agent without cookies.
  package init(_ transport: any HTTPTransport) { self.transport = transport }

  /// Sets the user agent of its requests. At first they have none.
  package func identify(as userAgent: String) { self.userAgent.withLock { $0 = userAgent } }

  /// Forgets all cookies.
  package func forget() { cookies.forget() }

  /// Forgets the cookies of a host.
  package func forget(_ site: URL) { cookies.forget(for: site) }

  /// Goes to a page.
  ///
  /// - Parameter mayGo: whether to go to an address; asked for each redirect too.
  package func go(
    to url: URL, mayGo: @Sendable (URL) async -> Bool
  ) async throws(TransportFailure) -> Arrival {
    try await go(TransportRequest(.get, url), mayGo)
  }

  /// Sends a form.
  package func submit(
    _ form: HTMLForm, on page: Page, filling: [String: String] = [:], mayGo: @Sendable (URL) async -> Bool
  ) async throws(TransportFailure) -> Arrival {
    guard
      let url = URL(string: form.action.isEmpty ? page.url.absoluteString : form.action, relativeTo: page.url)
    else { throw .redirect }
    let fields = form.fields.map { (name: $0.name, value: filling[$0.name] ?? $0.value) }
    let request = TransportRequest(
      .post, url.absoluteURL, headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: Array(FormData.text(fields).utf8))
    return try await go(request, mayGo)
  }

  private func go(
    _ request: TransportRequest, _ mayGo: @Sendable (URL) async -> Bool
  ) async throws(TransportFailure) -> Arrival {
    var request = request
    for _ in 0...Self.mostRedirects {
      guard await mayGo(request.url), ["http", "https"].contains(request.url.scheme) else {
        return .left(request.url)
      }
      request.headers["Cookie"] = cookies.header(for: request.url)
      request.headers["User-Agent"] = userAgent.withLock { $0 }
      let response = try await transport.send(request)
      cookies.take(response.headers, from: request.url)
      guard (300..<400).contains(response.status), let location = response.headers["Location"] else {
        return .page(
          Page(
            url: request.url, status: response.status, html: String(decoding: response.body, as: UTF8.self)))
      }
      guard let next = URL(string: location, relativeTo: request.url)?.absoluteURL else { throw .redirect }
      request = TransportRequest(.get, next)
    }
    throw .redirect
  }
}
