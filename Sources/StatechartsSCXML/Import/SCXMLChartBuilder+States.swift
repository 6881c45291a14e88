import StatechartsModel

internal import Statecharts

// States and transitions.

extension SCXMLChartBuilder {
  /// Reads what is inside a state or the document.
  mutating func readChildren(of state: inout StateNode, _ element: XMLElement) {
    remarks.checkText(element)
    var first: [ChartAction] = []
    var lost: [ChartAction] = []
    for child in element.elements {
      guard child.isSCXML else {
        remarks.refuse(child, in: element.name)
        continue
      }
      switch child.name {
      case "state", "parallel", "final", "history": state.states.append(self.state(child))
      case "onentry" where element.name != "scxml": state.entry.append(block(child))
      case "onexit" where element.name != "scxml": state.exit.append(block(child))
      case "transition" where element.name != "scxml" && element.name != "final":
        readTransition(child, of: &state)
      case "datamodel": first += data.read(child, of: state, &names, &expressions, &documents)
      case "invoke" where element.name == "state" || element.name == "parallel":
        if let invocation = invocation(child, in: state) {
          state.invoke.append(invocation)
        } else {
          // It is started, and fails, once the state has been entered.
          lost.append(ChartAction(.block([.failing])))
        }
      case "donedata" where state.kind == .final: readDoneData(child, of: &state)
      case "initial" where element.name == "state": checkInitial(child, of: element)
      case "script" where element.name == "scxml":
        scriptBlocks.append(ChartAction(.block(script(child))))
      default: remarks.refuse(child, in: element.name)
      }
    }
    // A single block needs no list of its own.
    state.entry = unwrapped(first + state.entry + lost)
    state.exit = unwrapped(state.exit)
  }

  /// Blocks without those that are empty; a single one needs no list of its own.
  func unwrapped(_ blocks: [ChartAction]) -> [ChartAction] {
    let blocks = blocks.filter { $0.kind != .block([]) }
    if blocks.count == 1, case .block(let actions) = blocks[0].kind { return actions }
    return blocks
  }

  private mutating func block(_ element: XMLElement) -> ChartAction {
    remarks.checkAttributes(element, [])
    return ChartAction(.block(actions(element)))
  }

  private mutating func state(_ element: XMLElement) -> StateNode {
    let id = element["id"].flatMap { names.states[$0] } ?? names.newStateID(element.name + "_")
    var state = StateNode(remarks.name(id, element.place))
    state.origin = state.id.origin
    switch element.name {
    case "parallel":
      remarks.checkAttributes(element, ["id"])
      let hasRegions = element.elements.contains {
        $0.isSCXML && DocumentNames.stateElements.contains($0.name) && $0.name != "history"
      }
      // Without regions it is a state like any other.
      if hasRegions { state.kind = .parallel }
    case "final":
      remarks.checkAttributes(element, ["id"])
      state.kind = .final
    case "history":
      remarks.checkAttributes(element, ["id", "type"])
      remarks.checkValue(element, "type", ["shallow", "deep"])
      state.kind = .history(deep: element["type"] == "deep")
      state.initial = defaultTransition(in: element)
      return state
    default: remarks.checkAttributes(element, ["id", "initial"])
    }
    readChildren(of: &state, element)
    if state.kind == .plain, state.states.contains(where: { !isHistory($0) }) {
      state.initial = initial(of: element, state)
    }
    return state
  }

  private func isHistory(_ state: StateNode) -> Bool {
    if case .history = state.kind { return true }
    return false
  }

  /// Where a state leads by default: `initial` as attribute or element, else its first child (SCXML 3.2, 3.3).
  mutating func initial(of element: XMLElement, _ state: StateNode) -> InitialTransition? {
    if let attribute = element["initial"] {
      return InitialTransition(targets(attribute, element.place))
    }
    if let child = element.elements.first(where: { $0.isSCXML && $0.name == "initial" }) {
      return defaultTransition(in: child)
    }
    return state.states.first { !isHistory($0) }.map { InitialTransition([$0.id]) }
  }

