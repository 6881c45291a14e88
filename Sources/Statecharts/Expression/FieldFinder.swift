import StatechartsModel

/// Finds fields of a list by name: mostly at the same place as in a list like it, else one by one, and when that is not
/// the exception by a table.
struct FieldFinder {
  private let fields: [FieldDeclaration]
  private var searches = 0
  private lazy var places = Dictionary(
    fields.enumerated().map { ($1.name.text, $0) }, uniquingKeysWith: { first, _ in first })

  init(_ fields: [FieldDeclaration]) { self.fields = fields }

  /// The field of a name.
  mutating func field(_ name: String, near place: Int) -> FieldDeclaration? {
    if place < fields.count, fields[place].name.text == name { return fields[place] }
    searches += 1
    return searches > 4 ? places[name].map { fields[$0] } : fields.first { $0.name.text == name }
  }
}
