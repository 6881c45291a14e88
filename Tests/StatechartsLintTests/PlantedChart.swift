import ReferenceEngine

/// A chart without mistakes of a few rooms that lead to one another, in some of which a mistake is planted.
struct PlantedChart {
  /// A mistake that one room can have, with the rule that finds it.
  enum Mistake: String, CaseIterable {
    case unknownTarget = "unknown-target"
    case unknownKey = "unknown-key"
    case unknownHandler = "unknown-handler"
    case unknownVariable = "unknown-variable"
    case unknownEvent = "unknown-event"
    case unknownOutput = "unknown-output"
    case unknownError = "unknown-error"
    case badExpression = "bad-expression"
    case wrongKind = "wrong-kind"
    case duplicateKey = "duplicate-key"
    case misplacedKey = "misplaced-key"
    case illegalName = "illegal-name"
    case missingField = "missing-field"
    case unknownField = "unknown-field"
    case hiddenTransition = "hidden-transition"
    case constantCondition = "constant-condition"
    case unhandledError = "unhandled-error"
    case equalTimers = "equal-timers"
    case deadTimer = "dead-timer"
    case retryWithoutPause = "retry-without-pause"
    case noEffect = "no-effect"
    case raiseLoop = "raise-loop"
    case passingState = "passing-state"
    case unreachableState = "unreachable-state"
    case deadEnd = "dead-end"
    case impossibleState = "impossible-state"
    case secretInLog = "secret-in-log"
    case builtURL = "built-url"

    /// How far inside the marked text the finding begins.
    var inside: Int {
      switch self {
      case .impossibleState: 3
      case .badExpression: 7
      default: 0
      }
    }
  }

  /// The rooms' names, which are no slips of one another.
  static let rooms = [
    "attic", "kitchen", "bathroom", "cellar", "garage", "hallway", "library", "nursery", "office", "pantry",
    "studio", "terrace",
  ]

  let tree: PlantedTree
  /// The mistakes with the marks of their places.
  let mistakes: [(mark: String, rule: String, inside: Int)]

  /// Plants so many mistakes in rooms chosen at random.
  init(seed: UInt64, mistakes count: Int) {
    var random = RandomSource(seed: seed)
    let names = Array(Self.rooms.prefix(max(count + 1, random.number(4...Self.rooms.count))))
    var chosen: Set<Int> = []
    // The last room leads out of the house, so that it stays as it is.
    while chosen.count < count { chosen.insert(random.below(names.count - 1)) }
    var mistakes: [(mark: String, rule: String, inside: Int)] = []
    var states: [PlantedTree.Entry] = []
    for (number, name) in names.enumerated() {
      let next = number + 1 < names.count ? names[number + 1] : "outside"
      let mistake = chosen.contains(number) ? random.pick(Mistake.allCases) : nil
      if let mistake { mistakes.append((mark: name, rule: mistake.rawValue, inside: mistake.inside)) }
      states += Self.room(name, next: next, first: names[0], mistake)
    }
    // What only some mistakes would use is used here.
    let farewell: [PlantedTree] = [
      .map([.init("emit", "lit"), .init("data", .map([.init("bright", "false")]))]),
      .map([.init("visit", .map([.init("place", "\"'street'\"")]))]),
    ]
    states.append(
      .init(
        "outside", .map([.init("title", "Outside"), .init("type", "final"), .init("entry", .list(farewell))]))
    )
    self.mistakes = mistakes
    tree = .map(Self.head + [.init("initial", names[0]), .init("states", .map(states))])
  }

  private static let head: [PlantedTree.Entry] = [
    .init("statechart", "1"), .init("id", "house"), .init("title", "House"),
    .init(
      "context",
      .map([
        .init("knocks", .map([.init("type", "int"), .init("initial", "0")])),
        .init("guest", .map([.init("type", "string"), .init("optional", "true"), .init("input", "true")])),
      ])),
    .init(
      "events",
      .map([
        .init("next", .map([])), .init("back", .map([])), .init("leave", .map([])), .init("ring", .map([])),
        .init(
          "enter",
          .map([
            .init("payload", .map([.init("code", .map([.init("type", "string"), .init("secret", "true")]))]))
          ])),
      ])),
    .init("errors", .map([.init("jammed", .map([])), .init("frozen", .map([]))])),
    .init("outputs", .map([.init("lit", .map([.init("payload", .map([.init("bright", "bool")]))]))])),
    .init(
      "handlers",
      .map([
        .init("guards", .map([.init("isWarm", .map([]))])),
        .init(
          "actions",
          .map([
            .init("sweep", .map([])),
            .init("visit", .map([.init("arguments", .map([.init("place", "string")]))])),
          ])),
        .init(
          "services",
          .map([.init("heat", .map([.init("errors", .list([.text("jammed"), .text("frozen")]))]))])),
      ])),
  ]

  /// A room, and with some mistakes one more that belongs to it.
  private static func room(
    _ name: String, next: String, first: String, _ mistake: Mistake?
  ) -> [PlantedTree.Entry] {
    var room = Room(name: name, next: next, first: first)
    if let mistake { room.plant(mistake) }
    return room.entries
  }
}
