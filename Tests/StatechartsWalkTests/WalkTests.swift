import Foundation
import Statecharts
import StatechartsYAML
import TestExtent
import Testing

@testable import StatechartsWalk

@Suite("What leads from screen to screen")
struct WalkTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("charts")

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".yaml") }.sorted()
  }()

  private func shipped(_ name: String) throws -> CompiledChart {
    try ChartLoader().load(Self.folder.appendingPathComponent(name).path).chart
  }

  private func chart(_ text: String) throws -> CompiledChart {
    let reading = ChartReader().read(SourceText(name: "chart.yaml", bytes: Array(text.utf8)))
    return try CompiledChart(try #require(reading.chart))
  }

  /// The steps as sentences, each once, sorted.
  private func sentences(_ text: String, limits: Walk.Limits = Walk.Limits()) throws -> [String] {
    let walk = Walk(Screens(try chart(text)), limits: limits)
    let ids = walk.screens.chart.stateIDs
    return Set(
      walk.steps.map { step in
        let errors = step.errors.isEmpty ? "" : " (\(step.errors.joined(separator: ", ")))"
        let from = step.from.map { ids[$0] } ?? "start"
        return "\(from), \(step.links[0].stimulus.name)\(errors): \(ids[step.to])"
      }
    ).sorted()
  }

  /// To follow one of the others takes up to a minute, so they are followed only when every case runs. A chart with
  /// parallel states is among them, and smaller ones are in other tests.
  static let tested = TestExtent.isWhole ? names : ["discourse-delegated-auth.yaml"]

  @Test("there are shipped charts")
  func exist() { #expect(Self.names.count == 5) }

  /// Both in one test, because to follow a large chart takes seconds.
  @Test(
    "each step has a run that takes it, and random runs take none that was not found", arguments: tested)
  func agreesWithEngine(_ name: String) throws {
    let screens = Screens(try shipped(name))
    let walk = Walk(screens)
    let steps = TestExtent.of(walk.steps, every: 25)
    #expect(steps.count > 2)
    for step in steps {
      let run = walk.run(to: step)
      #expect(try Replay.screen(after: run, screens) == step.to, "\(run.map(\.stimulus.name))")
    }

    let known = Set(
      walk.steps.map { RandomWalk.Move(from: $0.from, cause: $0.links[0].stimulus.name, to: $0.to) })
    var driver = RandomWalk(screens, seed: 25)
    var unknown: Set<RandomWalk.Move> = []
    var count = 0
    for _ in 0..<TestExtent.count(60, whole: 10_000) {
      // What runs beside the screen and leaves it alone is no step of it.
      for move in try driver.run() where move.from != move.to {
        count += 1
        if !known.contains(move) { unknown.insert(move) }
      }
    }
    #expect(count > 60)
    let ids = screens.chart.stateIDs
    #expect(
      unknown.isEmpty,
      "\(unknown.map { "\($0.from.map { ids[$0] } ?? "start"), \($0.cause): \(ids[$0.to])" })")
  }

  @Test("services and choices are folded, and each outcome is followed")
  func folded() throws {
    let found = try sentences(
      """
      statechart: 1
      id: signIn
      errors: { wrong: {}, offline: {} }
      context: { lastError: { type: error, optional: true } }
      events: { submit: {}, cancel: {} }
      handlers:
        guards: {}
        actions: {}
        services: { check: { result: { needsCode: bool }, errors: [wrong, offline] } }
      on: { cancel: canceled }
      initial: asking
      states:
        asking:
          on: { submit: checking }
        checking:
          invoke:
            service: check
            timeout: 5s
            done: deciding
            failed:
              any: { target: asking, actions: { assign: { lastError: event.error } } }
              timeout: asking
        deciding:
          type: choice
          always: [{ guard: event.data.needsCode, target: code }, { target: done }]
        code:
          on: { submit: done }
        done: { type: final }
        canceled: { type: final }
      """)
    #expect(
      found == [
        "asking, event cancel: canceled", "asking, event submit (offline): asking",
        "asking, event submit (wrong): asking", "asking, event submit: asking",
        "asking, event submit: canceled",
        "asking, event submit: code", "asking, event submit: done", "code, event cancel: canceled",
        "code, event submit: done", "start, start: asking",
      ])
  }

  @Test("guards of Swift answer in each way, and the same within a step")
  func guards() throws {
    let found = try sentences(
      """
      statechart: 1
      id: guards
      events: { go: {} }
      handlers: { guards: { a: {}, b: {} } }
      initial: here
      states:
        here:
          on:
            go:
              - { guard: a and b, target: both }
              - { guard: a and not a, target: never }
              - { guard: b, target: onlyB }
        both: { type: final }
        never: { type: final }
        onlyB: { type: final }
      """)
    #expect(
      found == ["here, event go: both", "here, event go: onlyB", "start, start: here"])
  }

  @Test("values that conditions ask for are tried, as texts, numbers, lengths and nothing")
  func values() throws {
    let found = try sentences(
      """
      statechart: 1
      id: samples
      events:
        go: { payload: { kind: "string?", count: int, code: string } }
      initial: here
      states:
        here:
          on:
            go:
              - { guard: "not defined(event.data.kind)", target: nothing }
              - { guard: "event.data.kind == 'vip'", target: vip }
              - { guard: event.data.count > 41, target: large }
              - { guard: length(event.data.code) == 6, target: six }
              - { target: other }
        nothing: {}
        vip: {}
        large: {}
        six: {}
        other: {}
      """)
    #expect(
      found == [
        "here, event go: large", "here, event go: nothing", "here, event go: other", "here, event go: six",
        "here, event go: vip", "start, start: here",
      ])
  }

  /// Where an event leads through a service, before which the data of the event is kept in a variable.
  private func kept(_ type: String, _ guards: [String]) throws -> [String] {
    let targets = guards.enumerated().map { "{ guard: \"\($1)\", target: s\($0) }" } + ["other"]
    let found = try sentences(
      """
      statechart: 1
      id: bounds
      context: { value: { type: "\(type)?" }, limit: { type: "\(type)?" } }
      events: { go: { payload: { value: \(type), limit: \(type) } } }
      handlers: { services: { save: {} } }
      initial: here
      states:
        here:
          on:
            go: { target: saving, actions: { assign: { value: event.data.value, limit: event.data.limit } } }
        saving:
          invoke: { service: save, timeout: 5s, done: [\(targets.joined(separator: ", "))], failed: { any: here } }
        other: {}
      \(guards.indices.map { "  s\($0): {}" }.joined(separator: "\n"))
      """)
    return found.compactMap { $0.hasPrefix("here, event go: ") ? String($0.dropFirst(16)) : nil }
  }

  @Test(
    "a value that is kept until a service ends is below, at and above each bound",
    arguments: [
      ("int", "50"), ("int", "-50"), ("int", "0"), ("number", "50"), ("number", "0"), ("number", "50.5"),
      ("number", "-50.5"), ("duration", "30s"), ("duration", "60s"), ("duration", "500ms"),
    ])
  func bounds(_ type: String, _ bound: String) throws {
    for comparison in ["<", "<=", "==", "!=", ">=", ">"] {
      let found = try kept(type, ["defined(value) and value \(comparison) \(bound)"])
      #expect(found.contains("s0") && found.contains("other"), "\(comparison): \(found)")
    }
    let isEach = try kept(type, ["defined(value) and value < \(bound)", "value == \(bound)"])
    #expect(isEach.filter { $0 != "here" } == ["other", "s0", "s1"])
  }

  @Test("a value that is kept is between two bounds and beyond both, also if they are close")
  func between() throws {
    for (type, low, high) in [("number", "50.25", "50.75"), ("number", "3", "4"), ("duration", "1s", "2s")] {
      let found = try kept(
        type, ["not defined(value)", "value <= \(low)", "value < \(high)", "value == \(high)"])
      #expect(found.filter { $0 != "here" } == ["other", "s1", "s2", "s3"])
    }
  }

  @Test("two values that are compared with each other, and with no literal, differ in each way")
  func twoValues() throws {
    for type in ["int", "number"] {
      let found = try kept(
        type, ["not defined(value) or not defined(limit)", "value < limit", "value == limit"])
      #expect(found.filter { $0 != "here" } == ["other", "s1", "s2"])
    }
  }

  @Test("a counter of the type number does not go on for ever, and reaches its bound")
  func numberCounter() throws {
    let found = try sentences(
      """
      statechart: 1
      id: counter
      context: { tries: { type: number, initial: 0 } }
      events: { again: {} }
      initial: asking
      states:
        asking:
          on:
            again:
              - { guard: tries >= 3, target: locked }
              - { actions: { assign: { tries: tries + 0.5 } } }
        locked: {}
      """)
    #expect(found == ["asking, event again: asking", "asking, event again: locked", "start, start: asking"])
  }

  @Test("all screens: groups, what waits for time, and ends, but no ends that are left at once")
  func allScreens() throws {
    let screens = Screens(
      try chart(
        """
        statechart: 1
        id: all
        events: { go: {}, back: {} }
        handlers: { services: { load: {} } }
        initial: loading
        states:
          loading: { invoke: { service: load, timeout: 5s, done: group, failed: { any: failed } } }
          group:
            on: { go: steps }
            initial: first
            states: { first: { after: { 1m: second } }, second: {} }
          steps:
            done: pause
            initial: one
            states: { one: { on: { go: two } }, two: { type: final } }
          pause: { after: { 1m: both } }
          both:
            type: parallel
            done: ended
            states:
              left: { initial: l1, states: { l1: { on: { go: l2 } }, l2: { on: { back: l1 } } } }
              right: { initial: r1, states: { r1: { after: { 1s: r2 } }, r2: { type: final } } }
          ended: { type: final }
          failed: { type: final }
        """))
    #expect(
      screens.all.map { screens.chart.stateIDs[$0] } == [
        "group", "one", "pause", "l1", "l2", "ended", "failed",
      ])
  }

  @Test("a counter does not go on for ever")
  func counter() throws {
    let walk = Walk(
      Screens(
        try chart(
          """
          statechart: 1
          id: counter
          context: { tries: { type: int, initial: 0 } }
          events: { again: {} }
          initial: asking
          states:
            asking:
              on:
                again:
                  - { guard: tries >= 3, target: locked }
                  - { actions: { assign: { tries: tries + 1 } } }
            locked: {}
          """)))
    #expect(walk.steps.count == 3)
    #expect(walk.machineSteps < 100)
  }

  @Test("a step costs more where its event is compared with thousands of transitions")
  func comparedTransitions() throws {
    let events = (0..<6_000).map { "      e\($0): two\n" }.joined()
    var limits = Walk.Limits()
    limits.steps = 1_000
    let walk = Walk(
      Screens(
        try chart("statechart: 1\nid: many\ninitial: one\nstates:\n  one:\n    on:\n\(events)  two: {}\n")),
      limits: limits)
    #expect((5..<20).contains(walk.steps.count) && walk.hasUntriedCauses)
  }

  @Test("an input value of a later start is combined with other values after the pairs are used up")
  func laterStart() throws {
    var limits = Walk.Limits()
    limits.situations = 1
    limits.pairs = 0
    let found = try sentences(
      """
      statechart: 1
      id: inputs
      context:
        policy: { type: string, values: [usual, strict], initial: usual, input: true }
        isReady: { type: bool, initial: false }
      events: { prepare: {}, go: {} }
      initial: asking
      states:
        asking:
          on:
            prepare: { actions: { assign: { isReady: true } } }
            go: { guard: policy == 'strict' and isReady, target: checked }
        checked: {}
      """, limits: limits)
    #expect(found == ["asking, event go: checked", "asking, event prepare: asking", "start, start: asking"])
  }

  @Test("of two timers that began together the longer one is never over first")
  func timers() throws {
    let found = try sentences(
      """
      statechart: 1
      id: timers
      initial: waiting
      states:
        waiting:
          after: { 10s: short, 20s: long }
        short: {}
        long: {}
      """)
    #expect(found == ["start, start: waiting", "waiting, timer after.waiting.10s: short"])
  }

  @Test("a state without anything of its own is shown as its group")
  func groups() throws {
    let found = try sentences(
      """
      statechart: 1
      id: groups
      events: { submit: {}, resend: {} }
      handlers: { services: { send: {} } }
      initial: code
      states:
        code:
          initial: waiting
          on: { submit: done, resend: sending }
          states:
            waiting: {}
            sending: { invoke: { service: send, timeout: 5s, done: waiting } }
        done: {}
      """)
    #expect(found.contains("code, event submit: done"))
    #expect(found.contains("code, event resend: code"))
    #expect(!found.contains { $0.contains("waiting") })
  }
}
