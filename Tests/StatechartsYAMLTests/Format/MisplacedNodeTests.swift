import Statecharts
import StatechartsYAML
import TestExtent
import Testing

@Suite("Reading charts: a list, a mapping or nothing where something else is expected")
struct MisplacedNodeTests {
  /// A chart with all kinds of declarations, states, transitions, services and actions.
  private static let chart = """
    statechart: 1
    id: test
    title: Test
    version: 2
    context:
      n: { type: int, initial: 0, clear: [a], description: N }
      s: string?
    events:
      go: { title: Go, payload: { code: { type: string, secret: true } } }
      stop:
    errors: { lost: { title: Lost } }
    outputs: { seen: { payload: { n: int } } }
    handlers:
      guards: { isNew: { arguments: { n: int } } }
      actions: { show: { arguments: { n: int } } }
      services: { look: { input: { n: int }, result: { m: int? }, errors: [lost], sends: [stop] } }
      queries: { names: { arguments: { n: int }, result: [string] } }
    initial: a
    on: { stop: { target: z, label: Stop, internal: true } }
    states:
      a:
        title: A
        entry:
          - assign: { n: n + 1, s: unset }
          - [{ raise: go, data: { code: "'x'" } }, { emit: seen, data: { n: n } }]
          - { send: stop, delay: 5s, id: later }
          - { cancel: later }
          - { log: "'a'" }
          - { if: n > 1, then: { show: { n: n } }, else: [{ show: { n: 1 } }] }
          - { foreach: "[1, 2]", as: item, index: place, do: { show: { n: item } } }
        on:
          go: [{ guard: { isNew: { n: n } }, target: b }, { target: c, actions: [{ show: { n: 2 } }] }]
        after: { 5s: b, long: { delay: 10m, target: c, resume: restart } }
        exit: { log: n }
        errors: [lost]
        queries: [names]
      b:
        initial: { target: d, actions: { log: n } }
        states:
          d: { always: { guard: n > 2, target: e } }
          e: { type: final, output: { n: n } }
          h: { type: history, history: deep, default: d }
        done: c
      c:
        invoke:
          - service: look
            id: first
            input: { n: n }
            timeout: 5s
            retry: { attempts: 3, backoff: 1s, on: [lost] }
            done: [{ guard: defined(event.data.m), target: p }, h]
            failed: { lost: { target: z, actions: { log: n } }, any: z }
      p:
        type: parallel
        states: { q: { on: { go: p } }, r: }
      x: { type: choice, always: [{ guard: n > 2, target: a }, z] }
      z: { type: final }

    """

  @Test(
    "whatever stands in the place of any key or value, the chart is read to its end",
    arguments: ["[x]", "{ x: y }", "{ [x]: y, data: z }", "[[x], { [x]: y }]", "''"])
  func anywhere(_ written: String) throws {
    let source = SourceText(text: Self.chart)
    let document = try #require(YAMLDocument.read(source).document)
    var pending = [try #require(document.root)]
    var count = 0
    while let node = pending.popLast() {
      pending += document.children(of: node)
      count += 1
      guard count.isMultiple(of: TestExtent.count(24, whole: 1)) else { continue }
      var bytes = source.bytes
      bytes.replaceSubrange(document.range(of: node), with: Array(" \(written) ".utf8))
      _ = ChartReading.of(String(decoding: bytes, as: UTF8.self)).allLines
    }
    #expect(count > 300)
  }

  @Test("an action whose first key is a list says no action")
  func listAsKey() {
    let lines = ChartReading.ofBody("initial: a\nstates:\n  a:\n    entry: { [x]: 1, data: { a: 1 } }\n")
      .lines
    #expect(
      lines.contains { $0.contains("missing-key: This is not an action. `data` belongs next to") }, "\(lines)"
    )
  }
}
