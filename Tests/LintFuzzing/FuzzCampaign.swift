import Foundation

/// Runs of one target over mutated seeds.
package struct FuzzCampaign {
  /// What came of them.
  package struct Result {
    /// One line about the runs.
    package var summary: String
    /// What is wrong, with the input; nil where nothing is.
    package var problem: String?
  }

  /// How long one input may take.
  package static let mostTime = 1.0
  /// How much memory all of them may take, in bytes.
  package static let mostMemory = 300 << 20

  private let target: FuzzTarget
  private let seeds: [[UInt8]]
  private let seed: UInt64

  /// Takes a target and the texts to begin with, of which there is at least one.
  package init(target: FuzzTarget, seeds: [[UInt8]], seed: UInt64) {
    self.target = target
    self.seeds = seeds
    self.seed = seed
  }

  /// The input of a number. The first are the seeds as they are, so that what once was trouble is tried anew; the others
  /// are made from them.
  package func input(_ number: Int) -> [UInt8] {
    if seeds.indices.contains(number) { return seeds[number] }
    var mutation = FuzzMutation(seed: seed &* 0x9E37_79B9 &+ UInt64(number))
    return mutation.input(from: seeds)
  }

  /// Runs the inputs of some numbers; stops at the first problem.
  ///
  /// - Parameters:
  ///   - seconds: After how much of the process's time it stops before the last number.
  ///   - checksTime: Whether an input that takes too long is a problem; not in a build for debugging.
  package func run(
    _ numbers: Range<Int>, seconds: Double = .infinity, checksTime: Bool = true,
    progress: (Int) -> Void = { _ in }
  ) -> Result {
    var slowest = 0.0
    let begin = Self.time()
    for number in numbers {
      if Self.time() - begin > seconds { return result(numbers.lowerBound..<number, slowest) }
      let input = input(number)
      let start = Self.time()
      let problem = target.run(input)
      let time = Self.time() - start
      slowest = max(slowest, time)
      let made = numbers.lowerBound..<number + 1
      if let problem { return result(made, slowest, problem, number, input) }
      if checksTime, time > Self.mostTime {
        return result(made, slowest, "it took \(time) s", number, input)
      }
      if Self.memory() > Self.mostMemory { return result(made, slowest, "too much memory", number, input) }
      progress(number + 1)
    }
    return result(numbers, slowest)
  }

  private func result(
    _ numbers: Range<Int>, _ slowest: Double, _ problem: String? = nil, _ number: Int = 0,
    _ input: [UInt8] = []
  ) -> Result {
    let slow = String(format: "%.3f", slowest)
    return Result(
      summary:
        "\(target.rawValue): \(numbers.count) inputs, the slowest took \(slow) s, at most \(Self.memory() >> 20) MiB",
      problem: problem.map {
        "\(target.rawValue), seed \(seed), input \(number): \($0)\n\(Data(input).base64EncodedString())"
      })
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
