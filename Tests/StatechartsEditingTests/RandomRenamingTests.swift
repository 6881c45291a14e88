import ReferenceEngine
import Statecharts
import StatechartsEditing
import StatechartsModel
import StatechartsTesting
import StatechartsYAML
import TestExtent
import Testing

@Suite("Random renamings")
struct RandomRenamingTests {
  @Test("random renamings change no behavior on the reference engine, and the old name is gone")
  func randomRenamings() throws {
    let wanted = TestExtent.count(12, whole: 500)
    var done = 0
    // About one renaming in five is refused.
    for seed in 0..<UInt64(2 * wanted) where done < wanted {
      var random = RandomSource(seed: seed &+ 99)
      let scenario = Scenario(seed: seed)
      let text = ChartWriter().text(of: scenario.chart)
      let document = try #require(YAMLDocument.read(RenamingTests.source(text)).document)
      let uses = ChartNameIndex(document).uses
      guard !uses.isEmpty else { continue }
      let use = random.pick(uses)
      let rename = Rename(kind: use.kind, old: use.name, new: "renamed\(seed)")
      let changed: String
      do {
        changed = try RenamingTests.renamed(text, use.name, rename.new, kind: use.kind)
      } catch let refusal as ChartRenaming.Refusal {
        let kind = refusal.message.replacing(/`[^`]*`/, with: "…")
        #expect(Self.refusals.contains(kind), "seed \(seed): \(refusal.message)\n\(text)")
        continue
      }
      done += 1
      let index = ChartNameIndex(
        try #require(YAMLDocument.read(RenamingTests.source(changed)).document))
      #expect(!index.uses.contains { $0.kind == use.kind && $0.name == use.name }, "seed \(seed)")
      #expect(
        try RenamingTests.renamed(changed, rename.new, use.name, kind: use.kind) == text, "seed \(seed)")
      let before = try Self.behavior(text, scenario.guards, rename.known(scenario.steps))
      let after = try Self.behavior(
        changed, rename.guards(scenario.guards), rename.known(scenario.steps).map(rename.step))
      let expected = before.map { rename.values(rename.names($0)).lines }
      #expect(
        after.map { rename.values($0).lines } == expected, "seed \(seed): \(use.kind) \(use.name)\n\(text)")
    }
    #expect(done == wanted)
  }

  /// Why a random renaming may be refused, without the names.
  private static let refusals: Set = [
    "The chart computes the names of events that it sends, and … may be one of them.",
    // Some random charts cannot be written as a text that is read again.
    "The chart has errors. An item of … must be an action, not a list.",
    "… is an error code of the platform.", "… would also handle ….", "… would no longer handle ….",
  ]

  /// What a chart does on the reference engine in the steps of a scenario, until it goes on for too long.
  static func behavior(
    _ text: String, _ guards: ScriptedGuards, _ steps: [Scenario.Step]
  ) throws -> [Observation] {
    let chart = try #require(ChartReader().read(RenamingTests.source(text)).chart)
    let engine = ReferenceEngine(chart, guards: guards, mostWork: 100)
    var seen = [engine.interpret()]
    for step in steps {
      guard !engine.gaveUp, engine.waiting < 60 else { break }
      let running = engine.runningIDs
      switch step {
      case .send(let name, let data): seen.append(engine.send(name, data: data))
      case .advance(let span): seen.append(engine.advance(by: span))
      case .answer(let number, let answer):
        guard !running.isEmpty else { continue }
        seen.append(engine.answer(running[number % running.count], answer))
      case .late(let number, let result):
        guard engine.startCount > 0 else { continue }
        seen.append(engine.answerLate(number % engine.startCount, result))
      }
    }
    return seen
  }
}

/// One name that became another.
private struct Rename {
  let kind: ChartNameIndex.Kind
  let old: String
  let new: String

  /// The new name in the place of the old one.
  private func name(_ name: String, _ kind: ChartNameIndex.Kind) -> String {
    kind == self.kind && name == old ? new : name
  }

  /// The name of an event, which may be one of the platform.
  private func event(_ name: String) -> String {
    let prefixes: [(String, ChartNameIndex.Kind)] = [
      ("done.state.", .state), ("done.invoke.", .service), ("error.", .error),
    ]
    for (prefix, kind) in prefixes where name.hasPrefix(prefix) {
      return prefix + self.name(String(name.dropFirst(prefix.count)), kind)
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count > 2, parts[0] == "after" {
      return (["after", self.name(String(parts[1]), .state)] + parts[2...].map(String.init))
        .joined(separator: ".")
    }
    return self.name(name, .event)
  }

  // MARK: What the chart is told

  /// The steps without events that the chart does not name and that begin with the name of the renamed one.
  func known(_ steps: [Scenario.Step]) -> [Scenario.Step] {
    steps.filter { step in
      switch step {
      case .send(let name, _), .answer(_, .sends(let name, _)): kind != .event || !name.hasPrefix(old + ".")
      default: true
      }
    }
  }

  func step(_ step: Scenario.Step) -> Scenario.Step {
    switch step {
    case .send(let name, let data): .send(event(name), data)
    case .answer(let number, .sends(let name, let data)): .answer(number, .sends(event(name), data))
    case .answer(let number, .fails(let code, let data)): .answer(number, .fails(name(code, .error), data))
    case .answer, .late, .advance: step
    }
  }

  func guards(_ guards: ScriptedGuards) -> ScriptedGuards {
    ScriptedGuards(
      answers: Dictionary(uniqueKeysWithValues: guards.answers.map { (name($0.key, .guard), $0.value) }),
      throwing: Set(guards.throwing.map { name($0, .guard) }))
  }

  // MARK: What is seen of it

  /// What is seen, with the new name for each name of the kind.
  func names(_ seen: Observation) -> Observation {
    var seen = seen
    for number in seen.steps.indices {
      seen.steps[number].event = seen.steps[number].event.map(event)
      seen.steps[number].exited = seen.steps[number].exited.map { name($0, .state) }
      seen.steps[number].entered = seen.steps[number].entered.map { name($0, .state) }
    }
    seen.configuration = seen.configuration.map { name($0, .state) }
    seen.actions = seen.actions.map { .init(name: name($0.name, .action), arguments: $0.arguments) }
    seen.outputs = seen.outputs.map { .init(name: name($0.name, .output), data: $0.data) }
    seen.context = seen.context.map { NamedValue(name($0.name, .variable), $0.value) }
    seen.unhandledErrors = seen.unhandledErrors.map(event)
    seen.services = seen.services.map { name($0, .service) }
    seen.lateResults = seen.lateResults.map { name($0, .service) }
    seen.starts = seen.starts.map { start in
      var start = start
      start.id = name(start.id, .service)
      return start
    }
    seen.sent = seen.sent.map { message in
      .init(
        name: event(message.name), data: message.data,
        receiver: message.receiver.map { name($0, .service) })
    }
    return seen
  }

  /// What is seen, with the new name in texts: they may be names or only look like them. The names of timers are words
  /// for people.
  func values(_ seen: Observation) -> Observation {
    var seen = seen
    seen.context = seen.context.map { NamedValue($0.name, value($0.value)) }
    seen.outputs = seen.outputs.map { .init(name: $0.name, data: value($0.data)) }
    seen.log = seen.log.map(value)
    seen.actions = seen.actions.map { action in
      .init(name: action.name, arguments: action.arguments.map { NamedValue($0.name, value($0.value)) })
    }
    seen.sent = seen.sent.map { .init(name: $0.name, data: value($0.data), receiver: $0.receiver) }
    seen.result = value(seen.result)
    seen.timers = seen.timers.map { .init(name: "", remaining: $0.remaining) }
    return seen
  }

  private func value(_ value: ChartValue) -> ChartValue {
    switch value {
    case .string(let text):
      let prefixed = event(text)
      return .string(text == old ? new : prefixed)
    case .list(let elements): return .list(elements.map(self.value))
    case .map(let fields): return .map(fields.mapValues(self.value))
    default: return value
    }
  }
}
