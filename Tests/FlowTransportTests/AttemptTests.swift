import FlowKit
import FlowTransport
import Testing

@Suite("Attempts of a vault")
struct AttemptTests {
  @Test("an answer is kept once, twice or not at all: as long as its attempt is the present one")
  func superseded() {
    let vault = Vault(["password"])
    let (taken, first) = vault.begin { $0.removeLast() }
    #expect(taken == "password" && vault.join { _ in }.attempt == first)
    #expect(vault.commit(first) { $0.append("token") })
    #expect(vault.commit(first) { $0.append("key") })
    let second = vault.begin { _ in }.attempt
    #expect(!vault.commit(first) { $0.append("late") })
    #expect(vault.during(first) { $0.count } == nil)
    #expect(vault.commit(second) { $0.append("other") })
    #expect(vault.end { $0.removeLast() } == "other")
    #expect(!vault.commit(second) { $0.append("late") })
    #expect(vault.withLock { $0 } == ["token", "key"])
  }

  @Test("a request that is canceled keeps nothing")
  func canceled() async {
    let vault = Vault([String]())
    let attempt = vault.begin { _ in }.attempt
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return vault.commit(attempt) { $0.append("late") }
    }
    #expect(await !task.value)
    #expect(vault.during(attempt) { $0 } == [])
  }

  @Test("what is in a vault is not printed")
  func printed() {
    var text = ""
    dump(Vault(["password"]), to: &text)
    #expect(!text.contains("password"))
  }
}
