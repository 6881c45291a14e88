import FlyingSocks
import LoopbackHTTP

// Apps that show their sessions in the preview. `Docs/reference/trace-stream.md` describes what they send.

extension PreviewServer {
  /// The path at which apps connect.
  static let attachPath = "api/attach"
  private static let upgrade = "statechart-trace"

  /// The response to an app that connects: status 101, or a refusal.
  func responseToApp(_ request: HTTPRequest) async -> PreviewResponse {
    guard request.method == "GET", request.values(of: "Upgrade").map({ $0.lowercased() }) == [Self.upgrade]
    else { return .text("Apps connect here, with `Upgrade: \(Self.upgrade)`.\n", status: 426) }
    guard await charts.apps.open() else { return .text("Too many apps are connected.\n", status: 503) }
    return PreviewResponse(status: 101)
  }

  /// Takes the lines of an app until it goes away.
  func serveApp(on socket: AsyncSocket, _ connection: HTTPConnection) async {
    let apps = charts.apps
    var app: Int?
    var problem: String?
    do {
      let head = """
        HTTP/1.1 101 Switching Protocols\r
        Connection: Upgrade\r
        Upgrade: \(Self.upgrade)\r
        \r

        """
      try await connection.write(Array(head.utf8))
      var reader = AppLines(socket, limit: requestLimit, clock: clock)
      while let texts = try await reader.next() {
        var lines: [(text: String, line: TraceLine)] = []
        var refusal: TraceLine.Problem?
        for text in texts where refusal == nil {
          do throws(TraceLine.Problem) { lines.append((text, try TraceLine(text))) } catch { refusal = error }
        }
        if app == nil, !lines.isEmpty {
          guard case .hello(let name, let process) = lines.removeFirst().line else {
            throw TraceLine.Problem(message: "The first line has no `statechartTrace`.")
          }
          app = await apps.begin(name, process: process)
        }
        // What came before a wrong line is shown.
        if let app { try await apps.take(lines, of: app) }
        if let refusal { throw refusal }
      }
    } catch let refusal as TraceLine.Problem {
      problem = refusal.message
    } catch {
      // The app went away.
    }
    await apps.close(app, problem: problem)
    guard let problem else { return }
    try? await HTTPConnection.within(requestLimit, clock: clock) {
      try await connection.write(Array((problem.oneLine + "\n").utf8))
      await connection.drain()
    }
  }
}

/// Reads lines of an app, which may send anything at any pace.
struct AppLines {
  private let socket: AsyncSocket
  private let limit: Duration
  private let clock: any Clock<Duration>
  /// The beginning of a line whose end has not arrived.
  private var rest: [UInt8] = []
  /// How long its end may still take; nil between two lines.
  private var remaining: (() -> Duration)?

  /// - Parameter limit: How long a line may take, and how long the first one may be awaited.
  init(_ socket: AsyncSocket, limit: Duration, clock: any Clock<Duration>) {
    self.socket = socket
    self.limit = limit
    self.clock = clock
    remaining = Self.countdown(limit, clock)
  }

  /// What is left of a time that begins now.
  private static func countdown<C: Clock<Duration>>(_ limit: Duration, _ clock: C) -> () -> Duration {
    let end = clock.now.advanced(by: limit)
    return { clock.now.duration(to: end) }
  }

  /// The lines that have arrived, at least one; nil after the app has closed the connection.
  ///
  /// - Throws: `TraceLine.Problem` if a line is too long or takes too long.
  mutating func next() async throws -> [String]? {
    var lines: [String] = []
    while lines.isEmpty {
      guard let bytes = try await read() else { return nil }
      var start = bytes.startIndex
      while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
        try append(bytes[start..<end])
        lines.append(String(decoding: rest, as: UTF8.self))
        rest = []
        remaining = nil
        start = end + 1
      }
      try append(bytes[start...])
      if !rest.isEmpty, remaining == nil { remaining = Self.countdown(limit, clock) }
    }
    return lines
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) throws(TraceLine.Problem) {
    // proven not to overflow: both are in memory.
    guard rest.count + bytes.count < TraceLine.longest else {
      throw TraceLine.Problem(message: "A line is longer than \(TraceLine.longest >> 10) KiB.")
    }
    rest += bytes
  }

  private func read() async throws -> [UInt8]? {
    let socket = socket
    do {
      guard let remaining else { return try await socket.read(atMost: 4_096) }
      return try await HTTPConnection.within(remaining(), clock: clock) {
        try await socket.read(atMost: 4_096)
      }
    } catch is CancellationError where !Task.isCancelled {
      throw TraceLine.Problem(message: "A line took longer than \(Narration.words(for: limit)).")
    } catch SocketError.disconnected {
      return nil
    }
  }
}
