/// Something that happened: a name and the data that came with it.
public struct ChartEvent: Hashable, Sendable {
  /// Where an event comes from (SCXML 5.10.1, `_event.type`).
  public enum Kind: String, Hashable, Sendable {
    /// Sent from outside, by a running service, or by the chart with `send`.
    case external
    /// Put on the internal queue by the chart with `raise`.
    case `internal`
    /// Made by the engine: `done.…`, `error.…`, `after.…`.
    case platform
  }

  /// The name: tokens joined by dots.
  public var name: String
  /// What came with it; `.unset` for nothing.
  public var data: ChartValue
  /// Where it comes from.
  public package(set) var kind: Kind
  /// The error code, for failures.
  public package(set) var error: String?
  /// The address to which an answer can be sent, as `event.origin` says it; nil where nobody would receive one.
  public var origin: String?
  /// The id of the `send` that it comes from, if that had one.
  public var sendID: String?
  /// The data as the sending chart shows them, when a chart sent it.
  package private(set) var shown: ChartValue?
  /// What the sending chart knows the data to be.
  package private(set) var taint: Taint = []

  /// Makes an event that comes from outside.
  public init(_ name: String, data: ChartValue = .unset, origin: String? = nil, sendID: String? = nil) {
    self.init(name, data: data, kind: .external, error: nil, origin: origin, sendID: sendID)
  }

  /// Makes the event that a chart sent to another chart. What is secret there stays masked in the other chart too.
  public init(_ payload: NamedData, origin: String? = nil, sendID: String? = nil) {
    self.init(payload.name, data: payload.data, origin: origin, sendID: sendID)
    shown = payload.redactedData
    taint = payload.taint
  }

  /// Whether the event has only a name.
  var isNameOnly: Bool {
    data == .unset && kind == .external && error == nil && origin == nil && sendID == nil && taint.isEmpty
  }

  package init(
    _ name: String, data: ChartValue = .unset, kind: Kind, error: String?, origin: String? = nil,
    sendID: String? = nil
  ) {
    self.name = name
    self.data = data
    self.kind = kind
    self.error = error
    self.origin = origin
    self.sendID = sendID
  }
}
