package import StatechartsYAML

/// A chart among others that it may run or that may run it.
package protocol ChartOfFamily {
  /// The text of the chart.
  var source: SourceText { get }
  /// Where it uses names.
  var index: ChartNameIndex { get }
  /// The files of the charts that it runs, one for each of `index.children`.
  var children: [String] { get }
}

extension ChartOfFamily {
  /// The charts among some that use a name together with this one, at any depth. Charts send events to each other, and a
  /// parent may list error codes of a child under `failed`. The app gets the outputs of each chart by themselves, and
  /// each chart is bound to handlers of its own, so the names of those are never used together.
  package func family(_ kind: ChartNameIndex.Kind, _ name: String, among others: [Self]) -> [Self] {
    guard kind.isShared else { return [] }
    var rest = others
    var result: [Self] = []
    var open = [self]
    while let next = open.popLast() {
      let isConnected = { (other: Self) in
        next.shares(kind, name, withChild: other) || other.shares(kind, name, withChild: next)
      }
      let found = rest.filter(isConnected)
      open += found
      result += found
      rest.removeAll(where: isConnected)
    }
    return result
  }

  /// Whether this chart runs another one, and both mean the same by a name.
  private func shares(_ kind: ChartNameIndex.Kind, _ name: String, withChild other: Self) -> Bool {
    let calls = zip(children, index.children).filter { $0.0 == other.source.name }.map(\.1)
    guard !calls.isEmpty else { return false }
    guard kind == .event else { return calls.contains { $0.failures.contains(name) } }
    return calls.contains { call in
      call.forwards || index.sends.contains { $0.event.canBe(name) && $0.receiver.canBe(call.id) }
    } || other.index.sends.contains { $0.event.canBe(name) && $0.receiver.canBe("parent") }
  }

  /// Where this chart gives an input to the chart of a file. Two calls may share their inputs.
  package func inputs(_ name: String, of file: String) -> Set<SourceRange> {
    var ranges: Set<SourceRange> = []
    for (path, child) in zip(children, index.children) where path == file {
      for input in child.inputs where input.name == name { ranges.insert(input.range) }
    }
    return ranges
  }
}

extension ChartNameIndex.Kind {
  /// Whether other charts may have names of the kind: those of events and errors, or inputs.
  var isKnownOutside: Bool { isShared || self == .variable }
  /// Whether recorded runs have names of the kind. A run of a parent has the names of all charts that run in it.
  package var isInRuns: Bool { isKnownOutside || self == .service || self == .guard }
  /// Whether charts that run each other may use a name of the kind together. A variable is known outside as an input.
  package var isShared: Bool { self == .event || self == .error }
}

/// A chart among others, for names that several charts use.
package struct RelatedChart: ChartOfFamily {
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
}
