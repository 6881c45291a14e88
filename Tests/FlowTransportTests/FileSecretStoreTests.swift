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
      #expect(files.count == 2)
      for file in files { #expect(try Self.permissions(file) == 0o600) }
      #expect(try Self.permissions(folder) == 0o700)
      try next.remove("tokens")
      try next.remove("tokens")
      #expect(try store.secret("tokens") == nil)
    }
  }

  @Test("what a process that was ended has left beside goes, and what somebody writes stays")
  func leftovers() throws {
    try Self.inFolder { folder in
      let store = try FileSecretStore(folder: folder)
      try store.keep(Secret("first"), as: "tokens")
      let left = folder.appendingPathComponent("tokens.secret.0123456789abcdef")
      let others = folder.appendingPathComponent("other.secret.0123456789abcdef")
      func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      }
      try Data("c4nary".utf8).write(to: left)
      try Data("c4nary".utf8).write(to: others)
      try store.remove("tokens")
      #expect(try names() == [others.lastPathComponent])
      try Data("c4nary".utf8).write(to: left)
      let file = open(left.path, O_RDONLY)
      #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
      _ = try FileSecretStore(folder: folder)
      #expect(try names() == [left.lastPathComponent])
      _ = close(file)
      _ = try FileSecretStore(folder: folder)
      #expect(try names().isEmpty)
    }
  }

  @Test("any name is a name, and leads nowhere else")
  func names() throws {
    try Self.inFolder { folder in
      let store = try FileSecretStore(folder: folder)
      // Those with `.secret` in them look like what was left beside of others, and are none.
      let digits = "0123456789abcdef"
      let names = [
        "../x", "a/b", "user-api-key:https://example.org", "ä", ".", "a b", "%2F",
        "user-api-key:https://forum.secret.example", "tokens", "tokens.secret", "tokens.secret.",
        "tokens.secret.a", "tokens.secret.\(digits)", ".secret.\(digits)",
      ]
      for name in names { try store.keep(Secret(name), as: name) }
      try store.keep(Secret("first"), as: "")
      let left = folder.appendingPathComponent("tokens.secret.\(digits).secret.\(digits)")
      try Data("c4nary".utf8).write(to: left)
      try store.remove("")
      try store.remove("tokens")
      #expect(FileManager.default.fileExists(atPath: left.path))
      let rest = names.filter { $0 != "tokens" }
      let next = try FileSecretStore(folder: folder)
      for name in rest { #expect(try next.secret(name) == Secret(name)) }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == rest.count)
    }
  }

  @Test("what cannot be written is told, without the secret")
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
}
