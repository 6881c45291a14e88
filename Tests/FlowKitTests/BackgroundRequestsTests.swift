import FlowKit
import FlowTransport
import Testing

@Suite("Background requests", .timeLimit(.minutes(5)))
struct BackgroundRequestsTests {
  @Test("requests to one server are canceled, requests to others go on")
  func canceled() async {
    let requests = BackgroundRequests<String>()
    let isCanceled = Locked<[String: Bool]>([:])
    let (gate, opener) = AsyncStream.makeStream(of: Never.self)
    requests.start(to: "left") {
      // Ends only when the task is canceled.
      let (stream, end) = AsyncStream.makeStream(of: Never.self)
      for await _ in stream {}
      end.finish()
      isCanceled.withLock { $0["left"] = Task.isCancelled }
    }
    requests.start(to: "other") {
      for await _ in gate {}
      isCanceled.withLock { $0["other"] = Task.isCancelled }
    }
    #expect(!requests.isEmpty)
    requests.cancel(to: "left")
    opener.finish()
    await requests.finished()
    #expect(isCanceled.withLock { $0 } == ["left": true, "other": false])
    #expect(requests.isEmpty)
  }

  @Test("waiting includes requests that start meanwhile")
  func startedMeanwhile() async {
    let requests = BackgroundRequests<String>()
    let done = Locked<Set<String>>([])
    let (gate, opener) = AsyncStream.makeStream(of: Never.self)
    requests.start(to: "server") {
      for await _ in gate {}
      requests.start(to: "server") {
        for _ in 0..<100 { await Task.yield() }
        done.withLock { _ = $0.insert("second") }
      }
      done.withLock { _ = $0.insert("first") }
    }
    async let finished: Void = requests.finished()
    opener.finish()
    await finished
    #expect(done.withLock { $0 } == ["first", "second"])
    #expect(requests.isEmpty)
  }
}
