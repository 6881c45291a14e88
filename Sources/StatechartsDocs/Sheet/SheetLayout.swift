/// A rectangle in units of the picture.
struct SheetBox: Hashable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  var right: Int { x + width }
  var bottom: Int { y + height }
}

/// A text with its place.
struct PlacedText {
  var text: SheetText
  /// Where the lines begin, or their middle.
  var x: Int
  /// The upper edge of the first line.
  var y: Int
  var isCentered = false

  /// The space that the text takes.
  var box: SheetBox {
    let width = Int(text.width.rounded(.up))
    return SheetBox(x: isCentered ? x - width / 2 : x, y: y, width: width, height: text.height)
  }
}

/// A word in a colored field.
struct PlacedChip {
  var text: PlacedText
  var box: SheetBox
  /// Its class.
  var meaning: String
}

/// The target of a transition as a link.
struct PlacedTarget {
  var text: PlacedText
  var box: SheetBox
  var target: SheetTarget
}

/// A transition with its places.
struct PlacedRow {
  var box: SheetBox
  var row: SheetRow
  var texts: [PlacedText] = []
  var targets: [PlacedTarget] = []
  /// Whether the transition is drawn as a line, too.
  var isOnPath = false
}

/// A state with its places.
struct PlacedCard {
  var card: SheetCard
  var box: SheetBox
  var texts: [PlacedText] = []
  var chips: [PlacedChip] = []
  var rows: [PlacedRow] = []
  /// The height at which lines arrive.
  var arrival: Int { box.y + 17 }
  /// Of a frame where the cards in it begin.
  var inside = 0
}

/// A line in the gutter beside the cards, with an arrow at its end.
struct SheetLine {
  /// What it shows.
  enum Kind: String { case start, step }

  var kind: Kind
  /// Where it begins: at the edge of a card, or at a dot in the gutter.
  var from: (x: Int, y: Int)
  /// Where in the gutter it runs.
  var lane: Int
  /// Where it ends.
  var to: (x: Int, y: Int)
}

/// A sheet of which everything has a place.
struct SheetLayout {
  static let width = 830
  /// From the edge of the sheet to what is on it.
  static let margin = 16
  /// Between two cards.
  static let gap = 11
  /// From a card to the texts in it.
  static let padding = 14

  /// How many levels of frames have wide gutters.
  private static let wideLevels = 6

  /// The left edge of the cards of a level. The gutter is at its left.
  static func left(_ level: Int) -> Int {
    let wide = min(level, wideLevels)
    return margin + 24 + wide * 32 + (level - wide) * 20
  }

  /// The right edge of the cards of a level.
  static func right(_ level: Int) -> Int {
    let wide = min(level, wideLevels)
    return width - margin - wide * 9 - (level - wide) * 6
  }

  /// Where lines can run beside the cards of a level, the nearest first.
  static func lanes(_ level: Int) -> [Int] {
    let left = left(level)
    return level <= wideLevels ? [left - 12, left - 19, left - 26] : [left - 12]
  }

  var heading: [PlacedText] = []
  var legend: [(chip: PlacedChip?, text: PlacedText, meaning: String)] = []
  /// Which of several rows for the same thing comes first.
  var orderOfRows: PlacedText?
  var cards: [PlacedCard] = []
  var lines: [SheetLine] = []
  var height = 0
}
