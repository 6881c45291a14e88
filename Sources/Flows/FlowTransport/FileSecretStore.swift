public import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Keeps each secret in a file of its own, for systems without a keychain. Only the owner can read the files (0600); they
/// are not encrypted.
///
/// A file is written beside the old one, forced to the disk, and then takes its place in one step: whatever happens, even
/// the end of the process at any moment, a reader has the old secret or the new one, whole. Any number of processes may
/// have the folder open: a file in it is locked while one of them changes something. What a process that was ended has
/// left beside is removed by the next one that opens the folder, and with the secret itself.
///
/// Nothing is read or written where other users could have a hand in it: see `Refusal`.
public struct FileSecretStore: SecretStore {
  /// The largest secret, in bytes.
  public static let largest = 1 << 20

  /// How often the lock is tried, by default for ten seconds. Writing a secret takes milliseconds.
  private static let defaultTries = 50_000
  /// The pause between two tries, in microseconds. It is short, since another process may take the lock again soon.
  private static let pause: UInt32 = 200

  private let folder: String
  private let tries: Int
  private static let lock = ".secrets.lock"
  private static let fileEnding = ".secret"
  private static let besideEnding = ".secret.tmp"

  /// Why the system has not done what it should.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What it was asked for, such as `write`.
    public let call: String
    /// The `errno`; for `flock`, `EWOULDBLOCK` when another process did not release the lock for ten seconds.
    public let number: Int32

    package init(call: String, number: Int32) {
      self.call = call
      self.number = number
    }

