/// Why a chart's text was not changed.
package struct EditRefusal: Error {
  /// What is wrong, in one plain sentence.
  package var message: String
  /// What to do.
  package var help: String?

  /// Makes a refusal.
  package init(message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }

  /// The message and the help in one text.
  package var text: String { [message, help].compactMap(\.self).joined(separator: " ") }

  /// The refusal of a change after which the text would not be what was meant.
  static let unsafe = EditRefusal(
    message: "This cannot be changed safely.", help: "Change the text by hand.")
}
