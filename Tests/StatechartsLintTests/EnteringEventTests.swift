import StatechartsLint
import Testing

@Suite("What is known of the event that leads to a state")
struct EnteringEventTests {
  /// `LINE:COLUMN RULE` and the message of what is found about fields, secrets and expressions.
  private func found(_ body: String) -> [String] {
    reportedLines(lint("statechart: 1\nid: code\n" + Self.declarations + body)).filter { told in
      ["unknown-field", "uncertain-field", "bad-expression", "secret-leak"].contains {
        told.contains(" \($0) ")
      }
    }
  }

  private static let declarations = """
    events:
      submit: { payload: { address: string, count: int, password: { type: string, secret: true } } }
      sendAgain: { payload: { count: int } }
      cancel: {}
    errors: { offline: { payload: { after: int } } }
    outputs: { told: { payload: { address: string? } } }
    handlers:
      actions: { note: { arguments: { address: string? } } }
      services: { sending: { input: { address: string }, result: { ticket: string }, errors: [offline] } }

    """

  /// A chart in which `submit` leads from the first state to `there`, and what else is given to `there`.
  private func entered(_ there: String, others: String = "", more: String = "") -> [String] {
    found(
      """
      initial: asking
      states:
        asking: { on: { submit: there\(others) } }
        there:
      \(there.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
          on: { cancel: asking }
      \(more)
      """)
  }

  @Test(
    "a field that no event brings which leads there is found on entering, in what a service gets, and in its time",
    arguments: [
      "entry: { note: { address: event.data.adress } }", "entry: [{ log: 1 }, { log: event.data.adress }]",
      "invoke: { service: sending, input: { address: event.data.adress } }",
      "invoke: { service: sending, input: { address: \"''\" }, timeout: event.data.adress * 1s }",
    ])
  func unknown(_ there: String) {
    let result = entered(there)
    #expect(result.contains { $0.contains("unknown-field") && $0.contains("`adress`") }, "\(result)")
  }

  @Test("what comes with the event is known by its type")
  func types() {
    #expect(entered("entry: { note: { address: event.data.address } }").isEmpty)
    #expect(entered("entry: { note: { address: event.data.count } }").count == 1)
    #expect(entered("invoke: { service: sending, input: { address: event.data.count } }").count == 1)
  }

  @Test("a secret that comes with the event and goes to a place that is not secret is found on entering")
  func secrets() {
    let result = entered("entry: { note: { address: event.data.password } }")
    #expect(result.count == 1 && result[0].contains("secret-leak"), "\(result)")
  }

  @Test("the start of the chart has no name, and where an event may lead too nothing is said")
  func start() {
    func chart(_ on: String) -> [String] {
      found(
        """
        initial: asking
        states:
          asking: { entry: { note: { address: event.name } }, on: { submit: there } }
          there: { entry: { note: { address: event.name } }, on: { \(on) } }
        """)
    }
    let result = chart("")
    #expect(result.count == 1 && result[0].contains("the chart starts"), "\(result)")
    #expect(chart("cancel: asking").isEmpty)
  }

  @Test("a field that only some of the events bring is doubted, and names the events that do not")
  func doubtful() {
    let result = entered("entry: { note: { address: event.data.address } }", others: ", sendAgain: there")
    #expect(result.count == 1, "\(result)")
    #expect(result.first?.contains("`event.data` has no field `address` when `sendAgain` leads to") == true)
    #expect(entered("entry: { log: event.data.count }", others: ", sendAgain: there").isEmpty)
  }

  @Test(
    "who asks first is not doubted",
    arguments: [
      "entry: { if: defined(event.data.address), then: { note: { address: event.data.address } } }",
      "entry: { if: event.name == 'sendAgain', then: { log: event.name }, else: { log: event.data.address } }",
      "entry: { if: defined(event.data.address) and event.data.address != '', then: { log: 1 } }",
    ])
  func asked(_ there: String) {
    #expect(entered(there, others: ", sendAgain: there").isEmpty)
  }

  @Test(
    "an event of which nothing is declared makes no findings", arguments: ["'*': there", "'done.*': there"])
  func anything(_ other: String) {
    #expect(entered("entry: { log: event.data.adress }", others: ", " + other).isEmpty)
  }

  @Test("a choice passes the event on; what a state does some time later knows nothing of it")
  func passed() {
    func body(_ kind: String) -> String {
      """
      initial: asking
      states:
        asking: { on: { submit: way } }
        way:
          \(kind)
          always: [{ guard: event.data.count > event.data.limit, target: asking }, { target: there }]
        there: { entry: { note: { address: event.data.adress } } }
      """
    }
    let result = found(body("type: choice"))
    #expect(result.filter { $0.contains("`limit`") }.count == 1, "\(result)")
    #expect(result.filter { $0.contains("`adress`") }.count == 1, "\(result)")
    #expect(found(body("title: Way")).isEmpty)
  }

  @Test("behind a choice that tells the events apart nothing is doubted")
  func individually() {
    func body(_ guard: String) -> String {
      """
      initial: asking
      states:
        asking: { on: { submit: way, sendAgain: way } }
        way: { type: choice, always: [{ guard: \(`guard`), target: asking }, { target: there }] }
        there: { entry: { note: { address: event.data.address } } }
      """
    }
    #expect(found(body("event.name == 'sendAgain'")).isEmpty)
    #expect(found(body("in(asking)")).count == 1)
  }

