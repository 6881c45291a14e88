internal import Statecharts

/// Writes a screen flow as a Mermaid state diagram.
struct ScreenDiagram {
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
    static let box = 190.0
    static let arrow = 150.0
  }

  /// The diagram.
  mutating func text(_ settings: DiagramSettings) -> String {
    let title = settings.title ?? flat.chart.title ?? flat.chart.id.text
    var lines = ["stateDiagram-v2", "  accTitle: \(Self.escaped(title))", "  accDescr: \(Self.escaped("The screens of \(title) and what leads from one to the next."))"]
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
  /// The styles of boxes, each with letters that can be read on it in a dark page too.
  static let styles: [(name: String, style: String)] = [
    ("waits", "fill:#e8f0fe,stroke:#1a73e8,color:#1f1f1f"),
    ("endsWell", "fill:#e6f4ea,stroke:#188038,stroke-width:3px,color:#1f1f1f"),
    ("endsBadly", "fill:#fce8e6,stroke:#d93025,stroke-width:3px,color:#1f1f1f"),
    ("ends", "fill:#f1f3f4,stroke:#5f6368,stroke-width:3px,color:#1f1f1f"),
    ("afterFailure", "fill:#fef7e0,stroke:#e37400,color:#1f1f1f"),
    ("works", "fill:#f1f3f4,stroke:#9aa0a6,color:#1f1f1f"),
    ("several", "fill:#ffffff,stroke:#5f6368,stroke-dasharray:4 3,color:#1f1f1f"),
  ]

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
}
