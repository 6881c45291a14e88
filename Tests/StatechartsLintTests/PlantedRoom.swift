extension PlantedChart {
  /// The parts of a room, right until a mistake is planted.
  struct Room {
    let name: String
    let next: String
    let first: String
    private var keys: [PlantedTree.Entry]
    private var events: [PlantedTree.Entry]
    private var failures: [PlantedTree.Entry]
    private var timers: [PlantedTree.Entry]
    private var service: [PlantedTree.Entry] = []
    private var entry: [PlantedTree] = [.text("sweep")]
    private var more: [PlantedTree.Entry] = []

    init(name: String, next: String, first: String) {
      self.name = name
      self.next = next
      self.first = first
      keys = [.init("title", "Room \(name)")]
      events = [
        .init("next", next), .init("leave", "outside"),
        .init(
          "back",
          .list([
            .map([.init("guard", "isWarm"), .init("target", first)]),
            .map([.init("guard", "not isWarm and knocks > 2"), .init("target", name)]),
          ])),
        .init(
          "enter", .map([.init("actions", .map([.init("assign", .map([.init("knocks", "knocks + 1")]))]))])),
      ]
      failures = [.init("jammed", next), .init("any", "outside")]
      timers = [.init("5m", next)]
      // The last room has no mistakes, so that what only they use is used there.
      if next == "outside" { events.append(.init("ring", next)) }
    }

    /// The room as entries of `states`.
    var entries: [PlantedTree.Entry] {
      var all = keys
      all.append(.init("entry", .list(entry)))
      all.append(
        .init(
          "invoke",
          .map(
            [
              .init("service", .text("heat", mark: mark(service.isEmpty, failures.count == 1))),
              .init("timeout", "15s"),
            ] + service
              + [.init("done", next), .init("failed", .map(failures))])))
      all.append(.init("on", .map(events)))
      if !timers.isEmpty { all.append(.init("after", .map(timers))) }
      return [.init(name, .map(all))] + more
    }

    /// The mark of the service's name where the missing answers to its failures are the mistake.
    private func mark(_ hasNoMore: Bool, _ hasOneFailure: Bool) -> String? {
      hasNoMore && hasOneFailure ? name : nil
    }

    /// Plants a mistake; the place of its finding gets the room's name as mark.
    mutating func plant(_ mistake: Mistake) {
      func marked(_ text: String) -> PlantedTree { .text(text, mark: name) }
      switch mistake {
      case .unknownTarget: events.append(.init("ring", marked("\(name)x")))
      case .unknownKey: keys.append(.init("titel", mark: name, "Room"))
      case .unknownHandler: entry.append(marked("sweeep"))
      case .unknownVariable:
        events.append(.init("ring", .map([.init("guard", marked("nocks > 3")), .init("target", next)])))
      case .unknownEvent: events.append(.init("nxt", mark: name, next))
      case .unknownOutput:
        entry.append(.map([.init("emit", marked("lid")), .init("data", .map([.init("bright", "true")]))]))
      case .unknownError: keys.append(.init("errors", .list([marked("jamed")])))
      case .badExpression:
        events.append(
          .init("ring", .map([.init("guard", marked("knocks = 3")), .init("target", next)])))
      case .wrongKind: timers.append(.init("5", mark: name, next))
      case .duplicateKey: keys.append(.init("title", mark: name, "Room"))
      case .misplacedKey: keys.append(.init("initial", mark: name, first))
      case .illegalName:
        more.append(.init("\(name)*x", mark: name, .map([.init("on", .map([.init("next", first)]))])))
      case .missingField: entry.append(.map([.init("emit", marked("lit"))]))
      case .unknownField:
        entry.append(
          .map([
            .init("emit", "lit"),
            .init("data", .map([.init("bright", "true"), .init("brigt", mark: name, "true")])),
          ]))
      case .hiddenTransition:
        events.append(
          .init(
            "ring",
            .list([
              .map([.init("guard", "knocks > 3"), .init("target", next)]),
              .map([.init("guard", "knocks > 4 and isWarm"), .init("target", first)], mark: name),
            ])))
      case .constantCondition:
        events.append(
          .init("ring", .map([.init("guard", marked("knocks > 3 and knocks < 1")), .init("target", next)])))
      case .unhandledError: failures = [.init("jammed", next)]
      case .equalTimers:
        timers = [
          .init("60s", .map([.init("guard", "isWarm"), .init("target", next)])),
          .init("1m", mark: name, first),
        ]
      case .deadTimer: timers.append(.init("6m", mark: name, first))
      case .retryWithoutPause: service = [.init("retry", .map([.init("attempts", marked("3"))]))]
      case .noEffect: events.append(.init("ring", .map([.init("guard", "isWarm")], mark: name)))
      case .raiseLoop:
        events.append(.init("ring", .map([.init("actions", .map([.init("raise", marked("ring"))]))])))
      case .passingState: keys.append(.init("always", marked(next)))
      case .unreachableState:
        more.append(.init("\(name)Loft", mark: name, .map([.init("on", .map([.init("next", first)]))])))
      case .deadEnd:
        events.append(.init("ring", "\(name)Trap"))
        more.append(.init("\(name)Trap", mark: name, .map([.init("title", "Trap of \(name)")])))
      case .impossibleState:
        // The place is that of the state's id inside `in(…)`, so it stands in quotes of its own.
        events.append(.init("ring", .map([.init("guard", marked("in(outside)")), .init("target", next)])))
      case .secretInLog:
        events = events.map {
          $0.key == "enter"
            ? .init("enter", .map([.init("actions", .map([.init("log", marked("event.data.code"))]))])) : $0
        }
      case .builtURL:
        entry.append(
          .map([
            .init("visit", .map([.init("place", marked("\"'https://door.example/' + text(guest ?? '')\""))]))
          ]))
      }
    }
  }
}
