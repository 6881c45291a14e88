import ReferenceEngine
import Statecharts
package import StatechartsModel

/// A random chart whose ids, titles and labels are what breaks renderers: their keywords, their signs, markup,
/// invisible characters.
package struct HostileChart {
  /// The chart to draw.
  package var chart: Statechart
  /// The same with harmless ids, to compare with; titles are those of `chart`.
  package var plain: Statechart
  /// What each state is called in `plain`, by the number at the end of its title.
  private var plainIDs: [String: String] = [:]

  private var random: RandomSource
  private var taken: Set<String> = []
  private var newIDs: [String: String] = [:]

  private static let ids = [
    "end", "state", "State", "note", "Note", "default", "class", "classDef", "style", "click", "href",
    "scale",
    "root", "constructor", "toString", "hasOwnProperty", "valueOf", "a-b", "a--b", "a_b", "hide", "as",
    "fork",
    "join", "choice", "history", "start", "s_start", "direction", "title", "accTitle", "stateDiagram", "A",
    "a",
    "start_", "_", "root_start", "root_end", "divider",
  ]

  private static let texts = [
    ";", "a;b", "::x", ":lead", "#35;", "#x;", "#", "**b**", "_i_", "`code`", "<b>x</b>", "<br/>", "<", ">",
    "&amp;", "&",
    "\\n", "%% c", "%", "\"q\"", "'q'", "[*]", "-->", "a --> b", "{", "}", "direction LR", "[[fork]]",
    "<<choice>>",
    "é ü", "漢字", "🙂", "👩‍👩‍👧", "\u{202E}right to left", "مرحبا", "tab\tbetween", "javascript:alert(1)",
    "note right of x",
    "accTitle: x", "---", "--", "$$x^2$$", "“quotes”", "\u{200B}", "\u{00A0}", "e\u{0301}", "1. list",
    "- list", "@a", "~a",
    "|a|", "\\", "(a)", "as", "state", "end note", "x as y", "ﬂ°°60¶ß", "style a fill:red", "click a",
    "classDef x",
    "a\nb", "  spaces  ", "0", "null", "undefined", "http://a.example/?b=c&d=e",
    "<script>console.log(1)</script>", "\" onload=\"console.log(1)", "</text></svg>", "</style>", "</title>",
    "<!-- x",
    "]]>",
    "<![CDATA[x", "<?x", "&#60;b&#62;", "&lt;", "&nbsp;", "\u{FFFE}", "\u{2028}",
  ]

  /// The chart of a seed.
  package init(seed: UInt64) {
    chart = Scenario(seed: seed, hasServices: false).chart
    plain = chart
    random = RandomSource(seed: seed ^ 0x4D45_524D)
    chart.title = text()
    chart.description = text()
    let codes = ["code-1", "code-2", "code-3"]
    chart.events = ["a", "a.x", "a.x.y", "b", "b.y", "c", "d"].map {
      EventDeclaration($0, title: random.chance(70) ? text() : nil)
    }
    chart.errors = codes.map { ErrorDeclaration(ChartName($0), title: random.chance(80) ? text() : nil) }
    chart.handlers.services = [HandlerDeclaration("service", errors: codes.map { ChartName($0) })]
    var number = 0
    var root = chart.root
    dress(&root, &number, isRoot: true)
    chart.root = root
    plain = chart
    rename(&root)
    chart.root = root
  }

  /// The id in `plain` of each identifier that a diagram of `chart` uses.
  package func ids(in diagram: ReadDiagram) -> [String: String] {
    var result: [String: String] = [:]
    for (name, node) in diagram.nodes {
      guard let label = node.label else { continue }
      let number = label.split(separator: " ").last { $0.utf8.allSatisfy { 48...57 ~= $0 } }
      if let number, let id = plainIDs[String(number)] { result[name] = id }
    }
    return result
  }

  private mutating func text() -> String {
    (0..<random.number(1...3)).map { _ in random.pick(Self.texts) }.joined(
      separator: random.chance(50) ? " " : "")
  }

  /// Gives titles, labels and new ids. Some choices show no title, so these keep theirs.
  private mutating func dress(_ state: inout StateNode, _ number: inout Int, isRoot: Bool) {
    number += 1
    state.title = state.kind == .choice && random.chance(30) ? nil : text() + " \(number)"
    if random.chance(30) { state.description = text() }
    plainIDs[String(number)] = state.id.text
    if !isRoot, state.title != nil {
      var id = random.pick(Self.ids)
      while !taken.insert(id).inserted { id += random.pick(["-", "_", "x", "2"]) }
      newIDs[state.id.text] = id
      let mayRun = state.kind == .plain || state.kind == .parallel
      if mayRun, random.chance(20) { state.invoke = [ChartInvocation(.service("service"))] }
    }
    eachTransition(of: &state) {
      $0.label = random.chance(70) ? text() : nil
      if random.chance(20) { $0.description = text() }
    }
    for index in state.states.indices { dress(&state.states[index], &number, isRoot: false) }
  }

  private func rename(_ state: inout StateNode) {
    func renamed(_ names: [ChartName]) -> [ChartName] { names.map { ChartName(newIDs[$0.text] ?? $0.text) } }
    state.id = renamed([state.id])[0]
    if let initial = state.initial { state.initial?.targets = renamed(initial.targets) }
    eachTransition(of: &state) { $0.targets = renamed($0.targets) }
    for index in state.states.indices { rename(&state.states[index]) }
  }

  private func eachTransition(of state: inout StateNode, do body: (inout ChartTransition) -> Void) {
    for index in state.on.indices { body(&state.on[index].transition) }
    for index in state.always.indices { body(&state.always[index]) }
    for index in state.after.indices { body(&state.after[index].transition) }
    for index in state.done.indices { body(&state.done[index]) }
  }
}
