/// The ids of a page, each used once.
struct PageIDs {
  /// How many sheets the page has, whose ids begin with `sheet-` and a number.
  private let sheets: Int
  /// The anchors of the text, which headings leave alone.
  private let anchors: Set<String>
  /// The ids of the headings and anchors that were written.
  private(set) var written: Set<String> = []
  /// How many headings have asked for an id.
  private var counts: [String: Int] = [:]

  /// Begins a page.
  ///
  /// - Parameter lines: The text, in which anchors of sections stand at the beginning of a line.
  init(_ lines: [Substring] = [], sheets: Int = 0) {
    self.sheets = sheets
    let tags = lines.lazy.filter { $0.hasPrefix("<a ") }.map { $0.prefix { $0 != ">" } + ">" }
    anchors = Set(tags.compactMap { HTMLText.anchor($0) })
  }

  /// The id of a heading, as GitHub makes it.
  mutating func heading(_ words: String) -> String {
    let kept = words.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == " " }
    var base = kept.isEmpty ? "section" : kept.replacing(" ", with: "-")
    if isOfSheet(base) { base = "section-" + base }
    var id = base
    while isOfSheet(id) || anchors.contains(id) || !written.insert(id).inserted {
      let count = counts[base, default: 0] + 1
      counts[base] = count
      id = "\(base)-\(count)"
    }
    return id
  }

  /// Notes an anchor; false if its id stands on the page already.
  mutating func addAnchor(_ id: String) -> Bool { !isOfSheet(id) && written.insert(id).inserted }

  private func isOfSheet(_ id: String) -> Bool {
    guard id.hasPrefix("sheet-") else { return false }
    let number = id.dropFirst("sheet-".count).prefix { $0 != "-" }
    return Int(number).map { $0 > 0 && $0 <= sheets } ?? false
  }
}
