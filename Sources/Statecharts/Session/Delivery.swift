/// When a session carries out what its chart asks for.
public enum Delivery: Sendable {
  /// Services start at once, and outputs go to those who take updates at that moment.
  case immediate
  /// Services start at once. Outputs are kept, also in snapshots, until they are acknowledged.
  case acknowledged
  /// No service starts, and no output or update is published, before the app has confirmed that it has stored the step.
  /// Outputs are kept until they are acknowledged. `current` says where the session is, confirmed or not.
  case confirmed
}

/// What a session is to do outside of itself. Later versions may add cases, so switch over it with a `default`.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum SessionEffect: Sendable {
  /// A service is to be started. Store `redactedData` of the input, if any of it.
  case start(ServiceRun, name: String, input: NamedData)
  /// A run of a service is to be cancelled.
  case cancel(service: String, number: UInt64)
  /// An event is to be handed to a running service.
  case send(NamedData, service: String, number: UInt64)
  /// An output is to be published. Outputs are numbered from 1.
  case output(number: UInt64, NamedData)
}

extension SessionEffect: CustomStringConvertible {
  /// What is to be done, without data, which may be secret.
  public var description: String {
    switch self {
    case .start(let run, let name, _): "start the service `\(name)`, attempt \(run.attempt)"
    case .cancel(let service, let number): "cancel run \(number) of the service `\(service)`"
    case .send(let event, let service, _): "send `\(event.name)` to the service `\(service)`"
    case .output(let number, let output): "output \(number), `\(output.name)`"
    }
  }
}

/// What a session has done that the app has not confirmed yet: one step or several.
public struct HeldStep: Sendable {
  /// The number of the last of the steps.
  public let number: UInt64
  /// Where the session is now. It also holds the effects: a session that is restored from it carries them out when it is
  /// started.
  public let snapshot: SessionSnapshot
  /// What is to be done, in order.
  public let effects: [SessionEffect]

  /// Makes a step, for tests of the code that stores steps.
  public init(number: UInt64, snapshot: SessionSnapshot, effects: [SessionEffect]) {
    self.number = number
    self.snapshot = snapshot
    self.effects = effects
  }
}

/// The steps of a session that wait to be confirmed. Ends when the session is over and all of them are.
public struct HeldSteps: AsyncSequence, Sendable {
  /// One or several steps.
  public typealias Element = HeldStep
  let signals: AsyncStream<Void>
  /// The steps that are held now; nil when there are none, with whether there may be more.
  let held: @Sendable () async -> (step: HeldStep?, isOver: Bool)

  /// Begins to take steps.
  public func makeAsyncIterator() -> Iterator { Iterator(signals: signals.makeAsyncIterator(), held: held) }

  /// Hands out what is held.
  public struct Iterator: AsyncIteratorProtocol {
    var signals: AsyncStream<Void>.Iterator
    let held: @Sendable () async -> (step: HeldStep?, isOver: Bool)

    /// The steps that nobody has confirmed, as soon as there are any: the same ones again, and what came since, when they
    /// were handed out before. Nil when the session is over.
    public mutating func next() async -> HeldStep? {
      while true {
        let (step, isOver) = await held()
        if let step { return step }
        if isOver || Task.isCancelled { return nil }
        if await signals.next() == nil { return nil }
      }
    }
  }
}