  /// Reports an `initial` element that does not count.
  private func checkInitial(_ child: XMLElement, of element: XMLElement) {
    if element["initial"] != nil {
      remarks.add(
        .lost, "`initial` is both an attribute and an element. The element is ignored.", child.place)
    } else if element.elements.first(where: { $0.isSCXML && $0.name == "initial" })?.place != child.place {
      remarks.add(.lost, "This state has two `initial` elements. The second is ignored.", child.place)
    }
  }

  private mutating func defaultTransition(in element: XMLElement) -> InitialTransition? {
    remarks.checkText(element)
    var result: InitialTransition?
    for child in element.elements {
      guard child.isSCXML, child.name == "transition", result == nil else {
        remarks.refuse(child, in: element.name)
        continue
      }
      remarks.checkAttributes(child, ["target", "type"])
      remarks.checkValue(child, "type", ["external", "internal"])
      result = InitialTransition(targets(child["target"] ?? "", child.place), actions: actions(child))
    }
    if result == nil {
      remarks.add(.error, "`\(element.name)` needs a `transition` with a `target`.", element.place)
    }
    return result
  }

  private func targets(_ text: String, _ place: TextPlace) -> [ChartName] {
    text.listedNames.compactMap { id in
      if let state = names.states[id] { return remarks.name(state, place) }
      remarks.add(.error, "`\(id)` is not a state of the document.", place)
      return nil
    }
  }

  private mutating func readTransition(_ element: XMLElement, of state: inout StateNode) {
    remarks.checkAttributes(element, ["event", "cond", "target", "type"])
    remarks.checkValue(element, "type", ["external", "internal"])
    if let target = element.attribute("target"), target.value.listedNames.isEmpty {
      remarks.add(.lost, "`target` is empty, so this transition became one without a target.", target.place)
    }
    var transition = ChartTransition(
      element["target"].map { targets($0, element.place) } ?? [],
      guard: element["cond"].map { expressions.convert($0, element.place, isCondition: true).expression },
      actions: actions(element), origin: remarks.origin(element.place))
    if element["type"] == "internal" { transition.isInternal = true }
    guard let events = element["event"] else {
      state.always.append(transition)
      return
    }
    if events.listedNames.isEmpty {
      remarks.add(
        .lost, "`event` is empty, so this transition is never taken and is left out.", element.place)
    }
    let descriptors = events.listedNames.map {
      EventDescriptor(ChartName(names.descriptor($0, element.place), origin: transition.origin))
    }
    for descriptor in Self.withoutCovered(descriptors) {
      state.on.append(EventTransition(descriptor, transition))
    }
  }

  /// Descriptors without those whose events another one matches, too. No event is matched by two that are left, so that
  /// a transition for each of them is asked at most once, as the one transition of SCXML is.
  private static func withoutCovered(_ descriptors: [EventDescriptor]) -> [EventDescriptor] {
    // In this order what a descriptor covers stands right behind it.
    let parts: [[UInt8]] = descriptors.map { $0.prefix.utf8.map { $0 == UInt8(ascii: ".") ? 0 : $0 } }
    let order = descriptors.indices.sorted { left, right in
      parts[left] == parts[right] ? left < right : parts[left].lexicographicallyPrecedes(parts[right])
    }
    var kept: [Int] = []
    for place in order {
      if let last = kept.last, descriptors[last].matches(String(descriptors[place].prefix)) { continue }
      kept.append(place)
    }
    return kept.sorted().map { descriptors[$0] }
  }

  private mutating func readDoneData(_ element: XMLElement, of state: inout StateNode) {
    remarks.checkAttributes(element, [])
    remarks.checkText(element)
    readValues(of: element, &state.output, &state.outputValue)
    if state.outputValue != nil, !state.output.isEmpty {
      remarks.add(.lost, "`donedata` has `content`, so its `param` elements are left out.", element.place)
      state.output = []
    }
  }
}
