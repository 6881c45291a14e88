/// Gives everything on a sheet its place, from the top to the bottom.
struct SheetLayouter {
  private let model: SheetModel
  private var layout = SheetLayout()
  /// The lower edge of what has a place.
  private var cursor = SheetLayout.margin
  /// The frames around the next card, as places in the model.
  private var open: [Int] = []

  /// The rows of each state that are drawn as lines, too.
  private var rowsOnPath: [Int: Set<Int>] = [:]

  init(_ model: SheetModel) {
    self.model = model
    for step in model.steps { rowsOnPath[step.source, default: []].insert(step.row) }
  }

  mutating func run() -> SheetLayout {
    placeHeading()
    for number in model.cards.indices {
      close(before: number)
      place(number)
    }
    close(before: model.cards.count)
    var lines = SheetLines(model, layout.cards)
    layout.lines = lines.lines()
    layout.height = cursor + SheetLayout.margin
    return layout
  }

  // MARK: Heading and legend

  private mutating func placeHeading() {
    let room = SheetLayout.width - 2 * SheetLayout.margin
    for (text, style) in [(model.title, SheetStyle.heading), (model.description, .about)] {
      let text = SheetText(text, style, width: Double(room))
      guard !text.isEmpty else { continue }
      layout.heading.append(PlacedText(text: text, x: SheetLayout.margin, y: cursor))
      cursor += text.height + 4
    }
    if let chart = model.cards.first, chart.level < 0, chart.meaning == .parallel {
      placeRegions(of: chart, room)
    }
    placeLegend(room)
  }

  /// Names the regions of a chart whose root is parallel, because no frame can say so.
  private mutating func placeRegions(of chart: SheetCard, _ room: Int) {
    let regions = model.cards.filter { $0.level == 0 && $0.meaning != .remembers }.map(\.title)
    let runs = [
      SheetRun(text: "Regions that are active together", style: .key),
      SheetRun(text: regions.joined(separator: ", "), style: .fact),
    ]
    let text = SheetText(runs, width: Double(room))
    layout.heading.append(PlacedText(text: text, x: SheetLayout.margin, y: cursor + 2))
    cursor += text.height + 6
  }

  private mutating func placeLegend(_ room: Int) {
    let cards = model.cards.dropFirst()
    var entries: [(word: String, explanation: String, meaning: String)] = []
    for meaning in StateMeaning.allCases where cards.contains(where: { $0.meaning == meaning }) {
      entries.append((meaning.word, meaning.explanation, meaning.rawValue))
    }
    if cards.contains(where: \.isAfterFailure) {
      entries.append((Self.afterFailure, "never entered unless something fails", "failure"))
    }
    if !model.steps.isEmpty {
      entries.append(
        ("", model.isRun ? "what happened in the run" : "a path from the start", "step"))
    }
    var x = SheetLayout.margin
    cursor += 6
    for (word, explanation, meaning) in entries {
      let words = SheetText(explanation, .legend, width: Double(room))
      let chip = SheetText(word, .chip, width: Double(room))
      let chipWidth = word.isEmpty ? 32 : Int(chip.width.rounded(.up)) + 14
      let width = chipWidth + 6 + Int(words.width.rounded(.up))
      if x > SheetLayout.margin, x + width > SheetLayout.margin + room {
        x = SheetLayout.margin
        cursor += 24
      }
      let text = PlacedText(text: words, x: x + chipWidth + 6, y: cursor + 1)
      layout.legend.append(
        (word.isEmpty ? nil : self.chip(chip, x: x, y: cursor, meaning: meaning), text, meaning))
      x += width + 18
    }
    cursor += entries.isEmpty ? 8 : 36
    guard let order = model.orderOfRows else { return }
    let text = SheetText(order, .legend, width: Double(room))
    layout.orderOfRows = PlacedText(text: text, x: SheetLayout.margin, y: cursor - 11)
    cursor += text.height
  }

  static let afterFailure = "only after a failure"

  private func chip(_ text: SheetText, x: Int, y: Int, meaning: String) -> PlacedChip {
    let width = Int(text.width.rounded(.up)) + 14
    return PlacedChip(
      text: PlacedText(text: text, x: x + width / 2, y: y + 1, isCentered: true),
      box: SheetBox(x: x, y: y, width: width, height: text.height + 3), meaning: meaning)
  }

  // MARK: Cards

  /// Ends the frames that do not hold a state.
  private mutating func close(before number: Int) {
    while let last = open.last, model.cards[last].end <= number {
      open.removeLast()
      layout.cards[last].box.height = cursor + 2 - layout.cards[last].box.y
      cursor += 2 + SheetLayout.gap
    }
  }

  private mutating func place(_ number: Int) {
    let card = model.cards[number]
    let level = max(card.level, 0)
    let x = SheetLayout.left(level)
    let right = SheetLayout.right(level)
    // The chart itself is the sheet. What happens in every state has a card of its own.
    let isSheet = card.level < 0
    var placed = PlacedCard(card: card, box: SheetBox(x: x, y: cursor, width: right - x, height: 0))
    var body = SheetCardLayouter(card, number, box: placed.box, onPath: rowsOnPath[number] ?? [])
    body.place(titleOfSheet: isSheet ? model.titleOfSheet : nil)
    placed.texts = body.texts
    placed.chips = body.chips
    placed.rows = body.rows
    let isEmpty = isSheet && card.facts.isEmpty && card.rows.isEmpty
    placed.box.height = isEmpty ? 0 : body.bottom - cursor
    placed.inside = isEmpty ? cursor - 10 : body.bottom + 2
    layout.cards.append(placed)
    if isSheet {
      if !isEmpty { cursor = body.bottom + SheetLayout.gap }
    } else if card.isFrame {
      cursor = placed.inside + 4
      open.append(number)
    } else {
      cursor = body.bottom + SheetLayout.gap
    }
  }
}
