#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What the system says of a file, by which a change of it is noticed without reading it.
package struct FileStamp: Equatable {
  private let device: UInt64
  private let number: UInt64
  private let size: Int64
  /// The bytes of the time of the last change. Which module has its fields depends on what else a build imports.
  private let changed: [UInt8]

  /// Asks the system; nil if there is no such file.
  package init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      changed = withUnsafeBytes(of: &status.st_mtimespec) { Array($0) }
    #else
      changed = withUnsafeBytes(of: &status.st_mtim) { Array($0) }
    #endif
  }
}
