import Foundation
import Statecharts
import StatechartsModel
import Testing

@testable import StatechartsStores

@Suite("Sessions in files")
struct FileStoreTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "statecharts-store-\(UUID().uuidString)")

  private func bound() throws -> BoundChart {
    let root = StateNode("flow", initial: InitialTransition(["a"]), states: [StateNode("a")])
    return try BoundChart(CompiledChart(Statechart("flow", root: root)))
  }

  private func snapshot() async throws -> SessionSnapshot {
    let session = try ChartSession(bound())
    await session.start()
    return await session.snapshot(at: .seconds(5))
  }

  private func file(_ name: String) -> URL { folder.appendingPathComponent("\(name).session") }

  @Test("what is saved is loaded, is replaced, and is gone when it is removed")
  func roundTrip() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try FileStore(folder: folder)
    var snapshot = try await snapshot()
    #expect(try await store.load("one") == nil)
    try await store.save(snapshot, as: "one")
    #expect(try await store.load("one") == snapshot)
    snapshot.takenAt = .seconds(6)
    try await store.save(snapshot, as: "one")
    #expect(try await store.load("one") == snapshot)
    let mode = try FileManager.default.attributesOfItem(atPath: file("one").path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [".lock", "one.session"])
    try await store.remove("one")
    try await store.remove("one")
    #expect(try await store.load("one") == nil)
  }

  @Test("what an ended save has left is removed with the session, and when the folder is opened")
  func leftovers() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let rest = file("one").appendingPathExtension("tmp")
    do {
      let store = try FileStore(folder: folder)
      try Data("half".utf8).write(to: rest)
      try await store.remove("one")
      #expect(!FileManager.default.fileExists(atPath: rest.path))
      try Data("half".utf8).write(to: rest)
    }
    _ = try FileStore(folder: folder)
    #expect(!FileManager.default.fileExists(atPath: rest.path))
  }

  @Test("the names of files differ in more than capitals")
  func capitals() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try FileStore(folder: folder)
    for name in ["Ab", "aB", "ab"] { try await store.save(try await snapshot(), as: name) }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(files.map { $0.lowercased() }).count == 4, "\(files)")
    for name in ["Ab", "aB", "ab"] { #expect(try await store.load(name) != nil) }
  }

  @Test("a session whose name has capitals, from an earlier version, is found")
  func earlierCapitals() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    do { try await FileStore(folder: folder).save(try await snapshot(), as: "Ab") }
    try FileManager.default.moveItem(at: file("+Ab"), to: file("Ab"))
    let store = try FileStore(folder: folder)
    #expect(try await store.load("Ab") != nil)
    try await store.remove("Ab")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [".lock"])
  }

  @Test("the number of a later format is reported, whatever else is in the snapshot")
  func laterFormat() throws {
    let sealed = try SealedSnapshot(content: Array(#"{"format":2}"#.utf8))
    #expect(throws: StoreProblem.format(2)) { try sealed.snapshot() }
    #expect(throws: StoreProblem.damaged) { try SealedSnapshot(content: Array("{}".utf8)).snapshot() }
  }

  @Test("nothing but a file is read as a session, and none that is too large", .timeLimit(.minutes(1)))
  func otherFiles() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try FileStore(folder: folder)
    let other = folder.appendingPathComponent("other")
    try Data("SWSC".utf8).write(to: other)
    try FileManager.default.createSymbolicLink(at: file("link"), withDestinationURL: other)
    #expect(mkfifo(file("pipe").path, 0o600) == 0)
    #expect(FileManager.default.createFile(atPath: file("large").path, contents: nil))
    let large = try FileHandle(forWritingTo: file("large"))
    try large.truncate(atOffset: 1 << 30)
    try large.close()
    for name in ["link", "pipe", "large"] {
      await #expect(throws: StoreProblem.self) { try await store.load(name) }
    }
  }

  @Test("the example in the documentation compiles, and is the code of this test")
  func example() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (bound, now) = (try bound(), Duration.seconds(5))
    let session = try ChartSession(bound)
    await session.start()
    // Example:
    let store = try FileStore(folder: folder)
    try await store.save(await session.snapshot(at: now), as: "sign-in")
    if let snapshot = try await store.load("sign-in") {
      let session = try ChartSession(bound, restoring: snapshot, at: now)
      await session.start()
    }
    try await store.remove("sign-in")
    // End of the example.
    let tests = URL(fileURLWithPath: #filePath)
    let source = tests.deletingLastPathComponent().appendingPathComponent(
      "../../Sources/StatechartsStores/FileStore.swift"
    ).standardizedFileURL
    func lines(of file: URL, from start: String, to end: String) throws -> [String] {
      try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "/ ")) }
        .drop { $0 != start }.dropFirst().prefix { $0 != end }.map { $0 }
    }
    let documented = try lines(of: source, from: "```swift", to: "```")
    #expect(documented.count > 3)
    #expect(try documented == lines(of: tests, from: "Example:", to: "End of the example."))
  }

  @Test("a folder has one store at a time, and names stay inside the folder")
  func oneWriter() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try FileStore(folder: folder)
    #expect(throws: StoreProblem.inUse) { try FileStore(folder: folder) }
    #expect((StoreProblem.inUse as any Error).localizedDescription == StoreProblem.inUse.description)
    for name in ["", "../x", "a/b", "a.b", String(repeating: "a", count: 101)] {
      await #expect(throws: StoreProblem.name(name)) { try await store.load(name) }
    }
  }

  @Test("a file that was cut off or changed in any byte is told, never taken for a session")
  func damage() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try FileStore(folder: folder)
    try await store.save(try await snapshot(), as: "one")
    let good = try Data(contentsOf: file("one"))
    for place in good.indices where place % 7 == 0 || place < 60 {
      var bad = good
      bad[place] ^= 0x41
      // The three bytes for later say nothing yet.
      if (5..<8).contains(place) { continue }
      try bad.write(to: file("one"))
      await #expect(throws: StoreProblem.self, "byte \(place)") { try await store.load("one") }
    }
    for length in [0, 3, 40, good.count - 1] {
      try good.prefix(length).write(to: file("one"))
      await #expect(throws: StoreProblem.damaged) { try await store.load("one") }
    }
  }

  @Test("a folder that cannot be made is told with the reason of the system")
  func noFolder() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data().write(to: folder)
    #expect(throws: StoreProblem.system(call: "mkdir", number: EEXIST)) { try FileStore(folder: folder) }
    let text = StoreProblem.system(call: "mkdir", number: EEXIST).description
    #expect(text == "The system refused `mkdir`: File exists (error \(EEXIST)).")
  }

  @Test("folders around it are made too, for the owner only; where one cannot be, its reason is told")
  func foldersAround() throws {
    let files = FileManager.default
    defer { try? files.removeItem(at: folder) }
    let inner = folder.appendingPathComponent("a/b")
    _ = try FileStore(folder: inner)
    for made in [folder, folder.appendingPathComponent("a"), inner] {
      let mode = try files.attributesOfItem(atPath: made.path)[.posixPermissions] as? Int
      #expect(mode == 0o700)
    }
    // A link to nothing is in the way. Asked for what is inside of it, the system would only miss it.
    let link = folder.appendingPathComponent("link")
    try files.createSymbolicLink(at: link, withDestinationURL: folder.appendingPathComponent("nothing"))
    #expect(throws: StoreProblem.system(call: "mkdir", number: EEXIST)) {
      try FileStore(folder: link.appendingPathComponent("a/b"))
    }
  }

  @Test("an error leaves the snapshot that was there, and nothing else")
  func failedSave() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try FileStore(folder: folder)
    let snapshot = try await snapshot()
    try await store.save(snapshot, as: "one")
    // A folder in the place of the new file cannot be removed by unlink.
    let beside = folder.appendingPathComponent("one.session.tmp")
    try FileManager.default.createDirectory(at: beside, withIntermediateDirectories: false)
    var other = snapshot
    other.takenAt = .seconds(9)
    await #expect(throws: StoreProblem.self) { try await store.save(other, as: "one") }
    #expect(try await store.load("one") == snapshot)
  }
}
