import ReferenceEngine
import Statecharts
import StatechartsModel
import StatechartsYAML
import TestExtent
import Testing

@testable import StatechartsLint

@Suite("What variables are foreseen to be in random charts, against what they are")
struct ValueFlowTests {
  private static let charts = TestExtent.count(5, whole: 2_000)
  private static let walks = TestExtent.count(4, whole: 8)
  private static let names = ["v0", "v1", "v2", "flag", "word"]

  @Test(
    "what is told to hold never lets anything behind it be tried, and what is reported not to hold is never taken"
  )
  func guards() throws {
    var told = 0
    // Few charts have such guards; the others are not walked.
    for seed in 0..<UInt64(5 * Self.charts) {
      var changes = SimpleValues(seed: seed, isPlain: true)
      guard var walk = RandomWalk(seed: seed, changed: { changes.simplify(&$0) }) else { continue }
      let never = Self.never(walk.chart.root, walk)
      guard !never.isEmpty else { continue }
      told += never.count
      for number in 0..<UInt64(Self.walks) { walk.walk(seed: seed &+ number &* 1_000_003) }
      let yet = never.intersection(walk.takenLabels)
      #expect(
        yet.isEmpty,
        "seed \(seed): \(walk.findings.filter { $0.rule == "constant-condition" }.map(\.message))")
    }
    #expect(told > Self.charts / 10, "\(told)")
  }

  /// The labels of transitions that are never taken because of what guards are told to say always.
  private static func never(_ state: StateNode, _ walk: RandomWalk) -> Set<String> {
    var result: Set<String> = []
    var holds: Set<String> = []
    for (trigger, transition) in state.on.map({ ($0.event.name.text, $0.transition) })
      + state.always.map({ ("", $0) })
    {
      if holds.contains(trigger), let label = transition.label { result.insert(label) }
      guard let condition = transition.guard else { continue }
      let range = walk.reading.range(of: condition.origin)
      for finding in walk.findings where finding.rule == "constant-condition" && finding.range == range {
        if finding.message.hasSuffix("always true.") { holds.insert(trigger) }
        if finding.message.hasSuffix("never true."), let label = transition.label { result.insert(label) }
      }
    }
    return state.states.reduce(into: result) { $0.formUnion(never($1, walk)) }
  }

  @Test("no variable is ever anything else than foreseen where the chart rests, and much is foreseen")
  func truth() throws {
    var exact = 0
    var all = 0
    for seed in 0..<UInt64(Self.charts) {
      var changes = SimpleValues(seed: seed)
      guard var walk = RandomWalk(seed: seed, changed: { changes.simplify(&$0) }) else { continue }
      for number in 0..<UInt64(Self.walks) { walk.walk(seed: seed &+ number &* 1_000_003) }
      let document = try #require(walk.reading.document)
      let context = LintContext(
        document: document, chart: walk.chart, corrections: [:], findings: walk.reading.diagnostics,
        isSound: true)
      var flow = try #require(ValueFlow(context))
      for variable in walk.chart.context where Self.names.contains(variable.name.text) {
        let name = variable.name.text
        let initial = try parse(variable.initial?.text ?? "unset")
        let first = try #require(ValueDomain.literal(initial))
        let values = try #require(
          ValueDomain(variable, [initial] + SimpleValues.literals.map { try parse($0) }))
        let cleared = Set(variable.clearedOnExitOf.compactMap { context.tree.number(of: $0) })
        let result = flow.follow(values, from: values.mask(of: first), clearedIn: cleared)
        let foreseen = try #require(result)
        for rest in walk.rests {
          let mask = values.mask(of: rest.values[name] ?? .unset)
          for number in rest.states.compactMap({ context.tree.numbers[$0] }) {
            let inside = foreseen.inside[number]
            all += 1
            if inside.nonzeroBitCount <= 2 { exact += 1 }
            guard inside & mask == 0 else { continue }
            let state = context.tree.nodes[number].id.text
            Issue.record(
              "seed \(seed): \(rest.values[name] ?? .unset) is not foreseen for \(name) in \(state)")
          }
        }
      }
    }
    #expect(exact * 5 > all && all > 0, "\(exact) of \(all)")
  }
}

