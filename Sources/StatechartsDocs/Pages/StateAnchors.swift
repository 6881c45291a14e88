/// Where the sections of a chart's states are on a page.
package struct StateAnchors: Hashable, Sendable {
  /// The address of the page with the sections; empty for the page on which the links are.
  package let page: String
  /// Before the anchors of all charts of a page but the first, because charts may share ids.
  package let prefix: String
  /// Whether the sections are written here, so that they get the anchors; else links lead to sections elsewhere on the page.
  package var areDefinedHere: Bool

  /// Makes anchors.
  package init(page: String = "", prefix: String = "", areDefinedHere: Bool = true) {
    self.page = page
    self.prefix = prefix
    self.areDefinedHere = areDefinedHere
  }

  /// The anchor of a state: the same in each version of a chart, whatever the state's title is.
  func anchor(_ id: String) -> String { prefix + XMLText.anchor(id) }
}

/// The charts whose states have sections on a page.
package struct PageAnchors {
  private var anchors: [String: StateAnchors] = [:]
  private var prefixes: Set<String> = []

  /// Begins a page without sections.
  package init() {}

  /// Notes that the states of a chart have sections. The first chart of a page gets anchors without a prefix.
  ///
  /// - Parameters:
  ///   - file: The chart's file, as the page names it.
  ///   - id: The chart's id.
  package mutating func add(_ file: String, id: String) {
    guard anchors[file] == nil else { return }
    var prefix = ""
    var count = 1
    while !prefixes.insert(prefix).inserted {
      prefix = XMLText.fragment(id) + (count == 1 ? "-" : "-\(count)-")
      count += 1
    }
    anchors[file] = StateAnchors(prefix: prefix, areDefinedHere: false)
  }

  /// The anchors of a chart; nil if its states have no sections on the page.
  package subscript(file: String) -> StateAnchors? { anchors[file] }
}
