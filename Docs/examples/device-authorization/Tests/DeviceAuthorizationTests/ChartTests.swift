import DeviceAuthorizationFlow
import Statecharts
import StatechartsTesting
import Testing

/// The chart alone: virtual time, and services that answer when the test says so.
@Suite("The chart of the device authorization")
struct ChartTests {
  typealias Flow = DeviceAuthorization
  typealias Step = TypedStep<DeviceAuthorization>

  private var beginning: [Step] { beginning(interval: .seconds(5)) }

  /// Until the device shows its code.
  private func beginning(interval: Duration) -> [Step] {
    let code = Flow.RequestCodeResult(
      deviceCode: "device-code", userCode: "WDJB-MJHT", address: "https://example.org/device",
      completeAddress: "https://example.org/device?user_code=WDJB-MJHT", lifetime: .seconds(600),
      interval: interval)
    return [
      .start(), .expect([.ready]), .send(.start),
      .expectStart(.requestCode), .complete(.requestCode, with: code),
      .expect([.pausing]), .expectValue(\.userCode, "WDJB-MJHT"),
    ]
  }

  /// The device waits for exactly this time, then polls with its device code.
  private func pause(_ time: Duration) -> [Step] {
    [
      .advance(time - .milliseconds(1)), .expect([.pausing]), .advance(.milliseconds(1)),
      .expectStart(.requestTokens, input: .init(deviceCode: "device-code")),
    ]
  }

  private func fail(_ failure: Flow.RequestTokensFailure) -> Step {
    .fail(.requestTokens, failure)
  }

  private func run(_ steps: [Step]...) async throws {
    try await TypedHarness<Flow>().run(steps.flatMap { $0 })
  }

  @Test("the device polls after each interval, and hands over the tokens")
  func signIn() async throws {
    try await run(
      beginning, pause(.seconds(5)), [fail(.authorizationPending)], pause(.seconds(5)),
      [
        .complete(
          .requestTokens,
          with: .init(
            accessToken: "access", refreshToken: "refresh", lifetime: .seconds(3600), scope: nil)),
        .expectOutput(
          .signedIn(
            accessToken: "access", refreshToken: "refresh", lifetime: .seconds(3600), scope: nil)),
        .expectEnd(),
      ])
  }

  @Test("the device always pauses, also if the interval of the server is zero")
  func noPause() async throws {
    try await run(
      beginning(interval: .zero), pause(.seconds(1)), [fail(.authorizationPending)], pause(.seconds(1)))
  }

  @Test("slow_down adds 5 seconds to all later intervals")
  func slowDown() async throws {
    try await run(
      beginning, pause(.seconds(5)), [fail(.slowDown)], pause(.seconds(10)), [fail(.authorizationPending)],
      pause(.seconds(10)), [fail(.slowDown)], pause(.seconds(15)), [fail(.authorizationPending)])
  }

  @Test("each poll without a response doubles the pause, until a response comes")
  func backoff() async throws {
    try await run(
      beginning, pause(.seconds(5)), [fail(.noConnection)], pause(.seconds(10)),
      // The limit of the chart.
      [.advance(.seconds(20))], pause(.seconds(20)), [fail(.authorizationPending)], pause(.seconds(5)),
      [fail(.noConnection)], pause(.seconds(10)), [fail(.slowDown)], pause(.seconds(10)),
      [fail(.noConnection)], pause(.seconds(20)), [fail(.authorizationPending)], pause(.seconds(10)))
  }

  @Test("the device stops polling when the code was declined or has expired, and with every other error")
  func ends() async throws {
    let ends: [(Flow.RequestTokensFailure, Flow.StateID, Flow.ErrorCode)] = [
      (.accessDenied, .declined, .accessDenied), (.codeExpired, .expired, .codeExpired),
      (.requestRefused, .failed, .requestRefused), (.restartNeeded, .failed, .restartNeeded),
      (.malformedAnswer, .failed, .malformedAnswer),
    ]
    for (failure, state, error) in ends {
      try await run(
        beginning, pause(.seconds(5)),
        [
          fail(failure), .expect([state]), .expectValue(\.lastError, error),
          // No poll follows, and nothing of the code is left.
          .advance(.seconds(3600)), .expect([state]), .expectValue(\.deviceCode, nil),
          .expectValue(\.userCode, nil),
        ])
    }
  }

  @Test("the device stops when the code expires, and starts again only when the person wants it")
  func expiry() async throws {
    let pauses = Array(repeating: pause(.seconds(5)) + [fail(.authorizationPending)], count: 119).flatMap {
      $0
    }
    try await run(
      beginning, pauses,
      [
        .advance(.seconds(5)), .skip(), .expect([.expired]),
        .expectValue(\.lastError, .codeExpired), .advance(.seconds(3600)),
        .expect([.expired]), .send(.start),
        .expectStart(.requestCode), .expectValue(\.lastError, nil),
      ])
  }

  @Test("the person can cancel at each step")
  func cancel() async throws {
    let gone: [Step] = [
      .send(.cancel), .expect([.ready]), .advance(.seconds(3600)),
      .expect([.ready]), .expectValue(\.deviceCode, nil),
    ]
    try await run(
      [.start(), .send(.start), .expectStart(.requestCode)], gone)
    try await run(beginning, gone)
    try await run(beginning, pause(.seconds(5)), gone)
  }

  @Test("without a code, the device shows why and the person can try again")
  func noCode() async throws {
    let failures: [(Step, Flow.ErrorCode)] = [
      (.fail(.requestCode, .noConnection), .noConnection),
      (.fail(.requestCode, .requestRefused), .requestRefused),
      (.advance(.seconds(20)), .noConnection),
    ]
    for (failure, error) in failures {
      try await run([
        .start(), .send(.start), .expectStart(.requestCode), failure,
        .expect([.failed]), .expectValue(\.lastError, error),
        .send(.start), .expectStart(.requestCode),
      ])
    }
  }

  @Test("a stored session has no device code, so a new code is needed")
  func restore() async throws {
    try await run(beginning, [.restart(after: .seconds(3)), .expect([.expired])])
    try await run(
      beginning, pause(.seconds(5)), [.restart(after: .seconds(3)), .skip(), .expect([.expired])])
  }

  @Test("a stored session with a sealed device code continues to poll")
  func restoreSealed() async throws {
    let restart = [Step.restart(after: .seconds(3)), .expect([.pausing])]
    let steps = [
      beginning, restart, pause(.seconds(2)), [fail(.slowDown)], pause(.seconds(10)), restart,
      pause(.seconds(10)),
    ]
    try await TypedHarness<Flow>(sealer: OpenSealer()).run(steps.flatMap { $0 })
  }
}

/// Seals nothing.
private struct OpenSealer: SecretSealer {
  func seal(_ secret: [UInt8], context: [UInt8]) -> [UInt8] { secret }
  func open(_ sealed: [UInt8], context: [UInt8]) -> [UInt8] { sealed }
}
