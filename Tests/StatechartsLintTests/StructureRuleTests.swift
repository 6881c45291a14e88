import StatechartsLint
import StatechartsYAML
import Testing

@Suite("Rules about how states hang together")
struct StructureRuleTests {
  /// What was found by one rule, the place and the message of each.
  private func found(_ rule: String, _ body: String) -> [String] {
    reportedLines(lint("statechart: 1\nid: door\n" + body)).filter { $0.contains(" \(rule) ") }
  }

  @Test(
    "`in` with a state that is never active at the same time is found, wherever it stands in a guard",
    arguments: [
      ("in(closed)", "6:24"), ("not in(closed)", "6:28"), ("in(open) and (x > 1 or in(closed))", "6:45"),
    ])
  func impossibleState(_ condition: String, _ place: String) {
    let body = """
      context: { x: { type: int, initial: 0 } }
      initial: open
      states:
        open: { on: { go: { guard: \(condition), target: closed, actions: { assign: { x: 1 } } } } }
        closed: { type: final }
      """
    let text = body.replacing("open: { on: { go: { guard: ", with: "open: { on: { go: { guard: ")
    let result = found("impossible-state", text)
    #expect(result.count == 1, "\(result)")
    #expect(result.first?.contains("never active together") == true)
  }

  @Test(
    "a mistake in what only describes the chart hides no warning",
    arguments: ["migrations: [{ from: 1, to: 2 }]", "title: [Door]", "version: two"])
  func mistakeInDescription(_ entry: String) {
    let service = "open: { invoke: { service: look, failed: { any: closed } } }"
    let body = "\(entry)\ninitial: open\nstates:\n  \(service)\n  closed: { type: final }\n"
    #expect(
      !lint("statechart: 1\nid: door\n" + body).findings.filter { $0.diagnostic.severity == .error }.isEmpty)
    #expect(found("unanswered-service", body).count == 1)
  }

  @Test(
    "one missing way is one finding, at the first state that it cuts off; the others are reported with it")
  func cutOff() {
    func foundLines(_ states: String) -> [String] {
      let text = "statechart: 1\nid: door\ninitial: a\nstates:\n  a: {}\n" + states
      return lint(text).findings.map(\.diagnostic).filter { $0.rule == "unreachable-state" }.map { found in
        let related = found.related.compactMap { $0.message.split(separator: "`").dropFirst().first }
        return ([found.message.split(separator: "`").dropFirst().first ?? ""] + related).joined(
          separator: " ")
      }
    }
    #expect(foundLines("  b: { on: { go: c } }\n  c: { on: { go: d } }\n  d: {}\n") == ["b c d"])
    // The way is missing to the last of them in the text.
    #expect(foundLines("  b: {}\n  c: { on: { go: b } }\n  d: { on: { go: c } }\n") == ["d b c"])
    // A round, and what lies behind it; what two ways would lead to is told once.
    #expect(foundLines("  b: { on: { go: c } }\n  c: { on: { go: b, on: d } }\n  d: {}\n") == ["b c d"])
    #expect(foundLines("  b: { on: { go: d } }\n  c: { on: { go: d } }\n  d: {}\n") == ["b", "c d"])
    // From and to what is inside, by the end of what is around, by time, by the default of a history.
    #expect(
      foundLines(
        "  b: { initial: x, states: { x: { on: { go: y } } } }\n  c: { initial: y, states: { y: } }\n")
        == ["b c"])
    #expect(
      foundLines(
        "  b: { initial: x, done: c, states: { x: { type: final } } }\n  c: { after: { 5s: d } }\n  d: {}\n")
        == ["b c d"])
    // Two mistakes are two findings.
    #expect(foundLines("  b: {}\n  c: {}\n") == ["b", "c"])
    let long = (0..<30).map { "  s\($0): { on: { go: s\($0 + 1) } }\n" }.joined() + "  s30: {}\n"
    #expect(foundLines(long).map { $0.split(separator: " ").count } == [21])
  }

  @Test("a key that is there twice is one finding, also where the second transition is never taken")
  func duplicateKey() {
    for on in ["go: closed, go: open", "'*': closed, '*': open"] {
      let lines = reportedLines(
        lint(
          "statechart: 1\nid: door\ninitial: open\nstates: { open: { on: { \(on) } }, closed: { type: final } }\n"
        ))
      #expect(lines.count == 1 && lines[0].contains("duplicate-key"), "\(lines)")
    }
  }

  @Test("`in` with a state of another region, around or inside is in order")
  func possibleState() {
    let body = """
      type: parallel
      states:
        one:
          initial: a
          states:
            a: { on: { go: { guard: "in(d) or in(one) or in(a) or in(two)", target: b } } }
            b: { type: final }
          on: { push: { guard: in(a), actions: ring } }
        two:
          initial: c
          states: { c: { on: { go: d } }, d: { type: final } }
      """
    #expect(found("impossible-state", body).isEmpty)
  }

  private func crossing(_ transition: String, _ whole: String = "") -> [String] {
    found(
      "leaves-parallel",
      """
      initial: p
      states:
        p:
          type: parallel
          \(whole)
          states:
            one:
              initial: a
              states: { a: { on: { go: \(transition) } }, b: }
            two:
              initial: c
              states: { c: { on: { go: d } }, d: }
        q:
      """)
  }

  @Test("a transition into another region is said to leave the parallel state")
  func leavesParallel() {
    for transition in ["d", "two", "{ target: d, guard: isOpen }"] {
      let result = crossing(transition)
      #expect(result.count == 1, "\(transition): \(result)")
      #expect(
        result.first?.contains(
          "transition from `one` to `two` restarts all of `p`, including the other regions.")
          == true)
    }
    let result = crossing("one")
    #expect(result.count == 1, "\(result)")
    #expect(
      result.first?.contains("transition to `one` itself restarts all of `p`, including the other regions.")
        == true)
    #expect(result.first?.contains("initial state `a`") == true)
  }

  @Test("transitions within a region, out of the state, or by name of several regions are in order")
  func staysInRegion() {
    for transition in ["b", "q", "p", "{ target: [b, d] }", "{ actions: ring }"] {
      #expect(crossing(transition).isEmpty, "\(transition)")
    }
    #expect(crossing("b", "on: { push: d }").isEmpty)
  }

  @Test("what waits for the end of a state that never ends is found")
  func neverDone() {
    func chart(_ states: String) -> [String] { found("never-done", "initial: a\nstates:\n\(states)\n") }
    let open = "  a: { initial: b, done: c, states: { b: { on: { go: d } }, d: %@ } }\n  c:"
    #expect(chart(open.replacing("%@", with: "{}")).count == 1)
    #expect(chart(open.replacing("%@", with: "{ type: final }")).isEmpty)
    let parallel =
      "  a: { type: parallel, done: c, states: { b: { initial: e, states: { e: { type: final } } }, d: %@ } }\n  c:"
    let missing = chart(parallel.replacing("%@", with: "{ initial: f, states: { f: } }"))
    #expect(
      missing.count == 1 && missing[0].contains("inside `d`") && missing[0].contains("`f: { type: final }`"),
      "\(missing)")
    #expect(chart(parallel.replacing("%@", with: "{ initial: f, states: { f: { type: final } } }")).isEmpty)
    let named = chart("  a: { on: { done.state.a: c } }\n  c: { type: final }")
    #expect(
      named.count == 1 && named[0].contains("`done.state.a` never arrives, because `a` never completes."),
      "\(named)")
    let service = chart("  a: { invoke: { service: look }, on: { done.state.a: c } }\n  c: { type: final }")
    #expect(
      service.count == 1 && service[0].contains("Write `done: STATE` inside `invoke:` of `a`"), "\(service)")
  }

  @Test("a finding about the end of a state without states inside says what to write")
  func endlessState() {
    func chart(_ event: String) -> [String] {
      reportedLines(
        lint(
          "statechart: 1\nid: door\nevents: { go: }\ninitial: a\nstates:\n"
            + "  a: { initial: b, on: { \(event): c }, states: { b: { invoke: { service: x, failed: { any: d } }, on: { go: d } }, d: { type: final } } }\n"
            + "  c: { type: final }\n"))
    }
    #expect(chart("done.state.a").isEmpty)
    let final = chart("done.state.d")
    #expect(final.count == 1 && final[0].contains("`done.state.d` never arrives"), "\(final)")
    #expect(final.first?.contains("Write `done.state.a`, the event that follows") == true)
    let service = chart("done.state.b")
    #expect(service.first?.contains("Write `done: STATE` inside `invoke:` of `b`") == true, "\(service)")
    #expect(chart("done.state.c").first?.contains("ends the flow") == true)
  }

  @Test(
    "`done` as an event is reported from the key where something can end, and is free where it is declared")
  func doneAsEvent() {
    let compound =
      "initial: a\nstates:\n  a: { initial: b, on: { done: c }, states: { b: { type: final } } }\n  c:\n"
    let result = found("done-as-event", compound)
    #expect(result.count == 1 && result[0].contains("Write `done: c` next to `on:`"), "\(result)")
    #expect(found("done-as-event", "events: { done: }\n" + compound).isEmpty)
    #expect(found("done-as-event", "initial: a\nstates:\n  a: { on: { done: c } }\n  c:\n").isEmpty)
  }

  private func hidden(_ behavior: String) -> [String] {
    found(
      "hidden-transition",
      "initial: a\nstates:\n  a:\n    \(behavior)\n    entry: x\n  b: { on: { back: a, next: c } }\n  c: { type: final }\n"
    )
  }

  @Test(
    "what stands behind a transition that is always taken is found, for every trigger",
    arguments: [
      "on: { go: [b, c] }", "on: { go: b, go.on: c }", "on: { '*': b, go: c }",
      "on: { go.*: b, go.on.far: { guard: y, target: c } }",
      "on: { go: [{ guard: x and y, target: b }, { guard: (x) and y, target: c }] }",
      "on: { go: [{ actions: z }, c] }", "always: [b, { guard: x, target: c }]", "after: { 5s: [b, c] }",
      "invoke: { service: s, done: [b, c] }", "invoke: { service: s, failed: { any: [b, c] } }",
    ])
  func hiddenTransition(_ behavior: String) {
    let result = hidden(behavior)
    #expect(result.count == 1, "\(result)")
    #expect(result.first?.contains("This transition is never taken") == true)
  }

  @Test(
    "what is tried first, or answers something else, is in order",
    arguments: [
      "on: { go: [{ guard: x, target: b }, c] }", "on: { go.on: b, go: c }", "on: { go: b, gone: c }",
      "on: { go: b, '*': c }", "on: { go: [{ guard: x, target: b }, { guard: not x, target: c }] }",
      "after: { 5s: b, 6s: c }", "invoke: { service: s, failed: { slow: b, any: c } }",
      "invoke: [{ service: s, done: b }, { service: t, done: c }]",
      "on: { go: [{ guard: x, target: b }, { guard: x or y, target: c }] }",
    ])
  func notHidden(_ behavior: String) { #expect(hidden(behavior).isEmpty) }

  @Test("a guard that says the same whatever happens is found")
  func constantCondition() {
    func chart(_ condition: String) -> [String] {
      found(
        "constant-condition",
        "initial: a\nstates:\n  a: { on: { go: { guard: \(condition), target: b } } }\n  b:\n")
    }
    for condition in ["true", "false", "not false", "x and false", "true or x"] {
      #expect(chart(condition).count == 1, "\(condition)")
    }
    for condition in ["x", "not x", "(x == true)", "x or true"] {
      #expect(chart(condition).isEmpty, "\(condition)")
    }
    for condition in ["x or false", "x and true"] {
      #expect(chart(condition).allSatisfy { $0.contains("makes no difference") }, "\(condition)")
    }
  }

  @Test("a guard that may fail is not said to hold always, for what fails does not hold")
  func failingCondition() {
    func chart(_ condition: String) -> [String] {
      let text =
        "initial: a\nstates:\n  a: { on: { go: { guard: \"\(condition)\", target: b } } }\n  b:\n"
      return found("constant-condition", "context: { m: { type: any, initial: 0 } }\n" + text)
    }
    for condition in [
      "x or true", "x or not (y and false)", "m > 3 or m <= 3", "has(m, 'k') or not has(m, 'k')",
      "defined(m['k']) or not defined(m['k'])",
    ] { #expect(chart(condition).isEmpty, "\(condition)") }
    for condition in ["m == 3 or m != 3", "defined(m.k) or not defined(m.k)", "in(a) or not in(a)"] {
      #expect(chart(condition).first?.contains("always true") == true, "\(condition)")
    }
    #expect(chart("x and false").first?.contains("never true") == true)
  }

  @Test("transitions behind guards that may all fail are in order; what is of one kind fails nowhere")
  func failingGuards() {
    func chart(_ type: String, _ guards: [String]) -> [String] {
      let list = guards.map { "{ guard: \"\($0)\", target: b }" } + ["b"]
      return found(
        "hidden-transition",
        "context: { m: { type: \(type) } }\ninitial: a\nstates:\n  a: { on: { go: [\(list.joined(separator: ", "))] } }\n  b:\n"
      )
    }
    for type in ["any, initial: 0", "int, optional: true", "int, input: true", "map, initial: \"{}\""] {
      #expect(chart(type, ["m > 3", "m <= 3"]).isEmpty, "\(type)")
    }
    for type in ["int, initial: 0", "number, initial: 0"] {
      #expect(chart(type, ["m > 3", "m <= 3"]).count == 1, "\(type)")
    }
    #expect(chart("any, initial: 0", ["has(m, 'k')", "not has(m, 'k')"]).isEmpty)
    #expect(chart("any, initial: 0", ["defined(m['k'])", "not defined(m['k'])"]).isEmpty)
    #expect(chart("any, initial: 0", ["defined(m.k)", "not defined(m.k)"]).count == 1)
  }

  @Test("a transition of a parallel state is overridden only where each of its parts always answers")
  func overriddenInParallel() {
    func chart(_ one: String, _ two: String) -> Int {
      found(
        "overridden-transition",
        """
        initial: p
        states:
          p:
            type: parallel
            on: { close: b }
            states:
              one: { on: { \(one) } }
              two: { on: { \(two) } }
          b: { type: final }
        """
      ).count
    }
    #expect(chart("close: { actions: ring }", "push: b") == 0)
    #expect(chart("close: b", "push: b") == 0)
    #expect(chart("close: { actions: ring }", "close: { guard: x, target: b }") == 0)
    #expect(chart("close: { actions: ring }", "close: b") == 1)
    #expect(chart("close.*: b", "'*': b") == 1)
  }

  @Test("`*` in one part of a parallel state takes what is around it within that part only")
  func swallowedInParallel() {
    func chart(_ outer: String, _ region: String) -> [String] {
      found(
        "swallowed-event",
        """
        initial: p
        states:
          p:
            type: parallel
            on: { \(outer) }
            states:
              one:
                initial: c
                on: { \(region) }
                states: { c: { on: { '*': d } }, d: }
              two:
          b: { type: final }
        """)
    }
    #expect(chart("close: b", "").isEmpty)
    let within = chart("close: b", "push: b")
    #expect(within.count == 1 && within[0].contains("handle: `push`."), "\(within)")
  }

  @Test("an event raised in answer to itself is found only where nothing else can end the round")
  func raiseLoop() {
    func chart(_ a: String, _ p: String = "", _ two: String = "") -> Int {
      found(
        "raise-loop",
        """
        initial: p
        states:
          p:
            type: parallel
            \(p)
            states:
              one:
                initial: a
                states:
                  a: { \(a) }
                  c: { on: { knock: b } }
              two: { \(two) }
          b: { type: final }
        """
      ).count
    }
    let loop = "on: { knock: { actions: { raise: knock } } }"
    #expect(chart(loop) == 1)
    #expect(chart("on: { knock: { target: a, actions: { raise: knock } } }") == 1)
    #expect(chart(loop, "on: { knock: b }") == 1, "the inner one answers first")
    #expect(chart(loop, "", "on: { push: b, knock: { actions: ring } }") == 1)
    #expect(chart(loop + ", always: { guard: x, target: b }") == 0)
    #expect(chart(loop, "always: { guard: x, target: b }") == 0)
    #expect(chart(loop, "", "always: { guard: x, target: b }") == 0)
    #expect(chart(loop, "", "on: { knock: b }") == 0)
    #expect(chart(loop, "", "on: { '*': { guard: x, target: b } }") == 0)
    #expect(chart("on: { knock: [{ guard: x, target: b }, { actions: { raise: knock } }] }") == 0)
    #expect(chart("on: { knock: { actions: [{ raise: close }, { raise: knock }] }, close: b }") == 0)
    #expect(
      chart("on: { knock: { target: a, actions: { raise: knock } }, close: b }, entry: { raise: close }") == 0
    )
  }

  @Test("states that lead to one another at once are found once, and rounds that can end are in order")
  func eventlessLoop() {
    func chart(_ states: String) -> [String] { found("eventless-loop", "initial: a\nstates:\n\(states)\n") }
    let three = chart(
      "  a: { always: b }\n  b: { initial: c, states: { c: { always: d } } }\n  d: { always: a }")
    #expect(three.count == 1 && three[0].contains("The states `a`, `c`, `d` loop forever"), "\(three)")
    #expect(chart("  a: { always: a }").first?.contains("goes to itself") == true)
    #expect(chart("  a: { always: { actions: x } }").first?.contains("repeats its `always:` forever") == true)
    #expect(chart("  a: { always: b }\n  b: { always: { guard: x, target: a } }").isEmpty)
    #expect(chart("  a: { always: b }\n  b: { always: c }\n  c: { on: { go: a } }").isEmpty)
    #expect(chart("  a: { always: [{ guard: x, target: b }, a] }\n  b:").isEmpty, "the guard may hold")
    #expect(chart("  a: { always: b }\n  b: { always: c }\n  c: { always: b }").count == 1)
    #expect(chart("  a: { after: { 0s: b } }\n  b: { after: { 0s: a } }").count == 1)
    #expect(chart("  a: { after: { 0s: b } }\n  b: { after: { 1s: a } }").isEmpty)
    #expect(
      chart("  a: { after: { 0s: [{ guard: x, target: c }, b] } }\n  b: { after: { 0s: a } }\n  c:").isEmpty)
    #expect(
      chart("  a: { entry: { raise: go }, on: { go: c }, after: { 0s: b } }\n  b: { always: a }\n  c:")
        .isEmpty)
  }

  @Test(
    "a state with a delay of zero is in order where something else can come before the delay",
    arguments: [
      "  b: { on: { x: c }, after: { 0s: a } }\n  c:",
      "  p: { on: { x: c }, initial: b, states: { b: { after: { 0s: a } } } }\n  c:",
      "  p: { after: { 0s: c }, initial: b, states: { b: { after: { 0s: a } } } }\n  c:",
      "  p: { always: { guard: isFree, target: c }, initial: b, states: { b: { after: { 0s: a } } } }\n  c:",
      "  b: { invoke: { service: work, done: c, failed: { any: c } }, after: { 0s: a } }\n  c:",
      "  p: { type: parallel, states: { b: { after: { 0s: a } }, r: { on: { x: c } } } }\n  c:",
    ])
  func delayOfZero(_ states: String) {
    let sender = "  a: { after: { 0s: { target: b, actions: { send: x } } } }\n"
    let result = found("eventless-loop", "initial: a\nstates:\n\(sender)\(states)\n")
    #expect(result.isEmpty, "\(result)")
  }

  @Test(
    "a cycle of delays of zero is found where no state in it handles an event",
    arguments: [
      "  b: { after: { 0s: a } }",
      "  p: { after: { 5m: a }, initial: b, states: { b: { after: { 0s: a } } } }",
    ])
  func endlessDelayOfZero(_ states: String) {
    let sender = "  a: { after: { 0s: { target: b, actions: { send: x } } } }\n"
    #expect(found("eventless-loop", "initial: a\nstates:\n\(sender)\(states)\n").count == 1)
  }

  @Test(
    "choices that lead back to themselves while nothing changes are found",
    arguments: [
      ("  c: { type: choice, always: [{ guard: n > 3, target: a }, c] }", "when none of its guards is true"),
      ("  c: { type: choice, always: [{ guard: isFree, target: a }, c] }", "when none of its guards is true"),
      (
        "  c: { type: choice, always: [{ guard: n > 3, target: a }, { target: c, actions: { log: n } }] }",
        "when none of its guards is true"
      ),
      ("  c: { type: choice, always: [{ guard: n > 3, target: c }, a] }", "once this guard is true"),
      (
        "  c: { type: choice, always: [{ guard: n > 3, target: a }, d] }\n"
          + "  d: { type: choice, always: [{ guard: n > 5, target: a }, c] }",
        "The choices `c`, `d` loop forever when none of their guards is true."
      ),
      (
        "  c: { type: choice, always: [{ guard: isFree, target: a }, d] }\n  d: { type: choice, always: c }",
        "The choices `c`, `d` loop forever"
      ),
    ])
  func choiceLoop(_ states: String, _ message: String) {
    let result = choiceLoops(states)
    #expect(result.count == 1 && result.first?.contains(message) == true, "\(result)")
  }

  @Test(
    "choices that something changes, or that always find a way out, are in order",
    arguments: [
      "  c: { type: choice, always: [{ guard: n > 3, target: a }, { target: c, actions: { assign: { n: n + 1 } } }] }",
      "  c: { type: choice, always: [{ guard: isFree, target: a }, { target: c, actions: free }] }",
      "  c: { type: choice, always: [{ guard: n > 3, target: a }, { guard: n <= 3, target: a }, c] }",
      "  c: { type: choice, always: [{ guard: n > 3, target: a }, d] }\n"
        + "  d: { type: choice, always: [{ guard: n <= 3, target: a }, c] }",
      "  c: { type: choice, always: [{ guard: isFree, target: a }, d] }\n"
        + "  d: { type: choice, always: [{ guard: isTaken, target: a }, c] }",
      "  c: { type: choice, always: [{ guard: n > 3, target: a }, d] }\n  d: { on: { go: c } }",
    ])
  func endingChoices(_ states: String) {
    #expect(choiceLoops(states).isEmpty)
  }

  @Test("a choice beside a region that may change the variable is in order")
  func choiceInRegion() {
    let region = """
        p:
          type: parallel
          states:
            one:
              initial: e
              states:
                e: { on: { go: c } }
                c: { type: choice, always: [{ guard: n > 3, target: e }, c] }
            two:
              initial: w
              states: { w: { always: { guard: n < 9, actions: { assign: { n: n + 1 } } } } }
      """
    #expect(choiceLoops(region).isEmpty)
  }

  private func choiceLoops(_ states: String) -> [String] {
    found(
      "eventless-loop",
      "context: { n: { type: int, initial: 0 } }\ninitial: a\nstates:\n  a: { on: { go: c } }\n\(states)\n")
  }

  @Test(
    "a guard of two texts, of two numbers, or of a variable with itself is found",
    arguments: [
      ("\"'method' == 'a'\"", "never true"), ("\"'a' != 'method'\"", "always true"),
      ("1 == 1", "always true"), ("1 > 2", "never true"), ("n == n", "always true"),
      ("n != n", "never true"), ("n > 3 and 2 < 1", "never true"),
    ])
  func constantComparison(_ guardText: String, _ message: String) {
    let result = constants(guardText)
    #expect(result.count == 1 && result.first?.contains(message) == true, "\(result)")
    let isTrap = guardText.contains("'method'")
    #expect((result.first?.contains("write `method` without quotes") == true) == isTrap, "\(result)")
  }

  @Test(
    "a guard that compares what may differ is in order",
    arguments: ["method == 'a'", "n == 0", "n == k", "event.data.x == event.data.x"])
  func openComparison(_ guardText: String) {
    #expect(constants(guardText).isEmpty)
  }

  private func constants(_ guardText: String) -> [String] {
    let chart = """
      statechart: 1
      id: door
      context:
        method: { type: string, values: [a, b], initial: a }
        n: { type: int, initial: 0 }
        k: { type: int, initial: 0 }
      initial: open
      states:
        open: { on: { go: { guard: \(guardText), target: closed, actions: { assign: { n: 1, k: 2, method: "'b'" } } } } }
        closed: { type: final }
      """
    return reportedLines(lint(chart)).filter { $0.contains(" constant-condition ") }
  }

  @Test("a secret of the event that led into a state is found in its `entry`, and behind a choice")
  func secretOnEntry() {
    func places(_ states: String) -> [String] {
      found(
        "secret-in-log",
        """
        events: { enter: { payload: { code: { type: string, secret: true } } }, other: { payload: { code: string } } }
        initial: a
        states:
          a: { on: { enter: b } }
        \(states)
        """
      ).map { String($0.prefix { $0 != " " }) }
    }
    #expect(places("  b: { entry: { log: event.data.code } }") == ["7:22"])
    #expect(
      places(
        "  b: { type: choice, always: [{ guard: x, target: c, actions: { log: event.data.code } }, c] }\n  c:"
      )
        == ["7:70"])
    #expect(
      places(
        "  b: { type: choice, always: [{ guard: x, target: a }, c] }\n  c: { entry: { log: event.data.code } }"
      )
        == ["8:22"])
    #expect(places("  b: { initial: c, states: { c: { entry: { log: event.data.code } } } }") == ["7:49"])
    // Another event leads there, or one that has no secret.
    #expect(places("  b: { on: { other: c } }\n  c: { entry: { log: event.data.code } }").isEmpty)
    #expect(
      places("  b: { entry: { if: event.name == 'other', then: { log: event.data.code } } }").isEmpty)
    #expect(places("  b: { exit: { log: event.data.code } }").isEmpty)
  }

  @Test("timers of one state that run out together are found, whatever their unit")
  func equalTimers() {
    func chart(_ after: String) -> [String] {
      found("equal-timers", "initial: a\nstates:\n  a: { after: { \(after) } }\n  b:\n")
    }
    #expect(chart("1000ms: b, 1s: b").count == 1)
    #expect(chart("1s: [{ guard: x, target: b }, b], 2s: b").isEmpty)
  }

  @Test("a parallel state with one part is found; a history is no part")
  func singleRegion() {
    func chart(_ parts: String) -> [String] {
      found("single-region", "initial: p\nstates:\n  p: { type: parallel, states: { \(parts) } }\n")
    }
    #expect(chart("a: ").count == 1)
    #expect(chart("a: , h: { type: history, default: a }").count == 1)
    #expect(chart("a: , b: ").isEmpty)
  }
}
