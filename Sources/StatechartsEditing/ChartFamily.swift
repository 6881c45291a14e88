package import StatechartsYAML

/// A chart among others, for names that several charts use.
package struct RelatedChart {
  /// The text of the chart.
  package let source: SourceText
  /// Where it uses names.
  package let index: ChartNameIndex
  /// The files of the charts that it runs.
  package let children: [String]

  /// Looks for the names in a text; nil when it is not YAML. The chart may have errors.
  package init?(_ source: SourceText) {
    guard let document = YAMLDocument.read(source).document else { return nil }
    self.source = source
    index = ChartNameIndex(document)
    children = index.children.map { ChartRenaming.path($0.path, from: source.name) }
  }

  /// The charts among some that a chart runs or that run it, at any depth.
  package func family(among others: [RelatedChart]) -> [RelatedChart] {
    ChartFamily.members(of: self, among: others, file: \.source.name, children: \.children)
  }

  /// Where this chart gives an input to the chart of a file. Two calls may share their inputs.
  package func inputs(_ name: String, of file: String) -> Set<SourceRange> {
    ChartFamily.inputs(name, of: file, in: index, children)
  }
}

/// How charts that run each other are related.
enum ChartFamily {
  /// The charts among some that a chart runs or that run it, at any depth.
  static func members<Chart>(
    of first: Chart, among others: [Chart], file: (Chart) -> String, children: (Chart) -> [String]
  ) -> [Chart] {
    var rest = others
    var result: [Chart] = []
    var open = [first]
    while let next = open.popLast() {
      let isRelated = { (other: Chart) in
        children(next).contains(file(other)) || children(other).contains(file(next))
      }
      let found = rest.filter(isRelated)
      open += found
      result += found
      rest.removeAll(where: isRelated)
    }
    return result
  }

  /// Where a chart gives an input to the chart of a file.
  static func inputs(
    _ name: String, of file: String, in index: ChartNameIndex, _ children: [String]
  ) -> Set<SourceRange> {
    var ranges: Set<SourceRange> = []
    for (path, child) in zip(children, index.children) where path == file {
      for input in child.inputs where input.name == name { ranges.insert(input.range) }
    }
    return ranges
  }
}
