import Foundation

/// The command line of the programs that run targets.
package enum FuzzCommand {
  /// Runs the targets that the arguments name. Does not return: ends with 1 when an input took too long, too much
  /// memory, or led to something wrong; after a trap, the last number told is at most `--every` before it.
  ///
  /// `--target NAME` runs one target, else each; `--runs N` makes so many inputs; `--seconds S` stops each target after
  /// so much of the process's time; `--seed N` makes other inputs; `--first N --runs 1` repeats one; `--every N` prints
  /// the number of every Nth input.
  package static func run(_ program: String, _ targets: [FuzzTarget]) async -> Never {
    var options = [
      "--target": "all", "--runs": "10000", "--seed": "1", "--first": "0", "--every": "5000",
      "--seconds": "inf",
    ]
    var rest = CommandLine.arguments.dropFirst()
    func usage() -> Never {
      let names = (targets.map(\.name) + ["all"]).joined(separator: "|")
      print(
        "Usage: \(program) [--target \(names)] [--runs N] [--seconds S] [--seed N] [--first N] [--every N]")
      exit(64)
    }
    while let name = rest.popFirst() {
      guard options[name] != nil, let text = rest.popFirst() else { usage() }
      options[name] = text
    }
    func number(_ name: String) -> Int { options[name].flatMap { Int($0) }.map { max($0, 0) } ?? 0 }
    let wanted = targets.filter { options["--target"] == "all" || options["--target"] == $0.name }
    guard !wanted.isEmpty else { usage() }
    for target in wanted {
      let campaign = await FuzzCampaign(target, seed: UInt64(number("--seed")))
      let seconds = options["--seconds"].flatMap { Double($0) } ?? .infinity
      let first = number("--first")
      let result = await campaign.run(first..<first + number("--runs"), seconds: seconds) { done in
        guard number("--every") > 0, done % number("--every") == 0 else { return }
        FileHandle.standardError.write(Data("\(target.name): \(done)\n".utf8))
      }
      print(result.summary)
      if let problem = result.problem {
        print(problem)
        exit(1)
      }
    }
    exit(0)
  }

  /// The package's folder: the one in which the program is run.
  package static var root: String { FileManager.default.currentDirectoryPath }
}
