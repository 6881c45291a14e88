import StatechartsModel

internal import Statecharts

/// Puts transitions, guards, actions and services of a chart into words, as plain UTF-8 that is not yet
/// escaped for Mermaid or Markdown.
///
/// What has a title is called by it. Of an assignment the value appears if it is a short literal and the variable is not
/// secret; of a payload nothing. Sections have room for values (`sentence`). Guards appear without their literals when they
/// mention a secret (`SecretNames`).
struct ChartWords {
  let titles: ChartTitles
  /// The declared error codes.
  let errorCodes: Set<String>
  /// The variables that hold error codes.
  let errorVariables: Set<String>
  /// The services that send events.
  let sendingServices: Set<String>
  private let serviceErrors: [String: [ChartName]]
  let secrets: SecretNames

  init(_ chart: Statechart) {
    titles = ChartTitles(chart)
    errorCodes = Set((chart.errors ?? []).map(\.code.text))
    errorVariables = Set(
      chart.context.lazy.map(\.field).filter { [.error, .optional(.error)].contains($0.type) }.map(
        \.name.text))
    sendingServices = Set((chart.handlers.services ?? []).filter { !$0.sends.isEmpty }.map(\.name.text))
    secrets = SecretNames(chart)
    var serviceErrors: [String: [ChartName]] = [:]
    for service in chart.handlers.services ?? [] { serviceErrors[service.name.text] = service.errors }
    self.serviceErrors = serviceErrors
  }

  /// What an event is called: its title, else its name.
  func eventTitle(_ name: String) -> String { titles.events[name] ?? name }

  /// What an error is called: its title, else its code.
  func errorTitle(_ code: String) -> String { titles.errors[code] ?? code }

  /// The codes with which the services of a state may fail as declared, each once, with their titles.
  func errorCodes(of state: StateNode) -> [String] {
    var codes: [String] = []
    for invocation in state.invoke {
      guard case .service(let name) = invocation.source else { continue }
      for code in serviceErrors[name.text] ?? [] {
        let line = titles.errors[code.text].map { "\(code.text): \($0)" } ?? code.text
        if !codes.contains(line) { codes.append(line) }
      }
    }
    return codes
  }

  /// What the box of a state is called. A state that works by itself has dots after its title.
  func boxTitle(_ number: Int, in flat: FlatChart) -> String {
    let title = flat.title(number)
    let works = StateMeaning(of: flat.states[number], sending: sendingServices) == .works
    return works && !title.hasSuffix("…") ? title + " …" : title
  }

  /// What the box of a state means; nil for groups and history.
  func meaning(of entry: FlatChart.Entry, isAfterFailure: Bool) -> BoxMeaning? {
    BoxMeaning(
      StateMeaning(of: entry, sending: sendingServices), ending: entry.state.ending,
      isAfterFailure: isAfterFailure)
  }

  /// The title of an event, or of a descriptor of several.
  @inline(__always)
  func title(of descriptor: EventDescriptor) -> String {
    if descriptor.isWildcard { return "any event" }
    if !titles.events.isEmpty, let title = titles.events[descriptor.name.text] { return title }
    if !titles.errors.isEmpty, let code = descriptor.errorCode, let title = titles.errors[code] {
      return "error: \(title)"
    }
    return descriptor.name.text
  }

  /// Appends what an event is called.
  func append(_ descriptor: EventDescriptor, to buffer: inout [UInt8]) {
    buffer.append(title(of: descriptor))
  }

  /// Appends a condition: the title of a guard that stands alone, else the expression.
  func append(condition: ChartExpression, to buffer: inout [UInt8]) {
    if !titles.guards.isEmpty, let title = titles.guards[condition.text] { return buffer.append(title) }
    secrets.append(condition, to: &buffer)
  }

  /// Appends what a transition waits for; nothing for `always`.
  ///
  /// - Parameter isOnlyService: Whether nothing else can end in the state, so that the service needs no name.
  func append(_ trigger: Trigger, isOnlyService: @autoclosure () -> Bool = false, to buffer: inout [UInt8]) {
    switch trigger {
    case .event(let descriptor): append(descriptor, to: &buffer)
    case .completed(let invocation):
      buffer.append(end(of: invocation, isOnlyService: isOnlyService()))
    case .failed(let invocation, let code):
      buffer.append(failure(of: invocation, code?.text, isOnlyService: isOnlyService()))
    case .done: buffer.append("done")
    case .after(let name):
      buffer.append("after ")
      buffer.append(name.text)
    case .always: break
    }
  }
}

extension EventDescriptor {
  /// The code in `error.CODE`; nil for other descriptors.
  var errorCode: String? {
    name.text.hasPrefix("error.") ? String(name.text.dropFirst(6)) : nil
  }
}

extension [UInt8] {
  /// Appends a text's UTF-8.
  mutating func append(_ text: String) {
    if text.utf8.withContiguousStorageIfAvailable({ append(contentsOf: $0) }) == nil {
      append(contentsOf: text.utf8)
    }
  }

  /// Appends a text that is known when compiling.
  @inline(__always)
  mutating func append(literal text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  /// Appends a part of other bytes; a slice of them would be counted as one more reference.
  @inline(__always)
  mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
    bytes.withUnsafeBufferPointer { append(contentsOf: UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// Appends names with commas between them.
  mutating func append(_ names: some Sequence<ChartName>) {
    var isFirst = true
    for name in names {
      if !isFirst { append(", ") }
      isFirst = false
      append(name.text)
    }
  }
}
