#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Puts a new text into the place of a file.
enum FileReplacement {
  /// Why a file was not replaced.
  struct Refusal: Error {
    /// What is wrong, in one plain sentence.
    var message: String
  }

  /// Writes a file anew. It keeps who may read and write it and whom it belongs to, and a link to it stays a link.
  ///
  /// The text is written in full beside the file and then put in its place: a file is never half written. That would
  /// work for a file that may not be written too, so it is asked first.
  ///
  /// - Throws: `Refusal` when the file may not or cannot be written; it is then as it was.
  static func write(_ bytes: [UInt8], to path: String) throws(Refusal) {
    let failed = Refusal(message: "The file `\(path)` cannot be written.")
    var status = stat()
    guard let target = linkTarget(path), stat(target, &status) == 0 else { throw failed }
    // The administrator may write everything, but a file that nobody may write is meant to stay as it is.
    guard status.st_mode & 0o222 != 0, access(target, W_OK) == 0 else {
      throw Refusal(message: "The file `\(path)` is read-only, so it was not changed.")
    }
    // Nobody else may read it before it has the permissions of the file. Its name is hidden, for a run that is ended
    // leaves it behind, and short, for that of the file may be as long as a name can be.
    let folder = target.prefix(upTo: target.utf8.lastIndex(of: UInt8(ascii: "/")) ?? target.startIndex)
    var beside = Array("\(folder)/.statechart.XXXXXX".utf8CString)
    let descriptor = mkstemp(&beside)
    guard descriptor >= 0 else { throw failed }
    var isDone = failure(writing: bytes, to: descriptor) == nil
    // Only the administrator may give a file away.
    _ = fchown(descriptor, status.st_uid, .max)
    _ = fchown(descriptor, .max, status.st_gid)
    isDone = fchmod(descriptor, status.st_mode & 0o7777) == 0 && isDone
    isDone = close(descriptor) == 0 && isDone
    guard isDone, rename(beside, target) == 0 else {
      unlink(beside)
      throw failed
    }
  }

  /// The path of a file behind all links; nil when there is none.
  static func linkTarget(_ path: String) -> String? {
    guard let target = realpath(path, nil) else { return nil }
    defer { free(target) }
    return String(cString: target)
  }
}
