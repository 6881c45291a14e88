/// What is wrong with a marker that is nearly right, and what to write.
enum MarkerRepair {
  /// Quotation marks that are not straight double ones, with those that may end the text.
  private static let quotes: [Character: String] = [
    "\u{201C}": "\u{201D}\u{201C}", "\u{201D}": "\u{201D}\u{201C}", "\u{201E}": "\u{201C}\u{201D}",
    "\u{00AB}": "\u{00BB}", "\u{00BB}": "\u{00AB}", "\u{2018}": "\u{2019}\u{2018}",
    "\u{2019}": "\u{2019}\u{2018}", "'": "'",
  ]

  /// A value in curly or single quotes.
  static func quote(in text: Substring) -> (message: String, help: String)? {
    var isQuoted = false
    var previous: Character = " "
    for place in text.indices {
      let sign = text[place]
      defer { previous = sign }
      if sign == "\"" { isQuoted.toggle() }
      // Inside a text and inside a word they are signs like others.
      guard !isQuoted, previous == "=" || previous == " " || previous == "\t", let ends = quotes[sign] else {
        continue
      }
      let rest = text[text.index(after: place)...]
      let value = rest.firstIndex(where: ends.contains).map { rest[..<$0] } ?? rest.prefix { $0 != " " }
      let name =
        previous == "=" ? text[..<place].split(whereSeparator: { " \t".contains($0) }).last ?? "" : ""
      return ("The quotation mark `\(sign)` is not `\"`.", "Write \(name)\"\(value)\".")
    }
    return nil
  }

  /// A marker whose word and colon are not written together, or whose colon is missing.
  static func start(of text: Substring) -> (message: String, help: String)? {
    let inside = text.drop { $0 == " " || $0 == "\t" }
    let word = inside.prefix { $0.isLetter }
    guard word.lowercased() == "statechart" else { return nil }
    let rest = inside.dropFirst(word.count)
    let behind = rest.drop { " \t:\u{FF1A}".contains($0) }
    let help = "Write <!-- statechart: \(behind.isEmpty ? "charts/NAME.yaml" : trimmed(behind)) -->."
    let signs = rest.prefix { " \t:\u{FF1A}".contains($0) }
    guard signs.contains(where: { ":\u{FF1A}".contains($0) }) else {
      return ("The colon after `statechart` is missing.", help)
    }
    if signs.contains("\u{FF1A}") { return ("The colon after `statechart` is a full-width colon.", help) }
    if signs.first != ":" { return ("There is a space before the colon.", help) }
    return word == "statechart"
      ? ("A space is missing after the colon.", help)
      : ("`\(word)` has capital letters.", help)
  }

  /// A value with a space, a space beside `=`, or a colon instead of `=`.
  ///
  /// - Parameter words: The words behind `statechart:`.
  static func space(in words: [String], _ names: [String]) -> (message: String, help: String)? {
    // No marker that somebody writes has so many words.
    for (place, word) in words.prefix(64).enumerated().dropFirst()
    where !word.contains("=") || word.hasPrefix("=") {
      let before = words[place - 1]
      let next = place + 1 < words.count ? words[place + 1] : ""
      if word == "=" || word.hasPrefix("="), names.contains(before) {
        let value = word == "=" ? next : String(word.dropFirst())
        return ("There is a space before the `=`.", "Write \(before)=\(value.isEmpty ? "…" : value).")
      }
      if before.hasSuffix("="), names.contains(String(before.dropLast())) {
        return ("There is a space after the `=`.", "Write \(before)\(word).")
      }
      if let colon = word.firstIndex(of: ":"), names.contains(String(word[..<colon])) {
        let value = word[word.index(after: colon)...]
        return (
          "`\(word[...colon])` has a colon instead of `=`.",
          "Write \(word[..<colon])=\(value.isEmpty ? next : String(value))."
        )
      }
      if DocumentView(rawValue: word) != nil {
        return ("`view=` is missing before `\(word)`.", "Write view=\(word).")
      }
      if names.contains(word) || names.contains(where: { words[0].hasPrefix($0 + "=") }) { continue }
      // The words that belong together, from the one with the beginning of the value on.
      var end = place
      while end < min(words.count, place + 16), !words[end].contains("=") { end += 1 }
      let rest = words[place..<end].joined(separator: " ")
      guard !before.contains("\""), !rest.contains("\"") else { continue }
      if place == 1, !isFile(before) || isFile(rest) {
        return ("The path of the chart has a space.", "Put it in quotes: \"\(before) \(rest)\".")
      }
      guard let sign = before.firstIndex(of: "="), names.contains(String(before[..<sign])) else { continue }
      let value = before[before.index(after: sign)...]
      return (
        "The value of `\(before[..<sign])` has a space, so it ends with `\(value)`.",
        "Put it in quotes: \(before[...sign])\"\(value) \(rest)\"."
      )
    }
    return nil
  }

  private static func isFile(_ path: String) -> Bool { path.hasSuffix(".yaml") || path.hasSuffix(".yml") }

  /// A comment that begins with `<!` and dashes as text programs make them of `--`, or with a space.
  ///
  /// - Parameter line: The beginning of a line, without the spaces before it.
  static func dash(in line: Substring) -> (message: String, help: String, isEnd: Bool)? {
    guard line.hasPrefix("<!"), !line.hasPrefix("<!--") else { return nil }
    let word = line.dropFirst(2).drop { " \t-\u{2013}\u{2014}".contains($0) }
    let isEnd = word.hasPrefix("/statechart")
    guard isEnd || word.hasPrefix("statechart:") else { return nil }
    return (
      "This marker does not begin with `<!--`.",
      isEnd ? "Write <!-- /statechart --> on a line of its own." : DocumentRegions.markerForm, isEnd
    )
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return String(text)
  }
}
