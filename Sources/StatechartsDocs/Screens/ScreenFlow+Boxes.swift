internal import Statecharts
internal import StatechartsModel
internal import StatechartsWalk

// The boxes, and what most screens have in common.
extension ScreenFlow {
  mutating func addBoxes() {
    // The final state of a region waits for the other regions.
    let goesOn = Set(
      groups.filter { group in group.targets.contains { $0 != group.from } }.compactMap(\.from))
    for screen in screens {
      let model = chart.models[screen]
      let meaning: Meaning =
        screen == work?.state
        ? .works
        : isEnd(screen) && !goesOn.contains(screen)
          ? .ends(model.ending ?? (reached.contains(screen) ? nil : .failure))
          : reached.contains(screen) ? .waits : .fails
      let title = model.title ?? model.id.text
      add(Box(state: screen, title: screen == work?.state ? "\(title) …" : title, meaning: meaning))
    }
  }

  /// The box that stands for several screens.
  mutating func severalBox() -> Int {
    if let place = boxes.firstIndex(where: { $0.state == nil }) { return place }
    return add(Box(state: nil, title: "from several screens", meaning: .several))
  }

  var waiting: [Int] { screens.filter { !isEnd($0) && $0 != work?.state } }

  /// Finds what leads to one screen from most others, and errors that most screens show: they are said once.
  func commonMoves() -> (moves: Set<CommonMove>, errors: Set<String>, stays: Set<String>) {
    let most = max(3, (waiting.count * 55 + 99) / 100)
    var sources: [CommonMove: Set<Int>] = [:]
    var staying: [String: Set<Int>] = [:]
    var shown: [String: Set<Int>] = [:]
    for group in groups {
      guard let from = group.from, group.cause != nil else { continue }
      for to in group.targets { sources[CommonMove(cause: group.name, to: to), default: []].insert(from) }
      if isStaying(group) { staying[group.name, default: []].insert(from) }
      for move in group.moves where move.to == from {
        for code in move.errors { shown[code, default: []].insert(from) }
      }
    }
    return (
      Set(sources.filter { $0.value.count >= most }.keys),
      Set(shown.filter { $0.value.count >= max(3, (waiting.count + 1) / 2) }.keys),
      Set(staying.filter { $0.value.count >= most }.keys)
    )
  }

  /// What is said once of most screens, a sentence each.
  func commonRemarks() -> [String] {
    var remarks: [String] = []
    let stays = groups.filter { commonStays.contains($0.name) }.compactMap { $0.cause.map(words.title) }
    if !stays.isEmpty {
      remarks.append("Possible on most screens, which stay: \(unique(stays).joined(separator: " · ")).")
    }
    if !commonErrors.isEmpty, failures != .off {
      remarks.append(
        "Shown on most screens: \(unique(commonErrors.map(words.errorTitle)).sorted().joined(separator: " · "))."
      )
    }
    return remarks
  }

  /// Whether the cause of a group is an event that leaves the screen as it is.
  func isStaying(_ group: Group) -> Bool {
    guard let from = group.from, let cause = group.cause, cause.isEvent, group.targets.isEmpty else {
      return false
    }
    return group.moves.contains { $0.to == from && $0.errors.isEmpty }
  }

  func isCommon(_ group: Group, to target: Int) -> Bool {
    common.contains(CommonMove(cause: group.name, to: target))
  }
}
