internal import Statecharts

/// Puts transitions, guards, actions and services of a chart into words, as plain UTF-8 that is not yet
/// escaped for Mermaid or Markdown.
///
/// Values do not appear, only names: of an assignment the variable, of a payload nothing. Sections have room for values
/// (`sentence`). Guards do appear, without their literals when they mention a secret (`SecretNames`).
struct ChartWords {
  private let eventTitles: [String: String]
  private let errorTitles: [String: String]
  /// The declared error codes.
  let errorCodes: Set<String>
  private let serviceErrors: [String: [Name]]
  let secrets: SecretNames

  init(_ chart: Statechart) {
    var eventTitles: [String: String] = [:]
    for event in chart.events ?? [] where eventTitles[event.name.text] == nil {
      eventTitles[event.name.text] = event.title
    }
    var errorTitles: [String: String] = [:]
    for error in chart.errors ?? [] where errorTitles[error.code.text] == nil {
      errorTitles[error.code.text] = error.title
    }
    self.eventTitles = eventTitles
    self.errorTitles = errorTitles
    self.errorCodes = Set((chart.errors ?? []).map(\.code.text))
    self.secrets = SecretNames(chart)
    var serviceErrors: [String: [Name]] = [:]
    for service in chart.handlers.services ?? [] { serviceErrors[service.name.text] = service.errors }
    self.serviceErrors = serviceErrors
  }

  /// What an event is called: its title, else its name.
  func eventTitle(_ name: String) -> String { eventTitles[name] ?? name }

  /// What an error is called: its title, else its code.
  func errorTitle(_ code: String) -> String { errorTitles[code] ?? code }

  /// The codes with which the services of a state may fail as declared, each once, with their titles.
  func errorCodes(of state: State) -> [String] {
    var codes: [String] = []
    for invocation in state.invoke {
      guard case .service(let name) = invocation.source else { continue }
      for code in serviceErrors[name.text] ?? [] {
        let line = errorTitles[code.text].map { "\(code.text): \($0)" } ?? code.text
        if !codes.contains(line) { codes.append(line) }
      }
    }
    return codes
  }

  /// The title of an event, or of a descriptor of several.
  @inline(__always)
  func title(of descriptor: EventDescriptor) -> String {
    if descriptor.isWildcard { return "any event" }
    if !eventTitles.isEmpty, let title = eventTitles[descriptor.name.text] { return title }
    if !errorTitles.isEmpty, let code = descriptor.errorCode, let title = errorTitles[code] {
      return "error: \(title)"
    }
    return descriptor.name.text
  }

  /// Appends what an event is called.
  func append(_ descriptor: EventDescriptor, to buffer: inout [UInt8]) {
    buffer.append(title(of: descriptor))
  }

  /// Appends what a transition waits for; nothing for `always`.
  func append(_ trigger: Trigger, to buffer: inout [UInt8]) {
    switch trigger {
    case .event(let descriptor): append(descriptor, to: &buffer)
    case .completed(let invocation):
      buffer.append(invocation.shortID)
      buffer.append(" done")
    case .failed(let invocation, let code):
      buffer.append(invocation.shortID)
      buffer.append(" failed")
      if let code {
        buffer.append(": ")
        buffer.append(errorTitle(code.text))
      }
    case .done: buffer.append("done")
    case .after(let name):
      buffer.append("after ")
      buffer.append(name.text)
    case .always: break
    }
  }

  /// Appends ` / ` and the actions; nothing when there are none.
  func append(effects actions: [Action], to buffer: inout [UInt8]) {
    guard !actions.isEmpty else { return }
    buffer.append(buffer.isEmpty ? "/ " : " / ")
    append(actions, depth: 0, to: &buffer)
  }

  /// Appends actions with commas between them.
  func append(_ actions: [Action], depth: Int = 0, to buffer: inout [UInt8]) {
    var isFirst = true
    for action in actions {
      if !isFirst { buffer.append(", ") }
      isFirst = false
      append(action, depth: depth, to: &buffer)
    }
  }

