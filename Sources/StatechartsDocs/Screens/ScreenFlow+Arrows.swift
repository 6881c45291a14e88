internal import Statecharts
internal import StatechartsWalk

// What leads from box to box.
extension ScreenFlow {
  mutating func addArrows() {
    var causes: [[Int]: [String]] = [:]
    var order: [[Int]] = []
    func add(_ from: Int?, _ to: Int, _ cause: String) {
      let key = [from ?? -1, to]
      if causes[key] == nil { order.append(key) }
      causes[key, default: []].append(cause)
    }
    let forwards = forwardMoves()
    for screen in screens {
      let own = groups.filter { $0.from == screen }
      func drawn(_ group: Group) -> Int {
        group.targets.count { forwards.contains([screen, $0]) && !isCommon(group, to: $0) }
      }
      let leading = own.filter { drawn($0) > 0 }
      // One event with several outcomes stands in the box, its outcomes at the arrows. A single arrow says the event itself.
      let single = leading.count == 1 && drawn(leading[0]) > 1 ? leading[0].cause : nil
      if let single { setEvent(words.title(of: single), at: screen) }
      for group in own {
        for (target, label) in labels(of: group, isNamed: group.cause == nil || group.name == single?.name)
        where forwards.contains([screen, target]) && !isCommon(group, to: target) {
          add(screen, target, label)
        }
      }
    }
    let ordinary = groups.first { $0.from == nil }?.moves.first { $0.errors.isEmpty }?.to
    for group in groups where group.from == nil {
      for (target, label) in labels(of: group, isNamed: true) {
        // What the inputs of the app decide stands in the box.
        if target == ordinary { add(nil, target, "") } else { note("starts here: \(label)", at: target) }
      }
    }
    for key in order {
      guard let to = places[key[1]] else { continue }
      self.add(Arrow(from: key[0] < 0 ? nil : places[key[0]], to: to, causes: unique(causes[key] ?? [])))
    }
    addBackwardNotes(forwards)
    addCommonArrows()
    addFailureArrows()
  }

  /// Says in the boxes what leads back: causes that lead to the same screens together.
  private mutating func addBackwardNotes(_ forwards: Set<[Int]>) {
    for screen in screens {
      var causes: [[Int]: [String]] = [:]
      var order: [[Int]] = []
      for group in groups where group.from == screen {
        let back = group.targets.filter { !forwards.contains([screen, $0]) && !isCommon(group, to: $0) }
        guard !back.isEmpty else { continue }
        let isWhole =
          back.count == group.targets.count && !group.moves.contains { $0.to == screen && $0.errors.isEmpty }
        let labels = isWhole ? [] : self.labels(of: group, isNamed: false)
        let said =
          isWhole
          ? [(back.sorted(), group.cause.map(words.title) ?? "")]
          : labels.filter { back.contains($0.to) }.map { ([$0.to], $0.label) }
        for (targets, cause) in said {
          if causes[targets] == nil { order.append(targets) }
          causes[targets, default: []].append(cause)
        }
      }
      for targets in order {
        note(
          "\(unique(causes[targets] ?? []).joined(separator: " · ")) → \(targets.map(title).joined(separator: " or "))",
          at: screen)
      }
    }
  }

  /// The pairs of screens between which arrows are drawn: those that close no circle, as the chart is written.
  private func forwardMoves() -> Set<[Int]> {
    var targets: [Int: [Int]] = [:]
    let onward = onwardFailures()
    for group in groups {
      guard let from = group.from else { continue }
      // From where only a failure leads, the words in the box are enough if they lead back.
      for to in group.targets
      where !isCommon(group, to: to) && targets[from]?.contains(to) != true
        && (reached.contains(from) || !reached.contains(to) || onward.contains(from))
      {
        targets[from, default: []].append(to)
      }
    }
    var forwards: Set<[Int]> = []
    var done: Set<Int> = []
    var open: Set<Int> = []
    let starts = unique(groups.filter { $0.from == nil }.flatMap(\.targets)) + screens
    for start in starts where !done.contains(start) {
      // Depth first, with a stack of its own: screens that are open are above.
      var stack = [(screen: start, next: 0)]
      open.insert(start)
      while let (screen, next) = stack.last {
        let children = (targets[screen] ?? []).sorted()
        guard next < children.count else {
          open.remove(screen)
          done.insert(screen)
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        let child = children[next]
        if open.contains(child) { continue }
        forwards.insert([screen, child])
        if !done.contains(child) {
          open.insert(child)
          stack.append((child, 0))
        }
      }
    }
    return forwards
  }

  /// The screens that only a failure reaches and from which no event leads back to where it failed.
  private func onwardFailures() -> Set<Int> {
    var sources: [Int: Set<Int>] = [:]
    for move in groups.flatMap(\.moves) {
      if let from = move.from { sources[move.to, default: []].insert(from) }
    }
    return Set(
      screens.filter { screen in
        guard !reached.contains(screen) else { return false }
        var before: Set<Int> = []
        var rest = [screen]
        while let next = rest.popLast() {
          for source in sources[next] ?? [] where before.insert(source).inserted { rest.append(source) }
        }
        return groups.allSatisfy { $0.from != screen || before.isDisjoint(with: $0.targets) }
      })
  }

  private mutating func addCommonArrows() {
    for move in common.sorted(by: { ($0.to, $0.cause) < ($1.to, $1.cause) }) {
      guard let place = places[move.to], let cause = groups.first(where: { $0.name == move.cause })?.cause
      else { continue }
      let title = words.title(of: cause)
      if arrows.contains(where: { $0.to == place }) {
        note("from \(spread(of: move)): \(title)", at: move.to)
      } else {
        add(Arrow(from: severalBox(), to: place, causes: [title]))
      }
    }
  }

  private func spread(of move: CommonMove) -> String {
    let sources = Set(
      groups.filter { $0.name == move.cause && $0.targets.contains(move.to) }.compactMap(\.from))
    return waiting.allSatisfy { $0 == move.to || sources.contains($0) } ? "every screen" : "most screens"
  }

  /// Screens that only a failure reaches have arrows too: what fails.
  private mutating func addFailureArrows() {
    guard failures != .off else { return }
    for screen in screens where !reached.contains(screen) {
      guard let place = places[screen] else { continue }
      let failing = groups.flatMap(\.moves).filter {
        $0.to == screen && $0.from != screen && !$0.errors.isEmpty
      }
      let sources = unique(failing.map { $0.from ?? -1 })
      guard sources.count <= 2 else {
        add(Arrow(from: severalBox(), to: place, causes: ["error"]))
        continue
      }
      for source in sources {
        let codes = titles(of: failing.filter { ($0.from ?? -1) == source }.flatMap(\.errors), at: screen)
        add(Arrow(from: source < 0 ? nil : places[source], to: place, causes: codes))
      }
    }
  }
}
