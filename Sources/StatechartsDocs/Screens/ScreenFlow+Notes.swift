internal import Statecharts
internal import StatechartsModel
internal import StatechartsWalk

// What stands in boxes without an arrow.
extension ScreenFlow {
  mutating func addNotes() {
    for screen in screens where screen != work?.state {
      for invocation in chart.models[screen].invoke where !invocation.isService {
        note("shows the screens of \(words.title(of: invocation))", at: screen)
      }
      let own = groups.filter { $0.from == screen }
      let staying = own.filter { group in
        isStaying(group) && !commonStays.contains(group.name)
          && !common.contains(CommonMove(cause: group.name, to: screen))
      }
      var titles = staying.compactMap { $0.cause.map(words.title) }
      // An event that also leads on stays in some cases.
      for group in own where !group.targets.isEmpty && group.cause?.isEvent == true {
        titles += labels(of: group, isNamed: false).filter { $0.to == screen }.map(\.label)
      }
      if !titles.isEmpty { note("stays: \(listed(titles, most: 4))", at: screen) }
      guard failures != .off else { continue }
      let moves = own.flatMap(\.moves)
      let back = moves.filter { $0.to == screen }.flatMap(\.errors).filter { !commonErrors.contains($0) }
      if !back.isEmpty { note("stays after: \(listed(self.titles(of: back, at: screen)))", at: screen) }
      guard failures == .on else { continue }
      for target in screens where target != screen && reached.contains(target) {
        let codes = moves.filter { $0.to == target }.flatMap(\.errors)
        if !codes.isEmpty {
          note("error: \(listed(self.titles(of: codes, at: target))) → \(title(target))", at: screen)
        }
      }
    }
  }

  /// The titles of errors, those first that a screen declares.
  func titles(of codes: [String], at screen: Int) -> [String] {
    let declared = chart.models[screen].errors.map(\.text)
    return unique((declared.filter(codes.contains) + codes).map(words.errorTitle))
  }

  func listed(_ texts: [String], most: Int = 2) -> String {
    // Titles have commas of their own.
    guard texts.count > most + 1 else { return texts.joined(separator: " · ") }
    return "\(texts.prefix(most).joined(separator: " · ")) · \(texts.count - most)\u{A0}more"
  }

  func title(_ screen: Int) -> String { places[screen].map { boxes[$0].title } ?? "" }
}
