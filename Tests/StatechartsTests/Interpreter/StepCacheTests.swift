import Statecharts
import StatechartsModel
import Testing

@Suite("Remembered steps")
struct StepCacheTests {
  /// Regions that each go round in four states, and a history that brings them back: far more configurations than a
  /// small step cache can hold.
  private func wheel(regions: Int, unusedEvents: Int = 0) throws -> CompiledChart {
    let wheels = (0..<regions).map { region in
      compound(
        ChartName("r\(region)"),
        (0..<4).map { place in
          StateNode(
            ChartName("r\(region)s\(place)"),
            on: [
              on(
                EventDescriptor(ChartName("turn\(region)")), ChartName("r\(region)s\((place + 1) % 4)"),
                if: place == 1 ? "even" : nil, do: ["turned"])
            ],
            entry: place == 3 ? [.raise("ring")] : [])
        })
    }
    let unused = (0..<unusedEvents).map { on(EventDescriptor(ChartName("unused\($0)"))) }
    return try CompiledChart(
      chart(
        initial: ["p"], on: unused + [on("ring", do: ["rang"]), on("out", "away"), on("in", "h")],
        entry: [.raise("ring")],
        [
          parallel("p", wheels + [history("h", deep: true, ["r0s2"])]), StateNode("away"),
        ]))
  }

  private struct Numbers {
    var state: UInt64
    mutating func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
  }

  private func machine(_ chart: CompiledChart, isMemoized: Bool = true) throws -> Machine {
    var machine = try Machine(
      scripted: chart, guards: [:], input: [:], isInvoked: false, isMemoized: isMemoized)
    machine.stopsAtViolations = false
    return machine
  }

  /// Sends random events to a machine that remembers, both ways, and to one that does not; they must do the same.
  private func compare(
    _ chart: CompiledChart, _ limits: StepCacheLimits?, regions: Int, events: Int, seed: UInt64,
    watch: (Machine) -> Void = { _ in }
  ) throws {
    var (recorded, plain) = (try machine(chart), try machine(chart))
    if let limits {
      recorded.limitStepCache(to: limits)
      plain.limitStepCache(to: limits)
    }
    var planned = try machine(chart, isMemoized: false)
    var numbers = Numbers(state: seed)
    #expect(recorded.start().differences(from: planned.start()).isEmpty)
    plain.begin()
    for _ in 0..<events {
      let number = numbers.below(regions + 1)
      let name = number < regions ? "turn\(number)" : plain.isActive("away") ? "in" : "out"
      let answers = ["even": numbers.below(3) > 0]
      recorded.script = answers
      planned.script = answers
      plain.script = answers
      let differences = recorded.send(ChartEvent(name)).differences(from: planned.send(ChartEvent(name)))
      #expect(differences.isEmpty)
      plain.send(name)
      #expect(recorded.states == planned.states)
      #expect(plain.states == planned.states)
      watch(recorded)
      watch(plain)
    }
  }

  @Test(
    "a step cache never holds more bytes than it may, and what does not fit is planned",
    arguments: [2_000, 6_000, 20_000, 64_000], [0, 256])
  func bound(bytes: Int, widestRow: Int) throws {
    let chart = try wheel(regions: 6)
    var most = 0
    var plans: [Int] = []
    try compare(
      chart, StepCacheLimits(bytes: bytes, widestRow: widestRow), regions: 6, events: 600, seed: UInt64(bytes)
    ) {
      most = max(most, $0.stepCacheBytes.reserved)
      plans.append($0.stepCachePlans)
    }
    // A row of the table and what arrays have before they hold anything are small beside it.
    #expect(most <= bytes + 1_000, "\(most)")
    #expect((plans.last ?? 0) > 1 || bytes < 6_000)
  }

  @Test(
    "a full step cache does not grow any more, also where edges are looked up by hash", arguments: [0, 256])
  func full(widestRow: Int) throws {
    let chart = try wheel(regions: 6)
    var machine = try machine(chart)
    machine.limitStepCache(to: StepCacheLimits(bytes: 12_000, widestRow: widestRow))
    machine.begin()
    var numbers = Numbers(state: 3)
    for _ in 0..<1_500 { machine.send("turn\(numbers.below(6))") }
    let (bytes, plans) = (machine.stepCacheBytes.reserved, machine.stepCachePlans)
    for _ in 0..<1_500 { machine.send("turn\(numbers.below(6))") }
    #expect(machine.stepCacheBytes.reserved == bytes)
    #expect(machine.stepCachePlans == plans)
  }

  @Test("a chart of any size may remember 1 MiB, a large one 1 KiB a state, none more than 8 MiB")
  func defaults() throws {
    #expect(try machine(wheel(regions: 2)).stepCacheBytes.most == 1 << 20)
    let large = try CompiledChart(chart((0..<3_000).map { StateNode(ChartName("s\($0)")) }))
    #expect(try machine(large).stepCacheBytes.most == 3_001 << 10)
    let huge = try CompiledChart(chart((0..<9_000).map { StateNode(ChartName("s\($0)")) }))
    #expect(try machine(huge).stepCacheBytes.most == 8 << 20)
  }

  @Test(
    "charts with many event names do the same remembered and planned",
    arguments: [60, 90, 240, 250, 300, 1_200])
  func manyNames(count: Int) throws {
    let chart = try wheel(regions: 3, unusedEvents: count)
    try compare(chart, nil, regions: 3, events: 300, seed: UInt64(count))
  }

  @Test("a chart with 90 event names is remembered as one with few")
  func remembered() throws {
    let chart = try wheel(regions: 2, unusedEvents: 90)
    var machine = try machine(chart)
    machine.begin()
    func turn() { for _ in 0..<8 { for region in 0..<2 { machine.send("turn\(region)") } } }
    turn()
    let plans = machine.stepCachePlans
    #expect(plans > 8)
    turn()
    #expect(machine.stepCachePlans == plans)
  }
}
