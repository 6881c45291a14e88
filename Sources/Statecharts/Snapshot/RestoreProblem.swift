/// Why a session cannot go on from a snapshot.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum RestoreProblem: Hashable, Sendable, CustomStringConvertible {
  /// The snapshot was written by a later version of this package.
  case unknownFormat(Int)
  /// The snapshot is of another chart.
  case otherChart(found: String, expected: String)
  /// The snapshot is of a later version of the chart.
  case laterVersion(found: Int, expected: Int)
  /// A state that was active, or that a history remembers, does not exist any more, and no migration says where it
  /// went.
  case noHome(state: String)
  /// The states that were active cannot be active together in this chart; plain sentences.
  case impossible([String])
  /// The timers or services of an active state are others now, so it is not known which of them are over.
  case otherWork(state: String)
  /// A history state is gone, or cannot remember this any more.
  case history(String)
  /// A variable is gone, or its value does not fit any more; a plain sentence without the value.
  case variable(String, problem: String)
  /// A timer or what it waits for is gone.
  case timer(String)
  /// A count or a value is larger than any session has; its name in the snapshot.
  case tooLarge(String)
  /// A service or child chart is gone.
  case service(String, state: String)
  /// A chart that the chart runs is not among the children that it was bound with; its path.
  case missingChart(String)
  /// The chart that ran as a service cannot go on; the problem is of that chart.
  indirect case child(String, RestoreProblem)

  /// One plain sentence.
  public var description: String {
    switch self {
    case .unknownFormat(let number): "The snapshot has the unknown format \(number)."
    case .otherChart(let found, let expected):
      "The snapshot belongs to the chart `\(Self.line(found))`, not to `\(expected)`."
    case .laterVersion(let found, let expected):
      "The snapshot belongs to version \(found) of the chart, but this is version \(expected)."
    case .noHome(let state):
      "The state `\(Self.line(state))` no longer exists. Add it to a migration under `migrations`."
    case .impossible(let problems):
      "The states of the snapshot cannot be active together: "
        + problems.map(Self.line).joined(separator: " ")
    case .otherWork(let state): "The timers or services of the state `\(Self.line(state))` have changed."
    case .history(let state): "The history state `\(Self.line(state))` cannot restore what it remembered."
    case .variable(let name, let problem): "The variable `\(Self.line(name))`: \(problem)."
    case .timer(let label): "The timer `\(Self.line(label))` belongs to no state or service of this chart."
    case .tooLarge(let name): "`\(name)` in the snapshot is larger than a session allows."
    case .service(let id, let state): "The state `\(Self.line(state))` does not run `\(Self.line(id))`."
    case .missingChart(let path): "The chart `\(Self.line(path))` is not among `children`."
    case .child(let id, let problem): "In the chart that runs as `\(Self.line(id))`: \(problem)"
    }
  }

  /// A text of a snapshot, which may be anything, in one line and not too long.
  private static func line(_ text: String) -> String {
    let scalars = text.unicodeScalars
    return scalars.prefix(200).map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: scalar.escaped(asASCII: true)
      default: String(scalar)
      }
    }.joined() + (scalars.count > 200 ? "…" : "")
  }
}

/// Everything that keeps a session from going on from a snapshot.
public struct RestoreProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problems, at least one.
  public let problems: [RestoreProblem]

  init(_ problems: [RestoreProblem]) { self.problems = problems }

  /// One line for each.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
