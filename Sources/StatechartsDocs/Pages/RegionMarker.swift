import StatechartsModel

internal import Statecharts

/// What an opening marker says.
struct RegionMarker {
  /// What a line that begins with `<!--` turns out to be.
  enum Reading {
    case none, opening(RegionMarker), closing
    /// A marker that cannot be followed, and whether it is meant to end a region.
    case problem(message: String, help: String, isEnd: Bool)
  }

  var chart: String
  var view = DocumentView.diagram
  var settings = DiagramSettings()
  var run: String?

  private static let form = DocumentRegions.markerForm
  private static let endForm = "Write <!-- /statechart --> on a line of its own."

  /// Reads a line without the spaces at its ends.
  static func read(_ line: String) -> Reading {
    let inside = line.dropFirst(4).drop { $0 == " " || $0 == "\t" }
    let word = inside.prefix { $0 != " " && $0 != "\t" && $0 != ":" && !$0.isNewline }
    let isEnd = word.hasPrefix("/")
    let name = (isEnd ? word.dropFirst() : word).lowercased()
    // `<!--statechart-->` has no space after the word.
    guard ["statechart", "statechart-->"].contains(name) || name.hasPrefix("statechart\u{FF1A}") else {
      return misspelled(word, in: line)
    }
    func problem(_ message: String, _ help: String) -> Reading {
      .problem(message: message, help: help, isEnd: isEnd)
    }
    guard let end = end(of: line) else {
      return problem("This marker does not end on its line: `-->` is missing.", isEnd ? endForm : form)
    }
    guard end.upperBound == line.endIndex else {
      return problem("There is other text after this marker.", "Put the marker on a line of its own.")
    }
    let text = line[line.index(line.startIndex, offsetBy: 4)..<end.lowerBound]
    if let (message, help) = MarkerRepair.quote(in: text) { return problem(message, help) }
    guard text.utf8.count(where: { $0 == UInt8(ascii: "\"") }) % 2 == 0 else {
      return problem(
        "This marker has a quotation mark without its pair.", "Write both, as in title=\"Sign in\".")
    }
    var words = split(text)
    guard let first = words.first else { return .none }
    if first == "/statechart" {
      guard words.count == 1 else { return problem("The end marker takes no settings.", endForm) }
      return .closing
    }
    guard first == "statechart:" else {
      let (message, help) = MarkerRepair.start(of: text) ?? ("This marker cannot be read.", form)
      return problem(message, "\(help) End the region with <!-- /statechart -->.")
    }
    words.removeFirst()
    if let (message, help) = MarkerRepair.space(in: words, Self.names) { return problem(message, help) }
    guard let chart = words.first.map(unquote), !chart.isEmpty, setting(of: words[0]) == nil else {
      return problem("The chart is missing from this marker.", form)
    }
    var marker = RegionMarker(chart: chart)
    var seen: Set<String> = []
    func absolute(_ path: String) -> Reading {
      problem(
        "`\(path)` is an absolute path, which other computers do not have.",
        "Write the path from the folder in which the command runs, such as charts/sign-in.yaml.")
    }
    if chart.hasPrefix("/") { return absolute(chart) }
    for setting in words.dropFirst() {
      if let (message, help) = marker.apply(setting, &seen) { return problem(message, help) }
    }
    if let run = marker.run, run.hasPrefix("/") { return absolute(run) }
    for name in ofDiagrams where seen.contains(name) && !marker.view.isDiagram {
      return problem(
        "`\(name)` cannot be used with view `\(marker.view.rawValue)`, only with diagrams.",
        "Remove \(name)=…, or choose \(DocumentView.diagramNames).")
    }
    for name in refused[marker.view] ?? [] where seen.contains(name) {
      return problem(
        "`\(name)` cannot be used with view `\(marker.view.rawValue)`.",
        "Remove \(name)=…, or choose view=diagram or view=overview.")
    }
    if seen.contains("failures"), marker.view != .screens {
      return problem("`failures` needs view `screens`.", "Remove failures=…, or choose view=screens.")
    }
    guard marker.run == nil || marker.view.isDiagram || marker.view.needsRun else {
      return problem(
        "`run` cannot be used with view `\(marker.view.rawValue)`.",
        "Remove run=…, or choose view=path or view=story.")
    }
    guard marker.run != nil || !marker.view.needsRun else {
      return problem(
        "View `\(marker.view.rawValue)` needs a run.",
        "Add run=FILE. `save` in `statechart simulate` writes such a file.")
    }
    return .opening(marker)
  }

