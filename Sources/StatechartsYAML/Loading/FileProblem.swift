/// Why a file could not be read.
public struct FileProblem: Error, Hashable, Sendable {
  /// The reasons.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Reason: Hashable, Sendable {
    /// There is no such file.
    case missing
    /// The path names a folder.
    case folder
    /// The path names neither a file nor a folder: a pipe, a device or a socket.
    case notAFile
    /// The path leads to a file that does not belong to the folder or package in which it is named.
    case outside
    /// The path leads to a hidden file or folder, such as `.git`.
    case hidden
    /// No file has this name; the path holds the sign for bytes that are not UTF-8.
    case nameNotUTF8
    /// The file may not be read by this user.
    case notPermitted
    /// The file has more bytes than allowed.
    case tooLarge(limit: Int)
    /// The folder holds no charts.
    case noCharts
    /// The folder holds no Markdown pages.
    case noPages
    /// The folder cannot be searched.
    case unreadableFolder
    /// No file fits the pattern.
    case noMatch
    /// The path is a link that leads back to itself.
    case endlessLink
    /// The input is closed.
    case closed
    /// The system could not read it; the number is its `errno`.
    case unreadable(code: Int32)
  }

  /// The path as it was given.
  public var path: String
  /// The reason.
  public var reason: Reason

  /// Makes a problem.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// A number of bytes as the documentation gives it.
  private static func size(_ bytes: Int) -> String {
    bytes % (1 << 20) == 0 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
  }

  /// What is wrong, in one plain sentence.
  public var message: String {
    switch reason {
    case .missing: "`\(path)` does not exist."
    case .folder: "`\(path)` is a folder, not a file."
    case .notAFile: "`\(path)` is not a file."
    case .outside: "`\(path)` leads out of its folder or package, so it was not read."
    case .hidden:
      "`\(path)` leads to a hidden file, so it was not read. Name a file whose path has no part that begins with a dot."
    case .nameNotUTF8: "`\(path)` cannot be opened. If its name is not UTF-8, rename it."
    case .notPermitted: "You do not have permission to read `\(path)`."
    case .noCharts: "The folder `\(path)` has no charts, that is, no *.yaml or *.yml files."
    case .noPages: "The folder `\(path)` has no pages, that is, no *.md files."
    case .unreadableFolder: "The folder `\(path)` cannot be searched."
    case .noMatch: "No file matches the pattern `\(path)`."
    case .tooLarge(let limit): "The file `\(path)` is larger than the limit of \(Self.size(limit))."
    case .endlessLink: "The link `\(path)` leads back to itself."
    case .closed: "The input `\(path)` is closed."
    case .unreadable(let code): "The file `\(path)` cannot be read (system error \(code))."
    }
  }
}
