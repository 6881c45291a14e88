/// An event of a chart, looked up once by name, so that sending it again and again costs no look-up.
///
/// It is good for machines of the chart that gave it.
public struct EventID: Hashable, Sendable {
  /// The number of the name in the chart's trie.
  let number: Int32
  /// Whether it may come without data.
  let mayComeAlone: Bool

  init(_ number: Int32, mayComeAlone: Bool) {
    self.number = number
    self.mayComeAlone = mayComeAlone
  }
}

extension CompiledChart {
  /// An event that may come from outside, by its name.
  ///
  /// - Returns: nil for a name that the chart neither declares nor answers; `Machine.send(_:)` takes such events
  ///   too, and says what became of them.
  public func event(_ name: String) -> EventID? {
    guard let number = trie.known(name), mayBeSent[number] else { return nil }
    return EventID(Int32(truncatingIfNeeded: number), mayComeAlone: mayComeAlone[number])
  }

  /// The name of an event.
  public func name(of event: EventID) -> String {
    let number = Int(event.number)
    return trie.names.indices.contains(number) ? trie.names[number] : ""
  }
}