  @Test("states that are entered with others hear of the event: inside, around, beside")
  func spread() {
    let body = """
      initial: asking
      states:
        asking: { on: { submit: deep } }
        outer:
          entry: { log: event.data.one }
          initial: other
          states:
            other:
            both:
              type: parallel
              states:
                left:
                  initial: idle
                  states: { idle: { }, deep: { entry: { log: event.data.two } } }
                right:
                  initial: begin
                  states: { begin: { entry: { log: event.data.three } }, later: { entry: { log: event.data.four } } }
      """
    let result = found(body)
    for name in ["one", "two", "three"] {
      #expect(result.filter { $0.contains("`\(name)`") }.count == 1, "\(name): \(result)")
    }
    // Nothing leads there, so nothing is known.
    #expect(!result.contains { $0.contains("`four`") })
  }

  @Test("a history brings back what was left, so all of it is entered with the event")
  func histories() {
    func body(_ kind: String) -> String {
      """
      initial: asking
      states:
        asking: { on: { submit: past } }
        outer:
          initial: one
          on: { cancel: asking }
          states:
            past: { type: history, \(kind)default: one }
            one: { on: { sendAgain: { target: two } } }
            two: { entry: { log: event.data.address } }
      """
    }
    for kind in ["", "history: deep, "] {
      let result = found(body(kind))
      #expect(result.count == 1 && result[0].contains("when `sendAgain` leads"), "\(kind): \(result)")
    }
  }

  @Test("no data come with the start, a timer, and a service without result; a failure brings its own")
  func sources() {
    func body(_ state: String) -> String {
      "initial: first\nstates:\n  first: \(state)\n  there: { entry: { log: event.data.after } }\n"
    }
    #expect(found("initial: first\nstates:\n  first: { entry: { log: event.data.after } }\n").count == 1)
    #expect(found(body("{ after: { 1s: there } }")).count == 1)
    #expect(
      found(body("{ invoke: { service: sending, input: { address: \"''\" }, failed: { offline: there } } }"))
        .isEmpty)
    let done = found(body("{ invoke: { service: sending, input: { address: \"''\" }, done: there } }"))
    #expect(done.count == 1 && done[0].contains("has no field `after`"), "\(done)")
  }

  @Test("a timeout brings nothing, and is no reason to know nothing of the other failures")
  func timeouts() {
    let body = """
      initial: first
      states:
        first:
          invoke:
            service: sending
            input: { address: "''" }
            timeout: 5s
            done: there
            failed: { offline: after, timeout: after }
        there:
        after: { entry: { log: event.data.FIELD } }
      """
    #expect(found(body.replacing("FIELD", with: "aftr")).first?.contains("unknown-field") == true)
    #expect(
      found(body.replacing("FIELD", with: "after")).first?.contains("when the failure `timeout` leads")
        == true)
  }

  @Test("where types differ any is possible, and where nothing comes nothing is proven")
  func differences() {
    let body = """
      initial: asking
      states:
        asking: { on: { submit: there, number: there } }
        there: { entry: { if: event.name == 'submit', then: { take: { count: event.data.count, all: event.data } } } }
      """
    let text =
      "statechart: 1\nid: code\n"
      + Self.declarations
      .replacing("  cancel: {}", with: "  cancel: {}\n  number: { payload: { count: number } }")
      .replacing("    services:", with: "    services:")
      .replacing("actions: {", with: "actions: { take: { arguments: { count: int, all: map } },")
    #expect(reportedLines(lint(text + body)).filter { $0.contains("bad-expression") }.isEmpty)
  }

  @Test("an event's name is compared only with names that there are")
  func names() {
    let result = entered("entry: { if: event.name == 'submt', then: { log: 1 } }")
    #expect(result.count == 1 && result[0].contains("never `'submt'`"), "\(result)")
    #expect(entered("entry: { if: event.name != 'cancel', then: { log: 1 } }").isEmpty)
  }

  @Test("asking whether there is an error is no mistake where none can be")
  func noError() {
    #expect(entered("entry: { if: defined(event.error), then: { log: event.error } }").count == 1)
    #expect(entered("entry: { if: defined(event.error), then: { log: 1 } }").isEmpty)
  }

  @Test("the end of a state, and a transition some time later, tell nothing")
  func later() {
    let body = """
      initial: first
      states:
        first:
          initial: in
          done: there
          states: { in: { on: { submit: out } }, out: { type: final } }
        there:
          entry: { log: event.data.anything }
          always: { guard: in(first), target: end }
        end: { entry: { log: event.data.anything } }
      """
    #expect(found(body).isEmpty)
  }

  @Test("what a final state hands over is known too")
  func outputs() {
    let body = """
      initial: asking
      states:
        asking: { on: { submit: end } }
        end: { type: final, output: { address: event.data.adress } }
      """
    #expect(found(body).count == 1)
  }

  @Test("where a transition cannot be read or leads nowhere, nothing is concluded from what is missing")
  func broken() {
    let there = "entry: { note: { address: event.data.address } }"
    func body(_ transition: String) -> String {
      """
      initial: asking
      states:
        asking: { on: { cancel: there, submit: \(transition) } }
        there: { \(there) }
      """
    }
    #expect(found(body("there")).count == 1)
    #expect(found(body("thare")).isEmpty)
    #expect(found(body("{ taget: there }")).isEmpty)
  }
}
