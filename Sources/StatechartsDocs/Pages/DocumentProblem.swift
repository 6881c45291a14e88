/// Something wrong with the markers of a document.
public struct DocumentProblem: Error, Hashable, Sendable {
  /// One plain sentence: what is wrong.
  public let message: String
  /// What to write instead.
  public let help: String
  /// The text to edit, in UTF-8 offsets from the document's first byte.
  public let range: Range<Int>
}
