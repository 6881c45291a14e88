public import Foundation
public import Statecharts

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Keeps each session in a file of its own, `NAME.session` in the store's folder. A `+` stands before each capital.
///
/// ```swift
/// let store = try FileStore(folder: folder)
/// try await store.save(await session.snapshot(at: now), as: "sign-in")
/// if let snapshot = try await store.load("sign-in") {
///   let session = try ChartSession(bound, restoring: snapshot, at: now)
///   await session.start()
/// }
/// try await store.remove("sign-in")
/// ```
///
/// **What it protects against.** A crash or a loss of power: a file is written beside the old one, forced to the disk, and
/// then takes its place in one step, so that a reader sees the old or the new snapshot. An error leaves the old one or,
/// where only the folder could not be forced to the disk, the new one.
/// Damage: each file carries a checksum (SHA-256), and one that was cut off or changed by accident is `damaged`. Other
/// users of the machine: files are for their owner only (0600), and so is a folder that the store makes (0700); one that
/// is there keeps its permissions. Two writers: one store at a time has the folder.
///
/// **What it does not protect against.** Files are neither encrypted nor signed. The checksum needs no key, so anyone who
/// can write the folder can write a snapshot that is taken for the session's. Anyone who can read the folder reads
/// everything but secrets: a snapshot has none, or has them encrypted if the session has a sealer. An older snapshot in
/// the place of a newer one is not noticed.
///
/// **What restoring guarantees of any snapshot**, also of one that somebody else wrote: it is refused with
/// `RestoreProblems`, or the session goes on in a configuration that the chart allows, with values of the declared types
/// within the limits of charts, and with timers and services that belong to active states. It does not trap. Whether the
/// session was ever there is not known: a chart must not take a state or variable of its own for proof that a server has
/// agreed to something.
public actor FileStore: SessionStore {
  /// The largest snapshot, in bytes.
  public static let largest = 16 << 20

  private static let fileEnding = ".session"
  private static let besideEnding = ".tmp"

  private let folder: String
  private let lock: Int32

  /// Opens a folder, and makes it if need be, with the folders around it. The store has it until it is released.
  ///
  /// - Parameter folder: a folder for nothing but sessions, on a local disk.
  /// - Throws: `StoreProblem.inUse` when another store has it.
  public init(folder: URL) throws(StoreProblem) {
    let path = folder.path
    try Self.makeFolder(path)
    lock = try Self.opened(path + "/.lock", O_RDWR | O_CREAT | O_CLOEXEC)
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      _ = close(lock)
      throw .inUse
    }
    self.folder = path
    for file in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
      // An interrupted save can leave a complete snapshot.
      if file.hasSuffix(Self.fileEnding + Self.besideEnding) { _ = unlink("\(path)/\(file)") }
      // Earlier versions of this package wrote capitals without `+`.
      guard file.hasSuffix(Self.fileEnding), !file.contains("+"), file.contains(where: \.isUppercase) else {
        continue
      }
      let name = Self.file(of: String(file.dropLast(Self.fileEnding.count)))
      if access("\(path)/\(name)", F_OK) != 0 { _ = rename("\(path)/\(file)", "\(path)/\(name)") }
    }
  }

  deinit { _ = close(lock) }

  /// Keeps a snapshot in place of the one before. When this returns, the disk has it.
  ///
  /// - Parameters:
  ///   - snapshot: what `ChartSession.snapshot(at:)` gave; at most `largest` bytes as JSON.
  ///   - name: 1 to 100 letters, digits, `-` and `_`.
  /// - Throws: `StoreProblem`; then the snapshot before is there or, where only the folder could not be forced to the
  ///   disk, the new one.
  public func save(_ snapshot: SessionSnapshot, as name: String) throws {
    let path = try path(of: name)
    let bytes = try SealedSnapshot(snapshot).bytes
    let beside = path + Self.besideEnding
    do throws(StoreProblem) {
      try Self.write(bytes, to: beside)
      guard rename(beside, path) == 0 else { throw .system(call: "rename", number: errno) }
    } catch {
      _ = unlink(beside)
      throw error
    }
    try Self.syncFolder(folder)
  }

  /// The snapshot of a name; nil when there is none.
  ///
  /// - Throws: `StoreProblem` when the file cannot be read or is not what was written.
  public func load(_ name: String) throws -> SessionSnapshot? {
    let path = try path(of: name)
    // Without waiting, so that nothing else under the name can hold the store up.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    if file < 0 && errno == ENOENT { return nil }
    guard file >= 0 else { throw StoreProblem.system(call: "open", number: errno) }
    defer { _ = close(file) }
    return try SealedSnapshot(bytes: try Self.read(file)).snapshot()
  }

  /// Forgets a snapshot. Does nothing when there is none.
  ///
  /// - Throws: `StoreProblem` when the file cannot be removed.
  public func remove(_ name: String) throws {
    let path = try path(of: name)
    for file in [path + Self.besideEnding, path] where unlink(file) != 0 && errno != ENOENT {
      throw StoreProblem.system(call: "unlink", number: errno)
    }
    try Self.syncFolder(folder)
  }

  private func path(of name: String) throws(StoreProblem) -> String {
    try StoreName.check(name)
    return "\(folder)/\(Self.file(of: name))"
  }

  /// On most Macs, two names that differ only in capitals mean the same file.
  private static func file(of name: String) -> String {
    name.map { $0.isUppercase ? "+\($0)" : String($0) }.joined() + fileEnding
  }

  /// Makes a folder for its owner only, and before it those around it that are missing: what fails then tells why.
  ///
  /// The folder around it is forced to the disk, so that the new one is still there when the power fails.
  private static func makeFolder(_ path: String) throws(StoreProblem) {
    if isFolder(path) { return }
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
    if slash > path.startIndex { try makeFolder(String(path[..<slash])) }
    if mkdir(path, 0o700) == 0 {
      return try syncFolder(slash > path.startIndex ? String(path[..<slash]) : "/")
    }
    let number = errno
    // Another process may have made it meanwhile.
    guard isFolder(path) else { throw .system(call: "mkdir", number: number) }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func opened(_ path: String, _ flags: Int32) throws(StoreProblem) -> Int32 {
    let file = open(path, flags, 0o600)
    guard file >= 0 else { throw .system(call: "open", number: errno) }
    return file
  }

  /// Writes a whole file and forces it to the disk. An error of `fsync` is final: what the disk has is then not known,
  /// so it is not tried again with the same file.
  private static func write(_ bytes: [UInt8], to path: String) throws(StoreProblem) {
    // What a crash has left there is of no use to anybody.
    _ = unlink(path)
    let file = try opened(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
    var problem: StoreProblem?
    var done = 0
    while done < bytes.count, problem == nil {
      let count = bytes.withUnsafeBytes { buffer in
        Foundation.write(file, buffer.baseAddress.map { $0 + done }, buffer.count - done)
      }
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        problem = .system(call: "write", number: errno)
      }
    }
    if problem == nil, !sync(file) { problem = .system(call: "fsync", number: errno) }
    if close(file) != 0, problem == nil { problem = .system(call: "close", number: errno) }
    if let problem { throw problem }
  }

  private static func read(_ file: Int32) throws(StoreProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { Foundation.read(file, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw .system(call: "read", number: errno)
      }
      if count == 0 { return bytes }
      bytes += buffer[0..<count]
      if bytes.count > largest + SealedSnapshot.headerLength { throw .damaged }
    }
  }

  private static func syncFolder(_ path: String) throws(StoreProblem) {
    let file = try opened(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { _ = close(file) }
    guard sync(file) else { throw .system(call: "fsync", number: errno) }
  }

  private static func sync(_ file: Int32) -> Bool {
    #if canImport(Darwin)
      // Only this makes the drive itself write; where it is not supported, fsync is all there is.
      if fcntl(file, F_FULLFSYNC) == 0 { return true }
    #endif
    while fsync(file) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }
}
