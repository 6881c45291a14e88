import ReferenceEngine
import Statecharts
import StatechartsModel
import TestExtent
import Testing

/// The text that generated Swift contains.
@Suite struct ModelTextTests {
  @Test("a chart is read back from its text, on random charts")
  func roundTrip() throws {
    for seed in 1...TestExtent.count(50, whole: 5_000) as ClosedRange<UInt64> {
      let chart = Scenario(seed: seed).chart
      let text = chart.modelText
      let read = try Statechart(modelText: text)
      #expect(read == chart, "seed \(seed)")
      #expect(read.modelText == text, "seed \(seed)")
      guard seed % 20 == 0 else { continue }
      #expect(try CompiledChart(generated: text).digest == CompiledChart(chart).digest, "seed \(seed)")
    }
  }

  @Test(
    "a text keeps every character",
    arguments: [
      "", "\"\\\n\t\r\u{0}\u{1F}", "é 👩‍👩‍👧 \u{202E}", ##"\#(x) """# \u0041"##, "\u{2028}\u{FEFF}",
    ])
  func texts(text: String) throws {
    let chart = Statechart("c", title: text, root: StateNode("c", description: text))
    let read = try Statechart(modelText: chart.modelText)
    #expect(read.title.map { Array($0.utf8) } == Array(text.utf8))
    #expect(read.root.description.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test("durations and integers are exact")
  func numbers() throws {
    let spans: [Duration] = [.nanoseconds(1), .seconds(Int64.max), .seconds(-5), .milliseconds(1500)]
    let state = StateNode(
      "a", after: spans.map { DelayedTransition(.literal($0), name: "x", ChartTransition()) },
      invoke: [ChartInvocation(.service("s"), retry: .init(attempts: .min))])
    let chart = Statechart("c", version: .max, root: StateNode("c", states: [state]))
    #expect(try Statechart(modelText: chart.modelText) == chart)
  }

  @Test("escapes of other writers are read")
  func escapes() throws {
    let chart = try Statechart(
      modelText: #"{"model":1,"id":"\u0041\ud83d\ude00\"\\\n","root":{"id":"c"}}"#)
    #expect(chart.id == "A😀\"\\\n")
  }

  @Test(
    "what cannot be read is refused with the place",
    arguments: [
      ("", "At byte 0, `{` is expected."),
      ("{}", "At byte 1, a model of version 1 is expected."),
      (#"{"model":2}"#, "At byte 10, a model of version 1 is expected."),
      (#"{"model":99999999999999999999}"#, "At byte 9, an integer is expected."),
      (#"{"model":1,"future":1}"#, "At byte 10, `}` is expected."),
      (#"{"model":1} x"#, "At byte 12, the end is expected."),
      (#"{"model":1,"id":"\ud83d"}"#, "At byte 23, a character is expected."),
      (#"{"model":1,"id":"\x"}"#, "At byte 18, an escape that is known is expected."),
      (#"{"model":1,"id":"a"#, "At byte 18, the end of a text is expected."),
      (#"{"model":1,"root":{"kind":"odd"}}"#, "At byte 31, a word that is known is expected."),
      (#"{"model":1,"root":{"entry":[{}]}}"#, "At byte 30, one key that is known is expected."),
      (#"{"model":1,"root":{"entry":[{"log":"1","log":"2"}]}}"#, "At byte 38, `}` is expected."),
    ])
  func refusal(text: String, problem: String) {
    #expect(throws: ModelTextProblem.self) { try Statechart(modelText: text) }
    do { _ = try Statechart(modelText: text) } catch { #expect("\(error)" == problem) }
  }

  @Test("a chart of another version is a problem of the compiled chart")
  func compiled() {
    do {
      _ = try CompiledChart(generated: #"{"model":2}"#)
      Issue.record("It compiles.")
    } catch {
      #expect(error.problems.map(\.rule) == [.badValue])
      #expect(
        error.problems.map(\.message)
          == ["The generated chart cannot be read. At byte 10, a model of version 1 is expected."])
    }
  }

  @Test("a text that nests without end is refused")
  func depth() {
    for (open, count) in [(#"{"states":["#, 100_000), (#"{"block":["#, 100_000)] {
      let text = #"{"model":1,"root":{"states":[{"entry":["# + String(repeating: open, count: count)
      #expect(throws: ModelTextProblem.self) { try Statechart(modelText: text) }
    }
    let text = #"{"model":1,"root":"# + String(repeating: #"{"states":["#, count: 100_000)
    #expect(throws: ModelTextProblem.self) { try Statechart(modelText: text) }
  }

  @Test("a text that ends early or has other bytes is read or refused, without a crash")
  func damage() throws {
    let bytes = Array(Scenario(seed: 7).chart.modelText.utf8)
    for end in stride(from: 0, to: bytes.count, by: TestExtent.count(53, whole: 1)) {
      #expect(throws: ModelTextProblem.self) {
        try Statechart(modelText: String(decoding: bytes[..<end], as: UTF8.self))
      }
    }
    var random = RandomSource(seed: 1)
    for _ in 0..<TestExtent.count(80, whole: 20_000) {
      var damaged = bytes
      for _ in 0..<random.number(1...3) { damaged[random.below(bytes.count)] = random.pick(bytes) }
      let text = String(decoding: damaged, as: UTF8.self)
      guard let chart = try? Statechart(modelText: text) else { continue }
      #expect(try Statechart(modelText: chart.modelText) == chart)
    }
  }
}
