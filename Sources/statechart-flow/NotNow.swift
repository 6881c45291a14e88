/// The message for a line that does nothing now. It lists what can be typed instead, in the words of the terminal, not
/// with names of states and methods.
enum NotNow {
  /// About a word that the command knows, and that does nothing here.
  static func words(_ word: String, instead offered: [String]) -> String {
    "`\(word)` is not available now. \(here(offered))"
  }

  /// About a word that was offered: the flow has gone on since.
  static let noMore = "That is no longer available."

  /// About an unknown line. It is not repeated: it may be a code or a password.
  static func unknown(instead offered: [String]) -> String {
    "That is not one of the choices. \(here(offered))"
  }

  /// What can be typed.
  static func here(_ offered: [String]) -> String {
    "You can type: \(offered.map { "`\($0)`" }.joined(separator: ", "))."
  }

  /// What can be typed as a question says it: what stands in it between back-ticks.
  static func offered(in question: String) -> [String] {
    question.split(separator: "`", omittingEmptySubsequences: false).enumerated().compactMap { place, part in
      place.isMultiple(of: 2) ? nil : String(part)
    }
  }
}
