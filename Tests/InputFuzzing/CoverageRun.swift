import Dispatch
import Foundation

/// A target under libFuzzer, which finds inputs by the code that they reach. `.ci/fuzz-coverage` builds the programs for it.
package struct CoverageRun: Sendable {
  private let target: FuzzTarget

  /// Takes the target that the environment names with `FUZZ_TARGET`. Ends the process with 64 when there is none of that
  /// name.
  package init(_ targets: [FuzzTarget]) {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = targets.first(where: { $0.name == name }) else {
      print("FUZZ_TARGET has to be one of: \(targets.map(\.name).joined(separator: ", ")).")
      exit(64)
    }
    self.target = target
  }

  /// Writes the target's seeds as files into the folder `FUZZ_SEEDS`, from which libFuzzer reads them.
  package func writeSeeds() {
    guard let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return }
    let target = target
    Self.wait {
      for (number, seed) in await target.seeds().enumerated() {
        do {
          try Data(seed).write(to: URL(fileURLWithPath: folder).appendingPathComponent("seed-\(number)"))
        } catch {
          print("A seed cannot be written: \(error)")
          exit(74)
        }
      }
    }
  }

  /// Runs one input. Stops the process when something is wrong, which libFuzzer takes for a crash.
  package func run(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let target = target
    Self.wait {
      if let problem = await target.problem(bytes) {
        print(problem)
        abort()
      }
    }
  }

  /// Waits for work, because libFuzzer calls from code that is not asynchronous.
  private static func wait(_ work: @escaping @Sendable () async -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    Task {
      await work()
      isDone.signal()
    }
    isDone.wait()
  }
}
