import Statecharts
import StatechartsDocs
import StatechartsLint
import StatechartsYAML

/// Why a page is not written: something in it cannot be understood, or names what cannot be used.
struct RegionProblem: Error {
  /// What is wrong.
  let message: String
  /// What to do about it.
  let help: String
  /// Where, in UTF-8 offsets from the start of the page.
  let range: SourceRange

  /// A marker that cannot be understood.
  init(_ problem: DocumentProblem) {
    (message, help, range) = (problem.message, problem.help, problem.range)
  }

  /// A file that cannot be used.
  init(_ what: String, _ file: String, of region: DocumentRegion) {
    message = "The \(what) of this region cannot be used."
    help = "Fix `\(VisibleText.escaped(file))` first: see the messages above."
    range = region.marker
  }

  /// A file that does not exist.
  init(_ missing: MissingFile, of region: DocumentRegion) {
    message = missing.message
    help = missing.help ?? "Write the path of a file that exists."
    range = region.marker
  }

  /// A state that does not exist.
  init(_ state: String, among known: [String], of region: DocumentRegion) {
    message = "The chart of this region has no state `\(VisibleText.escaped(state))`."
    help =
      NearNames.suggestion(for: state, in: known).map { "Did you mean `\($0)`?" }
      ?? "Write the id of a state, as in state=\(known.dropFirst().first ?? "ID"), or remove it."
    range = region.marker
  }
}
