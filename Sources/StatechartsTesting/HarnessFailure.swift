/// A line of a test.
public struct TestLocation: Hashable, Sendable, CustomStringConvertible {
  /// The module and the file, as `#fileID` gives them.
  public let fileID: String
  /// The path of the file, as `#filePath` gives it.
  public let filePath: String
  /// The line, from 1.
  public let line: Int

  init(_ fileID: String, _ filePath: String, _ line: Int) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
  }

  /// Module, file and line, as compilers write them: `SignInTests/StoryTests.swift:42`.
  public var description: String { "\(fileID):\(line)" }
}

/// What a test of a session found, with the line that it was found at. Shows no secrets.
public struct HarnessFailure: Error, Hashable, CustomStringConvertible {
  /// Sentences that say what was expected and what was found, at least one.
  public let problems: [String]
  /// The steps up to the one that failed, where the test is a list of steps.
  public let story: [String]
  /// The line of the step, or of the call; nil for what the session itself reports.
  public let location: TestLocation?

  init(_ problems: [String], story: [String] = [], at location: TestLocation? = nil) {
    self.problems = problems
    self.story = story
    self.location = location
  }

  /// The location, the story, and one line for each problem.
  public var description: String {
    ((location.map { ["\($0)"] } ?? []) + story + problems).joined(separator: "\n")
  }

  static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.map { "`\($0)`" }.joined(separator: ", ")
  }
}
