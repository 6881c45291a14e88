/// The words with which the format's own actions are written.
package enum ActionWords {
  /// The action that a key begins.
  package static func object(_ text: String) -> FormatObject? {
    FormatObject.actionForms.first { $0.verb.text == text }?.object
  }

  /// The keys that hold actions, such as `entry`.
  package static let holders = Set(
    FormatObject.allCases.flatMap(\.keys).filter { [.actions, .blocks].contains($0.shape) }.map(\.name.text))

  /// The actions beside which a key stands that begins none itself; nil for other keys.
  package static func owners(ofCompanion text: String) -> String? {
    switch text {
    case "data": "`raise`, `send` or `emit`"
    case "delay", "id", "to": "`send`"
    case "then", "else": "`if`"
    case "as", "index", "do": "`foreach`"
    default: nil
    }
  }

  /// Words that cannot be the names of actions in Swift code.
  package static func isReserved(_ text: String) -> Bool {
    object(text) != nil || owners(ofCompanion: text) != nil
  }
}
