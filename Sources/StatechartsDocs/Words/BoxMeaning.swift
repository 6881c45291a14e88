import StatechartsModel

internal import Statecharts

/// What the box of a state means to a person, by its color. Frames and titles say it too, for those who see no colors.
enum BoxMeaning: String, CaseIterable {
  case waits, works, decides, passes, afterFailure, endsWell, endsBadly, ends

  /// Colors of edges, of fields, and of words on fields.
  typealias Tint = (edge: String, field: String, word: String)

  /// Its colors in a light page. Mermaid draws in them everywhere, with dark letters on the field.
  var light: Tint {
    switch self {
    case .waits: ("#1a73e8", "#e8f0fe", "#0a4f9e")
    case .works: ("#9aa0a6", "#f1f3f4", "#3d444d")
    case .decides, .passes: ("#8250df", "#f3e8ff", "#5a32a3")
    case .afterFailure: ("#e37400", "#fef7e0", "#6b4700")
    case .endsWell: ("#188038", "#e6f4ea", "#0d5426")
    case .endsBadly: ("#d93025", "#fce8e6", "#97101c")
    case .ends: ("#5f6368", "#f1f3f4", "#24292f")
    }
  }

  /// Its colors in a dark page, for pictures of our own.
  var dark: Tint {
    switch self {
    case .waits: ("#388bfd", "#12263f", "#a5d6ff")
    case .works: ("#8b949e", "#252b33", "#c9d1d9")
    case .decides, .passes: ("#a371f7", "#271c3d", "#dabfff")
    case .afterFailure: ("#e3972b", "#2f2409", "#f2cc60")
    case .endsWell: ("#3fb950", "#12331d", "#a2e8b3")
    case .endsBadly: ("#f85149", "#3a1618", "#ffb3ad")
    case .ends: ("#d1d7de", "#252b33", "#e6edf3")
    }
  }

  /// The style of its box in Mermaid.
  ///
  /// - Parameter frame: What its frame has besides the color.
  func mermaidStyle(frame: String = "") -> String {
    let more = frame.isEmpty ? "" : ",\(frame)"
    return "fill:\(light.field),stroke:\(light.edge)\(more),color:#1f1f1f"
  }

  /// What a legend says of it.
  var words: String {
    switch self {
    case .waits: "blue boxes wait"
    case .works: "gray boxes with … work and go on by themselves"
    case .decides: "violet boxes with round ends decide"
    case .passes: "violet boxes go on at once"
    case .afterFailure: "amber boxes with a dashed frame are reached only after an error"
    case .endsWell: "green boxes with a thick frame end well"
    case .endsBadly: "red boxes with a thick dashed frame end badly"
    case .ends: "gray boxes with a thick frame end"
    }
  }

  /// The same for Graphviz, in which final states have two frames, and choices are diamonds.
  var dotWords: String {
    if self == .decides { return "violet diamonds decide" }
    return words.replacing("a thick dashed frame", with: "two dashed frames").replacing(
      "a thick frame", with: "two frames")
  }

  /// What the box of a state means; nil for groups and history.
  ///
  /// - Parameters:
  ///   - ending: How the flow ends there, as the chart declares it.
  ///   - isAfterFailure: Whether nobody comes there unless something fails.
  init?(_ meaning: StateMeaning, ending: StateNode.Ending?, isAfterFailure: Bool) {
    switch meaning {
    case .endsWell: self = .endsWell
    case .endsBadly: self = .endsBadly
    // What the chart declares counts, such as `canceled`.
    case .ends: self = isAfterFailure && ending == nil ? .endsBadly : .ends
    case .waits: self = isAfterFailure ? .afterFailure : .waits
    case .works: self = isAfterFailure ? .afterFailure : .works
    case .decides: self = .decides
    case .passes: self = isAfterFailure ? .afterFailure : .passes
    case .remembers, .group, .parallel: return nil
    }
  }

  /// What some boxes mean, a sentence for each; empty for none.
  static func legend(_ phrases: [String]) -> String {
    phrases.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }.joined(separator: " ")
  }
}

/// What marks the box of a state besides its meaning.
enum BoxMark: String, CaseIterable {
  case folded, outside, visited, active

  /// What a legend says of it.
  var words: String {
    switch self {
    case .folded: "dotted boxes stand for several states"
    case .outside: "boxes with long dashes belong to other pictures"
    case .visited: "yellow boxes were passed"
    case .active: "orange boxes are active"
    }
  }

  /// The same for Graphviz, which has one kind of dashes.
  var dotWords: String { self == .outside ? "dashed boxes without color belong to other pictures" : words }
}