  /// Where the comment ends: its first `-->`.
  private static func end(of line: String) -> Range<String.Index>? {
    var rest = line.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "-")) {
      rest = rest[start...]
      if rest.starts(with: "-->".utf8) { return start..<rest.index(start, offsetBy: 3) }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// What a comment that does not begin with `statechart` is, if it is meant for this tool.
  ///
  /// Other comments are free to say what they like: one of ours has a colon behind its word, a slash before it, or
  /// nothing else.
  private static func misspelled(_ word: Substring, in line: String) -> Reading {
    let isEnd = word.hasPrefix("/")
    let name = String((isEnd ? word.dropFirst() : word).prefix { $0.isLetter || $0 == "-" || $0 == "_" })
    let bare = name.hasSuffix("--") ? String(name.dropLast(2)) : name
    // A typo adds or leaves out a letter or two; a word that only begins like ours is another.
    guard abs(bare.utf8.count - "statechart".utf8.count) <= 2,
      NearNames.suggestion(for: bare, in: ["statechart"]) != nil
    else { return .none }
    let rest = line.dropFirst(4).drop { $0 == " " || $0 == "\t" }.dropFirst((isEnd ? 1 : 0) + bare.count)
    let isOurs =
      isEnd || rest.hasPrefix(":") || rest.hasPrefix("\u{FF1A}")
      || rest.drop { $0 == " " || $0 == "\t" } == "-->"
    guard isOurs else { return .none }
    return .problem(
      message: "`\(isEnd ? "/" : "")\(bare)` is not a marker.",
      help: isEnd
        ? "Did you mean `/statechart`? Write <!-- /statechart -->."
        : "Did you mean `statechart:`? \(form)", isEnd: isEnd)
  }

  /// The settings that only diagrams have.
  private static let ofDiagrams = [
    "state", "depth", "direction", "notes", "active", "failures", "order", "title",
  ]
  /// The settings that single diagrams do not have: the screens are found from the whole chart, and a sheet shows everything.
  private static let refused: [DocumentView: [String]] = [
    .screens: ["state", "depth", "notes", "active", "run"], .sheet: ["depth", "direction", "notes", "order"],
  ]
  private static let names = ["view"] + ofDiagrams + ["run"]

  /// The name of the setting that a word is; nil for another word.
  private static func setting(of word: String) -> String? { names.first { word.hasPrefix($0 + "=") } }

  /// Takes in `name=value`; returns what is wrong with it.
  private mutating func apply(_ setting: String, _ seen: inout Set<String>) -> (
    message: String, help: String
  )? {
    guard let sign = setting.firstIndex(of: "=") else {
      return (
        "`\(setting)` is not a setting.",
        "Write settings as name=value: \(Self.names.joined(separator: ", "))."
      )
    }
    let name = String(setting[..<sign])
    let value = Self.unquote(String(setting[setting.index(after: sign)...]))
    guard Self.names.contains(name) else {
      return ("`\(name)` is not a setting.", Self.advice(value: name, among: Self.names, of: "settings"))
    }
    guard seen.insert(name).inserted else {
      return ("`\(name)` is set twice.", "Delete one of the two.")
    }
    switch name {
    case "view":
      guard let view = DocumentView(rawValue: value) else {
        let names = DocumentView.allCases.map(\.rawValue)
        return ("`\(value)` is not a view.", Self.advice(value: value, among: names, of: "views"))
      }
      self.view = view
    case "depth":
      guard let depth = Int(value), depth >= 1 else {
        return ("`\(value)` is not a valid depth.", "Write a whole number from 1 up, such as depth=2.")
      }
      settings.depth = depth
    case "direction":
      guard let direction = DiagramSettings.Direction(rawValue: value) else {
        let names = DiagramSettings.Direction.allCases.map(\.rawValue)
        return (
          "`\(value)` is not a direction.", Self.advice(value: value, among: names, of: "directions")
        )
      }
      settings.direction = direction
    case "notes":
      guard value == "errors" else {
        return ("`\(value)` is not a kind of notes.", "Write notes=errors, or remove the setting.")
      }
      settings.notesErrors = true
    case "failures":
      guard let failures = DiagramSettings.Failures(rawValue: value) else {
        let names = DiagramSettings.Failures.allCases.map(\.rawValue)
        return (
          "`\(value)` is not a choice of failures.", Self.advice(value: value, among: names, of: "choices")
        )
      }
      settings.failures = failures
    case "order":
      guard let order = Int(value), DiagramSettings.orders.contains(order) else {
        return (
          "`\(value)` is not a valid order.",
          "Write a whole number from 0 to \(DiagramSettings.orders.upperBound), such as order=7. 0 is the order of the chart."
        )
      }
      settings.order = order
    case "active":
      let ids = value.split(separator: ",").map(String.init)
      guard !ids.isEmpty else {
        return ("`active` has no value.", "Write active=ID,ID, or remove the setting.")
      }
      settings.active = Set(ids)
    case "state":
      guard !value.isEmpty else { return ("`state` has no value.", "Write state=ID, or remove the setting.") }
      settings.part = ChartName(value)
    case "run":
      guard !value.isEmpty else { return ("`run` has no value.", "Write run=FILE, or remove the setting.") }
      run = value
    default: settings.title = value
    }
    return nil
  }

  /// What to write instead of an unknown word.
  private static func advice(value: String, among names: [String], of what: String) -> String {
    let near = NearNames.suggestion(for: value, in: names).map { "Did you mean `\($0)`? " } ?? ""
    return "\(near)The \(what) are \(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")."
  }

  /// The words between spaces; spaces within double quotes do not count.
  private static func split(_ text: Substring) -> [String] {
    var isQuoted = false
    return text.utf8.split { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return !isQuoted && (byte == 0x20 || byte == 0x09)
    }.map { String(Substring($0)) }
  }

  private static func unquote(_ text: String) -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    return String(text.dropFirst().dropLast())
  }
}
