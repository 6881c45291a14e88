import Foundation
import LintFuzzing

/// `statechart-fuzz-lint --target lint --runs 1000000 --seed 1`: reads, checks or mends mutated charts.
///
/// Run from the package's folder: the seeds are its charts, examples and bad charts, and the kept inputs of
/// `Tests/LintFuzz/corpus`. The first inputs are those as they are. Each input follows from the seed and its number, so
/// that `--first N --runs 1` repeats one; `--seconds 60` stops each target after a minute. Ends with 1 when an input took too long, too much memory, or led to a finding
/// outside of the text; after a trap, the last number told is at most `--every` before it.
@main
struct Main {
  static func main() {
    var options = [
      "--target": "all", "--runs": "10000", "--seed": "1", "--first": "0", "--every": "5000",
      "--seconds": "inf",
    ]
    var rest = CommandLine.arguments.dropFirst()
    while let name = rest.popFirst() {
      guard options[name] != nil, let text = rest.popFirst() else {
        print(
          "Usage: statechart-fuzz-lint [--target load|lint|fix|all] [--runs N] [--seed N] [--first N] [--every N] [--seconds S]"
        )
        exit(64)
      }
      options[name] = text
    }
    func number(_ name: String) -> Int { options[name].flatMap { Int($0) } ?? 0 }
    let seeds = FuzzSeeds.all(in: FileManager.default.currentDirectoryPath)
    guard !seeds.isEmpty else {
      print("There are no seeds here; run it in the folder of the package.")
      exit(2)
    }
    let wanted = options["--target"] ?? "all"
    for target in FuzzTarget.allCases where wanted == "all" || wanted == target.rawValue {
      let campaign = FuzzCampaign(target: target, seeds: seeds, seed: UInt64(max(number("--seed"), 0)))
      let seconds = options["--seconds"].flatMap { Double($0) } ?? .infinity
      let numbers = number("--first")..<number("--first") + number("--runs")
      let result = campaign.run(numbers, seconds: seconds) { done in
        guard number("--every") > 0, done % number("--every") == 0 else { return }
        FileHandle.standardError.write(Data("\(target.rawValue): \(done)\n".utf8))
      }
      print(result.summary)
      if let problem = result.problem {
        print(problem)
        exit(1)
      }
    }
  }
}
