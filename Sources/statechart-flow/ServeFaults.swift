import LoopbackServer

/// What can be typed to a server of `serve` so that it fails.
enum ServeFaults {
  /// The faults by name, in the order in which the help lists them.
  static let named: [(name: String, fault: LoopbackFault, meaning: String)] = [
    ("reset", .reset, "the connection breaks before the request is handled"),
    ("lost", .lostAnswer, "the request is handled, but its response is lost"),
    ("silence", .silence, "no response arrives"),
    ("drip", .drip, "the response arrives very slowly and never ends"),
    ("truncated", .truncated, "the response is cut off"),
    ("garbage", .garbage, "the response is not HTTP"),
    ("huge", .huge, "the response is endless"),
    (
      "portal",
      .answer(
        status: 200, headers: ["Content-Type": "text/html"], body: "<html>Sign in to the network</html>"),
      "the response is the login page of a hotel's network"
    ),
    (
      "redirect", .answer(status: 302, headers: ["Location": "/elsewhere"], body: ""),
      "the response redirects elsewhere"
    ),
    (
      "busy", .answer(status: 429, headers: ["Retry-After": "60"], body: ""),
      "too many requests, try again in a minute"
    ),
    ("down", .answer(status: 503, headers: [:], body: ""), "the service is unavailable"),
  ]

  /// What a typed line does.
  enum Line {
    case fault(name: String, LoopbackFault)
    case restore
    case help
    case quit
    case nothing
    case unknown

    init(_ text: String) {
      let words = text.lowercased().split(separator: " ").map(String.init)
      switch words.first {
      case nil: self = .nothing
      case "restore" where words.count == 1: self = .restore
      case "help" where words.count == 1: self = .help
      case "quit" where words.count == 1: self = .quit
      case "fail" where words.count == 2:
        self =
          ServeFaults.named.first { $0.name == words[1] }.map { .fault(name: $0.name, $0.fault) } ?? .unknown
      default: self = .unknown
      }
    }
  }

  /// All that can be typed.
  ///
  /// - Parameter others: what the server of a flow takes besides.
  static func help(with others: [(line: String, meaning: String)]) -> String {
    (others + named.map { name, _, meaning in ("fail \(name)", meaning) }
      + [
        ("restore", "requests work again"), ("help", "lists these commands"),
        ("quit", "stops the server, as ^D does"),
      ])
      .map { line, meaning in line + String(repeating: " ", count: max(1, 18 - line.count)) + meaning }
      .joined(separator: "\n")
  }
}