/// Makes the variables of a random chart such as can be followed: cleared often, set to what is written, and counted.
private struct SimpleValues {
  static let literals = ["-1", "0", "1", "2", "3", "4", "'a'", "'b'"]
  private var random: RandomSource
  /// Whether guards ask for one thing only.
  private let isPlain: Bool

  init(seed: UInt64, isPlain: Bool = false) {
    random = RandomSource(seed: seed &+ 77)
    self.isPlain = isPlain
  }

  mutating func simplify(_ chart: inout Statechart) {
    var ids: [ChartName] = []
    collect(chart.root, &ids)
    for index in chart.context.indices where random.chance(50) && chart.context[index].name != "count" {
      chart.context[index].clearedOnExitOf = [random.pick(ids)]
    }
    simplify(&chart.root)
  }

  private func collect(_ state: StateNode, _ ids: inout [ChartName]) {
    for child in state.states {
      if child.kind == .plain || child.kind == .parallel { ids.append(child.id) }
      collect(child, &ids)
    }
    if ids.isEmpty { ids = state.states.map(\.id) }
  }

  private mutating func simplify(_ state: inout StateNode) {
    simplify(&state.entry)
    simplify(&state.exit)
    if var initial = state.initial {
      simplify(&initial.actions)
      state.initial = initial
    }
    for index in state.on.indices { simplify(&state.on[index].transition) }
    for index in state.always.indices { simplify(&state.always[index]) }
    for index in state.after.indices { simplify(&state.after[index].transition) }
    for index in state.done.indices { simplify(&state.done[index]) }
    for index in state.invoke.indices {
      for other in state.invoke[index].done.indices { simplify(&state.invoke[index].done[other]) }
      for other in state.invoke[index].failed.indices {
        simplify(&state.invoke[index].failed[other].transition)
      }
      simplify(&state.invoke[index].finalize)
    }
    for index in state.states.indices { simplify(&state.states[index]) }
  }

  private mutating func simplify(_ transition: inout ChartTransition) {
    if isPlain {
      if transition.guard != nil {
        transition.guard = ChartExpression(
          random.pick(["v1 < 3", "v2 == 2", "not flag", "v0 > 0", "word != 'b'"]))
      }
    } else if transition.guard != nil, random.chance(30) {
      transition.guard = ChartExpression(
        random.pick(["v1 < 2", "v2 == 1", "not flag", "v0 >= 1 and v1 != 0", "word == 'a' or v2 > 1"]))
    }
    simplify(&transition.actions)
  }

  private mutating func simplify(_ actions: inout [ChartAction]) {
    for index in actions.indices {
      switch actions[index].kind {
      case .assign(var values):
        for place in values.indices {
          let name = values[place].name.text
          switch name {
          case "v0", "v1", "v2":
            values[place].value = ChartExpression(
              random.pick(["0", "1", "2", "\(name) + 1", "\(name) - 1", "3 + \(name)"]))
          case "flag": values[place].value = ChartExpression(random.pick(["true", "false"]))
          case "word": values[place].value = ChartExpression(random.pick(["'a'", "'b'", "word"]))
          default: continue
          }
        }
        actions[index].kind = .assign(values)
      case .block(var inner):
        simplify(&inner)
        actions[index].kind = .block(inner)
      case .choose(var branches, var otherwise):
        for place in branches.indices { simplify(&branches[place].actions) }
        simplify(&otherwise)
        actions[index].kind = .choose(branches, otherwise: otherwise)
      case .forEach(let item, let place, let list, var body):
        simplify(&body)
        actions[index].kind = .forEach(item: item, index: place, list: list, body: body)
      case .handler, .raise, .send, .cancel, .cancelComputed, .emit, .log: continue
      }
    }
  }
}
