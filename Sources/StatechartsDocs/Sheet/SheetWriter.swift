/// Writes a sheet of which everything has a place as SVG.
///
/// The order is that in which the sheet is read: heading, legend, then each state with its transitions and the states in it.
struct SheetWriter {
  /// How each sheet begins.
  static let mark = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"\(SheetColors.scope)\""

  private let layout: SheetLayout
  private let model: SheetModel
  private let addresses: SheetAddresses
  private var text = ""
  /// The frames around what is written, as places in the model.
  private var open: [Int] = []

  init(_ layout: SheetLayout, _ model: SheetModel, _ addresses: SheetAddresses) {
    self.layout = layout
    self.model = model
    self.addresses = addresses
  }

  mutating func write() -> String {
    let size = "\(SheetLayout.width) \(layout.height)"
    text += "\(Self.mark) width=\"\(SheetLayout.width)\" height=\"\(layout.height)\""
    text += " viewBox=\"0 0 \(size)\" role=\"document\""
    let prefix = addresses.prefix
    text += " aria-labelledby=\"\(prefix)sheet-title\" aria-describedby=\"\(prefix)sheet-description\">\n"
    text += "<title id=\"\(prefix)sheet-title\">\(XMLText.line(model.title))</title>\n"
    let about = XMLText.line(model.description)
    text +=
      "<desc id=\"\(prefix)sheet-description\">\(about.isEmpty ? "States and transitions." : about)</desc>\n"
    if addresses.hasStyle { text += "<style>\n\(SheetColors.style)</style>\n" }
    text += "<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n"
    text += "<g aria-hidden=\"true\">\n"
    for each in layout.heading { write(each) }
    text += "</g>\n"
    writeLegend()
    writeStates()
    writeLines()
    text += "</svg>\n"
    return text
  }

  // MARK: Texts

  private mutating func write(_ placed: PlacedText) {
    let height = placed.text.lineHeight
    // From the upper edge of a line to the foot of its letters.
    let foot = placed.y + (height * 77 + 50) / 100
    let first = placed.text.lines.joined().first?.style ?? .about
    let anchor = placed.isCentered ? " text-anchor=\"middle\"" : ""
    text += "<text class=\"\(first.rawValue)\" x=\"\(placed.x)\" y=\"\(foot)\"\(anchor)>"
    for (number, line) in placed.text.lines.enumerated() {
      for (place, run) in line.enumerated() {
        var attributes = number > 0 && place == 0 ? " x=\"\(placed.x)\" dy=\"\(height)\"" : ""
        if place > 0, run.style == .id { attributes += " dx=\"\(SheetStyle.idGap)\"" }
        if run.style != first { attributes += " class=\"\(run.style.rawValue)\"" }
        let words = XMLText.escaped(run.text)
        text += attributes.isEmpty ? words : "<tspan\(attributes)>\(words)</tspan>"
      }
    }
    text += "</text>\n"
  }

  private mutating func write(_ box: SheetBox, _ style: String, corner: Int) {
    text += "<rect class=\"\(style)\" x=\"\(box.x)\" y=\"\(box.y)\" width=\"\(box.width)\""
    text += " height=\"\(box.height)\" rx=\"\(corner)\"/>\n"
  }

  private mutating func write(_ chip: PlacedChip) {
    write(chip.box, "chip \(chip.meaning)", corner: 9)
    write(chip.text)
  }

  // MARK: Legend

  private mutating func writeLegend() {
    guard !layout.legend.isEmpty else { return }
    text += "<g role=\"list\" aria-label=\"Legend\">\n"
    for (chip, words, meaning) in layout.legend {
      text += "<g role=\"listitem\" class=\"\(meaning)\">\n"
      if let chip { write(chip) } else { writeSample(words) }
      write(words)
      text += "</g>\n"
    }
    if let order = layout.orderOfRows {
      text += "<g role=\"listitem\">\n"
      write(order)
      text += "</g>\n"
    }
    text += "</g>\n"
  }

  /// A piece of a line, for the legend.
  private mutating func writeSample(_ words: PlacedText) {
    let y = words.y + words.text.lineHeight / 2
    let end = words.x - 8
    text += "<g aria-hidden=\"true\"><circle class=\"dot\" cx=\"\(end - 26)\" cy=\"\(y)\" r=\"3.5\"/>"
    text += "<path class=\"line step\" d=\"M\(end - 26) \(y)H\(end - 6)\"/>"
    text += "<path class=\"head step\" d=\"M\(end) \(y)l-8 -4.5v9z\"/></g>\n"
  }

  // MARK: States

  private mutating func writeStates() {
    for (number, placed) in layout.cards.enumerated() {
      while let last = open.last, model.cards[last].end <= number { closeFrame() }
      write(placed, number)
    }
    while !open.isEmpty { closeFrame() }
  }

  private mutating func closeFrame() {
    open.removeLast()
    text += "</g></g>\n"
  }

