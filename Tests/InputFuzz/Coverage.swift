// The targets under libFuzzer, which finds inputs by what code they reach:
//
//   swift build -c release --scratch-path .build-coverage --product statechart-fuzz-inputs \
//     -Xswiftc -sanitize=fuzzer -Xswiftc -parse-as-library -Xswiftc -DCOVERAGE
//   mkdir -p .build/inputs && FUZZ_TARGET=scxml .build-coverage/release/statechart-fuzz-inputs .build/inputs \
//     Tests/InputFuzz/corpus -max_total_time=120 -timeout=5 -rss_limit_mb=1024

#if COVERAGE
  import Dispatch
  import Foundation
  import InputFuzzing

  private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? "load"
    let seeds = FuzzSeeds(root: FuzzCommand.root)
    let targets = FuzzTarget.charts(seeds) + [FuzzTarget.snapshots(seeds)]
    guard let target = targets.first(where: { $0.name == name }) else {
      print("There is no target \(name).")
      exit(64)
    }
    return target
  }()

  /// Runs one input; stops the process when something is wrong, which libFuzzer takes for a crash.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let isDone = DispatchSemaphore(value: 0)
    Task {
      if let problem = await target.problem(bytes) {
        print(problem)
        abort()
      }
      isDone.signal()
    }
    isDone.wait()
    return 0
  }
#endif
