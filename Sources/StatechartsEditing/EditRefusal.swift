/// Why a chart's text was not changed.
package struct EditRefusal: Error {
  /// What is wrong, in one plain sentence.
  package var message: String
  /// What to do.
  package var help: String?

  /// The refusal of a change after which the text would not be what was meant.
  static let unsafe = EditRefusal(
    message: "This cannot be changed safely.", help: "Change the text by hand.")
}
