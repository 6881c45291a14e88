import InputFuzzing

#if !COVERAGE
  /// `statechart-fuzz-inputs --target snapshot --seconds 120`: gives changed charts, diagrams, documents, pages and
  /// snapshots to everything that reads them.
  ///
  /// Run from the package's folder: inputs are made of its files and of those in `Tests/InputFuzz/corpus`, which come first,
  /// as they are. Each follows from the seed and its number. The options are those of `FuzzCommand`.
  @main
  struct Main {
    static func main() async {
      let seeds = FuzzSeeds(root: FuzzCommand.root)
      let targets = FuzzTarget.charts(seeds)
      await FuzzCommand.run("statechart-fuzz-inputs", targets + [FuzzTarget.snapshots(seeds)])
    }
  }
#endif
