import StatechartsModel

internal import Statecharts

/// Writes a screen flow as a Mermaid state diagram.
struct ScreenWriter {
  private let flow: ScreenFlow
  private let flat: FlatChart
  private let width: Width
  private var identifiers: MermaidIdentifiers

  init(_ flow: ScreenFlow, _ flat: FlatChart) {
    self.flow = flow
    self.flat = flat
    width = Width(boxes: flow.boxes.count)
    identifiers = MermaidIdentifiers(flat)
  }

  /// How wide words may be, in pixels of Mermaid's letters of 16.
  private struct Width {
    var box = 172.0
    var arrow = 140.0

    /// A picture of many boxes is made smaller in a page, so its words take less room.
    init(boxes: Int) {
      guard boxes > 14 else { return }
      box = 156
      arrow = 118
    }
  }

  /// The diagram.
  mutating func text(_ settings: DiagramSettings, region: String?, missing: String?) -> String {
    let whole = settings.title ?? flat.chart.title ?? flat.chart.id.text
    let title = region.map { "\(whole): \($0)" } ?? whole
    var lines = [
      "stateDiagram-v2", "  accTitle: \(Self.escaped(title))",
      "  accDescr: \(Self.escaped(ScreenDiagram.description(of: title, missing)))",
    ]
    if settings.direction != .down { lines.append("  direction \(settings.direction.code)") }
    let classes = flow.boxes.map(\.meaning.style)
    for style in ScreenFlow.Meaning.styles where classes.contains(style.name) {
      lines.append("  classDef \(style.name) \(style.style)")
    }
    let nodes = flow.boxes.map { $0.state ?? identifiers.take("several") }
    let names = nodes.map { identifiers[$0] }
    var order = DrawingOrder(settings.order)
    for (box, name) in order.arranged(Array(zip(flow.boxes, names))) {
      var parts = ["<b>\(Self.wrapped(box.title, width.box).joined(separator: "<br/>"))</b>"]
      if let event = box.event { parts += Self.wrapped(event, width.box).map { "<i>\($0)</i>" } }
      for note in box.notes { parts += Self.wrapped(note, width.box) }
      lines.append("  state \"\(parts.joined(separator: "<br/>"))\" as \(name)")
    }
    for arrow in order.arranged(flow.arrows.sorted { ($0.from ?? -1, $0.to) < ($1.from ?? -1, $1.to) }) {
      let from = arrow.from.map { names[$0] } ?? "[*]"
      let words = listed(arrow.causes.filter { !$0.isEmpty }).joined(separator: "<br/>")
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
  private func listed(_ causes: [String]) -> [String] {
    guard causes.count > 1 else { return causes.flatMap { Self.wrapped($0, width.arrow) } }
    let shown = causes.count > 4 ? Array(causes.prefix(3)) + ["\(causes.count - 3) more"] : causes
    return shown.flatMap { Self.wrapped("• \($0)", width.arrow) }
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
