package import Statecharts
package import StatechartsModel

/// Values that stand for all values of a type: each declared text, each literal with its neighbours, both answers, no value.
///
/// They are on both sides of each literal and between any two, so that each comparison can hold and fail.
package struct SampleValues {
  /// How many values stand for one type at most.
  static let most = 48

  private let literals: ChartLiterals
  private let codes: [String]

  init(_ chart: Statechart, _ literals: ChartLiterals) {
    self.literals = literals
    codes = (chart.errors ?? []).map(\.code.text)
  }

  /// Finds the values that make a difference in a chart.
  package init(_ chart: Statechart) { self.init(chart, ChartLiterals(chart)) }

  /// Whether a condition of the chart may depend on a variable or field.
  package func decides(_ name: String) -> Bool { literals.decides(name) }

  /// Whether a text is a literal somewhere in the chart.
  package func mentions(_ text: String) -> Bool { literals.allTexts.contains(text) }

  /// The texts that the chart compares a variable or field with.
  package func texts(of name: String) -> [String] { literals.texts(of: name) }

  /// Values of a declared field; the first is the most ordinary one.
  package func values(of field: FieldDeclaration) -> [ChartValue] {
    values(of: field.type, named: field.name.text, field.values, depth: 0)
  }

  /// The values of each field of a payload.
  package func choices(of fields: [FieldDeclaration]) -> SampleChoices {
    SampleChoices(fields: fields.map { choice($0, depth: 0) })
  }

  /// The values of a result, by field when it has fields.
  package func choices(of type: ChartValueType?, named name: String) -> SampleChoices {
    switch type {
    case nil: SampleChoices(whole: [.unset])
    case .record(let fields)?: choices(of: fields)
    case let type?: SampleChoices(whole: values(of: type, named: name, nil, depth: 0))
    }
  }

  private func values(of type: ChartValueType, named name: String, _ permitted: [String]?, depth: Int)
    -> [ChartValue]
  {
    guard depth < 8 else { return [.unset] }
    switch type {
    case .any, .map: return [.map([:])]
    case .bool: return [.bool(true), .bool(false)]
    case .error: return codes.map { .string($0) }
    case .string:
      if let permitted { return permitted.map { .string($0) } }
      // The same text everywhere, so that what is compared is equal, and another one.
      let lengths = literals.numbers(of: name).filter { (1...64).contains($0) }
      let texts =
        ["text"] + literals.texts(of: name) + lengths.map { String(repeating: "1", count: $0) } + [
          "another text"
        ]
      return texts.map { .string($0) }
    case .int: return numbers(named: name).map { .int($0) }
    case .number:
      let bounds = (literals.numbers(of: name).map { Double($0) } + literals.fractions(of: name)).sorted()
      // The neighbors of whole numbers lie between those that are farther from each other.
      let between = zip(bounds, bounds.dropFirst()).filter { $1 - $0 <= 1 }.map { ($0 + $1) / 2 }
      let values = numbers(named: name).map { Double($0) } + literals.fractions(of: name) + between
      return values.map { .number($0) }
    case .duration:
      let bounds = literals.bounds(of: name)
      let known = literals.durations(of: name).flatMap { [$0, $0 + .seconds(1)] }
      let between = zip(bounds, bounds.dropFirst()).map { ($0 + $1) / 2 }
      return ([.seconds(60)] + known + between).map { .duration($0) }
    case .list(let element):
      let elements = values(of: element, named: name, permitted, depth: depth + 1)
      let first = elements.first ?? .unset
      let lengths = (literals.numbers(of: name).flatMap { [$0, $0 &+ 1] } + [2]).filter {
        (2...8).contains($0)
      }
      let others = elements.dropFirst().prefix(Self.most / 2)
      return [.list([first]), .list([])] + others.map { .list([$0]) } + others.map { .list([$0, first]) }
        + Set(lengths).sorted().map { .list(Array(repeating: first, count: $0)) }
    case .record(let fields): return records(of: fields, depth: depth + 1)
    case .optional(let inner): return values(of: inner, named: name, permitted, depth: depth) + [.unset]
    }
  }

  /// Without a literal it may be compared with another variable, which has the same values.
  private func numbers(named name: String) -> [Int] {
    let known = literals.numbers(of: name)
    var result = known
    for number in known {
      for near in [number &+ 1, number &- 1] where !result.contains(near) { result.append(near) }
    }
    return result.isEmpty ? [1, 0, 2] : result
  }

  /// The values of a field; of one that decides nothing the most ordinary one is enough.
  private func choice(_ field: FieldDeclaration, depth: Int) -> (name: String, values: [ChartValue]) {
    let name = field.name.text
    let all = values(of: field.type, named: name, field.values, depth: depth)
    var hasFields = false
    if case .record = field.type.unwrapped { hasFields = true }
    if case .list = field.type.unwrapped { hasFields = true }
    return (name, literals.decides(name) || hasFields ? all : Array(all.prefix(1)))
  }

  /// The most ordinary record, and those that differ from it in one field.
  private func records(of fields: [FieldDeclaration], depth: Int) -> [ChartValue] {
    let choices = SampleChoices(fields: fields.map { choice($0, depth: depth) })
    return ([choices.first] + choices.others).prefix(Self.most).map(choices.value)
  }
}

/// Which of its values each field has.
package struct Sample: Hashable {
  fileprivate var places: [Int]

  /// How far its values are from the most ordinary ones.
  package var distance: Int { places.reduce(0, +) }
}

/// The values that can be told together: a payload, of which each field has some, or a value without fields.
package struct SampleChoices {
  private struct Choice {
    var name: String
    var values: [ChartValue]
    /// For each value the first place of an equal one.
    var places: [Int]

    init(_ name: String, _ values: [ChartValue]) {
      self.name = name
      self.values = values
      places = values.map { value in values.firstIndex(of: value) ?? 0 }
    }
  }

  private let fields: [Choice]
  private let isWhole: Bool
  /// The most ordinary value.
  package let first: Sample
  /// The values that differ from it in one field.
  private(set) var others: [Sample] = []

  init(fields: [(name: String, values: [ChartValue])]) {
    self.fields = fields.filter { !$0.values.isEmpty }.map { Choice($0.name, $0.values) }
    isWhole = false
    first = Sample(places: self.fields.map { _ in 0 })
    others = neighbors(of: first)
  }

  init(whole: [ChartValue]) {
    fields = whole.isEmpty ? [] : [Choice("", whole)]
    isWhole = !whole.isEmpty
    first = Sample(places: fields.map { _ in 0 })
    others = neighbors(of: first)
  }

  /// The samples that differ from another one in one field.
  package func neighbors(of sample: Sample) -> [Sample] {
    if isWhole { return fields[0].places.dropFirst().map { Sample(places: [$0]) } }
    return fields.indices.flatMap { field in
      fields[field].places.filter { $0 != sample.places[field] }.map { place in
        var other = sample
        other.places[field] = place
        return other
      }
    }
  }

  /// The value for a sample.
  package func value(_ sample: Sample) -> ChartValue {
    if isWhole { return fields[0].values[sample.places[0]] }
    var record: [String: ChartValue] = [:]
    for (field, place) in zip(fields, sample.places) where field.values[place] != .unset {
      record[field.name] = field.values[place]
    }
    return .map(record)
  }
}
