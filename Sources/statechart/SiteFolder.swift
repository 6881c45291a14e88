import StatechartsDocs
import StatechartsFiles
import StatechartsYAML

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The folder of a site. Only files that the command wrote are replaced, and nothing is deleted.
struct SiteFolder {
  // Decision: Docs/decisions/diagrams-and-pages.md#a-site-replaces-only-its-own-files
  /// The path, without a slash at its end, except for the root folder.
  let path: String

  /// - Parameter path: The path of a folder, which is not empty.
  init(_ path: String) {
    let end = path.utf8.reversed().drop { $0 == UInt8(ascii: "/") }.count
    self.path = end == 0 && path.hasPrefix("/") ? "/" : String(path.utf8.prefix(end)) ?? path
  }

  /// Looks at the place of a file without writing anything.
  ///
  /// - Returns: The file as it is now.
  /// - Throws: why it may not be written.
  func prepare(_ file: DocumentSite.File) throws(FileReplacement.Refusal) -> FileReplacement {
    let path = self.path + "/" + file.path
    try checkFolders(of: file.path, makesThem: false)
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
      throw FileReplacement.Refusal(message: "`\(path)` is a link, so it was not written.")
    }
    let replacement: FileReplacement
    do throws(FileProblem) {
      replacement = try FileReplacement(reading: path)
    } catch {
      throw FileReplacement.Refusal(message: error.message)
    }
    guard let old = replacement.old, old != file.bytes else { return replacement }
    guard DocumentSite.isOwn(old) else {
      throw FileReplacement.Refusal(
        message: "`\(path)` was not written by `statechart docs`, so it was not replaced. "
          + "Choose another folder, or delete the file.")
    }
    try replacement.check()
    return replacement
  }

  /// Writes a file that was prepared.
  ///
  /// - Returns: Whether the file was new or had another text.
  func write(_ file: DocumentSite.File, _ replacement: FileReplacement) throws(FileReplacement.Refusal)
    -> Bool
  {
    guard replacement.old != file.bytes else { return false }
    try checkFolders(of: file.path, makesThem: true)
    try replacement.write(file.bytes)
    return true
  }

  /// Looks at the folders between the site's and a file in it. Nothing is written through a link, because it may lead elsewhere.
  private func checkFolders(of path: String, makesThem: Bool) throws(FileReplacement.Refusal) {
    var folder = self.path
    for part in [""] + path.split(separator: "/").dropLast().map(String.init) {
      if !part.isEmpty { folder += "/" + part }
      var status = stat()
      if lstat(folder, &status) != 0 {
        guard makesThem else { return }
        let isMade = mkdir(folder, 0o777) == 0
        guard isMade else {
          throw FileReplacement.Refusal(
            message: "The folder `\(folder)` cannot be made: \(String(cString: strerror(errno))).")
        }
      } else if !part.isEmpty, status.st_mode & S_IFMT == S_IFLNK {
        throw FileReplacement.Refusal(message: "`\(folder)` is a link, so nothing was written into it.")
      } else if stat(folder, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR {
        throw FileReplacement.Refusal(message: "`\(folder)` is not a folder, so nothing was written into it.")
      }
    }
  }
}
