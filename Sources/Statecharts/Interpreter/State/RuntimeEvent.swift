/// An event inside the interpreter: what it is called, as a number too, and where it comes from.
package struct RuntimeEvent: Sendable {
  /// The kind of the event.
  package var kind: ChartEvent.Kind
  /// The name's number in the chart's trie.
  package var number: Int
  /// Its origin; see `EventSource`.
  package var source = EventSource.any
  /// The name.
  package var name: String
  /// What came with it.
  package var data = ChartValue.unset
  /// What the data are beyond what is declared of the event.
  package var taint: Taint = []
  /// The code, for failures.
  package var error: String?
  /// The invocation that it came from; -1 for none.
  package var invocation = -1
  /// The id of the send that it comes from, or that failed.
  package var sendID: String?
  /// The address to which an answer can be sent; nil for an event of the engine, of `raise` or from outside.
  package var origin: String?
  /// Which visit of that invocation's state it arrived in.
  package var visit = 0
  /// The number of the timer that was over at once and must still be wanted when the event is taken; 0 for none.
  package var timer: UInt64 = 0
}

extension RuntimeEvent {
  /// An event from outside that has only a name, by its number in the chart's trie.
  init(withoutData number: Int32, _ chart: CompiledChart) {
    let number = Int(number)
    self.init(
      kind: .external, number: number, name: chart.trie.names[number],
      data: chart.absentData[number])
  }
}
