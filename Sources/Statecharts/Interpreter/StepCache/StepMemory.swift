/// Whether machines that are made in a task remember their steps: the tests run what they test both ways.
package enum StepMemory {
  /// Without it no machine remembers; with it those do that are made to.
  @TaskLocal package static var isUsed = true
}
