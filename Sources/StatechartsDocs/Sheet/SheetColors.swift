/// How a sheet looks: the style sheet in the SVG, for light and dark screens and for paper.
enum SheetColors {
  /// The class of the whole: without it, the style of a sheet in a page would also count for the rest of the page.
  static let scope = "sheet"

  /// The colors of some meanings: of edges, of fields, and of words on fields.
  private struct Tint {
    let meanings: [String]
    let light: (edge: String, field: String, word: String)
    let dark: (edge: String, field: String, word: String)
    /// Whether the edge of a card says it, or else a frame around the card.
    var hasEdge = true
  }

  // Later ones win: what follows a failure is red, whatever else it is.
  private static let tints = [
    Tint(
      meanings: ["waits"], light: ("#0969da", "#ddf4ff", "#0a4f9e"), dark: ("#388bfd", "#12263f", "#a5d6ff")),
    Tint(
      meanings: ["works"], light: ("#bf8700", "#fff3c4", "#6b4700"), dark: ("#bb8009", "#2f2409", "#f2cc60")),
    Tint(
      meanings: ["decides", "passes"], light: ("#8250df", "#f3e8ff", "#5a32a3"),
      dark: ("#a371f7", "#271c3d", "#dabfff")),
    Tint(
      meanings: ["ends"], light: ("#24292f", "#4b5563", "#ffffff"), dark: ("#d1d7de", "#c9d1d9", "#0d1117")),
    Tint(
      meanings: ["endsWell"], light: ("#188038", "#dcf5e3", "#0d5426"),
      dark: ("#3fb950", "#12331d", "#a2e8b3")),
    Tint(
      meanings: ["endsBadly"], light: ("#cf222e", "#cf222e", "#ffffff"),
      dark: ("#f85149", "#f85149", "#0d1117")),
    Tint(
      meanings: ["group", "parallel", "remembers", "outside"],
      light: ("#8c959f", "#e7ebef", "#3d444d"), dark: ("#6e7681", "#252b33", "#c9d1d9")),
    Tint(
      meanings: ["failure"], light: ("#cf222e", "#ffe5e2", "#97101c"), dark: ("#f85149", "#3a1618", "#ffb3ad")
    ),
    Tint(
      meanings: ["active", "visited"], light: ("#bc4c00", "#ffd8b0", "#6f2c00"),
      dark: ("#f0883e", "#4a2a0b", "#ffc680"),
      hasEdge: false),
  ]

  /// The colors of what has no meaning of its own.
  private static let plain: (light: [(String, String)], dark: [(String, String)]) = (
    [
      (".page", "fill:#fff"), (".box", "fill:#fff;stroke:#cfd6de"), (".frame>.box", "fill:#f6f8fa"),
      (".frame .frame>.box", "fill:#eff2f5"), (".frame .frame .frame>.box", "fill:#e9edf1"),
      ("text", "fill:#1f2328"), (".about,.id,.effects,.legend", "fill:#57606a"), (".failed", "fill:#b3121f"),
      (".condition", "fill:#6639ba"), (".rule", "stroke:#e4e8ec"), (".line.step", "stroke:#0f766e"),
      (".head.step,.dot", "fill:#0f766e"), (".line.start", "stroke:#6e7781"),
      (".head.start,.dot.start", "fill:#57606a"),
    ],
    [
      (".page", "fill:#0d1117"), (".box", "fill:#12171f;stroke:#3a424c"), (".frame>.box", "fill:#181f28"),
      (".frame .frame>.box", "fill:#1e2630"), (".frame .frame .frame>.box", "fill:#252e39"),
      ("text", "fill:#e6edf3"), (".about,.id,.effects,.legend", "fill:#a3adb8"), (".failed", "fill:#ff938a"),
      (".condition", "fill:#cdaaff"), (".rule", "stroke:#2a313a"), (".line.step", "stroke:#2dd4bf"),
      (".head.step,.dot", "fill:#2dd4bf"), (".line.start", "stroke:#8b949e"),
      (".head.start,.dot.start", "fill:#a3adb8"),
    ]
  )

  /// What is the same in all colors.
  private static let shapes: [(String, String)] =
    [
      ("text", "font-family:Helvetica,Arial,'Liberation Sans',Arimo,sans-serif")
    ]
    + SheetStyle.allCases.map { style in
      (
        ".\(style.rawValue)",
        "font-size:\(points(style.size))px;font-weight:\(style.isBold ? "bold" : "normal");"
          + "font-style:\(style == .label ? "italic" : "normal")"
      )
    } + [
      (".box,.rule", "stroke-width:1"),
      (".bar", "stroke-width:4;stroke-linecap:round"), (".line", "fill:none;stroke-width:2"),
      (".line.start", "stroke-width:1.5"),
      (".decides>.box,.passes>.box,.remembers>.box", "stroke-dasharray:5 3"),
      (".ends>.box,.endsWell>.box,.endsBadly>.box", "stroke-width:2"),
      (".failure>.bar", "stroke-dasharray:1 7"),
      (".outside", "stroke-dasharray:3 2"), (".active>.box", "stroke-width:3"),
      (".visited.card>.box", "stroke-width:2"), (".chip,.pill", "stroke-width:0.6"),
      (".onpath .pill", "stroke-width:1.6"), ("a:hover .target", "text-decoration:underline"),
      ("a:focus .pill,.state:target>.box", "stroke-width:3"),
    ]

  /// The style sheet.
  static let style: String =
    rules(shapes) + rules(plain.light) + rules(tintRules { $0.light })
    + "@media screen and (prefers-color-scheme:dark){\n" + rules(plain.dark) + rules(tintRules { $0.dark })
    + "}\n"
    + "@media print{\n" + rules([(".page", "fill:none"), (".box", "stroke:#6e7781")]) + "}\n"

  private static func rules(_ rules: [(String, String)]) -> String {
    rules.map { selectors, declarations in
      let scoped = selectors.split(separator: ",").map { ".\(scope) \($0)" }.joined(separator: ",")
      return "\(scoped){\(declarations)}\n"
    }.joined()
  }

  private static func tintRules(
    _ colors: (Tint) -> (edge: String, field: String, word: String)
  ) -> [(String, String)] {
    var result: [(String, String)] = []
    for tint in tints {
      let (edge, field, word) = colors(tint)
      func each(_ after: String..., before: String...) -> String {
        tint.meanings.flatMap { meaning in before.flatMap { first in after.map { "\(first)\(meaning)\($0)" } }
        }
        .joined(separator: ",")
      }
      if tint.hasEdge { result.append((each(">.bar", before: "."), "stroke:\(edge)")) }
      result.append((each("", before: ".chip.", ".pill."), "fill:\(field);stroke:\(edge)"))
      result.append((each("+text", before: ".chip.", ".pill."), "fill:\(word)"))
      if !tint.hasEdge { result.append((".active>.box,.visited.card>.box", "stroke:\(edge)")) }
    }
    return result
  }

  private static func points(_ size: Double) -> String {
    size == size.rounded() ? "\(Int(size))" : "\(size)"
  }
}
