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
/// the end of the process at any moment, a reader has the old secret or the new one, whole. What a process that was ended
/// has left beside is removed by the next one that opens the folder, and with the secret itself.
public struct FileSecretStore: SecretStore {
  private let folder: String
  private static let besideBytes = 8

  /// Why the system has not done what it should.
  public struct Failure: Error, Hashable, Sendable {
    /// What it was asked for, such as `write`.
    public let call: String
    /// The `errno`.
    public let number: Int32
  }

  /// Opens a folder, and makes it if need be.
  public init(folder: URL) throws {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    self.folder = folder.path
    sweep { Self.replaced(by: $0) != nil }
  }

  /// What is kept under a name.
  public func secret(_ name: String) throws -> Secret? {
    let file = open(path(name), O_RDONLY | O_CLOEXEC)
    if file < 0, errno == ENOENT { return nil }
    guard file >= 0 else { throw Failure(call: "open", number: errno) }
    defer { _ = close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    defer { overwrite(&bytes, &buffer) }
    while true {
      let count = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count == 0 { return Secret(bytes) }
      if count > 0 {
        bytes += buffer[..<count]
      } else if errno != EINTR {
        throw Failure(call: "read", number: errno)
      }
    }
  }

  private func overwrite(_ bytes: inout [UInt8], _ buffer: inout [UInt8]) {
    for index in bytes.indices { bytes[index] = 0 }
    for index in buffer.indices { buffer[index] = 0 }
  }

  /// Keeps it, in place of what was there. When this returns, it outlasts the process and the power. When it throws, the
  /// old secret is there or, where only the folder could not be forced to the disk, the new one.
  public func keep(_ secret: Secret, as name: String) throws {
    // A name of its own: two who keep something at the same time do not write into one file.
    let beside = path(name) + "." + Hex.text(Unguessable.bytes(Self.besideBytes))
    do {
      let file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw Failure(call: "open", number: errno) }
      // As long as this is open the file is somebody's. The lock goes with the process.
      defer { _ = close(file) }
      _ = flock(file, LOCK_EX | LOCK_NB)
      try write(secret, to: file)
      guard rename(beside, path(name)) == 0 else { throw Failure(call: "rename", number: errno) }
    } catch {
      _ = unlink(beside)
      throw error
    }
    try syncFolder()
  }

  /// Removes it, with what was left of tries to replace it.
  public func remove(_ name: String) throws {
    let file = fileName(name)
    sweep { Self.replaced(by: $0) == file }
    guard unlink(path(name)) == 0 || errno == ENOENT else { throw Failure(call: "unlink", number: errno) }
    try syncFolder()
  }

  private func path(_ name: String) -> String { "\(folder)/\(fileName(name))" }

  private func fileName(_ name: String) -> String { "\(FormData.escaped(name)).secret" }

  /// The file whose place another one was to take, going by its name: that file's, a dot and hexadecimal digits. A name
  /// may itself have `.secret.` in it, such as a site's; but then its file ends in `.secret`, which are no such digits.
  private static func replaced(by file: String) -> String? {
    let (name, digits) = (file.dropLast(2 * besideBytes + 1), file.suffix(2 * besideBytes))
    guard name.hasSuffix(".secret"), file.dropFirst(name.count).first == ".",
      digits.allSatisfy({ "0123456789abcdef".contains($0) })
    else { return nil }
    return String(name)
  }

  /// Removes files that nobody writes any more. What cannot be removed stays for the next time.
  private func sweep(_ isMeant: (String) -> Bool) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where isMeant(name) {
      let file = open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { _ = unlink("\(folder)/\(name)") }
      _ = close(file)
    }
  }

  private func write(_ secret: Secret, to file: Int32) throws {
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
    if failure == nil, !sync(file) { failure = Failure(call: "fsync", number: errno) }
    if let failure { throw failure }
  }

  private func syncFolder() throws {
    let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { throw Failure(call: "open", number: errno) }
    defer { _ = close(file) }
    guard sync(file) else { throw Failure(call: "fsync", number: errno) }
  }

  private func sync(_ file: Int32) -> Bool {
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
