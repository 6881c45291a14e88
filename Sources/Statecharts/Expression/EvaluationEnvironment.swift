/// What an expression reads while it is evaluated.
package protocol EvaluationEnvironment {
  /// The variable of a slot; `.unset` when it has no value.
  func variable(_ slot: Int) -> ChartValue
  /// The foreach item of a local slot.
  func local(_ slot: Int) -> ChartValue
  /// The name of the current event; nil before the first one.
  var eventName: String? { get }
  /// The payload of the current event; `.unset` without one.
  var eventData: ChartValue { get }
  /// The error code of the current event; nil when it is no failure.
  var eventError: String? { get }
  /// What else is known of the current event; `.unset` where it has no such thing.
  func eventDetail(_ detail: EventDetail) -> ChartValue
  /// The id of the running chart.
  var sessionID: String { get }
  /// Whether the state of a number is active.
  func isActive(_ state: Int) -> Bool
  /// Asks a handler guard.
  mutating func ask(_ guard: Int, _ arguments: [String: ChartValue]) throws(EvaluationError) -> Bool
  /// An evaluation needed so many units of work; called after each one.
  mutating func didWork(_ steps: Int)
}

extension EvaluationEnvironment {
  /// Unset, where nothing more is known of events.
  package func eventDetail(_ detail: EventDetail) -> ChartValue { .unset }
  /// Nothing, where nobody counts.
  package mutating func didWork(_ steps: Int) {}
  /// Empty, where nothing runs.
  package var sessionID: String { "" }
}

/// What an expression can read of an event besides its name, its data and its error code (SCXML 5.10.1).
package enum EventDetail: UInt8, CaseIterable, Sendable {
  /// `event.type`: `external`, `internal` or `platform`.
  case type
  /// `event.sendID`: the id of the `send` that it comes from, or that failed.
  case sendID
  /// `event.origin`: the address to which an answer can be sent.
  case origin
  /// `event.originType`: how an answer can be sent.
  case originType
  /// `event.invokeID`: the id of the running work that it comes from.
  case invokeID

  /// How it is written after `event.`.
  package var name: String {
    switch self {
    case .type: "type"
    case .sendID: "sendID"
    case .origin: "origin"
    case .originType: "originType"
    case .invokeID: "invokeID"
    }
  }

  /// Finds a detail by its name.
  package init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// The value of `event.originType` where there is an origin (SCXML C.1).
  package static let eventProcessor = "http://www.w3.org/TR/scxml/#SCXMLEventProcessor"
}

/// An environment without anything, for expressions over literals.
package struct EmptyEnvironment: EvaluationEnvironment {
  /// Makes one.
  package init() {}
  /// Always unset.
  package func variable(_ slot: Int) -> ChartValue { .unset }
  /// Always unset.
  package func local(_ slot: Int) -> ChartValue { .unset }
  /// Always nil.
  package var eventName: String? { nil }
  /// Always unset.
  package var eventData: ChartValue { .unset }
  /// Always nil.
  package var eventError: String? { nil }
  /// Always false.
  package func isActive(_ state: Int) -> Bool { false }
  /// Always false.
  package func ask(_ guard: Int, _ arguments: [String: ChartValue]) throws(EvaluationError) -> Bool { false }
}
