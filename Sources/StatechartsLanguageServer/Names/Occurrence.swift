internal import StatechartsYAML

/// What a name of a chart stands for.
enum ChartNameKind: String, CaseIterable {
  case state, event, error, output, variable, `guard`, action, service, query
  /// The path of another chart.
  case chart

  /// The kind in words.
  var words: String {
    switch self {
    case .error: "error code"
    default: rawValue
    }
  }
}

/// A name at one location of a chart.
struct Occurrence: Hashable {
  /// Whether the name is declared, used or changed there.
  enum Role { case declaration, reading, writing }

  var kind: ChartNameKind
  var name: String
  var range: SourceRange
  var role: Role
}
