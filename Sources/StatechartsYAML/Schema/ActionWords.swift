/// The words with which the format's own actions are written.
package enum ActionWords {
  /// The action that a key begins.
  package static func object(_ text: String) -> FormatObject? {
    FormatObject.actionForms.first { $0.verb.text == text }?.object
  }

  /// The keys that hold actions, such as `entry`.
  package static let holders = Set(
    FormatObject.allCases.flatMap(\.keys).filter { [.actions, .blocks].contains($0.shape) }.map(\.name.text))

  /// By key that begins no action itself: the actions that have it.
  package static let companions = Dictionary(
    FormatObject.actionForms.flatMap { form in
      form.object.keys.filter { $0.name != form.verb }.map { ($0.name.text, ["`\(form.verb.text)`"]) }
    }, uniquingKeysWith: +)

  /// Words that cannot be the names of actions in Swift code.
  package static func isReserved(_ text: String) -> Bool {
    object(text) != nil || companions[text] != nil
  }
}
