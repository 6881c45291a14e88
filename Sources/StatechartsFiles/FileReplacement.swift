package import StatechartsYAML

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that a command is going to write, with what stood there when the command looked at it.
///
/// All commands that write text do it through this: what somebody saved until right before the replacement is not lost,
/// and a file is never half written. Where the system allows it, a file keeps its owner, group and permissions. A link to a
/// file stays a link.
package struct FileReplacement {
  /// Why a file was not written; it is then as it was.
  package struct Refusal: Error {
    /// What is wrong, in one plain sentence.
    package var message: String

    package init(message: String) { self.message = message }
  }

  /// The file.
  package let path: String
  /// What stood in it; nil when there was no file.
  package let old: [UInt8]?
  /// What a person can do where somebody has changed the file.
  package var advice = "Run the command again."

  /// The largest file that is replaced, in bytes. It is read to be compared.
  package static let largest = 64 << 20

  /// A file whose text was read before.
  package init(_ path: String, old: [UInt8]?) {
    self.path = path
    self.old = old
  }

  /// A file that is read now; there may be none yet.
  ///
  /// - Throws: why it cannot be read, for instance because it is a pipe, or because a link on its path leads out of its
  ///   package.
  package init(reading path: String) throws(FileProblem) {
    // Decision: Docs/decisions/tooling-and-tests.md#a-link-out-of-its-package-is-refused-even-when-it-is-named
    if let problem = FileTree.foreignLink(in: path) { throw problem }
    // Reading what is handed over in /dev, such as the standard output, would wait for ever.
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw FileProblem(path: path, reason: status.st_mode & S_IFMT == S_IFDIR ? .folder : .notAFile)
    }
    self.init(path, old: try Self.contents(of: path))
  }

  /// The bytes of a file; nil when there is none.
  private static func contents(of path: String) throws(FileProblem) -> [UInt8]? {
    do throws(FileProblem) {
      return try SourceText.read(file: path, limit: largest).bytes
    } catch {
      guard error.reason == .missing else { throw error }
      return nil
    }
  }

  /// Checks that the file may be written and has not been changed since.
  ///
  /// - Throws: `Refusal` when not.
  package func check() throws(Refusal) {
    _ = try target()
    try checkText()
  }

  /// Makes the folder of the file if it does not exist. The folder around it has to exist.
  ///
  /// - Throws: `Refusal` when it cannot be made.
  package func makeFolder() throws(Refusal) {
    let folder = ChartPath.folder(of: path)
    guard !folder.isEmpty, access(folder, F_OK) != 0 else { return }
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw cannotWrite(errno) }
  }

  /// Writes the file, and sees to it that it is on the disk.
  ///
  /// The text is written in full beside the file and then put in its place, right after a last look at what stands there.
  ///
  /// - Throws: `Refusal` when the file may not or cannot be written, or was changed meanwhile.
  package func write(_ bytes: [UInt8]) throws(Refusal) {
    let (target, status) = try target()
    // Nobody else may read it before it has the permissions of the file. Its name is hidden, for a run that is ended
    // leaves it behind, and short, for that of the file may be as long as a name can be.
    let folder = target.utf8.lastIndex(of: UInt8(ascii: "/")).map { target[..<$0] } ?? "."
    var beside = Array("\(folder)/.statechart.XXXXXX".utf8CString)
    let descriptor = mkstemp(&beside)
    guard descriptor >= 0 else { throw cannotWrite(errno) }
    var code = failure(writing: bytes, to: descriptor)
    var mode = status.map { $0.st_mode & 0o7777 } ?? Self.newMode
    if let status {
      // Only the administrator may give a file away; for others, the new file is their own. Another group gets no rights.
      _ = fchown(descriptor, status.st_uid, .max)
      if fchown(descriptor, .max, status.st_gid) != 0 { mode &= ~0o070 }
    }
    if fchmod(descriptor, mode) != 0 { code = code ?? errno }
    if fsync(descriptor) != 0 { code = code ?? errno }
    if close(descriptor) != 0 { code = code ?? errno }
    do throws(Refusal) {
      try checkText()
      if let code { throw cannotWrite(code) }
      try place(beside, at: target)
    } catch {
      unlink(beside)
      throw error
    }
    // Some systems cannot do this for folders, and the file is in its place by then.
    let home = open(folder.isEmpty ? "/" : String(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard home >= 0 else { return }
    fsync(home)
    close(home)
  }

  /// Puts the written text in place of the file. A file that somebody made meanwhile is not replaced, except on disks
  /// without hard links.
  ///
  /// - Parameter beside: the path of the written text, with the zero at its end.
  /// - Throws: `Refusal` when it cannot be done; the written text is then still there.
  func place(_ beside: [CChar], at target: String) throws(Refusal) {
    if old == nil {
      // `link` fails when the name is taken, which `rename` would replace.
      if link(beside, target) == 0 {
        unlink(beside)
        return
      }
      let code = errno
      if code == EEXIST { throw changed }
      // Some disks have no hard links.
      guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(code) else { throw cannotWrite(code) }
    }
    guard rename(beside, target) == 0 else { throw cannotWrite(errno) }
  }

  /// - Parameter code: What the system said.
  private func cannotWrite(_ code: Int32) -> Refusal {
    Refusal(message: "The file `\(path)` cannot be written: \(String(cString: strerror(code))).")
  }

  /// The path behind all links, and what is known of the file there; nil when there is none.
  private func target() throws(Refusal) -> (path: String, status: stat?) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return (path, nil) }
    guard let target = Self.linkTarget(path), stat(target, &status) == 0 else {
      throw Refusal(message: "The link `\(path)` leads nowhere, so it was not written.")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Refusal(message: "`\(path)` is not a file, so it was not written.")
    }
    // Putting a file in its place works for one that may not be written too. The administrator may write everything, but
    // a file that nobody may write is meant to stay as it is.
    guard status.st_mode & 0o222 != 0, access(target, W_OK) == 0 else {
      throw Refusal(message: "The file `\(path)` is read-only, so it was not changed.")
    }
    // Decision: Docs/decisions/tooling-and-tests.md#a-file-with-several-names-is-not-replaced
    guard status.st_nlink < 2 else {
      throw Refusal(
        message: "The file `\(path)` has \(status.st_nlink) names (hard links), so it was not written. "
          + "Make it a file of its own, or write to another name.")
    }
    return (target, status)
  }

  /// Compares what stands in the file with what stood there.
  private func checkText() throws(Refusal) {
    // Decision: Docs/decisions/tooling-and-tests.md#a-file-is-compared-before-it-is-replaced
    // What cannot be read any more was changed too.
    let current: [UInt8]?? = try? Self.contents(of: path)
    guard current == .some(old) else { throw changed }
  }

  private var changed: Refusal {
    Refusal(message: "The file `\(path)` was changed meanwhile, so it was not written. \(advice)")
  }

  /// Who may read and write a new file: what the user has set.
  private static var newMode: mode_t {
    let mask = umask(0o077)
    umask(mask)
    return 0o666 & ~mask
  }

  /// The path of a file behind all links; nil when there is none.
  package static func linkTarget(_ path: String) -> String? {
    guard let target = realpath(path, nil) else { return nil }
    defer { free(target) }
    return String(cString: target)
  }
}
