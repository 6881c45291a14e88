// What a microstep does depends on the configuration, the histories, the event and the results of guards, and on
// nothing else. So each configuration (with its histories) that a run comes through gets a number. For each number and
// event a tree of guards is learned, whose leaves are plans of microsteps. A known event is then a walk through tables,
// whatever the chart's depth and regions.
//
// An edge of the tree is a number: 0 and above a guard, below a plan (`~plan`), `StepCache.unknown` not yet learned.

/// What was learned about a chart's steps. A value: machines that are copied share it until one learns more.
package struct StepCache: Sendable {
  /// Whether machines that are made in a task have a step cache: the tests run with and without.
  @TaskLocal package static var isUsed = true

  // Decision: Docs/decisions/engine.md#steps-are-remembered
  /// Event names up to this number get a row of the table; charts with more of them look edges up by hash.
  static let widestRow = 256
  /// Not yet learned.
  static var unknown: Int32 { Int32.min }

  struct Configuration: Sendable {
    /// Its place in the pool: the number of members, the members, and for each history the same.
    var start: Int32
    var end: Int32
    /// The edge for transitions without an event.
    var eventless: Int32
  }

  struct Node: Sendable {
    /// The guard in short, so that most need not be looked up.
    var condition: Condition
    var transition: Int32
    var yes = StepCache.unknown
    var no = StepCache.unknown
    /// The guard before it and the answer that leads here; -1 for none.
    var parent: Int32
    var parentHolds: Bool
  }

  struct Key: Hashable, Sendable {
    var configuration: Int32
    var event: Int32
    var source: Int
  }

  /// Where an edge is kept.
  enum Place {
    case start
    case eventless(Int32)
    case event(Int32, number: Int, source: Int)
    case answer(Int32, Bool)
  }

  /// The length of a row of the table: as many as there are event names; 0 without a table.
  let width: Int
  /// The most bytes that are held; past them, steps are planned each time.
  let maximumBytes: Int
  private(set) var pool = ContiguousArray<Int32>()
  private(set) var configurations = ContiguousArray<Configuration>()
  private var hashes = ContiguousArray<UInt64>()
  private var buckets = ContiguousArray<Int32>(repeating: -1, count: 16)
  private(set) var rows = ContiguousArray<Int32>()
  private var sparse: [Key: Int32] = [:]
  private(set) var nodes = ContiguousArray<Node>()
  private(set) var plans =
    [StepPlan(operations: 0..<0, acting: 0..<0, next: -1)] as ContiguousArray
  private(set) var operations = ContiguousArray<PlanOperation>()
  /// Of each plan the places of the operations that act.
  private(set) var acting = ContiguousArray<Int32>()
  /// The edge of the chart's start.
  private(set) var start = StepCache.unknown

  init(_ chart: CompiledChart, _ limits: StepCacheLimits) {
    width = chart.trie.names.count <= limits.widestRow ? chart.trie.names.count : 0
    maximumBytes = limits.bytes
  }

  /// The edge for an event.
  func edge(_ configuration: Int32, _ number: Int, _ source: Int) -> Int32 {
    if source == EventSource.any, number < width { return rows[Int(configuration) &* width &+ number] }
    return sparse[Self.key(configuration, number, source)] ?? Self.unknown
  }

  private static func key(_ configuration: Int32, _ number: Int, _ source: Int) -> Key {
    Key(configuration: configuration, event: Int32(truncatingIfNeeded: number), source: source)
  }

  /// Whether an edge can be kept at a place. What it would lead to must not be added where it cannot.
  func canStore(at place: Place) -> Bool {
    guard case .event(_, let number, let source) = place, source != EventSource.any || number >= width else {
      return true
    }
    return bytes + Size.edge <= maximumBytes
  }

  /// Sets an edge, where there is room for it.
  mutating func set(_ place: Place, _ edge: Int32) {
    switch place {
    case .start: start = edge
    case .eventless(let configuration): configurations[Int(configuration)].eventless = edge
    case .answer(let node, let holds):
      if holds { nodes[Int(node)].yes = edge } else { nodes[Int(node)].no = edge }
    case .event(let configuration, let number, let source):
      if source == EventSource.any, number < width {
        rows[Int(configuration) * width + number] = edge
      } else if canStore(at: place) {
        sparse[Self.key(configuration, number, source)] = edge
      }
    }
  }

  /// Adds a guard; nil when there is no room.
  mutating func addNode(_ transition: Int, _ condition: Condition, at place: Place) -> Int32? {
    guard canStore(at: place), bytes + Size.node + Size.edge <= maximumBytes else { return nil }
    var parent: Int32 = -1
    var parentHolds = false
    if case .answer(let node, let holds) = place { (parent, parentHolds) = (node, holds) }
    nodes.append(
      Node(
        condition: condition, transition: Int32(truncatingIfNeeded: transition), parent: parent,
        parentHolds: parentHolds))
    let node = Int32(truncatingIfNeeded: nodes.count - 1)
    set(place, node)
    return node
  }

  /// The answers on the way to a guard, and its own.
  func answers(to node: Int32, _ holds: Bool) -> [Bool] {
    guard node >= 0 else { return [] }
    var answers = [holds]
    var node = nodes[Int(node)]
    while node.parent >= 0 {
      answers.append(node.parentHolds)
      node = nodes[Int(node.parent)]
    }
    return answers.reversed()
  }

  /// Adds what a planner planned; nil when there is no room for it, for where it leads, or for the edge to it.
  mutating func addPlan(_ planner: Planner, at place: Place) -> Int32? {
    let size = Size.plan + Size.operation * planner.operations.count
    guard canStore(at: place), bytes + size + Size.edge <= maximumBytes,
      let next = number(of: planner, adding: true, leaving: size + Size.edge)
    else { return nil }
    let start = Int32(truncatingIfNeeded: operations.count)
    let firstActing = Int32(truncatingIfNeeded: acting.count)
    for operation in planner.operations {
      if operation.acts { acting.append(Int32(truncatingIfNeeded: operations.count)) }
      operations.append(operation)
    }
    plans.append(
      StepPlan(
        operations: start..<Int32(truncatingIfNeeded: operations.count),
        acting: firstActing..<Int32(truncatingIfNeeded: acting.count), next: next))
    let number = Int32(truncatingIfNeeded: plans.count - 1)
    set(place, ~number)
    return number
  }
}

