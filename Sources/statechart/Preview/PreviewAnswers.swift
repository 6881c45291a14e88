import StatechartsDocs
import StatechartsLint
import StatechartsYAML

/// A chart in the list of the preview.
struct PreviewSummary: Encodable, Sendable {
  /// The path as it was found.
  let path: String
  /// The id of the chart; nil before it could be read.
  let id: String?
  let title: String
  /// Grows with each change of the file.
  let revision: Int
  let errors: Int
  let warnings: Int
  let notes: Int
  /// Why the file cannot be read; nil if it can.
  let problem: String?
}

/// A chart with its text and findings.
struct PreviewChart: Encodable, Sendable {
  /// A range of the text. Lines and columns count from 1, columns in characters; the end is after the last character.
  struct Place: Encodable, Sendable {
    let line: Int
    let column: Int
    let endLine: Int
    let endColumn: Int
  }

  struct Related: Encodable, Sendable {
    let message: String
    let place: Place
  }

  struct Finding: Encodable, Sendable {
    let rule: String
    let severity: String
    let message: String
    let help: String?
    let place: Place
    let related: [Related]
  }

  struct State: Encodable, Sendable {
    let id: String
    let title: String
    let depth: Int
    let meaning: String
    let anchor: String
    /// The lines in the text that the states were read from; 0 if unknown.
    let line: Int
    let endLine: Int
  }

  let summary: PreviewSummary
  let description: String?
  /// The lines of the text, in which secrets that somebody wrote are hidden.
  let source: [String]
  let findings: [Finding]
  let states: [State]
  /// Whether the states are those of an older text, because the present one cannot be read as a chart.
  let isOutdated: Bool
}

/// A view of a chart.
struct PreviewView: Encodable, Sendable {
  struct Picture: Encodable, Sendable {
    let title: String?
    let svg: String
  }

  /// The revision of the chart's file.
  let revision: Int
  /// Whether it is the view of an older text.
  let isOutdated: Bool
  var pictures: [Picture] = []
  var html: String?
  /// What is not shown, in words.
  var note: String?
}

/// What the reference says of a state.
struct PreviewSection: Encodable, Sendable {
  let html: String
}

/// What changed in a chart since the last commit.
struct PreviewComparison: Encodable, Sendable {
  /// The short name of the commit; nil if there is nothing to compare with.
  var base: String?
  /// Why there is nothing to show, in words; nil if there is something.
  var message: String?
  var groups: [ChartComparison.Group] = []
}

/// Something that the server cannot do, in words.
struct PreviewProblem: Error, Encodable {
  let message: String
  var status = 404

  private enum CodingKeys: CodingKey { case message }
}
