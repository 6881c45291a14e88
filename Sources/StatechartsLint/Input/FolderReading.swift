internal import Foundation
package import StatechartsYAML

/// What a search asks of the file system.
package protocol FolderReading: Sendable {
  /// What lies at a path; nil for nothing, and for a link that leads nowhere.
  func kind(of path: String) -> FolderEntryKind?

  /// The names of all that lies in a folder, in any order.
  ///
  /// - Throws: why the folder cannot be searched.
  func names(in folder: String) throws(FileProblem) -> [String]

  /// What tells a file or a folder from all others, whatever path it is named by.
  func identity(of path: String) -> FileIdentity
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

/// What tells a file or a folder from all others.
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
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    guard isFolder.boolValue else { return .file }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeSymbolicLink ? .linkToFolder : .folder
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

  package func identity(of path: String) -> FileIdentity {
    if path == "-" { return .path(path) }
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path),
      let system = attributes[.systemNumber] as? Int, let file = attributes[.systemFileNumber] as? Int
    else { return .path(url.standardizedFileURL.path) }
    return .number(system: system, file: file)
  }
}