// Sizes. Arrays reserve up to twice what they hold, so each thing is counted twice.
extension StepCache {
  private enum Size {
    static let number = 2 * MemoryLayout<Int32>.stride
    static let node = 2 * MemoryLayout<Node>.stride
    static let plan = 2 * MemoryLayout<StepPlan>.stride
    static let operation = 2 * MemoryLayout<PlanOperation>.stride + number
    /// With its hash and, as the table of hashes grows fourfold, up to eight places in it.
    static let configuration = 2 * MemoryLayout<Configuration>.stride + 16 + 8 * MemoryLayout<Int32>.stride
    /// A dictionary is at least three eighths full.
    static let edge = (MemoryLayout<Key>.stride + MemoryLayout<Int32>.stride + 1) * 8 / 3
  }

  /// How many bytes are held at most, with what arrays reserve.
  var bytes: Int {
    Size.configuration * configurations.count + Size.number * (pool.count + rows.count) + Size.node
      * nodes.count
      + Size.plan * plans.count + Size.operation * operations.count
      + Size.edge * sparse.count
  }

  /// How many bytes are reserved now.
  var reservedBytes: Int {
    MemoryLayout<Configuration>.stride * configurations.capacity + 8 * hashes.capacity
      + MemoryLayout<Int32>.stride
      * (pool.capacity + rows.capacity + buckets.capacity + acting.capacity)
      + MemoryLayout<Node>.stride * nodes.capacity + MemoryLayout<StepPlan>.stride * plans.capacity
      + MemoryLayout<PlanOperation>.stride * operations.capacity
      // A dictionary has a third more places than it lets be taken, and a bit for each.
      + (MemoryLayout<Key>.stride + MemoryLayout<Int32>.stride) * (sparse.capacity * 4 / 3)
      + sparse.capacity / 6
  }
}

