import LoopbackServer

/// What can be typed to a server of `serve` so that it fails.
enum ServeFaults {
  /// What goes wrong, by the word for it, in the order in which they are told.
  static let named: [(name: String, fault: LoopbackFault, meaning: String)] = [
    ("reset", .reset, "the connection breaks, and nothing was done"),
    ("lost", .lostAnswer, "the request is carried out, and its answer is lost"),
    ("silence", .silence, "nothing ever comes"),
    ("drip", .drip, "a byte now and then, without end"),
    ("truncated", .truncated, "the answer ends before its end"),
    ("garbage", .garbage, "something that is no HTTP"),
    ("huge", .huge, "an answer without end"),
    (
      "portal",
      .answer(
        status: 200, headers: ["Content-Type": "text/html"], body: "<html>Sign in to the network</html>"),
      "the login page of a hotel's network"
    ),
    ("redirect", .answer(status: 302, headers: ["Location": "/elsewhere"], body: ""), "it leads elsewhere"),
    (
      "busy", .answer(status: 429, headers: ["Retry-After": "60"], body: ""),
      "too many requests: again in a minute"
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
        ("restore", "nothing goes wrong any more"), ("help", "these lines"),
        ("quit", "the server ends, as with ^D"),
      ])
      .map { line, meaning in line + String(repeating: " ", count: max(1, 18 - line.count)) + meaning }
      .joined(separator: "\n")
  }
}
