/// The text of every key that the chart format knows, whatever mapping it stands in.
package enum FormatName: UInt8, CaseIterable, Sendable {
  case statechart, id, title, version, description
  case context, events, errors, outputs, handlers
  case type, initial, states, on, always, after, done, entry, exit, invoke
  case `default`, history, output, queries, ending
  case target, `guard`, actions, `internal`, label
  case service, chart, input, timeout, retry, failed, finalize, forward
  case attempts, backoff
  case optional, values, secret, personal, persist, clear
  case payload, arguments, result, sends, guards, services
  case assign, raise, send, cancel, emit, log, `if`, then, `else`, foreach, `as`, index, `do`
  case data, delay, to, content, idTo, among
  case migrations, from, rename, drop, enter, resume, onRestore

  /// The key as it is written.
  package var text: String { FormatName.texts[Int(rawValue)] }

  private static let texts: [String] = allCases.map { "\($0)" }
}
