#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the system says of a file, by which a change of it is noticed without reading it.
struct FileStamp: Equatable {
  private let device: UInt64
  private let number: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int
  /// Whether the file was changed less than 0.1 s before. The times of some file systems are so coarse that a further
  /// change would have the same time.
  let isRecent: Bool

  /// Asks the system; nil if there is no such file.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let changed = status.st_mtimespec
    #else
      let changed = status.st_mtim
    #endif
    seconds = changed.tv_sec
    nanoseconds = changed.tv_nsec
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let age = (now.tv_sec - changed.tv_sec) * 1_000 + (now.tv_nsec - changed.tv_nsec) / 1_000_000
    isRecent = (0..<100).contains(age)
  }

  static func == (left: FileStamp, right: FileStamp) -> Bool {
    (left.device, left.number, left.size, left.seconds, left.nanoseconds)
      == (right.device, right.number, right.size, right.seconds, right.nanoseconds)
  }
}
