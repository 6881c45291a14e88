package import StatechartsYAML

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What a search asks of the file system.
package protocol FolderReading: Sendable {
  /// What lies at a path; nil for nothing, and for a link that leads nowhere.
  func kind(of path: String) -> FolderEntryKind?

  /// The names of all that lies in a folder, in any order.
  ///
  /// - Throws: why the folder cannot be searched.
  func names(in folder: String) throws(FileProblem) -> [String]

  /// What identifies a file or a folder, whatever path it is named by.
  func identity(of path: String) -> FileIdentity

  /// The files that belong to a folder; nil for all.
  func tree(around folder: String) -> FileTree?

  /// What is wrong with a link on a path that leads out of the package in which the link lies, or to something hidden.
  func foreignLink(in path: String) -> FileProblem?

  /// Whether a path leads to a hidden file, or into a hidden folder, in which the folder does not lie itself.
  func isHidden(_ path: String, from folder: String) -> Bool
}

extension FolderReading {
  package func tree(around folder: String) -> FileTree? { nil }

  package func foreignLink(in path: String) -> FileProblem? { nil }

  package func isHidden(_ path: String, from folder: String) -> Bool { false }
}

/// What lies at a path.
package enum FolderEntryKind: Sendable {
  /// A file, or anything that is no folder.
  case file
  /// A folder.
  case folder
  /// A link to a folder.
  case linkToFolder
}

/// What identifies a file or a folder.
package enum FileIdentity: Hashable, Sendable {
  /// Its number in a file system.
  case number(system: Int, file: Int)
  /// Its path, where the system gives no number.
  case path(String)
}

/// The folders of this machine.
package struct SystemFolders: FolderReading {
  /// Makes a reader.
  package init() {}

  package func kind(of path: String) -> FolderEntryKind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFDIR else { return .file }
    // The link itself, not what it leads to.
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK ? .linkToFolder : .folder
  }

  package func names(in folder: String) throws(FileProblem) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      throw FileProblem(path: folder, reason: .missing)
    } catch {
      throw FileProblem(path: folder, reason: .unreadableFolder)
    }
  }

  package func tree(around folder: String) -> FileTree? { FileTree(around: folder) }

  package func foreignLink(in path: String) -> FileProblem? { FileTree.foreignLink(in: path) }

  package func isHidden(_ path: String, from folder: String) -> Bool {
    FileTree.isHidden(path, from: folder)
  }

  package func identity(of path: String) -> FileIdentity {
    if path == "-" { return .path(path) }
    var status = stat()
    guard stat(path, &status) == 0 else { return .path(URL(fileURLWithPath: path).standardizedFileURL.path) }
    return .number(
      system: Int(truncatingIfNeeded: status.st_dev), file: Int(truncatingIfNeeded: status.st_ino))
  }
}
