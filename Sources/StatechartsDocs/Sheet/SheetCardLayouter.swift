/// Gives everything in one card its place. A frame is a card with others below what it says.
struct SheetCardLayouter {
  private let card: SheetCard
  private let number: Int
  private let box: SheetBox
  private let onPath: Set<Int>
  private(set) var texts: [PlacedText] = []
  private(set) var chips: [PlacedChip] = []
  private(set) var rows: [PlacedRow] = []
  /// The lower edge of what has a place.
  private(set) var bottom: Int

  private var left: Int { box.x + SheetLayout.padding }
  private var right: Int { box.right - 10 }
  private var room: Int { right - left }

  /// - Parameters:
  ///   - number: The place of the state in the model.
  ///   - onPath: The rows that are drawn as lines, too.
  init(_ card: SheetCard, _ number: Int, box: SheetBox, onPath: Set<Int>) {
    self.card = card
    self.number = number
    self.box = box
    self.onPath = onPath
    bottom = box.y + 8
  }

  /// - Parameter titleOfSheet: What the card of the whole sheet is called; nil for another card.
  mutating func place(titleOfSheet: String?) {
    if let titleOfSheet {
      add(SheetText(titleOfSheet, .title, width: Double(room)))
    } else {
      placeTitle()
    }
    add(SheetText(card.description, .about, width: Double(room)))
    if let parent = card.parent { addFact("Inside", parent) }
    for fact in card.facts { addFact(fact.key, fact.text) }
    if !card.rows.isEmpty { bottom += 3 }
    for (index, row) in card.rows.enumerated() { place(row, isOnPath: onPath.contains(index)) }
    bottom += card.rows.isEmpty ? 8 : 4
  }

  private mutating func add(_ text: SheetText) {
    guard !text.isEmpty else { return }
    texts.append(PlacedText(text: text, x: left, y: bottom))
    bottom += text.height + 2
  }

  private mutating func addFact(_ key: String, _ text: String) {
    let runs = [SheetRun(text: key, style: .key), SheetRun(text: text, style: .fact)]
    add(SheetText(runs, width: Double(room)))
  }

  // MARK: Title

  private mutating func placeTitle() {
    var words: [(text: String, meaning: String)] = []
    if card.mark != .none { words.append((card.mark.rawValue, card.mark.rawValue)) }
    if card.isAfterFailure { words.append((SheetLayouter.afterFailure, "failure")) }
    words.append((card.meaning.word, card.meaning.rawValue))
    let chips = words.map { (SheetText($0.text, .chip, width: 200), $0.meaning) }
    let width = chips.reduce(0) { $0 + Int($1.0.width.rounded(.up)) + 14 + 6 }
    let areBeside = width * 5 < room * 3
    let runs = [SheetRun(text: card.title, style: .title), SheetRun(text: card.id, style: .id)]
    let title = SheetText(
      card.title == card.id ? [runs[0]] : runs,
      width: Double((areBeside ? room - width : room) - SheetStyle.idGap))
    let top = bottom
    add(title)
    var x = areBeside ? right - width + 6 : left
    var y = areBeside ? top : bottom
    for (text, meaning) in chips {
      let width = Int(text.width.rounded(.up)) + 14
      if x > left, x + width > right {
        x = left
        y += 22
      }
      let box = SheetBox(x: x, y: y, width: width, height: text.height + 3)
      let place = PlacedText(text: text, x: x + width / 2, y: y + 1, isCentered: true)
      self.chips.append(PlacedChip(text: place, box: box, meaning: meaning))
      x += width + 6
    }
    bottom = max(bottom, y + 22)
  }

  // MARK: Rows

  private mutating func place(_ row: SheetRow, isOnPath: Bool) {
    var placed = PlacedRow(
      box: SheetBox(x: left, y: bottom, width: room, height: 0), row: row, isOnPath: isOnPath)
    let isNarrow = room < 440
    let triggerWidth = isNarrow ? room : room * 29 / 100
    let targetWidth = isNarrow ? room : room * 33 / 100
    let gap = 12
    var y = bottom + 5
    var rowBottom = y
    func put(_ text: SheetText, _ x: Int) {
      guard !text.isEmpty else { return }
      placed.texts.append(PlacedText(text: text, x: x, y: y))
      rowBottom = max(rowBottom, y + text.height)
      if isNarrow { y += text.height + 2 }
    }
    put(SheetText(row.trigger, row.isFailure ? .failed : .trigger, width: Double(triggerWidth)), left)
    // Pills are as wide as their words, and leave the rest to the middle.
    let pills = row.targets.map { target in
      let arrow = arrow(target)
      let room = Double(targetWidth - 18) - SheetStyle.target.width(arrow)
      var text = SheetText(target.title, .target, width: room)
      text.prefix(arrow, .target)
      return text
    }
    let stays = SheetText("stays", .effects, width: Double(targetWidth))
    let used =
      (pills.map(\.width).max().map { Int($0.rounded(.up)) + 18 }) ?? Int(stays.width.rounded(.up)) + 9
    let middleX = isNarrow ? left : left + triggerWidth + gap
    put(SheetText(row.middle, width: Double(isNarrow ? room : right - used - gap - middleX)), middleX)
    if isNarrow, !placed.texts.isEmpty { y += 5 }
    if pills.isEmpty { put(stays, isNarrow ? left : right - used) }
    for (target, text) in zip(row.targets, pills) {
      let width = Int(text.width.rounded(.up)) + 18
      let x = isNarrow ? left : right - width
      placed.targets.append(
        PlacedTarget(
          text: PlacedText(text: text, x: x + width / 2, y: y, isCentered: true),
          box: SheetBox(x: x, y: y - 2, width: width, height: text.height + 3), target: target))
      y += text.height + 7
      rowBottom = max(rowBottom, y - 5)
    }
    placed.box.height = rowBottom + 5 - bottom
    bottom = placed.box.bottom
    rows.append(placed)
  }

  /// Where to look for the target.
  private func arrow(_ target: SheetTarget) -> String {
    guard let place = target.card else { return "" }
    return place == number ? "↻ " : place < number ? "↑ " : "↓ "
  }
}
