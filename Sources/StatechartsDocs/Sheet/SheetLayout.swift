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
  /// Said in place of targets when there are none.
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
  /// The lane in the gutter; nil for a line that needs none.
  var lane: Int
  /// Where it ends.
  var to: (x: Int, y: Int)
}

/// A sheet of which everything has a place.
struct SheetLayout {
  static let width = 830
  /// From the edge of the sheet to the outermost gutter and cards.
  static let margin = 16
  /// The space at the left of cards for lines.
  static let gutter = 28
  /// Between two lines in a gutter.
  static let lane = 7
  /// From a frame to what is in it at the right.
  static let rightPadding = 9
  /// Between two cards.
  static let gap = 11
  /// From a card to the texts in it.
  static let padding = 14

  var heading: [PlacedText] = []
  var legend: [(chip: PlacedChip?, text: PlacedText, meaning: String)] = []
  var cards: [PlacedCard] = []
  var lines: [SheetLine] = []
  var height = 0
}
