/// How a sheet looks: the style sheet in the SVG, for light and dark screens and for paper.
enum SheetColors {
  /// The class of the whole: without it, the style of a sheet in a page would also count for the rest of the page.
  static let scope = "sheet"

  /// The colors of some meanings.
  private struct Tint {
    let meanings: [String]
    let light: BoxMeaning.Tint
    let dark: BoxMeaning.Tint
    /// Whether the edge of a card says it, or else a frame around the card.
    var hasEdge = true
  }

  // Later ones win: what follows a failure is amber, whatever else it is.
  private static let tints =
    [
      Tint(
        meanings: ["group", "parallel", "remembers", "outside"],
        light: ("#8c959f", "#e7ebef", "#3d444d"), dark: ("#6e7681", "#252b33", "#c9d1d9"))
    ]
    + BoxMeaning.allCases.filter { $0 != .afterFailure }.map {
      Tint(meanings: [$0.rawValue], light: $0.light, dark: $0.dark)
    } + [
      Tint(meanings: ["failure"], light: BoxMeaning.afterFailure.light, dark: BoxMeaning.afterFailure.dark),
      Tint(
        meanings: ["active", "visited"], light: ("#bc4c00", "#ffd8b0", "#6f2c00"),
        dark: ("#f0883e", "#4a2a0b", "#ffc680"), hasEdge: false),
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
    _ colors: (Tint) -> BoxMeaning.Tint
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
