import FlowTransport
import Foundation

/// Pages of a site.
enum HTML {
  /// A page, by default as strangers see it.
  static func page(
    _ title: String, _ body: String, status: Int = 200, isLoggedIn: Bool = false
  ) -> TransportResponse {
    TransportResponse(
      status: status, headers: ["Content-Type": "text/html; charset=utf-8"],
      body: Array(
        ("<!DOCTYPE html><html\(isLoggedIn ? "" : " class=\"anon\"")><head><title>\(escaped(title))</title>"
          + "<meta name=\"generator\" content=\"Discourse 3.4.0\"></head><body>\(body)</body></html>").utf8))
  }

  /// A form with hidden fields and a button.
  static func form(
    _ action: String, _ hidden: [(name: String, value: String)], button: String, _ body: String = ""
  )
    -> String
  {
    let fields = hidden.map {
      "<input type=\"hidden\" name=\"\(escaped($0.name))\" value=\"\(escaped($0.value))\">"
    }
    return "<form action=\"\(escaped(action))\" method=\"post\">\(fields.joined())\(body)"
      + "<input type=\"submit\" name=\"commit\" value=\"\(escaped(button))\"></form>"
  }

  static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
      .replacingOccurrences(of: "'", with: "&#39;")
  }
}
