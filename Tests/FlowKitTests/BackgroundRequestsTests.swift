import FlowKit
import FlowTransport
import Testing

@Suite("Background requests", .timeLimit(.minutes(20)))
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
    let isSecondDone = Locked(false)
    let (first, firstOpener) = AsyncStream.makeStream(of: Never.self)
    let (second, secondOpener) = AsyncStream.makeStream(of: Never.self)
    requests.start(to: "server") {
      for await _ in first {}
      requests.start(to: "server") {
        for await _ in second {}
        isSecondDone.withLock { $0 = true }
      }
    }
    let waiting = Task {
      await requests.finished()
      return isSecondDone.withLock { $0 }
    }
    // Lets the wait begin, and then look for further requests.
    for _ in 0..<1_000 { await Task.yield() }
    firstOpener.finish()
    for _ in 0..<1_000 { await Task.yield() }
    secondOpener.finish()
    #expect(await waiting.value)
    #expect(requests.isEmpty)
  }
}