    /// What is wrong, and for a lock that is held, what to do.
    public var description: String {
      if call == "flock", number == EWOULDBLOCK {
        return "Another process has locked the secrets. Try again, or end that process."
      }
      return "`\(call)` failed: \(String(cString: strerror(number)))."
    }
  }

  /// Why a folder or file is not used. Each names its path.
  public enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is something else in place of the folder. A symbolic link is not followed.
    case notFolder(String)
    /// There is something else in place of a file. A symbolic link is not followed.
    case notFile(String)
    /// It belongs to another user.
    case otherOwner(String)
    /// Other users have permissions for the folder.
    case openFolder(String)
    /// Other users have permissions for a file.
    case openFile(String)
    /// The secret has more bytes than `largest`.
    case tooLarge(String)

    /// What is wrong, and what to do.
    public var description: String {
      switch self {
      case .notFolder(let path): "`\(path)` is not a folder. Name a folder; a symbolic link is not followed."
      case .notFile(let path): "`\(path)` is not a regular file. Remove it."
      case .otherOwner(let path): "`\(path)` belongs to another user. Use a folder of your own."
      case .openFolder(let path): "`\(path)` is open to other users. Run `chmod 700` on it."
      case .openFile(let path): "`\(path)` is open to other users. Run `chmod 600` on it."
      case .tooLarge(let path): "A secret must have at most \(largest) bytes. `\(path)` would be larger."
      }
    }
  }

  /// Opens a folder, and makes it if need be.
  ///
  /// - Throws: `Refusal`, `Failure`, or what `FileManager` throws when it cannot make the folder.
  public init(folder: URL) throws { try self.init(folder: folder, tries: Self.defaultTries) }

  /// Opens a folder, and makes it if need be.
  ///
  /// - Parameter tries: how often the lock is tried before an operation fails.
  package init(folder: URL, tries: Int) throws {
    self.tries = tries
    try FileManager.default.createDirectory(
      at: folder.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    // It is never open to others, not even at first: another process that finds it so would refuse it.
    if mkdir(folder.path, 0o700) == 0 {
      try Self.syncFolder(folder.deletingLastPathComponent().path)
    } else if errno != EEXIST {
      throw Failure(call: "mkdir", number: errno)
    }
    self.folder = folder.path
    try locked { folder in
      for name in try FileManager.default.contentsOfDirectory(atPath: self.folder)
      where name.hasSuffix(Self.besideEnding) {
        try Self.remove(name, in: folder)
      }
    }
  }

  /// What is kept under a name.
  ///
  /// - Throws: `Refusal` or `Failure`.
  public func secret(_ name: String) throws -> Secret? { try inFolder { try secret(name, in: $0) } }

  private func secret(_ name: String, in folder: Int32) throws -> Secret? {
    do {
      let file = try opened(fileName(name), in: folder, O_RDONLY)
      defer { _ = close(file) }
      return try read(file, name)
    } catch let failure as Failure where failure == Failure(call: "open", number: ENOENT) {
      return nil
    }
  }

  /// Keeps it, in place of what was there. When this returns, it outlasts the process and the power. When it throws, the
  /// old secret is there or, where only the folder could not be forced to the disk, the new one.
  ///
  /// - Throws: `Refusal` or `Failure`.
  public func keep(_ secret: Secret, as name: String) throws {
    try locked { try keep(secret, as: name, in: $0) }
  }

  /// Keeps it unless something is kept under the name, and returns the kept secret, which is the same for all processes.
  ///
  /// - Throws: `Refusal` or `Failure`.
  public func keep(_ secret: Secret, ifMissing name: String) throws -> Secret {
    if let kept = try self.secret(name) { return kept }
    return try locked { folder in
      if let kept = try self.secret(name, in: folder) { return kept }
      try keep(secret, as: name, in: folder)
      return secret
    }
  }

  private func keep(_ secret: Secret, as name: String, in folder: Int32) throws {
    guard secret.count <= Self.largest else { throw Refusal.tooLarge(path(fileName(name))) }
    let beside = besideName(name)
    try Self.remove(beside, in: folder)
    do {
      let file = try opened(beside, in: folder, O_WRONLY | O_CREAT | O_EXCL)
      defer { _ = close(file) }
      try Self.write(secret, to: file)
      guard renameat(folder, beside, folder, fileName(name)) == 0 else {
        throw Failure(call: "rename", number: errno)
      }
    } catch {
      _ = unlinkat(folder, beside, 0)
      throw error
    }
    try Self.sync(folder)
  }

  /// Removes it, with what was left of tries to replace it.
  ///
  /// - Throws: `Refusal` or `Failure`.
  public func remove(_ name: String) throws {
    try locked { folder in
      try Self.remove(besideName(name), in: folder)
      try Self.remove(fileName(name), in: folder)
      try Self.sync(folder)
    }
  }

  // MARK: Names

  private func fileName(_ name: String) -> String { FormData.escaped(name) + Self.fileEnding }

  private func besideName(_ name: String) -> String { FormData.escaped(name) + Self.besideEnding }

  private func path(_ file: String) -> String { "\(folder)/\(file)" }

  // MARK: The folder

  /// Does something with the folder's descriptor, so that all happens in the folder that was checked.
  private func inFolder<Result>(_ body: (Int32) throws -> Result) throws -> Result {
    let file = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if file < 0, errno == ENOTDIR || errno == ELOOP { throw Refusal.notFolder(folder) }
    guard file >= 0 else { throw Failure(call: "open", number: errno) }
    defer { _ = close(file) }
    let status = try Self.status(file)
    guard status.st_uid == geteuid() else { throw Refusal.otherOwner(folder) }
    guard status.st_mode & 0o077 == 0 else { throw Refusal.openFolder(folder) }
    return try body(file)
  }

  /// Does something in the folder while no other process, and nobody else in this one, changes anything there. The lock
  /// goes with its descriptor, so that a process that is ended leaves none.
  private func locked<Result>(_ body: (Int32) throws -> Result) throws -> Result {
    // Decision: Docs/decisions/flows.md#one-lock-for-a-folder-of-secrets
    try inFolder { folder in
      let lock = try opened(Self.lock, in: folder, O_RDWR | O_CREAT)
      defer { _ = close(lock) }
      try take(lock)
      return try body(folder)
    }
  }

  /// Takes the lock. It is tried and not waited for: a process that is stopped while it has the lock would otherwise block
  /// this thread for ever, and with it other tasks.
  private func take(_ lock: Int32) throws {
    var rest = tries
    while flock(lock, LOCK_EX | LOCK_NB) != 0 {
      let number = errno
      rest -= 1
      guard rest > 0, number == EWOULDBLOCK || number == EINTR else {
        throw Failure(call: "flock", number: number)
      }
      _ = usleep(Self.pause)
    }
  }

  private static func remove(_ file: String, in folder: Int32) throws {
    guard unlinkat(folder, file, 0) == 0 || errno == ENOENT else {
      throw Failure(call: "unlink", number: errno)
    }
  }

  // MARK: A file

  /// Opens a regular file that only the owner can use. Does not wait for anything else, such as a pipe.
  private func opened(_ name: String, in folder: Int32, _ flags: Int32) throws -> Int32 {
    let file = openat(folder, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    if file < 0, errno == ELOOP || errno == ENXIO || errno == EISDIR { throw Refusal.notFile(path(name)) }
    guard file >= 0 else { throw Failure(call: "open", number: errno) }
    do {
      let status = try Self.status(file)
      guard status.st_mode & S_IFMT == S_IFREG else { throw Refusal.notFile(path(name)) }
      guard status.st_uid == geteuid() else { throw Refusal.otherOwner(path(name)) }
      guard status.st_mode & 0o077 == 0 else { throw Refusal.openFile(path(name)) }
      return file
    } catch {
      _ = close(file)
      throw error
    }
  }

  private static func status(_ file: Int32) throws -> stat {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw Failure(call: "fstat", number: errno) }
    return status
  }

  private func read(_ file: Int32, _ name: String) throws -> Secret {
    // Before anything is read of it.
    guard try Self.status(file).st_size <= Self.largest else { throw Refusal.tooLarge(path(fileName(name))) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    defer { Self.overwrite(&bytes, &buffer) }
    while true {
      let count = buffer.withUnsafeMutableBytes { Foundation.read(file, $0.baseAddress, $0.count) }
      if count == 0 { return Secret(bytes) }
      if count > 0 {
        bytes += buffer[..<count]
        guard bytes.count <= Self.largest else { throw Refusal.tooLarge(path(fileName(name))) }
      } else if errno != EINTR {
        throw Failure(call: "read", number: errno)
      }
    }
  }

  private static func overwrite(_ bytes: inout [UInt8], _ buffer: inout [UInt8]) {
    for index in bytes.indices { bytes[index] = 0 }
    for index in buffer.indices { buffer[index] = 0 }
  }

  private static func write(_ secret: Secret, to file: Int32) throws {
    var failure: Failure?
    secret.withBytes { bytes in
      var rest = bytes
      while !rest.isEmpty, failure == nil {
        let count = Foundation.write(file, rest.baseAddress, rest.count)
        if count > 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        } else if count == 0 || errno != EINTR {
          failure = Failure(call: "write", number: errno)
        }
      }
    }
    if let failure { throw failure }
    try sync(file)
  }

  /// Forces to the disk that a folder was made in another one.
  private static func syncFolder(_ path: String) throws {
    let file = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { throw Failure(call: "open", number: errno) }
    defer { _ = close(file) }
    try sync(file)
  }

  private static func sync(_ file: Int32) throws {
    #if canImport(Darwin)
      // Only this makes the drive itself write; where it is not supported, fsync is all there is.
      if fcntl(file, F_FULLFSYNC) == 0 { return }
    #endif
    while fsync(file) != 0 {
      guard errno == EINTR else { throw Failure(call: "fsync", number: errno) }
    }
  }
}
