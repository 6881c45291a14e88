import StatechartsModel

// What is known of the data of events, by what the chart declares.

extension Catalogue {
  /// What is known of the data where none come. Without declared events nothing is checked, as elsewhere: one that
  /// reads them there may want the error.
  var dataless: ExpressionContext.EventShape { events == nil ? .any : .payload([], error: nil) }

  /// What is known of the data of the events that a descriptor takes.
  func shape(of descriptor: EventDescriptor) -> ExpressionContext.EventShape {
    let name = String(descriptor.prefix)
    guard !descriptor.isWildcard, descriptor.name.text == name else { return .any }
    if let payload = events?[name], eventPrefixes[name] == 1 {
      return .payload(payload, error: nil)
    }
    if name == EventDescriptor.restored, eventPrefixes[name] == nil { return dataless }
    let tokens = name.split(separator: ".")
    if tokens.count == 2, tokens[0] == "error", let payload = payload(ofError: String(tokens[1])),
      eventPrefixes[name] == nil
    {
      return .payload(payload, error: String(tokens[1]))
    }
    return .any
  }

  /// The declaration of the service that an invocation runs; nil if it runs a chart, or the service is not declared.
  func service(of invocation: ChartInvocation) -> HandlerDeclaration? {
    guard case .service(let name) = invocation.source else { return nil }
    return services?[name.text]
  }

  /// What is known of the data when a service ends well.
  func shape(ofResult service: HandlerDeclaration?) -> ExpressionContext.EventShape {
    guard let service else { return .any }
    return service.result.map { .result($0) } ?? .payload([], error: nil)
  }

  /// What is known of the data of a failure.
  func shape(ofFailure code: ChartName?) -> ExpressionContext.EventShape {
    guard let code, let payload = payload(ofError: code.text) else { return .any }
    return .payload(payload, error: code.text)
  }
}
