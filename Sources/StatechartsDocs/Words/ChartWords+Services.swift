import StatechartsModel

internal import Statecharts

extension ChartWords {
  /// Appends a delay as it would be written in a chart.
  func append(_ delay: ChartDelay, to buffer: inout [UInt8]) {
    switch delay {
    case .literal(let duration): buffer.append(duration.literalText)
    case .expression(let expression): secrets.append(expression, to: &buffer)
    }
  }

  /// What a service or child chart is called among others: its title, else its id.
  func title(of invocation: ChartInvocation) -> String { serviceTitle(of: invocation) ?? invocation.shortID }

  private func serviceTitle(of invocation: ChartInvocation) -> String? {
    guard case .service(let name) = invocation.source else { return nil }
    return titles.services[name.text]
  }

  /// What an error of a service is called.
  func failureTitle(_ code: String) -> String {
    if let title = titles.errors[code] { return title }
    return switch code {
    case "timeout": "no answer in time"
    case "execution": "an unexpected error"
    default: code
    }
  }

  /// How a service ends well: `Check the code: done`.
  ///
  /// - Parameter isOnlyService: Whether nothing else can end in the state, whose box names the service.
  func end(of invocation: ChartInvocation, isOnlyService: Bool) -> String {
    isOnlyService ? "done" : "\(title(of: invocation)): done"
  }

  /// How a service fails: `Check the code: failed`, and with a code `Check the code: failed, Wrong code`.
  ///
  /// - Parameters:
  ///   - code: The error's code; nil for all that have no transition of their own.
  ///   - isOnlyService: Whether nothing else can end in the state, whose box names the service.
  func failure(of invocation: ChartInvocation, _ code: String?, isOnlyService: Bool) -> String {
    let hasCodes = invocation.failed.contains { $0.code != nil }
    let reason = code.map(failureTitle) ?? (hasCodes ? "any other error" : "")
    if isOnlyService { return reason.isEmpty ? "failed" : "failed: \(reason)" }
    return "\(title(of: invocation)): failed" + (reason.isEmpty ? "" : ", \(reason)")
  }

  /// Appends that a service or child chart runs, and how: `runs checkAccount, at most 15s`, with a title
  /// `runs: Check the account, at most 15s`.
  func append(_ invocation: ChartInvocation, to buffer: inout [UInt8]) {
    let title = serviceTitle(of: invocation)
    buffer.append(title == nil ? "runs " : "runs: ")
    append(runOf: invocation, as: title, to: &buffer)
  }

  /// Appends how a service or child chart runs: `checkAccount, at most 15s, retried up to 2 times`.
  func append(runOf invocation: ChartInvocation, as title: String? = nil, to buffer: inout [UInt8]) {
    buffer.append(title ?? invocation.sourceName)
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

extension ChartInvocation {
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

extension StateNode {
  /// Whether one service runs here and nothing else can end, so that `done` alone says what is done.
  var hasOnlyService: Bool { invoke.count == 1 && states.isEmpty }
}
