import FlyingSocks
import LoopbackHTTP

/// Serves the page of a preview on 127.0.0.1.
struct PreviewServer: Sendable {
  // Decision: Docs/decisions/preview.md#the-address-has-a-token
  /// The first part of all paths.
  let token: String
  let charts: PreviewCharts
  let invitation: PreviewInvitation
  /// For a whole request.
  let requestLimit = Duration.seconds(10)
  /// For a whole response. Streams of events have no end.
  var responseLimit = Duration.seconds(30)
  /// Measures both.
  var clock: any Clock<Duration> = ContinuousClock()

  init(_ charts: PreviewCharts, token: String = makeToken(), invitation: String = makeToken()) {
    self.charts = charts
    self.token = token
    self.invitation = PreviewInvitation(invitation)
  }

  /// A token that nobody can guess.
  static func makeToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let text = String(generator.next(), radix: 36)
      return String(repeating: "0", count: 13 - text.count) + text
    }.joined()
  }

  /// The address of the page.
  func address(port: Int) -> String { "http://127.0.0.1:\(port)/\(token)/" }

  /// Serves until the task is cancelled.
  func run(on listener: LoopbackListener) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await charts.watch() }
      group.addTask {
        await listener.run(connections: LoopbackListener.connections) { await serve($0) }
      }
      await group.waitForAll()
    }
  }

  // MARK: Connections

  private func serve(_ socket: AsyncSocket) async {
    let connection = HTTPConnection(socket)
    do {
      let response: PreviewResponse
      do {
        let request = try await HTTPConnection.within(requestLimit, clock: clock) {
          try await connection.readRequest()
        }
        response = await self.response(to: request)
      } catch let refusal as HTTPRefusal {
        response = .text("The request is refused.\n", status: refusal.status)
      }
      if response.status == 101 {
        await serveApp(on: socket, connection)
      } else if let events = response.events {
        await send(events, of: response, on: connection)
      } else {
        try await HTTPConnection.within(responseLimit, clock: clock) {
          let head = HTTPConnection.head(
            status: response.status, headers: headers(of: response), length: response.body.count)
          try await connection.write(head + response.body)
          await connection.drain()
        }
      }
    } catch {
      // The other side went away or took too long.
    }
    try? socket.close()
  }

  /// Sends events until the other side goes away.
  private func send(
    _ events: AsyncStream<[UInt8]>, of response: PreviewResponse, on connection: HTTPConnection
  ) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await connection.untilClosed() }
      group.addTask {
        do {
          try await connection.write(
            HTTPConnection.head(status: 200, headers: headers(of: response), length: nil))
          for await event in events {
            try await HTTPConnection.within(responseLimit, clock: clock) {
              try await connection.write(Array("data: ".utf8) + event + Array("\n\n".utf8))
            }
          }
        } catch {
          // The other side went away.
        }
      }
      await group.next()
      group.cancelAll()
    }
  }

  private func headers(of response: PreviewResponse) -> [(name: String, value: String)] {
    PreviewResponse.headers + [(name: "Content-Type", value: response.type)]
      + (response.location.map { [(name: "Location", value: $0)] } ?? [])
  }

  // MARK: Requests

  /// The response to a request.
  func response(to request: HTTPRequest) async -> PreviewResponse {
    if let refusal = refusal(of: request) { return refusal }
    if let refusal = await refusalOfToken(in: request) { return refusal }
    let path = String(request.target.prefix { $0 != "?" }.dropFirst(token.utf8.count + 2))
    if let file = PageFile.all[path], request.method == "GET" {
      return PreviewResponse(type: file.type, body: file.bytes)
    }
    if path == Self.attachPath { return await responseToApp(request) }
    let routes = PreviewRoute.all.filter { $0.path == path }
    guard let route = routes.first(where: { $0.method == request.method }) else {
      let isKnown = !routes.isEmpty || PageFile.all[path] != nil
      return .json(
        PreviewProblem(message: "The preview has no such page."), status: isKnown ? 405 : 404)
    }
    do {
      return try await route.respond(
        PreviewCall(charts: charts, query: PreviewCall.query(of: request.target), body: request.body)
      ).hiding(await charts.secrets)
    } catch let problem as PreviewProblem {
      return .json(problem, status: problem.status)
    } catch {
      return .json(PreviewProblem(message: "The request cannot be answered."), status: 500)
    }
  }

  /// Refuses what does not come from the page itself; nil for a request of the page.
  private func refusal(of request: HTTPRequest) -> PreviewResponse? {
    let hosts = request.values(of: "Host")
    guard hosts.count == 1, HTTPConnection.isThisMachine(hosts[0]) else {
      return .text("The preview answers only on this machine.\n", status: 421)
    }
    // Pages of other origins are refused, and so are links on them.
    guard request.values(of: "Origin").allSatisfy({ $0 == "http://\(hosts[0])" }),
      request.values(of: "Sec-Fetch-Site").allSatisfy({ $0 == "same-origin" || $0 == "none" })
    else { return .text("The preview answers only its own page.\n", status: 403) }
    return nil
  }

  /// Refuses a request that does not know the token; nil for one that does.
  private func refusalOfToken(in request: HTTPRequest) async -> PreviewResponse? {
    if request.method == "GET", request.target.hasPrefix("/open/"),
      await invitation.take(String(request.target.dropFirst("/open/".count)))
    {
      return PreviewResponse(status: 303, location: "/\(token)/")
    }
    guard Self.isEqual(Array(request.target.utf8.prefix(token.utf8.count + 2)), Array("/\(token)/".utf8))
    else {
      return .text(
        "The token is missing or wrong. Use the address printed in the terminal.\n", status: 403)
    }
    return nil
  }

  /// Compares in constant time.
  private static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// A code that leads to the page once.
///
/// Other users of the machine see the arguments of the browser's process, so those must not have the token.
actor PreviewInvitation {
  /// The code; nil after it was used.
  private(set) var code: String?

  init(_ code: String) { self.code = code }

  /// Uses the code up if it is this one.
  func take(_ code: String) -> Bool {
    guard code == self.code else { return false }
    self.code = nil
    return true
  }
}
