import Statecharts
public import StatechartsModel

/// Writes a chart as text in the chart format. Reading the text gives the same chart; the same chart always gives the
/// same text.
public struct ChartWriter: Sendable {
  /// Makes a writer.
  public init() {}

  /// The chart as text.
  public func text(of chart: Statechart) -> String { YAMLOutput.document(output(of: chart)) }

  /// Whether two charts are written alike.
  package func writesSame(_ chart: Statechart, _ other: Statechart) -> Bool {
    output(of: chart) == output(of: other)
  }

  private func output(of chart: Statechart) -> YAMLOutput {
    var entries = Entries()
    entries.add("statechart", .bare("1"))
    entries.add("id", chart.id)
    entries.add("title", chart.title)
    if chart.version != 1 { entries.add("version", .bare(String(chart.version))) }
    entries.add("description", chart.description)
    if !chart.migrations.isEmpty {
      entries.add("migrations", .list(chart.migrations.map(ChartOutput.migration)))
    }
    if !chart.context.isEmpty {
      entries.add(
        "context",
        .map(chart.context.map { .init(key: $0.name.text, value: ChartOutput.variable($0)) }, isOpen: true))
    }
    ChartOutput.addDeclarations(of: chart, to: &entries)
    if chart.root.kind == .parallel { entries.add("type", .text("parallel")) }
    ChartOutput.addBehavior(of: chart.root, to: &entries)
    return .map(entries.list, isOpen: true)
  }
}

/// Entries of a mapping, in order.
struct Entries {
  var list: [YAMLOutput.Entry] = []

  mutating func add(_ key: String, _ value: YAMLOutput) { list.append(.init(key: key, value: value)) }

  mutating func add(_ key: String, _ text: String?) {
    if let text { list.append(.init(key: key, value: .words(text))) }
  }

  mutating func add(_ key: String, _ name: ChartName?) { add(key, name?.text) }

  mutating func add(_ key: String, _ expression: ChartExpression?) {
    if let expression { add(key, YAMLOutput.text(expression.text)) }
  }

  mutating func add(_ key: String, isTrue: Bool) {
    if isTrue { list.append(.init(key: key, value: .bare("true"))) }
  }

  mutating func add(_ key: String, names: [ChartName]) {
    if !names.isEmpty { list.append(.init(key: key, value: .list(names.map { .words($0.text) }))) }
  }

  mutating func add(_ key: String, renamings: [ChartMigration.Renaming]) {
    guard !renamings.isEmpty else { return }
    list.append(
      .init(key: key, value: .map(renamings.map { .named($0.old.text, .words($0.new.text)) }, isOpen: false)))
  }

  mutating func add(_ key: String, _ fields: [NamedExpression]) {
    if !fields.isEmpty { list.append(.init(key: key, value: Self.map(fields))) }
  }

  mutating func add(_ key: String, _ delay: ChartDelay?) {
    switch delay {
    case nil: break
    case .literal(let span)?: add(key, span.literalText)
    case .expression(let expression)?: add(key, expression)
    }
  }

  static func map(_ fields: [NamedExpression]) -> YAMLOutput {
    .map(fields.map { .init(key: $0.name.text, value: .text($0.value.text)) }, isOpen: false)
  }

  var map: YAMLOutput { .map(list, isOpen: false) }
}

/// The parts of a chart as YAML.
enum ChartOutput {}
