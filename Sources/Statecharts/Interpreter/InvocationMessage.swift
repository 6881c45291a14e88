/// What a running service or child chart sends to the machine that started it.
package enum InvocationMessage: Hashable, Sendable {
  /// It sends an event.
  case event(ChartEvent)
  /// It ended well, with a result.
  case completed(NamedData)
  /// It failed, with an error code and the error's data.
  case failed(code: String, data: ChartValue)
}
