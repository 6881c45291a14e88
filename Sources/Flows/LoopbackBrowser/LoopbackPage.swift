/// What the person sees where the browser comes back. Nothing of the request is in it.
enum LoopbackPage {
  /// The headers of every response.
  static let headers: [(name: String, value: String)] = [
    ("Content-Type", "text/html; charset=utf-8"),
    ("Allow", "GET"),
    ("Cache-Control", "no-store"),
    (
      "Content-Security-Policy",
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
  ]

  /// The page for a status.
  static func html(status: Int) -> String {
    let text =
      switch status {
      case 200: "You can close this page. Return to the app to continue."
      case 400: "The app did not accept this. Return to the app and try again."
      case 409: "The app has already received an answer. Return to the app."
      case 410: "The app is no longer waiting for an answer. Return to the app and try again."
      default: "There is nothing here. Return to the app."
      }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>Return to the app</title>
      <h1>Return to the app</h1>
      <p>\(text)</p>
      </html>

      """
  }
}
