public import Statecharts
internal import StatechartsWalk

/// The screens of a chart, in which it waits for somebody, and what leads from one to the next, as a Mermaid state diagram.
///
/// What runs in between, services, choices and states that are passed, is folded into the arrows. It is found by running the
/// chart with sample data, so each arrow can really be taken. Of a chart whose regions each have screens there is a diagram for
/// each such region.
public struct ScreenDiagram: Hashable, Sendable {
  /// The title of the region whose screens it shows; nil for the only or most important ones.
  public let region: String?
  /// The diagram's text; lines end with LF, the last one too.
  public let text: String
  /// What is true of most screens and therefore not drawn, a sentence each.
  public let remarks: [String]
  /// What the colors mean, one sentence.
  public let legend: String

  /// Draws the screens of a chart, a diagram for each region that has some; at least one.
  public static func diagrams(
    of chart: CompiledChart, _ settings: DiagramSettings = DiagramSettings()
  ) -> [ScreenDiagram] {
    diagrams(of: chart, DocumentedChart(chart.chart), settings)
  }

  /// Draws the screens of a chart of which other views are made.
  ///
  /// - Parameter steps: How many steps the chart takes at most while they are looked for, in all regions together.
  package static func diagrams(
    of chart: CompiledChart, _ known: DocumentedChart, _ settings: DiagramSettings, steps: Int? = nil
  ) -> [ScreenDiagram] {
    let first = Screens(chart)
    let regions: [String?] = [nil] + first.movingRegions.dropFirst().map { $0 }
    var limits = Walk.Limits()
    limits.steps = (steps ?? limits.steps) / regions.count
    return regions.map { region in
      let screens = region.map { Screens(chart, region: $0) } ?? first
      let flow = ScreenFlow(Walk(screens, limits: limits), known, failures: settings.failures)
      var writer = ScreenWriter(flow, known.flat)
      let title = region.flatMap { region in screens.models.first { $0.id.text == region } }.map {
        $0.title ?? $0.id.text
      }
      return ScreenDiagram(
        region: title, text: writer.text(settings, region: title), remarks: flow.remarks,
        legend: ScreenFlow.Meaning.legend(of: flow.boxes.map(\.meaning)))
    }
  }
}

/// Writes a screen flow as a Mermaid state diagram.
struct ScreenWriter {
  private let flow: ScreenFlow
  private let flat: FlatChart
  private var identifiers: MermaidIdentifiers

  init(_ flow: ScreenFlow, _ flat: FlatChart) {
    self.flow = flow
    self.flat = flat
    identifiers = MermaidIdentifiers(flat)
  }

  /// How wide words may be, in pixels of Mermaid's letters of 16.
  private enum Width {
    static let box = 172.0
    static let arrow = 140.0
  }

  /// The diagram.
  mutating func text(_ settings: DiagramSettings, region: String?) -> String {
    let whole = settings.title ?? flat.chart.title ?? flat.chart.id.text
    let title = region.map { "\(whole): \($0)" } ?? whole
    var lines = [
      "stateDiagram-v2", "  accTitle: \(Self.escaped(title))",
      "  accDescr: \(Self.escaped("The screens of \(title) and what leads from one to the next."))",
    ]
    if settings.direction != .down { lines.append("  direction \(settings.direction.code)") }
    let classes = flow.boxes.map(\.meaning.style)
    for style in ScreenFlow.Meaning.styles where classes.contains(style.name) {
      lines.append("  classDef \(style.name) \(style.style)")
    }
    let nodes = flow.boxes.map { $0.state ?? identifiers.take("several") }
    let names = nodes.map { identifiers[$0] }
    for (box, name) in zip(flow.boxes, names) {
      var parts = ["<b>\(Self.wrapped(box.title, Width.box).joined(separator: "<br/>"))</b>"]
      if let event = box.event { parts += Self.wrapped(event, Width.box).map { "<i>\($0)</i>" } }
      for note in box.notes { parts += Self.wrapped(note, Width.box) }
      lines.append("  state \"\(parts.joined(separator: "<br/>"))\" as \(name)")
    }
    for arrow in flow.arrows {
      let from = arrow.from.map { names[$0] } ?? "[*]"
      let words = Self.listed(arrow.causes.filter { !$0.isEmpty }).joined(separator: "<br/>")
      let label = words.isEmpty ? "" : " : \(words)"
      lines.append("  \(from) --> \(names[arrow.to])\(label)")
    }
    for style in ScreenFlow.Meaning.styles {
      let members = zip(classes, names).filter { $0.0 == style.name }.map(\.1)
      if !members.isEmpty { lines.append("  class \(members.joined(separator: ",")) \(style.name)") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Causes, each on lines of its own; of several each has a sign before it.
  private static func listed(_ causes: [String]) -> [String] {
    guard causes.count > 1 else { return causes.flatMap { wrapped($0, Width.arrow) } }
    let shown = causes.count > 4 ? Array(causes.prefix(3)) + ["\(causes.count - 3) more"] : causes
    return shown.flatMap { wrapped("• \($0)", Width.arrow) }
  }

  private static func wrapped(_ text: String, _ width: Double) -> [String] {
    TextWidth.wrapped(text, width: width, size: 16).map(escaped)
  }

  private static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    MermaidEscape.append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ScreenFlow.Meaning {
  /// The styles of boxes with what they mean, each with letters that can be read on it in a dark page too. Frames differ where
  /// colors are not seen.
  static let styles: [(name: String, style: String, meaning: String)] = [
    ("waits", BoxMeaning.waits.mermaidStyle(), "blue boxes wait for somebody"),
    ("works", BoxMeaning.works.mermaidStyle(), BoxMeaning.works.words),
    (
      "afterFailure", BoxMeaning.afterFailure.mermaidStyle(),
      "amber boxes are reached only after an error"
    ), ("endsWell", BoxMeaning.endsWell.mermaidStyle(frame: thick), "green boxes end well"),
    ("endsBadly", BoxMeaning.endsBadly.mermaidStyle(frame: thick), "red boxes end badly"),
    ("ends", BoxMeaning.ends.mermaidStyle(frame: thick), BoxMeaning.ends.words),
    (
      "several", "fill:#ffffff,stroke:#5f6368,stroke-dasharray:4 3,color:#1f1f1f",
      "dashed boxes stand for several screens"
    ),
  ]

  private static let thick = "stroke-width:3px"

  /// The name of its style.
  var style: String {
    switch self {
    case .waits: "waits"
    case .ends(.success): "endsWell"
    case .ends(.failure): "endsBadly"
    case .ends: "ends"
    case .fails: "afterFailure"
    case .works: "works"
    case .several: "several"
    }
  }

  /// What the styles of some boxes mean, in a sentence.
  static func legend(of meanings: [ScreenFlow.Meaning]) -> String {
    let used = Set(meanings.map(\.style))
    let words = styles.filter { used.contains($0.name) }.map(\.meaning)
    return BoxMeaning.legend([words.joined(separator: "; ")])
  }
}
