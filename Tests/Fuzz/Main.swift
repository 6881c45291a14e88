import Foundation
import ReferenceEngine

/// `statechart-fuzz --runs 1000000 --seed 1`: compares the engines on the charts of that many seeds, and ends with 1 where they
/// differ.
@main
struct Fuzz {
  static func main() async {
    var options: [String: UInt64] = ["--runs": 10_000, "--seed": 1, "--jobs": 2, "--first-only": 0]
    var rest = CommandLine.arguments.dropFirst()
    while let name = rest.popFirst() {
      guard options[name] != nil, let text = rest.popFirst(), let number = UInt64(text) else {
        print("Usage: statechart-fuzz [--runs N] [--seed FIRST] [--jobs N] [--first-only 1]")
        exit(64)
      }
      options[name] = number
    }
    let first = options["--seed"] ?? 1
    let runs = options["--runs"] ?? 0
    let isFirstOnly = options["--first-only"] ?? 0 > 0
    let result = await Campaign.run(
      seeds: first..<(first + runs), jobs: Int(options["--jobs"] ?? 1), isFirstOnly: isFirstOnly
    ) {
      print($0)
    }
    print(result)
    if !result.differing.isEmpty || !result.invalid.isEmpty { exit(1) }
  }
}
