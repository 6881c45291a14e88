import Foundation

/// Runs of one target over mutated seeds.
package struct FuzzCampaign {
  /// What came of them.
  package struct Result {
    /// One line about the runs.
    package var summary: String
    /// What is wrong, with the input; nil where nothing is.
    package var problem: String?
    /// How many inputs were made.
    package var count: Int
    /// How many of them were taken.
    package var accepted: Int
  }

  /// How long one input may take.
  package static let mostTime = 1.0
  /// How much memory all of them may take, in bytes.
  package static let mostMemory = 300 << 20

  private let target: FuzzTarget
  private let seeds: [[UInt8]]
  private let seed: UInt64

  /// Takes a target and the number that all inputs follow from.
  package init(_ target: FuzzTarget, seed: UInt64) async {
    self.target = target
    self.seed = seed
    seeds = await target.seeds()
  }

  /// The input of a number. The first are the seeds as they are, so that what once was trouble is tried anew; the others
  /// are made from them.
  package func input(_ number: Int) -> [UInt8] {
    if seeds.indices.contains(number) { return seeds[number] }
    var mutation = FuzzMutation(target.language, seed: seed &* 0x9E37_79B9 &+ UInt64(number))
    return mutation.input(from: seeds)
  }

  /// Runs the inputs of some numbers; stops at the first problem.
  ///
  /// - Parameters:
  ///   - seconds: After how much of the process's time it stops before the last number.
  ///   - checksTime: Whether an input that takes too long or too much memory is a problem; not in a build for debugging.
  package func run(
    _ numbers: Range<Int>, seconds: Double = .infinity, checksTime: Bool = true,
    progress: (Int) -> Void = { _ in }
  ) async -> Result {
    guard !seeds.isEmpty else {
      return Result(
        summary: "\(target.name): no inputs", problem: "There are no seeds.", count: 0, accepted: 0)
    }
    var slowest = 0.0
    var (count, accepted) = (0, 0)
    var problem: String?
    let begin = Self.time()
    for number in numbers {
      let start = Self.time()
      if start - begin > seconds { break }
      let input = input(number)
      let verdict = await target.run(input)
      let time = Self.time() - start
      count += 1
      slowest = max(slowest, time)
      switch verdict {
      case .accepted: accepted += 1
      case .refused: break
      case .wrong(let found): problem = found
      }
      if checksTime, time > Self.mostTime { problem = "it took \(time) s" }
      if checksTime, Self.memory() > Self.mostMemory { problem = "too much memory" }
      if let found = problem {
        let text = Data(input).base64EncodedString()
        problem = "\(target.name), seed \(seed), input \(number): \(found)\n\(text)"
        break
      }
      progress(number + 1)
    }
    let slow = String(format: "%.3f", slowest)
    let share = String(format: "%.1f", 100 * Double(accepted) / Double(max(count, 1)))
    return Result(
      summary:
        "\(target.name): \(count) inputs, \(share) % accepted, the slowest took \(slow) s, at most \(Self.memory() >> 20) MiB",
      problem: problem, count: count, accepted: accepted)
  }

  /// Seconds of the process's own time, so that others on the machine do not count.
  private static func time() -> Double {
    // Asked for once: of two answers the seconds and their parts would not belong together.
    let time = usage.ru_utime
    return Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }

  /// The most memory that the process has had, in bytes.
  private static func memory() -> Int {
    #if canImport(Darwin)
      usage.ru_maxrss
    #else
      usage.ru_maxrss << 10
    #endif
  }

  private static var usage: rusage {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
    #else
      getrusage(numericCast(RUSAGE_SELF.rawValue), &usage)
    #endif
    return usage
  }
}