  private mutating func write(_ placed: PlacedCard, _ number: Int) {
    let card = placed.card
    let isSheet = card.level < 0
    var classes = [card.isFrame ? "frame" : "card", card.meaning.rawValue]
    if card.isAfterFailure { classes.append("failure") }
    if card.mark != .none { classes.append(card.mark.rawValue) }
    text +=
      "<g role=\"\(number == 0 ? "group" : "listitem")\" class=\"state \(classes.joined(separator: " "))\""
    // Where the page has a section for each state, that has the id.
    if addresses.sections == nil, let anchor = card.anchor { text += " id=\"\(addresses.prefix)\(anchor)\"" }
    text += " aria-label=\"\(XMLText.line(name(card, number)))\">\n"
    if placed.box.height > 0 {
      write(placed.box, "box", corner: 7)
      if !card.isFrame || card.isAfterFailure { writeBar(placed.box) }
    }
    for chip in placed.chips { write(chip) }
    if placed.box.height > 0 { for each in placed.texts { write(each) } }
    write(placed.rows)
    guard card.isFrame else {
      text += "</g>\n"
      return
    }
    text += "<g role=\"list\" aria-label=\"\(isSheet ? "States" : "States inside")\">\n"
    open.append(number)
  }

  /// The colored edge of a card.
  private mutating func writeBar(_ box: SheetBox) {
    text += "<path class=\"bar\" d=\"M\(box.x + 2) \(box.y + 7)v\(box.height - 14)\"/>\n"
  }

  /// What screen readers call a state.
  private func name(_ card: SheetCard, _ number: Int) -> String {
    var name = card.level < 0 ? "Chart: " : "State: "
    name += card.title == card.id ? card.id : "\(card.title) (\(card.id))"
    name += ", \(card.meaning.word)"
    if card.isAfterFailure { name += ", \(SheetLayouter.afterFailure)" }
    if card.mark != .none { name += ", \(card.mark.rawValue)" }
    if !card.start.words.isEmpty { name += ", starts in \(card.start.words)" }
    return name
  }

  // MARK: Transitions

  private mutating func write(_ rows: [PlacedRow]) {
    guard !rows.isEmpty else { return }
    text += "<g role=\"list\" aria-label=\"Transitions\">\n"
    for row in rows {
      let style = row.isOnPath ? "row onpath" : "row"
      text +=
        "<g role=\"listitem\" class=\"\(style)\" aria-label=\"\(XMLText.line("Transition: " + row.row.sentence))\">\n"
      text += "<path class=\"rule\" d=\"M\(row.box.x) \(row.box.y)h\(row.box.width)\"/>\n"
      if !row.texts.isEmpty {
        // The name of the row says it all.
        text += "<g aria-hidden=\"true\">\n"
        for each in row.texts { write(each) }
        text += "</g>\n"
      }
      for target in row.targets { write(target) }
      text += "</g>\n"
    }
    text += "</g>\n"
  }

  private mutating func write(_ placed: PlacedTarget) {
    let card = placed.target.card.map { model.cards[$0] }
    let meaning = card.map { $0.isAfterFailure ? "failure" : $0.meaning.rawValue } ?? "outside"
    guard let anchor = card?.anchor else {
      write(placed.box, "pill \(meaning)", corner: 10)
      write(placed.text)
      return
    }
    let prefix = addresses.sections?.prefix ?? addresses.prefix
    text += "<a href=\"#\(prefix)\(anchor)\" aria-label=\"\(XMLText.line(placed.target.title))\">\n"
    write(placed.box, "pill \(meaning)", corner: 10)
    write(placed.text)
    text += "</a>\n"
  }

  // MARK: Lines

  private mutating func writeLines() {
    guard !layout.lines.isEmpty else { return }
    // Rows and names of groups say what the lines show.
    text += "<g aria-hidden=\"true\">\n"
    for line in layout.lines { write(line) }
    text += "</g>\n"
  }

  private mutating func write(_ line: SheetLine) {
    let down = line.to.y >= line.from.y
    let turn = min(5, abs(line.to.y - line.from.y) / 2)
    let vertical = down ? turn : -turn
    let kind = line.kind.rawValue
    let radius = line.kind == .start ? "4" : "3.5"
    text += "<circle class=\"dot \(kind)\" cx=\"\(line.from.x)\" cy=\"\(line.from.y)\" r=\"\(radius)\"/>\n"
    var path = "M\(line.from.x) \(line.from.y)"
    if line.from.x > line.lane {
      path += "H\(line.lane + turn)Q\(line.lane) \(line.from.y) \(line.lane) \(line.from.y + vertical)"
    }
    path +=
      "V\(line.to.y - vertical)Q\(line.lane) \(line.to.y) \(line.lane + turn) \(line.to.y)H\(line.to.x - 7)"
    text += "<path class=\"line \(kind)\" d=\"\(path)\"/>\n"
    text += "<path class=\"head \(kind)\" d=\"M\(line.to.x) \(line.to.y)l-8 -4.5v9z\"/>\n"
  }
}
