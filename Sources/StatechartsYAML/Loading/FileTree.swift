#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The files that belong together: those of a package or a repository, else those in one folder.
///
/// Folders and pages come from anybody. What they name or link to is read only where it belongs to them, so that no file of
/// the person who runs a command ends up in its messages.
package struct FileTree: Sendable {
  /// The folder around all of them, without links; nil when there is none.
  private let root: String?
  /// Whether it is a package or a repository.
  private let isPackage: Bool

  /// The files around a folder.
  ///
  /// - Parameter folder: a path; the current folder where it is empty.
  package init(around folder: String) {
    guard let start = Self.real(folder.isEmpty ? "." : folder) else {
      root = nil
      isPackage = false
      return
    }
    var around = start
    var isPackage = true
    while !Self.isPackage(around) {
      guard let slash = around.utf8.lastIndex(of: UInt8(ascii: "/")), !around[..<slash].isEmpty else {
        around = start
        isPackage = false
        break
      }
      around = String(around[..<slash])
    }
    root = around
    self.isPackage = isPackage
  }

  /// What is wrong with the first link on a path that leads out of the package in which the link lies, or to something hidden
  /// in it; nil when there is none.
  ///
  /// Outside of any package the person who names a link is taken to know it.
  package static func foreignLink(in path: String) -> FileProblem? {
    // Decision: Docs/decisions/tooling-and-tests.md#a-link-out-of-its-package-is-refused-even-when-it-is-named
    let bytes = Array(path.utf8)
    let slash = UInt8(ascii: "/")
    for end in stride(from: 1, through: bytes.count, by: 1) where end == bytes.count || bytes[end] == slash {
      let link = String(decoding: bytes[..<end], as: UTF8.self)
      guard isLink(link) else { continue }
      let folder =
        bytes[..<end].lastIndex(of: slash).map { String(decoding: bytes[...$0], as: UTF8.self) } ?? ""
      let tree = FileTree(around: folder)
      guard tree.isPackage else { continue }
      if !tree.contains(link) { return FileProblem(path: link, reason: .outside) }
      if isHidden(link, from: folder) { return FileProblem(path: link, reason: .hidden) }
    }
    return nil
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether a path leads to a hidden file, or into a hidden folder, in which the files do not lie themselves. Tools keep their
  /// settings there, and passwords among them.
  package static func isHidden(_ path: String, from folder: String) -> Bool {
    guard let target = real(path) else { return false }
    let start = real(folder.isEmpty ? "." : folder) ?? ""
    let parts = target.utf8.split(separator: UInt8(ascii: "/"))
    let common = zip(parts, start.utf8.split(separator: UInt8(ascii: "/"))).prefix { $0.elementsEqual($1) }
      .count
    return parts.dropFirst(common).contains { $0.first == UInt8(ascii: ".") }
  }

  /// Whether what a path leads to belongs to the files, as far as anything is there.
  package func contains(_ path: String) -> Bool {
    // Decision: Docs/decisions/tooling-and-tests.md#links-and-markers-stay-inside-the-package
    // A pipe that the shell hands over is there, and lies nowhere.
    guard let target = Self.real(path) else { return unsafe access(path, F_OK) != 0 }
    guard let root else { return false }
    return target == root || target.utf8.starts(with: (root.hasSuffix("/") ? root : root + "/").utf8)
  }

  private static func isPackage(_ folder: String) -> Bool {
    ["/.git", "/Package.swift"].contains { unsafe access(folder + $0, F_OK) == 0 }
  }

  /// The path behind all links; nil where there is nothing.
  private static func real(_ path: String) -> String? {
    guard let target = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(target) }
    return unsafe String(cString: target)
  }
}
