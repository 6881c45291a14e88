internal import Statecharts

/// One state of a chart with all that is inside it, as a chart of its own, to be drawn as a map.
///
/// A map of a part shows what the map of the whole chart shows of it: the same forks are left out, and states outside stand
/// there as their outermost groups, as if those were folded. States that surround the part stand for themselves alone. Of the
/// ways between states outside nothing is kept.
struct MapPart {
  // Decision: Docs/decisions/diagrams-and-pages.md#pictures-with-many-arrows-have-no-labels
  /// The part as a chart, under the id of the whole. Forks that are left out are in it as far as ways begin inside.
  private(set) var chart: Statechart
  /// The ids of the states that stand there for the ways' sake.
  private(set) var outside: Set<String> = []
  /// The ids of the forks that are left out.
  private(set) var forks: Set<String> = []
  /// Whether a state outside stands there for the states in it.
  private(set) var hasGroups = false

  private let flat: FlatChart
  private let straight: StraightWays
  /// The part's states.
  private let inside: Range<Int>
  /// The states that surround the part.
  private var surrounding: Set<Int> = []

  /// Takes a state out of a chart.
  ///
  /// - Parameter straight: The forks that the map of the whole chart leaves out.
  init(_ flat: FlatChart, of number: Int, without straight: StraightWays) {
    self.flat = flat
    self.straight = straight
    inside = number..<flat.states[number].end
    chart = flat.chart
    chart.title = "\(flat.title(0)): \(flat.title(number))"
    chart.description = flat.states[number].state.description
    var step = number
    while step > 0 {
      step = flat.states[step].parent
      surrounding.insert(step)
    }
    chart.root = root()
  }

  private mutating func root() -> State {
    var root = State(flat.chart.root.id)
    add(waysInto: 0, to: &root)
    if let begins = flat.chart.root.initial, !begins.targets.isEmpty,
      begins.targets.allSatisfy({ flat.number(of: $0).map(inside.contains) ?? false })
    {
      root.initial = begins
    }
    var boxes: [Int: State] = [:]
    for number in flat.states.indices.dropFirst()
    where !inside.contains(number) && !straight.forks.contains(number) {
      let box = group(of: number)
      var ways = boxes[box] ?? bare(box)
      if add(waysInto: number, to: &ways) { boxes[box] = ways }
    }
    var parts: [Int: [State]] = [:]
    var passed: Set<Int> = []
    for number in inside.reversed() {
      var state = flat.states[number].state
      state.states = parts.removeValue(forKey: number)?.reversed() ?? []
      redirect(&state, &boxes, &passed)
      parts[number == inside.lowerBound ? 0 : flat.states[number].parent, default: []].append(state)
    }
    // The forks outside through which ways lead from inside, and those to which they lead.
    var hidden: [Int: State] = [:]
    while let fork = passed.popFirst() {
      guard hidden[fork] == nil else { continue }
      var state = flat.states[fork].state
      redirect(&state, &boxes, &passed)
      hidden[fork] = state
    }
    forks.formUnion((Array(hidden.keys) + inside.filter(straight.forks.contains)).map { id($0) })
    outside = Set(boxes.keys.filter { flat.states[$0].state.kind != .choice }.map { id($0) })
    hasGroups = boxes.keys.contains { !surrounding.contains($0) && flat.states[$0].end > $0 + 1 }
    boxes.merge(hidden) { box, _ in box }
    boxes[inside.lowerBound] = parts[0]?.first
    root.states = boxes.sorted { $0.key < $1.key }.map(\.value)
    return root
  }

  private func id(_ number: Int) -> String { flat.states[number].state.id.text }

  /// The state that is drawn for one outside: the outermost group in which it is, but not the part.
  private func group(of number: Int) -> Int {
    var number = number
    while !surrounding.contains(number), !surrounding.contains(flat.states[number].parent) {
      number = flat.states[number].parent
    }
    return number
  }

  /// A state outside, with nothing but its title.
  private func bare(_ number: Int) -> State {
    let entry = flat.states[number]
    var title = entry.state.title
    var kind = State.Kind.plain
    switch entry.state.kind {
    case .final where entry.parent == 0: kind = .final
    case .choice: kind = .choice
    case .history(let deep): title = (deep ? "H* " : "H ") + (title ?? flat.title(entry.parent))
    default: break
    }
    return State(entry.state.id, kind: kind, title: title)
  }

  /// Adds the ways that lead from a state outside into the part. Says whether there are any.
  @discardableResult
  private mutating func add(waysInto number: Int, to box: inout State) -> Bool {
    var isSource = false
    func add(_ transition: Transition) {
      let targets = transition.targets.compactMap(flat.number)
      // No fork that is left out is one of several targets.
      let ends = targets.count == 1 ? straight.ends(of: targets[0]) : targets
      for end in ends where inside.contains(end) {
        if !targets.contains(end) { forks.insert(id(targets[0])) }
        box.always.append(Transition([flat.states[end].state.id]))
        isSource = true
      }
    }
    let state = flat.states[number].state
    flat.states[number].forEachTransition { _, transition in add(transition) }
    if case .history = state.kind, let initial = state.initial { add(Transition(initial.targets)) }
    return isSource
  }

  /// Leads the ways of a state that lead out of the part to what is drawn there.
  private func redirect(_ state: inout State, _ boxes: inout [Int: State], _ passed: inout Set<Int>) {
    func redirect(_ targets: inout [Name]) {
      for index in targets.indices {
        guard let target = flat.number(of: targets[index]), target > 0, !inside.contains(target) else {
          continue
        }
        if straight.forks.contains(target) {
          passed.insert(target)
          continue
        }
        let box = group(of: target)
        if boxes[box] == nil { boxes[box] = bare(box) }
        targets[index] = flat.states[box].state.id
      }
    }
    if var initial = state.initial {
      redirect(&initial.targets)
      state.initial = initial
    }
    for index in state.on.indices { redirect(&state.on[index].transition.targets) }
    for index in state.after.indices { redirect(&state.after[index].transition.targets) }
    for index in state.done.indices { redirect(&state.done[index].targets) }
    for index in state.always.indices { redirect(&state.always[index].targets) }
    for invocation in state.invoke.indices {
      for index in state.invoke[invocation].done.indices {
        redirect(&state.invoke[invocation].done[index].targets)
      }
      for index in state.invoke[invocation].failed.indices {
        redirect(&state.invoke[invocation].failed[index].transition.targets)
      }
    }
  }
}
