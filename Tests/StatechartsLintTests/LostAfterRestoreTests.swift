import StatechartsLint
import Testing

@Suite("Values that a restored session may have lost")
struct LostAfterRestoreTests {
  /// A chart in which `code` is typed in `asking`, and `checking` may need it. Its states come after `asking`.
  private func found(_ states: String, root: String = "", code: String = "secret: true") -> [String] {
    let text = """
      statechart: 1
      id: code
      context: { code: { type: string, optional: true, \(code) } }
      events: { type: { payload: { code: { type: string, secret: true } } }, go: , back: }
      handlers: { services: { check: { input: { code: { type: string, secret: true } }, errors: [] } } }
      initial: asking
      \(root)
      states:
        asking: { on: { type: { target: waiting, actions: { assign: { code: event.data.code } } } } }
      \(states.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
        done: { type: final }
      """
    return reportedLines(lint(text)).filter { $0.contains(" lost-after-restore ") }
  }

  private let check =
    "{ service: check, input: { code: code }, timeout: 5s, done: done, failed: { any: asking } }"

  @Test("a secret that a later state needs may be lost in the state before")
  func later() {
    #expect(found("waiting: { on: { go: checking } }\nchecking: { invoke: \(check) }").count == 1)
    #expect(
      found(
        "waiting: { on: { go: middle } }\nmiddle: { on: { go: checking } }\nchecking: { invoke: \(check) }"
      )
      .count == 1)
    // Nowhere can the session be stored in between.
    #expect(
      found("waiting: { always: checking }\nchecking: { invoke: \(check) }").isEmpty)
    #expect(found("waiting: { invoke: \(check) }").isEmpty)
    // A required secret is not an optional one.
    #expect(
      found("waiting: { on: { go: checking } }\nchecking: { invoke: \(check) }", code: "personal: true")
        .isEmpty)
  }

  @Test("`session.restored` handles it where it certainly leaves the state or sets the variable")
  func handled() {
    func states(_ answer: String) -> String {
      "waiting: { on: { go: checking, session.restored: \(answer) } }\nchecking: { invoke: \(check) }"
    }
    #expect(found(states("asking")).isEmpty)
    #expect(found(states("{ guard: not defined(code), target: asking }")).isEmpty)
    #expect(found(states("{ actions: { assign: { code: \"'x'\" } } }")).isEmpty)
    #expect(found(states("{ actions: { log: code } }")).count == 1)
    #expect(found(states("{ guard: \"in(asking)\", target: asking }")).count == 1)
    #expect(found(states("checking")).count == 1)
    let around = "waiting: { on: { go: checking } }\nchecking: { invoke: \(check) }"
    #expect(found(around, root: "on: { session.restored: asking }").isEmpty)
  }

  @Test("a check before the use handles it")
  func checked() {
    #expect(
      found(
        "waiting: { on: { go: { guard: defined(code), target: checking } } }\nchecking: { invoke: \(check) }"
      )
      .isEmpty)
  }

  @Test("a service that is interrupted takes the flow along, unless it starts again")
  func interrupted() {
    func states(_ more: String) -> String {
      """
      waiting: { invoke: { service: check, input: { code: "'x'" }, timeout: 5s, done: checking, \(more) } }
      checking: { invoke: \(check) }
      """
    }
    #expect(found(states("failed: { any: asking }")).isEmpty)
    #expect(found(states("onRestore: restart, failed: { any: asking }")).count == 1)
    #expect(found(states("failed: { any: checking }")).count == 1)
  }

  @Test("in a parallel state, every region may lose it")
  func regions() {
    let states = """
      waiting:
        type: parallel
        states:
          left:
            initial: one
            states: { one: { on: { go: two } }, two: { invoke: \(check) } }
          right: { on: { back: asking } }
      """
    #expect(found(states).count == 1)
    #expect(found(states, root: "on: { session.restored: asking }").isEmpty)
    // A state inside may be inactive when the session is restored.
    let inside = states.replacing(
      "one: { on: { go: two } }",
      with: """
        one: { on: { session.restored: asking, go: three } }, three: { on: { go: two } }
        """)
    #expect(found(inside).count == 1)
  }
}
