// The entry points of libFuzzer, for `.ci/fuzz-coverage`.

#if COVERAGE
  import InputFuzzing

  private let coverageRun: CoverageRun = {
    let seeds = FuzzSeeds(root: FuzzCommand.root)
    return CoverageRun(FuzzTarget.charts(seeds) + [FuzzTarget.snapshots(seeds)])
  }()

  /// Called once, before libFuzzer reads its inputs.
  @_cdecl("LLVMFuzzerInitialize")
  public func initialize(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
  ) -> CInt {
    coverageRun.writeSeeds()
    return 0
  }

  /// Runs one input.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    coverageRun.run(start, count)
    return 0
  }
#endif
