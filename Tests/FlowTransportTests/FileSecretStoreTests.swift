import FlowTransport
import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

@Suite("Secrets in files")
struct FileSecretStoreTests {
  private static func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "secrets-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private static let lock = ".secrets.lock"

  private static func names(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private static func permissions(_ url: URL) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test("what is kept is there for the next one who opens the folder, and for the owner alone")
  func kept() throws {
    try Self.inFolder { folder in
      let store = try FileSecretStore(folder: folder)
      #expect(try store.secret("tokens") == nil)
      try store.keep(Secret("first"), as: "tokens")
      try store.keep(Secret(String(repeating: "second", count: 10_000)), as: "tokens")
      try store.keep(Secret(""), as: "empty")
      let next = try FileSecretStore(folder: folder)
      #expect(try next.secret("tokens") == Secret(String(repeating: "second", count: 10_000)))
      #expect(try next.secret("empty") == Secret(""))
      let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      #expect(files.count == 3)
      for file in files { #expect(try Self.permissions(file) == 0o600) }
      #expect(try Self.permissions(folder) == 0o700)
      try next.remove("tokens")
      try next.remove("tokens")
      #expect(try store.secret("tokens") == nil)
    }
  }

  @Test("what a process that was ended has left beside goes, with its secret or when the folder is opened")
  func leftovers() throws {
    try Self.inFolder { folder in
      let store = try FileSecretStore(folder: folder)
      try store.keep(Secret("first"), as: "tokens")
      let left = folder.appendingPathComponent("tokens.secret.tmp")
      let others = folder.appendingPathComponent("other.secret.tmp")
      for file in [left, others] { try Data("c4nary".utf8).write(to: file) }
      try store.remove("tokens")
      #expect(try Self.names(folder) == [Self.lock, others.lastPathComponent])
      try Data("c4nary".utf8).write(to: left)
      try store.keep(Secret("second"), as: "tokens")
      #expect(try Self.names(folder) == [Self.lock, others.lastPathComponent, "tokens.secret"])
      _ = try FileSecretStore(folder: folder)
      #expect(try Self.names(folder) == [Self.lock, "tokens.secret"])
    }
  }

  @Test("any name is a name, and leads nowhere else")
  func names() throws {
    try Self.inFolder { folder in
      let store = try FileSecretStore(folder: folder)
      let names = [
        "../x", "a/b", "user-api-key:https://example.org", "ä", ".", "a b", "%2F",
        "user-api-key:https://forum.secret.example", "tokens", "tokens.secret", "tokens.secret.",
        "tokens.secret.tmp", ".secrets.lock", ".secret.tmp",
      ]
      for name in names { try store.keep(Secret(name), as: name) }
      try store.keep(Secret("first"), as: "")
      try store.remove("")
      try store.remove("tokens")
      let rest = names.filter { $0 != "tokens" }
      let next = try FileSecretStore(folder: folder)
      for name in rest { #expect(try next.secret(name) == Secret(name)) }
      #expect(try Self.names(folder).count == rest.count + 1)
    }
  }

  @Test("what cannot be written is reported, without the secret")
  func failures() throws {
    try Self.inFolder { folder in
      let store = try FileSecretStore(folder: folder)
      try FileManager.default.removeItem(at: folder)
      let failure = #expect(throws: FileSecretStore.Failure.self) {
        try store.keep(Secret("c4nary"), as: "tokens")
      }
      #expect(failure?.call == "open" && "\(String(describing: failure))".contains("c4nary") == false)
    }
  }

  /// What a call is refused with.
  private static func refusal(_ call: () throws -> Void) throws -> FileSecretStore.Refusal {
    try #require(throws: FileSecretStore.Refusal.self) { try call() }
  }

  @Test("a folder that others could have a hand in is refused, and the refusal says what to do")
  func folders() throws {
    try Self.inFolder { folder in
      let store = try FileSecretStore(folder: folder)
      try store.keep(Secret("c4nary"), as: "tokens")
      let calls: [() throws -> Void] = [
        { _ = try FileSecretStore(folder: folder) }, { _ = try store.secret("tokens") },
        { try store.keep(Secret("other"), as: "tokens") }, { try store.remove("tokens") },
      ]
      for mode in [0o777, 0o750, 0o701] {
        #expect(chmod(folder.path, mode_t(mode)) == 0)
        for call in calls { #expect(try Self.refusal(call) == .openFolder(folder.path)) }
      }
      #expect("\(FileSecretStore.Refusal.openFolder("/f"))".contains("`chmod 700`"))
      #expect(chmod(folder.path, 0o700) == 0)
      #expect(try store.secret("tokens") == Secret("c4nary"))

      let link = folder.deletingLastPathComponent().appendingPathComponent("link-\(UUID().uuidString)")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
      defer { try? FileManager.default.removeItem(at: link) }
      #expect(try Self.refusal { _ = try FileSecretStore(folder: link) } == .notFolder(link.path))
    }
  }

  @Test(
    "a folder or file of another user is refused",
    .enabled(if: geteuid() == 0, "only root can give files away"))
  func owners() throws {
    try Self.inFolder { folder in
      let store = try FileSecretStore(folder: folder)
      try store.keep(Secret("c4nary"), as: "tokens")
      let file = folder.appendingPathComponent("tokens.secret").path
      #expect(chown(file, 12_345, 12_345) == 0)
      #expect(try Self.refusal { _ = try store.secret("tokens") } == .otherOwner(file))
      #expect(chown(folder.path, 12_345, 12_345) == 0)
      #expect(try Self.refusal { _ = try FileSecretStore(folder: folder) } == .otherOwner(folder.path))
    }
  }

  /// What can stand in place of a secret's file.
  enum Intruder: CaseIterable {
    case link, pipe, folder, openFile, largeFile, terminal
  }

  @Test(
    "what is not a file of the owner's alone is neither followed nor waited for nor read",
    arguments: Intruder.allCases)
  func files(intruder: Intruder) throws {
    try Self.inFolder { folder in
      let store = try FileSecretStore(folder: folder)
      let file = folder.appendingPathComponent("tokens.secret")
      var expected = FileSecretStore.Refusal.notFile(file.path)
      switch intruder {
      case .link:
        let target = folder.appendingPathComponent("target")
        try Data("c4nary".utf8).write(to: target)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
      case .pipe: #expect(mkfifo(file.path, 0o600) == 0)
      case .folder: #expect(mkdir(file.path, 0o700) == 0)
      case .openFile:
        try Data("c4nary".utf8).write(to: file)
        #expect(chmod(file.path, 0o640) == 0)
        expected = .openFile(file.path)
      case .largeFile:
        try store.keep(Secret(""), as: "tokens")
        #expect(truncate(file.path, 600 << 20) == 0)
        expected = .tooLarge(file.path)
      case .terminal:
        try FileManager.default.createSymbolicLink(
          at: file, withDestinationURL: URL(fileURLWithPath: "/dev/null"))
      }
      #expect(try Self.refusal { _ = try store.secret("tokens") } == expected)
      // A new secret takes its place, as in all stores; nothing is written through a link. Only a folder stays.
      if intruder == .folder {
        #expect(throws: FileSecretStore.Failure.self) { try store.keep(Secret("new"), as: "tokens") }
      } else {
        try store.keep(Secret("new"), as: "tokens")
        #expect(try store.secret("tokens") == Secret("new"))
      }
      if intruder == .link {
        #expect(try Data(contentsOf: folder.appendingPathComponent("target")) == Data("c4nary".utf8))
      }
    }
  }

  @Test("a pipe or a link in place of the lock is refused at once", arguments: [true, false])
  func locks(isPipe: Bool) throws {
    try Self.inFolder { folder in
      let store = try FileSecretStore(folder: folder)
      let lock = folder.appendingPathComponent(Self.lock)
      try FileManager.default.removeItem(at: lock)
      if isPipe {
        #expect(mkfifo(lock.path, 0o600) == 0)
      } else {
        try FileManager.default.createSymbolicLink(
          at: lock, withDestinationURL: folder.appendingPathComponent("elsewhere"))
      }
      #expect(try Self.refusal { try store.keep(Secret("new"), as: "tokens") } == .notFile(lock.path))
      #expect(try Self.refusal { _ = try FileSecretStore(folder: folder) } == .notFile(lock.path))
      #expect(try Self.names(folder) == [Self.lock])
    }
  }

  @Test("a lock that is not released is a failure that says so, and the secret stays")
  func heldLock() throws {
    try Self.inFolder { folder in
      let store = try FileSecretStore(folder: folder, tries: 3)
      try store.keep(Secret("first"), as: "tokens")
      let holder = open(folder.appendingPathComponent(Self.lock).path, O_RDWR)
      defer { close(holder) }
      #expect(flock(holder, LOCK_EX) == 0)
      let calls: [() throws -> Void] = [
        { try store.keep(Secret("second"), as: "tokens") }, { try store.remove("tokens") },
        { _ = try FileSecretStore(folder: folder, tries: 3) },
      ]
      for call in calls {
        let failure = #expect(throws: FileSecretStore.Failure.self) { try call() }
        #expect(failure == FileSecretStore.Failure(call: "flock", number: EWOULDBLOCK))
        #expect(failure?.description.hasPrefix("Another process has locked the secrets") == true)
      }
      #expect(try store.secret("tokens") == Secret("first"))
      #expect(flock(holder, LOCK_UN) == 0)
      try store.keep(Secret("second"), as: "tokens")
      #expect(try store.secret("tokens") == Secret("second"))
    }
  }

  @Test("a secret of a mebibyte is kept, and a larger one refused")
  func sizes() throws {
    try Self.inFolder { folder in
      let store = try FileSecretStore(folder: folder)
      let largest = Secret(String(repeating: "a", count: FileSecretStore.largest))
      try store.keep(largest, as: "tokens")
      #expect(try store.secret("tokens") == largest)
      let file = folder.appendingPathComponent("tokens.secret").path
      let larger = Secret(String(repeating: "b", count: FileSecretStore.largest + 1))
      #expect(try Self.refusal { try store.keep(larger, as: "tokens") } == .tooLarge(file))
      #expect(try store.secret("tokens") == largest)
    }
  }

  @Test("three processes keep secrets in one folder at the same time, and none is lost")
  func processes() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "secrets-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    async let first = ProofProcess.run(["keep", folder.path, "100"])
    async let second = ProofProcess.run(["keep", folder.path, "100"])
    async let third = ProofProcess.run(["keep", folder.path, "100"])
    for run in try await [first, second, third] {
      #expect(run.status == 0 && run.output == "kept 100 secrets, 0 failed\n", "\(run)")
    }
    #expect(try Self.names(folder).count == 5)
  }
}
