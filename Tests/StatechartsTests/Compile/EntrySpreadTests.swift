import StatechartsTesting
import Testing

@testable import Statecharts

@Suite("How far events are carried")
struct EntrySpreadTests {
  /// What enters each state when so many events lead to each of as many histories of one state with as many children.
  private func steps(_ size: Int, isDeep: Bool) -> (EntrySpread, Int) {
    var states = ContiguousArray<StateRecord>()
    states.append(StateRecord(parent: -1, end: 2 * size + 2, depth: 0, kind: .compound))
    states.append(StateRecord(parent: 0, end: 2 * size + 2, depth: 1, kind: .compound))
    for number in 0..<2 * size {
      let kind: StateRecord.Kind = number < size ? (isDeep ? .deepHistory : .shallowHistory) : .atomic
      states.append(StateRecord(parent: 1, end: number + 3, depth: 2, kind: kind))
    }
    var spread = EntrySpread(states, defaults: [:], branches: [:])
    for event in 0..<20 {
      for history in 2..<size + 2 {
        spread.take(.init(targets: [history], domain: 0), .init(source: event, isDoubtful: false))
      }
    }
    return (spread, spread.stepCount)
  }

  @Test("many histories of one state cost what one costs, and each history itself", arguments: [false, true])
  func histories(isDeep: Bool) {
    let (spread, few) = steps(100, isDeep: isDeep)
    #expect(spread.entering[150].members.count == 20)
    let (_, many) = steps(1_000, isDeep: isDeep)
    #expect(many < 12 * few)
  }
}
