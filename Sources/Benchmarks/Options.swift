/// What the command line asks for.
struct Options {
  var only: Set<String> = []
  var isJSON = false
  var isTabular = false
  var effort = Effort()
  /// The program that W9 starts; nil takes the `statechart` beside this one.
  var command: String?
  /// The preview to which W14 connects.
  var preview: String?

  static let usage = """
    usage: statechart-benchmarks [--only W1,W3] [--runs 9] [--scale 1.0] [--again NAME]
             [--command PATH] [--preview ADDRESS] [--json | --lines]

      --only     the workloads: W1 W2 W3 W3h W4 W5 W6 W7 W8 W9 W10 W11 W12 W13
                 W14 W15;
                 all unless named; W15 needs a build with --traits SwiftLog
      --runs     how many runs a median is taken of
      --scale    part of the full number of events, such as 0.1 for a quick look
      --again    the line of the table whose work is done once more, for programs that count instructions
      --command  the `statechart` whose start W9 measures; the one beside this program unless named
      --preview  the address of a running `statechart preview`, for W14
      --json     prints JSON instead of a table
      --lines    prints lines for peers/run.sh
    """

  /// Reads the arguments.
  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--json": isJSON = true
      case "--lines": isTabular = true
      case "--only": only = Set(try Self.value(of: option, &rest).split(separator: ",").map(String.init))
      case "--runs":
        guard let runs = Int(try Self.value(of: option, &rest)), runs > 0 else {
          throw CheckFailure(Self.usage)
        }
        effort.runs = runs
      case "--scale":
        guard let scale = Double(try Self.value(of: option, &rest)), scale > 0 else {
          throw CheckFailure(Self.usage)
        }
        effort.scale = scale
      case "--again": effort.again = try Self.value(of: option, &rest)
      case "--preview": preview = try Self.value(of: option, &rest)
      case "--command": command = try Self.value(of: option, &rest)
      default: throw CheckFailure(Self.usage)
      }
    }
  }

  /// Whether a workload was asked for.
  func wants(_ workload: String) -> Bool { only.isEmpty || only.contains(workload) }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws -> String {
    guard let value = rest.popFirst() else { throw CheckFailure("\(option) needs a value\n\(usage)") }
    return value
  }
}
