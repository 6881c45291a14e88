/// How a text looks; the raw value is its class in the SVG.
enum SheetStyle: String, CaseIterable {
  case heading, title, id, about, key, fact, trigger, failed, label, condition, effects, target, chip, legend

  /// The size of the letters in units of the picture, which is shown 830 wide; at least 11.
  var size: Double {
    switch self {
    case .heading: 22
    case .title: 15
    case .about, .key, .fact, .trigger, .failed, .label, .condition, .target: 12.5
    case .id, .effects, .legend: 11.5
    case .chip: 11
    }
  }

  var isBold: Bool {
    switch self {
    case .heading, .title, .key, .trigger, .failed: true
    default: false
    }
  }

  /// The space between a title and the id after it.
  static let idGap = 5

  /// From one line to the next.
  var lineHeight: Int { Int((size * 1.36).rounded(.up)) }

  /// How wide a text is, with some room for fonts that are a little wider.
  func width(_ text: String) -> Double {
    text.reduce(0.0) { $0 + width($1) }
  }

  func width(_ character: Character) -> Double {
    Double(GlyphWidths.width(character, isBold: isBold)) * size * 0.00103
  }
}
