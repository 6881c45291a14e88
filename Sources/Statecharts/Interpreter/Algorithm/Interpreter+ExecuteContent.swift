// executeContent of Appendix D: one list of actions is a block. When one of them fails, `error.execution` is
// queued and the rest of the block is left out; other blocks still run (SCXML 4.9, 5.9.4).

extension Interpreter {
  /// executeContent: runs a block.
  mutating func executeContent(_ block: Range<Int>) {
    guard !block.isEmpty, isLive else { return }
    do throws(EvaluationError) {
      try run(block)
    } catch {
      guard isLive else { return }
      // Finding the place is work too.
      didWork(chart.transitions.count / RunLimits.transitionsPerUnit)
      enqueueError("execution", chart.sentence(about: error), sendID: cold[0].failedSend)
      cold[0].failedSend = nil
    }
  }
}
