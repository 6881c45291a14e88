/// The words with which the format's own actions are written.
package enum ActionWords {
  /// The action that a key begins.
  package static func object(_ text: String) -> FormatObject? {
    switch text {
    case "assign": .assign
    case "raise": .raise
    case "send": .send
    case "cancel": .cancel
    case "emit": .emit
    case "log": .log
    case "if": .choose
    case "foreach": .forEach
    default: nil
    }
  }

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
