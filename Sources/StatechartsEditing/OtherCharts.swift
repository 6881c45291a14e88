import StatechartsYAML

/// The charts around the chart in which a name is changed.
struct OtherCharts {
  /// Those that can be searched.
  let usable: [RenamedChart]
  private let byName: [String: RenamedChart]
  /// Those with errors.
  let broken: [SourceText]
  /// The names of all files that cannot be used as charts.
  private let unusable: Set<String>

  init(_ sources: [SourceText], besides chart: RenamedChart) {
    var usable: [RenamedChart] = []
    var unusable: [SourceText] = []
    for source in sources where source.name != chart.source.name {
      if let other = try? RenamedChart(source) { usable.append(other) } else { unusable.append(source) }
    }
    self.usable = usable
    byName = Dictionary(usable.map { ($0.source.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.unusable = Set(unusable.map(\.name))
    broken = unusable.filter { $0.isChart(YAMLDocument.read($0).document) }
  }

  /// Checks that no chart with errors may run a chart.
  func checkParents(of chart: RenamedChart) throws(ChartRenaming.Refusal) {
    let name = chart.source.name
    let file = name.dropFirst(ChartPath.folder(of: name).count)
    let separators = Set(" \t\r\n\"'[]{},".utf8)
    let parent = broken.first { other in
      let folder = ChartPath.folder(of: other.name)
      return other.bytes.split { separators.contains($0) }.contains { word in
        word.suffix(file.utf8.count).elementsEqual(file.utf8)
          && RenamedChart.path(String(decoding: word, as: UTF8.self), in: folder) == name
      }
    }
    guard let parent else { return }
    throw ChartRenaming.Refusal(
      message: "The chart `\(parent.name)`, which names `\(file)`, has errors.",
      help: "Fix them first: statechart lint \(parent.name)")
  }

  /// The charts that use a name together with a chart, at any depth.
  func family(
    of chart: RenamedChart, _ kind: ChartNameIndex.Kind, _ name: String
  ) throws(ChartRenaming.Refusal) -> [RenamedChart] {
    guard kind.isShared else { return [] }
    let result = chart.family(kind, name, among: usable)
    for member in [chart] + result {
      try checkParents(of: member)
      guard let child = member.children.first(where: unusable.contains) else { continue }
      throw ChartRenaming.Refusal(
        message: "The chart `\(child)`, which runs in this one, has errors.",
        help: "Fix them first: statechart lint \(child)")
    }
    return result
  }

  /// A chart with those that it runs, at any depth, the outer ones first. Charts that cannot be read are left out.
  ///
  /// - Parameter chart: The chart that is not one of the others.
  func tree(of file: String, with chart: RenamedChart) -> [RenamedChart] {
    var found: [RenamedChart] = []
    var seen: Set<String> = []
    var level = [file]
    while !level.isEmpty {
      let charts = level.filter { seen.insert($0).inserted }.compactMap {
        $0 == chart.source.name ? chart : byName[$0]
      }
      found += charts
      level = charts.flatMap(\.children)
    }
    return found
  }

  /// The inputs that other charts give to a variable.
  func inputs(
    of chart: RenamedChart, _ change: NameChange
  ) throws(ChartRenaming.Refusal) -> [ChartRenaming.FileEdits] {
    var result: [ChartRenaming.FileEdits] = []
    for other in usable {
      let ranges = other.inputs(change.old, of: chart.source.name)
      guard !ranges.isEmpty else { continue }
      let edits = TextEdits(ranges.map { TextEdit(range: $0, replacement: change.new) })
      let changed = try change.changed(other, edits)
      guard ranges.allSatisfy({ other.source.bytes[$0].elementsEqual(change.old.utf8) }),
        changed.inputs(change.old, of: chart.source.name).isEmpty
      else { throw change.isUnsafe(in: other.source) }
      result.append(ChartRenaming.FileEdits(source: other.source, edits: edits))
    }
    return result
  }
}
