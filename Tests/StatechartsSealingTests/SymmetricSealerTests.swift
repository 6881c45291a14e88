import FlowTransport
import Foundation
import Statecharts
import StatechartsModel
import StatechartsSealing
import Testing

@Suite("The sealer with a symmetric key")
struct SymmetricSealerTests {
  private let canary = "canary-19ac"
  private let key = Secret(Array(repeating: 7 as UInt8, count: 32))

  @Test("what was sealed opens with the same key and context, and with nothing else")
  func opening() throws {
    let sealer = try SymmetricSealer(key: key)
    let sealed = try sealer.seal(Array(canary.utf8), context: [1, 2])
    #expect(try sealer.open(sealed, context: [1, 2]) == Array(canary.utf8))
    #expect(try sealer.seal(Array(canary.utf8), context: [1, 2]) != sealed)
    #expect(throws: (any Error).self) { try sealer.open(sealed, context: [1, 3]) }
    let other = try SymmetricSealer(key: Secret(Array(repeating: 8 as UInt8, count: 32)))
    #expect(throws: (any Error).self) { try other.open(sealed, context: [1, 2]) }
    for place in sealed.indices {
      var changed = sealed
      changed[place] ^= 1
      #expect(throws: (any Error).self) { try sealer.open(changed, context: [1, 2]) }
      #expect(throws: (any Error).self) { try sealer.open(Array(sealed.prefix(place)), context: [1, 2]) }
    }
  }

  @Test("a key has 32 bytes, and is not printed")
  func keys() throws {
    #expect(throws: SealerProblem.keyLength(5)) { try SymmetricSealer(key: Secret("short")) }
    var text = ""
    dump(try SymmetricSealer(key: key), to: &text)
    #expect(!text.contains("7"))
  }

  @Test("a key from a store is made once, and then the same")
  func stores() throws {
    let store = MemorySecretStore()
    let first = try SymmetricSealer(keyIn: store)
    #expect(store.names == ["snapshots"])
    let sealed = try first.seal([1, 2, 3], context: [])
    #expect(try SymmetricSealer(keyIn: store).open(sealed, context: []) == [1, 2, 3])
    store.keep(Secret("short"), as: "snapshots")
    #expect(throws: SealerProblem.keyLength(5)) { try SymmetricSealer(keyIn: store) }
  }

  @Test("stores keep the first of two keys, in memory and in files")
  func firstKey() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sealer-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let stores: [any SecretStore] = [MemorySecretStore(), try FileSecretStore(folder: folder)]
    for store in stores {
      #expect(try store.keep(key, ifMissing: "snapshots") == key)
      #expect(try store.keep(Secret("other"), ifMissing: "snapshots") == key)
      let sealed = try SymmetricSealer(keyIn: store).seal(Array(canary.utf8), context: [])
      #expect(try SymmetricSealer(key: key).open(sealed, context: []) == Array(canary.utf8))
    }
  }

  @Test("a session keeps a secret over a restore, and not in clear")
  func session() async throws {
    let password = FieldDeclaration("password", .optional(.string), isSecret: true)
    let typed = ChartTransition(actions: [ChartAction(.assign([.init("password", "event.data.password")]))])
    let flow = Statechart(
      "chart", context: [ContextVariable(password)], events: [EventDeclaration("type", payload: [password])],
      root: StateNode(
        "chart", initial: InitialTransition(["a"]),
        states: [StateNode("a", on: [EventTransition("type", typed)])]))
    let bound = try BoundChart(CompiledChart(flow))
    let sealer = try SymmetricSealer(key: key)
    let session = try ChartSession(bound, sealer: sealer)
    await session.start()
    await session.send("type", data: ["password": .string(canary)])
    let bytes = try JSONEncoder().encode(await session.snapshot())
    #expect(!String(decoding: bytes, as: UTF8.self).contains(canary))
    let snapshot = try JSONDecoder().decode(SessionSnapshot.self, from: bytes)
    let again = try ChartSession(bound, restoring: snapshot, sealer: sealer)
    await again.start()
    #expect(await again.current.context["password"] == .string(canary))
  }
}
