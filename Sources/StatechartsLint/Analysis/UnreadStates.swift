import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Which states have parts that could not be read, so that what seems to be missing there may be only misspelled.
///
/// One mistake must not hide others: whatever lies elsewhere is looked at all the same.
struct UnreadStates: Sendable {
  /// Whether the declarations of data, events and handlers were read whole.
  let hasDeclarations: Bool
  /// By state: whether something was lost in the state itself, not in one inside it.
  let isHit: [Bool]
  /// By state: whether something was lost in it, in a state inside, or in one around it.
  private let isNear: [Bool]
  private let isInside: [Bool]

  /// Where errors begin, in order.
  private let places: [Int]
  /// The texts of the parts that the reader had to leave out because they are wrong.
  ///
  /// A state that only a misspelled `taget:` leads to is not unreachable as well: one mistake is one finding.
  let unreadTexts: Set<String>
  /// The keys that stand in their mapping twice, the second time.
  let duplicateKeys: Set<SourceRange>
  /// Whether parts were written as aliases, which charts do not have: nobody knows what they were to name.
  let hasAliases: Bool

  /// Whether everything that is written was read.
  var isEmpty: Bool { places.isEmpty }

  /// - Parameter read: The origins of all that the model kept.
  init(of tree: StateIndex, in document: YAMLDocument, findings: [Diagnostic], read: OriginSet) {
    let errors = findings.filter { $0.severity == .error }
    let places = errors.map(\.range.lowerBound).sorted()
    var unreadTexts = places.isEmpty ? [] : Self.unreadTexts(in: document, known: read)
    for error in errors where error.range.count <= 1_024 {
      unreadTexts.formUnion(ExpressionWords(document.source.text(in: error.range)).names)
    }
    self.unreadTexts = unreadTexts
    duplicateKeys = Set(findings.lazy.filter { $0.rule == YAMLRule.duplicateKey.rawValue }.map(\.range))
    hasAliases = findings.contains { finding in
      finding.rule == YAMLRule.unsupported.rawValue
        && document.source.text(in: finding.range).utf8.first == UInt8(ascii: "*")
    }
    self.places = places
    let count = tree.nodes.count
    var isHit = [Bool](repeating: false, count: count)
    var hasDeclarations = true
    if !places.isEmpty, let root = document.root {
      let ends = Self.ends(of: tree, in: document)
      let starts = tree.nodes.indices.dropFirst().compactMap { number -> (place: Int, state: Int)? in
        let origin = tree.nodes[number].state.id.origin.rawValue
        return origin < 0 ? nil : (document.range(of: YAMLDocument.NodeID(origin)).lowerBound, number)
      }.sorted { $0.place < $1.place }
      let entries = document.entries(of: root).map { key, value in
        let start = document.range(of: key).lowerBound
        return (
          start..<max(document.range(of: value).upperBound, start) + 1,
          Self.subject(of: document.text(of: key))
        )
      }
      for place in places {
        // The last state that begins before the place, or one around it, holds the place.
        let next = starts.partitioningIndex { $0.place > place }
        var number = next > 0 ? starts[next - 1].state : 0
        while number > 0, ends[number] < place { number = tree.nodes[number].parent }
        // What comes after a mistake in the syntax was not read, so declarations may be missing there.
        let subject = entries.first { $0.0.contains(place) }?.1 ?? .declarations
        if number > 0 || subject == .behavior {
          isHit[number] = true
        } else if subject == .declarations {
          hasDeclarations = false
        }
      }
    }
    var isInside = isHit
    for number in tree.nodes.indices.reversed() where number > 0 && isInside[number] {
      isInside[tree.nodes[number].parent] = true
    }
    var isAround = isHit
    for number in tree.nodes.indices.dropFirst() where isAround[tree.nodes[number].parent] {
      isAround[number] = true
    }
    self.hasDeclarations = hasDeclarations
    self.isHit = isHit
    self.isInside = isInside
    isNear = tree.nodes.indices.map { isInside[$0] || isAround[$0] }
  }

  /// Whether a state was read whole, with the states inside it, and what the states around it do themselves.
  func isIntact(_ number: Int) -> Bool { !isNear[number] }

  /// Whether a state was read whole, with the states inside it.
  func isIntactInside(_ number: Int) -> Bool { !isInside[number] }

  /// Whether an error begins in a range.
  func isIn(_ range: SourceRange) -> Bool {
    let next = places.partitioningIndex { $0 >= range.lowerBound }
    return next < places.count && places[next] < range.upperBound
  }

  private static func unreadTexts(in document: YAMLDocument, known: OriginSet) -> Set<String> {
    var result: Set<String> = []
    var open = document.root.map { [$0] } ?? []
    while let node = open.popLast() {
      if let text = document.text(of: node) {
        guard !known.contains(ModelOrigin(node.rawValue)), text.utf8.count <= 1_024 else { continue }
        result.insert(text)
        result.formUnion(ExpressionWords(text).names)
      } else {
        open.append(contentsOf: document.children(of: node))
      }
    }
    return result
  }

  /// Where the text of each state ends.
  private static func ends(of tree: StateIndex, in document: YAMLDocument) -> [Int] {
    var numbers: [Int32: Int] = [:]
    for (number, node) in tree.nodes.enumerated() where number > 0 {
      numbers[node.state.id.origin.rawValue] = number
    }
    var result = [Int](repeating: Int.max, count: tree.nodes.count)
    var open = document.root.map { [$0] } ?? []
    while let node = open.popLast() {
      for (key, value) in document.entries(of: node) {
        if let number = numbers[key.rawValue] { result[number] = document.range(of: value).upperBound }
        open.append(value)
      }
      if document.kind(of: node) == .sequence { open += Array(document.children(of: node)) }
    }
    return result
  }

  /// What a key of the chart is about.
  private enum Subject {
    /// Such as `title` and `migrations`. A mistake there affects nothing else.
    case description
    case declarations, behavior
  }

  /// What a key of the chart is about. One that charts do not have may be a misspelled `states`.
  private static func subject(of key: String?) -> Subject {
    switch FormatIndex.shared.keys(of: .chart).first(where: { $0.name.text == key })?.shape {
    case .formatVersion, .name, .text, .count, .migrations: .description
    case .variables, .mapping(_, .described), .object(.handlers): .declarations
    default: .behavior
    }
  }
}
