import Foundation

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
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let attributes = (try? FileManager.default.attributesOfItem(atPath: target.path)) ?? [:]
    let permissions = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0o644
    // The administrator may write everything, but a file that nobody may write is meant to stay as it is.
    guard permissions & 0o222 != 0, FileManager.default.isWritableFile(atPath: target.path) else {
      throw Refusal(message: "The file `\(path)` is read-only, so it was not changed.")
    }
    let folder = target.deletingLastPathComponent()
    let beside = folder.appendingPathComponent(".\(target.lastPathComponent).\(UUID().uuidString)")
    do {
      // Nobody else may read it before it has the permissions of the file.
      guard
        FileManager.default.createFile(
          atPath: beside.path, contents: nil, attributes: [.posixPermissions: 0o600])
      else { throw CocoaError(.fileWriteUnknown) }
      let handle = try FileHandle(forWritingTo: beside)
      try handle.write(contentsOf: Data(bytes))
      try handle.close()
      // Only the administrator may give a file away.
      for key in [FileAttributeKey.ownerAccountID, .groupOwnerAccountID] {
        guard let owner = attributes[key] else { continue }
        try? FileManager.default.setAttributes([key: owner], ofItemAtPath: beside.path)
      }
      try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: beside.path)
      guard rename(beside.path, target.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    } catch {
      try? FileManager.default.removeItem(at: beside)
      throw Refusal(message: "The file `\(path)` cannot be written.")
    }
  }
}
