/// What is done with inputs that no person wrote.
package struct FuzzTarget: Sendable {
  /// What came of one input.
  package enum Verdict: Equatable, Sendable {
    /// It was taken.
    case accepted
    /// It was refused, as it should be.
    case refused
    /// Something is wrong; a plain sentence.
    case wrong(String)
  }

  /// The name on the command line.
  package let name: String
  /// Gives what inputs are made of; for some targets that takes a moment.
  let seeds: @Sendable () async -> [[UInt8]]
  /// How they are changed.
  let language: FuzzMutation.Language
  /// Does it.
  let run: @Sendable ([UInt8]) async -> Verdict

  /// Makes a target.
  ///
  /// - Parameters:
  ///   - seeds: gives what inputs are made of, at least one.
  ///   - run: does it with one input. It must not trap, hang or take much memory, whatever the bytes are.
  package init(
    _ name: String, _ language: FuzzMutation.Language, seeds: @escaping @Sendable () async -> [[UInt8]],
    run: @escaping @Sendable ([UInt8]) async -> Verdict
  ) {
    self.name = name
    self.seeds = seeds
    self.language = language
    self.run = run
  }

  /// Runs one input, for tools that make inputs of their own.
  ///
  /// - Returns: what is wrong, or nil.
  package func problem(_ bytes: [UInt8]) async -> String? {
    if case .wrong(let problem) = await run(bytes) { problem } else { nil }
  }
}
