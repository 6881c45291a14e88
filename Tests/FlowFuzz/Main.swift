import InputFuzzing

#if !COVERAGE
  /// `statechart-fuzz-flows --target answer --seconds 120`: gives changed addresses and answers to what reads them in the
  /// shipped flows.
  ///
  /// A program of its own, for the flows need cryptography, which `statechart-fuzz-inputs` builds without. The options are
  /// those of `FuzzCommand`.
  @main
  struct Main {
    static func main() async {
      let corpus = FuzzSeeds(root: FuzzCommand.root).corpus
      await FuzzCommand.run(
        "statechart-fuzz-flows", [CallbackTarget.make(corpus), AnswerTarget.make(corpus)])
    }
  }
#endif