  private func append(_ action: Action, depth: Int, to buffer: inout [UInt8]) {
    switch action.kind {
    case .handler(let name, _): buffer.append(name.text)
    case .assign(let assignments):
      buffer.append("set ")
      buffer.append(assignments.lazy.map(\.name))
    case .raise(let event, _):
      buffer.append("raise ")
      buffer.append(eventTitle(event.text))
    case .send(let send): append(send, to: &buffer)
    case .cancel(let id):
      buffer.append("cancel ")
      buffer.append(id.text)
    case .cancelComputed(let id):
      buffer.append("cancel ")
      secrets.append(id, to: &buffer)
    case .block(let actions): append(actions, depth: depth, to: &buffer)
    case .emit(let output, _):
      buffer.append("emit ")
      buffer.append(output.text)
    case .log: buffer.append("log")
    case .choose(let branches, let otherwise):
      var word = "if "
      for branch in branches {
        buffer.append(word)
        secrets.append(branch.condition, to: &buffer)
        appendNested(branch.actions, depth: depth, to: &buffer)
        word = " else if "
      }
      if !otherwise.isEmpty {
        buffer.append(" else")
        appendNested(otherwise, depth: depth, to: &buffer)
      }
    case .forEach(let item, _, _, let body):
      buffer.append("for each ")
      buffer.append(item.text)
      appendNested(body, depth: depth, to: &buffer)
    }
  }

  private func appendNested(_ actions: [Action], depth: Int, to buffer: inout [UInt8]) {
    // The YAML reader stops at depth 64; only a model that was built in code can be deeper.
    guard depth < 64 else { return buffer.append(" (…)") }
    buffer.append(" (")
    append(actions, depth: depth + 1, to: &buffer)
    buffer.append(")")
  }

  private func append(_ send: Action.Send, to buffer: inout [UInt8]) {
    buffer.append("send ")
    if let event = send.computedEvent {
      secrets.append(event, to: &buffer)
    } else {
      buffer.append(eventTitle(send.event.text))
    }
    switch send.destination {
    case .itself: break
    case .parent: buffer.append(" to parent")
    case .invocation(let id):
      buffer.append(" to ")
      buffer.append(id.text)
    case .computed(let address):
      buffer.append(" to ")
      secrets.append(address, to: &buffer)
    }
    if let delay = send.delay {
      buffer.append(" after ")
      append(delay, to: &buffer)
    }
  }

  /// Appends a delay as it would be written in a chart.
  func append(_ delay: Delay, to buffer: inout [UInt8]) {
    switch delay {
    case .literal(let duration): buffer.append(duration.chartText)
    case .expression(let expression): secrets.append(expression, to: &buffer)
    }
  }

  /// Appends that a service or child chart runs, and how: `runs checkAccount, at most 15s`.
  func append(_ invocation: Invocation, to buffer: inout [UInt8]) {
    buffer.append("runs ")
    append(runOf: invocation, to: &buffer)
  }

  /// Appends how a service or child chart runs: `checkAccount, at most 15s, retried up to 2 times`.
  func append(runOf invocation: Invocation, to buffer: inout [UInt8]) {
    buffer.append(invocation.sourceName)
    if let id = invocation.id, id.text != invocation.sourceName {
      buffer.append(" as ")
      buffer.append(id.text)
    }
    if let timeout = invocation.timeout {
      buffer.append(", at most ")
      append(timeout, to: &buffer)
    }
    if let retry = invocation.retry {
      buffer.append(retry.attempts == 1 ? ", retried once" : ", retried up to \(retry.attempts) times")
      if !retry.codes.isEmpty {
        buffer.append(" on ")
        buffer.append(retry.codes.map { errorTitle($0.text) }.joined(separator: " or "))
      }
      if let backoff = retry.backoff {
        buffer.append(", first after ")
        append(backoff, to: &buffer)
      }
    }
    if invocation.forwardsEvents { buffer.append(", receives all events") }
    if !invocation.finalize.isEmpty {
      buffer.append(", on each of its events / ")
      append(invocation.finalize, to: &buffer)
    }
  }
}

extension EventDescriptor {
  /// The code in `error.CODE`; nil for other descriptors.
  var errorCode: String? {
    name.text.hasPrefix("error.") ? String(name.text.dropFirst(6)) : nil
  }
}

extension Invocation {
  /// The service's name, or the child chart's file name without folders and extension.
  var sourceName: String {
    switch source {
    case .service(let name): return name.text
    case .chart(let name): return Self.baseName(of: name.text)
    case .computed(_, let charts):
      return charts.map { Self.baseName(of: $0.text) }.joined(separator: " or ")
    }
  }

  private static func baseName(of path: String) -> String {
    let file = path.split(separator: "/").last ?? Substring(path)
    return file.hasSuffix(".yaml") ? String(file.dropLast(5)) : String(file)
  }

  /// The id under which it runs, short enough for a label.
  var shortID: String { id?.text ?? sourceName }
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
  mutating func append(_ names: some Sequence<Name>) {
    var isFirst = true
    for name in names {
      if !isFirst { append(", ") }
      isFirst = false
      append(name.text)
    }
  }
}