// Configurations by number.
extension StepCache {
  /// The number of the configuration that a planner is in; nil when it has none and none is added.
  ///
  /// - Parameter rest: bytes for which there must be room besides.
  mutating func number(of planner: Planner, adding: Bool, leaving rest: Int = 0) -> Int32? {
    let start = pool.count
    Self.encode(planner, into: &pool)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for number in pool[start...] { hash = (hash ^ UInt64(UInt32(bitPattern: number))) &* 0x100_0000_01b3 }
    var bucket = Self.bucket(hash, buckets.count)
    while buckets[bucket] >= 0 {
      let known = configurations[Int(buckets[bucket])]
      if pool[Int(known.start)..<Int(known.end)] == pool[start...] {
        pool.removeLast(pool.count - start)
        return buckets[bucket]
      }
      bucket = bucket + 1 == buckets.count ? 0 : bucket + 1
    }
    let size = Size.configuration + Size.number * width + rest
    guard adding, bytes + size <= maximumBytes else {
      pool.removeLast(pool.count - start)
      return nil
    }
    let number = Int32(truncatingIfNeeded: configurations.count)
    buckets[bucket] = number
    hashes.append(hash)
    configurations.append(
      Configuration(
        start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: pool.count),
        eventless: Self.unknown))
    for _ in 0..<width { rows.append(Self.unknown) }
    if configurations.count * 2 > buckets.count { grow() }
    return number
  }

  private static func bucket(_ hash: UInt64, _ count: Int) -> Int {
    Int(truncatingIfNeeded: (hash ^ (hash >> 29)) & UInt64(truncatingIfNeeded: count - 1))
  }

  private mutating func grow() {
    buckets = ContiguousArray(repeating: -1, count: buckets.count * 4)
    for number in hashes.indices {
      var bucket = Self.bucket(hashes[number], buckets.count)
      while buckets[bucket] >= 0 { bucket = bucket + 1 == buckets.count ? 0 : bucket + 1 }
      buckets[bucket] = Int32(truncatingIfNeeded: number)
    }
  }

  private static func encode(_ planner: Planner, into pool: inout ContiguousArray<Int32>) {
    encode(planner.configuration, into: &pool)
    for remembered in planner.historyValues { encode(remembered, into: &pool) }
  }

  private static func encode(_ states: StateSet, into pool: inout ContiguousArray<Int32>) {
    pool.append(Int32(truncatingIfNeeded: states.count))
    var next = states.first(from: 0)
    while let state = next {
      pool.append(Int32(truncatingIfNeeded: state))
      next = states.first(from: state + 1)
    }
  }

  /// Puts a planner where a configuration is.
  func load(_ configuration: Int32, into planner: inout Planner) {
    var place = Int(configurations[Int(configuration)].start)
    planner.configuration.removeAll()
    for state in members(of: configuration) { planner.configuration.insert(Int(state)) }
    place += 1 + Int(pool[place])
    for history in planner.historyValues.indices {
      planner.historyValues[history].removeAll()
      let count = Int(pool[place])
      for state in pool[place + 1..<place + 1 + count] { planner.historyValues[history].insert(Int(state)) }
      place += 1 + count
    }
  }

  /// The active states of a configuration, in document order.
  func members(of configuration: Int32) -> ArraySlice<Int32> {
    let start = Int(configurations[Int(configuration)].start)
    return ArraySlice(pool[start + 1..<start + 1 + Int(pool[start])])
  }

  /// Whether a state is active in a configuration.
  func contains(_ state: Int, in configuration: Int32) -> Bool {
    let active = members(of: configuration)
    let place = active.partitioningIndex { Int($0) >= state }
    return place < active.endIndex && Int(active[place]) == state
  }
}

/// How much a step cache may hold.
package struct StepCacheLimits: Hashable, Sendable {
  /// The most bytes: 1 MiB, and 1 KiB a state in charts of more than 1,024 states, but never more than 8 MiB.
  package var bytes: Int
  /// The most event names for a table of them.
  package var widestRow: Int

  package init(bytes: Int, widestRow: Int = StepCache.widestRow) {
    self.bytes = bytes
    self.widestRow = widestRow
  }

  init(_ chart: CompiledChart) {
    // Decision: Docs/decisions/engine.md#steps-are-remembered
    self.init(bytes: min(max(1 << 20, chart.states.count << 10), 8 << 20))
  }
}
