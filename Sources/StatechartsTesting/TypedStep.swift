public import Statecharts

/// One step of a test of a chart that Swift was generated from: a `SessionStep` that names only what the chart has.
public struct TypedStep<Chart: TypedChart>: Sendable, CustomStringConvertible {
  /// The step with names and values in place of the generated types.
  public let untyped: SessionStep

  init(_ untyped: SessionStep) { self.untyped = untyped }

  /// The step as a sentence of a story, without data.
  public var description: String { untyped.description }

  /// Starts the session.
  public static func start(fileID: String = #fileID, filePath: String = #filePath, line: Int = #line)
    -> TypedStep
  {
    TypedStep(.start(fileID: fileID, filePath: filePath, line: line))
  }

  /// Sends an event from the app, and fails unless it is taken.
  public static func send(
    _ event: Chart.Event, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> TypedStep {
    let event = event.event
    return TypedStep(.send(event.name, event.data, fileID: fileID, filePath: filePath, line: line))
  }

  /// Sends an event from the app, and fails if something handles it here.
  public static func sendIgnored(
    _ event: Chart.Event, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> TypedStep {
    let event = event.event
    return TypedStep(.sendIgnored(event.name, event.data, fileID: fileID, filePath: filePath, line: line))
  }

  /// Lets time pass.
  public static func advance(
    _ span: Duration, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> TypedStep {
    TypedStep(.advance(span, fileID: fileID, filePath: filePath, line: line))
  }

  /// Lets a service succeed.
  public static func complete<Input, Result: TypedData, Failure>(
    _ service: TypedService<Chart, Input, Result, Failure>, with result: Result, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> TypedStep {
    TypedStep(
      .complete(service.id, with: result.chartValue, fileID: fileID, filePath: filePath, line: line))
  }

  /// Lets a service without a result succeed.
  public static func complete<Input, Failure>(
    _ service: TypedService<Chart, Input, Void, Failure>, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> TypedStep {
    TypedStep(.complete(service.id, fileID: fileID, filePath: filePath, line: line))
  }

  /// Lets a service whose result the chart does not declare succeed, without a result.
  public static func complete<Input, Failure>(
    _ service: TypedService<Chart, Input, ChartValue, Failure>, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> TypedStep {
    TypedStep(.complete(service.id, fileID: fileID, filePath: filePath, line: line))
  }

  /// Lets a service fail with an error that it declares: `.fail(.sendCode, .mailNotSent)`.
  public static func fail<Input, Result, Failure: CodedError>(
    _ service: TypedService<Chart, Input, Result, Failure>, _ failure: Failure, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> TypedStep {
    TypedStep(
      .fail(service.id, code: failure.code, failure.data, fileID: fileID, filePath: filePath, line: line))
  }

  /// Lets a service send an event while it runs, and fails unless the event is taken.
  public static func sendFrom(
    _ id: Chart.ServiceID, _ event: Chart.Event, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) -> TypedStep {
    let event = event.event
    return TypedStep(
      .sendFrom(id.rawValue, event: event.name, event.data, fileID: fileID, filePath: filePath, line: line))
  }

  /// A step about a service or an output of a child chart: `.inside(Pay.self, .complete(.charge))`. Other steps fail.
  public static func inside<Child: TypedChart>(_ child: Child.Type, _ step: TypedStep<Child>) -> TypedStep {
    if step.untyped.subject == .servicesAndOutputs { return TypedStep(step.untyped) }
    return TypedStep(
      SessionStep(step.description, step.untyped.location) { _ in
        throw HarnessFailure(["Inside `\(child)`, only steps about services and outputs are possible."])
      })
  }

  /// Ends the process without notice, and lets another one continue the stored session after a time.
  public static func restart(
    after span: Duration = .zero, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> TypedStep {
    TypedStep(.restart(after: span, fileID: fileID, filePath: filePath, line: line))
  }

  /// Fails unless these are the active states without children.
  public static func expect(
    _ states: [Chart.StateID], fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> TypedStep {
    TypedStep(.expect(states.map(\.rawValue), fileID: fileID, filePath: filePath, line: line))
  }

  /// Fails unless this is the next output.
  public static func expectOutput(
    _ output: Chart.Output, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> TypedStep where Chart.Output: Equatable {
    // The name of the case alone: its data may be secret.
    let name = SessionHarness.name(of: output)
    return TypedStep(
      SessionStep(
        "expect the output `\(name)`", TestLocation(fileID, filePath, line), about: .servicesAndOutputs
      ) {
        try $0.expect(output: output)
      })
  }

  /// Fails unless this is the next start of a service, with this input:
  /// `.expectStart(.sendCode, input: .init(address: "ada@example.com"))`.
  public static func expectStart<Input: TypedData, Result, Failure>(
    _ service: TypedService<Chart, Input, Result, Failure>, input: Input, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> TypedStep {
    TypedStep(
      .expectStart(service.id, input: input.chartValue, fileID: fileID, filePath: filePath, line: line))
  }

  /// Fails unless this is the next start of a child chart, with this input.
  public static func expectStart(
    _ id: Chart.ServiceID, input: [String: ChartValue], fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> TypedStep {
    TypedStep(
      .expectStart(id.rawValue, input: .map(input), fileID: fileID, filePath: filePath, line: line))
  }

  /// Fails unless this is the next start of a service or child chart, with any input.
  public static func expectStart(
    _ id: Chart.ServiceID, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> TypedStep {
    TypedStep(.expectStart(id.rawValue, fileID: fileID, filePath: filePath, line: line))
  }

  /// Fails unless a variable has this value: `.expectValue(\.tries, 2)`.
  public static func expectValue<Datum: Equatable & Sendable>(
    _ variable: any KeyPath<Chart.Context, Datum> & Sendable, _ value: Datum, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> TypedStep {
    // Not every platform knows the names in a key path.
    let text = "\(variable)"
    let name = text.hasPrefix("\\") && !text.contains("<") ? "`\(text)`" : "a variable"
    return TypedStep(
      SessionStep("expect a value of \(name)", TestLocation(fileID, filePath, line)) {
        try await $0.expect(variable, value)
      })
  }

  /// Fails unless this is the next problem: a text that is part of its sentence.
  public static func expectProblem(
    _ text: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> TypedStep {
    TypedStep(.expectProblem(text, fileID: fileID, filePath: filePath, line: line))
  }

  /// Fails unless the chart has reached its end.
  public static func expectEnd(fileID: String = #fileID, filePath: String = #filePath, line: Int = #line)
    -> TypedStep
  {
    TypedStep(.expectEnd(fileID: fileID, filePath: filePath, line: line))
  }

  /// Ignores the outputs, starts and problems that were not expected until here.
  public static func skip(fileID: String = #fileID, filePath: String = #filePath, line: Int = #line)
    -> TypedStep
  {
    TypedStep(.skip(fileID: fileID, filePath: filePath, line: line))
  }
}
