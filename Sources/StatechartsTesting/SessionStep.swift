public import Statecharts

/// One step of a test of a session, as a value: what happens, or what is expected.
///
/// A test that is a list of steps reads as a story, can be printed, cut short and put together from parts.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public enum SessionStep: Hashable, Sendable {
  /// The session is started.
  case start
  /// The app sends an event, which is taken.
  case send(String, Value = .unset)
  /// The app sends an event that nothing answers here, or that the chart does not look at.
  case sendInVain(String, Value = .unset)
  /// Time passes.
  case advance(Duration)
  /// A service ends well.
  case complete(String, with: Value = .unset)
  /// A service fails with a code.
  case fail(String, code: String, Value = .unset)
  /// A service sends an event while it runs.
  case sendFrom(String, event: String, Value = .unset)
  /// The process ends without notice, and another one takes the stored session up after a time.
  case restart(after: Duration = .zero)
  /// These are the active states without children.
  case expect([String])
  /// This is the next output. Data that are nil may be anything.
  case expectOutput(String, Value? = nil)
  /// This is the next start of a service or child chart. An input that is nil may be anything.
  case expectStart(String, input: Value? = nil)
  /// A variable has this value.
  case expectValue(String, Value)
  /// This went wrong next: a text that the sentence has in it.
  case expectProblem(String)
  /// The chart has reached its end.
  case expectEnd
  /// Outputs, starts and what went wrong that were not asked for are passed over.
  case skip
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension SessionStep: CustomStringConvertible {
  /// The step as a sentence of a story. Of data only the names are told, for they may be secret.
  public var description: String {
    switch self {
    case .start: "start"
    case .send(let event, let data): "send `\(event)`\(Self.names(data))"
    case .sendInVain(let event, let data): "send `\(event)`\(Self.names(data)) in vain"
    case .advance(let span): "let \(span) pass"
    case .complete(let id, let result): "`\(id)` ends well\(Self.names(result))"
    case .fail(let id, let code, let data): "`\(id)` fails with `\(code)`\(Self.names(data))"
    case .sendFrom(let id, let event, let data): "`\(id)` sends `\(event)`\(Self.names(data))"
    case .restart(let span):
      span == .zero ? "start again from the store" : "start again from the store after \(span)"
    case .expect(let states):
      "expect " + (states.isEmpty ? "no state" : states.map { "`\($0)`" }.joined(separator: ", "))
    case .expectOutput(let name, let data): "expect the output `\(name)`\(Self.names(data ?? .unset))"
    case .expectStart(let id, let input): "expect the start of `\(id)`\(Self.names(input ?? .unset))"
    case .expectValue(let name, _): "expect a value of `\(name)`"
    case .expectProblem(let text): "expect the problem `\(text)`"
    case .expectEnd: "expect the end"
    case .skip: "pass over the rest"
    }
  }

  /// Whether what went wrong before is asked for here.
  var namesProblems: Bool {
    switch self {
    case .expectProblem, .skip: true
    default: false
    }
  }

  private static func names(_ data: Value) -> String {
    switch data {
    case .unset: ""
    case .map(let fields): fields.isEmpty ? "" : " with " + fields.keys.sorted().joined(separator: ", ")
    default: " with a value"
    }
  }
}
