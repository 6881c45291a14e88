import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

@Suite("Event names")
struct EventNameTests {
  private func waiting(for descriptor: String) -> Statechart {
    chart([StateNode("a", on: [on(EventDescriptor(ChartName(descriptor)), "b")]), StateNode("b")])
  }

  private func taken(_ descriptor: String, _ event: String) throws -> Bool {
    var (simulation, _) = try started(waiting(for: descriptor))
    return simulation.send(event).outcome == .taken
  }

  @Test(
    "a descriptor takes whole tokens",
    arguments: [
      ("foo", "foo", true), ("foo", "foo.bar", true), ("foo.*", "foo", true), ("foo.*", "foo.bar.baz", true),
      ("foo", "foobar", false), ("foo.bar", "foo", false), ("foo.bar", "foo.baz", false),
      ("*", "anything", true),
      ("foo", "Foo", false), ("foo.bar", "foo.barbaz", false), ("*", "foo bar", true), ("*", "", true),
      ("foo", "foo..bar", true), ("foo", ".foo", false),
    ])
  func matching(_ descriptor: String, _ event: String, _ expected: Bool) throws {
    #expect(try taken(descriptor, event) == expected)
    var machine = try Machine(CompiledChart(waiting(for: descriptor)))
    _ = machine.start()
    #expect(machine.awaited(among: [event]) == (expected ? [event] : []))
    if event.utf8.allSatisfy({ $0 != UInt8(ascii: " ") }) {
      #expect(EventDescriptor(ChartName(descriptor)).matches(event) == expected)
    }
  }

  @Test("the events that are awaited are those that have candidates")
  func awaited() throws {
    let model = chart([
      compound(
        "p", on: [on("a.*", "q"), on("c", "q")], [StateNode("x", on: [on("a.b", "q"), on("b.c.d", "q")])]),
      StateNode("q", on: [on("e", "p")]),
    ])
    var machine = try Machine(CompiledChart(model))
    _ = machine.start()
    let names = ["a", "a.b", "a.b.c", "a.x", "b", "b.c", "b.c.d", "b.c.d.e", "c", "c.d", "d", "e", ""]
    #expect(machine.awaited(among: names) == names.filter { !machine.candidates(for: $0).isEmpty })
    #expect(machine.awaited(among: names) == ["a", "a.b", "a.b.c", "a.x", "b.c.d", "b.c.d.e", "c", "c.d"])
  }

  @Test("names that are not known resolve to their longest known beginning")
  func numbers() {
    let trie = EventTrie(["a.b.c", "a.d", "e"])
    #expect(trie.names == ["", "a", "a.b", "a.b.c", "a.d", "e"])
    #expect(trie.interval(of: "a") == 1..<5)
    #expect(trie.interval(of: "") == 0..<6)
    #expect(trie.number(of: "a.b.x.y") == 2)
    #expect(trie.number(of: "a.b.c.d") == 3)
    #expect(trie.number(of: "x") == 0)
    #expect(trie.number(of: "a." + String(repeating: "x.", count: 100_000)) == 0)
  }

  @Test("the wildcard has no lower rank than a name")
  func wildcard() throws {
    let machine = chart([StateNode("a", on: [on("*", "b"), on("x", "c")]), StateNode("b"), StateNode("c")])
    #expect(try configurations(machine, after: ["x"]).last == ["b"])
  }
}
