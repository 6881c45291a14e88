import Statecharts
import StatechartsModel

extension ChartGenerator {
  /// No actions, or a few.
  mutating func someActions(_ percent: Int, depth: Int = 0) -> [ChartAction] {
    guard random.chance(percent) else { return [] }
    return (0..<random.pick([1, 1, 1, 2, 2, 3])).map { _ in ChartAction(action(depth)) }
  }

  private mutating func action(_ depth: Int) -> ChartAction.Kind {
    if isPlain, random.chance(92) { return plainAction() }
    if !invocationIDs.isEmpty, random.chance(6) { return sendToInvocation() }
    switch random.below(100) {
    case ..<45: return mark()
    case ..<62: return assignment()
    case ..<67: return bounded(.raise(ChartName(random.pick(Self.eventNames)), data: data()))
    case ..<69: return bounded(.send(.init(ChartName(random.pick(Self.eventNames)), data: data())))
    case ..<71: return bounded(computedSend())
    case ..<80:
      return .send(
        .init(
          ChartName(random.pick(Self.eventNames)), data: data(),
          delay: .literal(.milliseconds(500 * random.number(0...6))),
          id: random.chance(60) ? ChartName(random.pick(["k0", "k1"])) : nil))
    case ..<82: return .cancel(ChartName(random.pick(["k0", "k1"])))
    case ..<83: return .cancelComputed(ChartExpression("(\(text()))"))
    case ..<87: return .emit("out", data: data())
    case ..<92: return .log(ChartExpression(anything()))
    case ..<97 where depth < 2: return choose(depth)
    case ..<99 where depth < 2:
      // A loop's names are its own, also inside another loop.
      let item = ChartName("item\(depth)")
      let index: ChartName? = random.chance(50) ? ChartName("place\(depth)") : nil
      let seen = [item, index].compactMap { $0 }.map { ChartAction(.log(ChartExpression($0.text))) }
      return .forEach(
        item: item, index: index, list: ChartExpression("[\(integer(depth: 1)), \(integer(depth: 1))]"),
        body: someActions(100, depth: depth + 1) + seen)
    case ..<100 where depth < 2: return .block(someActions(100, depth: depth + 1))
    default: return mark()
    }
  }

  /// A call without arguments, or now and then an event that is raised without data.
  private mutating func plainAction() -> ChartAction.Kind {
    if random.chance(16) { return .raise(ChartName(random.pick(Self.plainNames)), data: []) }
    markCount += 1
    return .handler(ChartName("do\(markCount)"), arguments: [])
  }

  private mutating func sendToInvocation() -> ChartAction.Kind {
    .send(
      .init(
        ChartName(random.pick(Self.eventNames)), data: data(),
        delay: random.chance(25) ? .literal(.milliseconds(500 * random.number(0...4))) : nil,
        id: random.chance(30) ? "k0" : nil, destination: .invocation(ChartName(random.pick(invocationIDs)))))
  }

  /// A send of which the name, the receiver or the whole payload is computed.
  private mutating func computedSend() -> ChartAction.Kind {
    var send = ChartAction.Send(ChartName(random.pick(Self.eventNames)))
    if random.chance(50) {
      send.computedEvent = ChartExpression(random.chance(20) ? "(event.name)" : "(\(text()))")
    }
    if random.chance(60) { send.destination = .computed(ChartExpression("(\(text()))")) }
    if random.chance(50) { send.content = ChartExpression(anything()) } else { send.data = data() }
    if random.chance(40) {
      send.delay = .literal(.milliseconds(500 * random.number(0...6)))
      send.id = random.chance(60) ? ChartName(random.pick(["k0", "k1"])) : nil
    }
    return .send(send)
  }

  /// A call that both engines record, with a name of its own and data that show the moment.
  private mutating func mark() -> ChartAction.Kind {
    markCount += 1
    let arguments = random.chance(45) ? [NamedExpression("x", ChartExpression(anything()))] : []
    return .handler(ChartName("do\(markCount)"), arguments: arguments)
  }

  private mutating func assignment() -> ChartAction.Kind {
    if random.chance(15) { return .assign([NamedExpression("flag", ChartExpression(condition()))]) }
    if random.chance(15) { return .assign([NamedExpression("word", ChartExpression(text()))]) }
    let variable = ChartName(random.pick(Self.variables))
    return .assign([NamedExpression(variable, ChartExpression(integer()))])
  }

  static let counting = ChartAction(.assign([NamedExpression("count", "count + 1")]))

  /// Mostly done a few times only in a run, so that few charts run in circles.
  private mutating func bounded(_ action: ChartAction.Kind) -> ChartAction.Kind {
    guard random.chance(96) else { return action }
    return .choose(
      [.init(ChartExpression("count < \(random.number(2...9))"), [Self.counting, ChartAction(action)])],
      otherwise: [])
  }

  private mutating func choose(_ depth: Int) -> ChartAction.Kind {
    var branches = [ChartAction.Branch(ChartExpression(condition()), someActions(100, depth: depth + 1))]
    if random.chance(30) {
      branches.append(.init(ChartExpression(condition()), someActions(100, depth: depth + 1)))
    }
    return .choose(branches, otherwise: someActions(50, depth: depth + 1))
  }

  private mutating func data() -> [NamedExpression] {
    random.chance(40) ? [NamedExpression("v", ChartExpression(integer(depth: 1)))] : []
  }

  mutating func anything() -> String {
    switch random.below(10) {
    case ..<5: return integer()
    case ..<7: return condition()
    case ..<8: return "flag"
    case ..<9: return text()
    default: return random.pick(["event.name", "event.data", "[\(integer(depth: 1)), word]"])
    }
  }

  /// An expression that gives a text, or fails.
  private mutating func text() -> String {
    switch random.below(10) {
    case ..<4: "'\(random.pick(Self.words))'"
    case ..<8: "word"
    default: "'a' + '.x'"
    }
  }

  /// An expression that gives a whole number, or fails.
  mutating func integer(depth: Int = 0) -> String {
    switch random.below(depth > 1 ? 55 : 100) {
    case ..<25: return "\(random.number(0...5))"
    case ..<55: return random.pick(Self.variables)
    case ..<91:
      // Remainders keep numbers small; a divisor of 0 fails.
      let inner = "\(integer(depth: depth + 1)) \(random.pick(["+", "-", "*"])) \(integer(depth: depth + 1))"
      return "(\(inner)) % \(random.chance(94) ? "\(random.number(2...7))" : random.pick(Self.variables))"
    case ..<96: return "-\(random.pick(Self.variables))"
    case ..<98: return "event.data.v"
    case ..<99:
      return
        "(\(random.pick(["event.data.v", "v1"])) ?? \(random.pick(Self.variables)) ?? \(random.number(0...5)))"
    default: return depth == 0 ? "fail()" : "v1 - 1"
    }
  }

  /// An expression that gives a truth value, or fails.
  mutating func condition(depth: Int = 0) -> String {
    switch random.below(depth > 1 ? 72 : 100) {
    case ..<35:
      return
        "\(random.pick(Self.variables)) \(random.pick(["==", "!=", "<", "<=", ">", ">="])) \(random.number(0...3))"
    case ..<58: return "in(\(nodes[random.number(1...nodes.count - 1)].id))"
    case ..<62: return "event.name == '\(random.pick(Self.eventNames))'"
    case ..<63: return "word == '\(random.pick(Self.words))'"
    case ..<66: return "flag"
    case ..<68: return random.pick(["true", "false"])
    case ..<69: return "event.data.v < 3"
    case ..<72: return "\(integer(depth: 2)) > \(integer(depth: 2))"
    case ..<80: return "not \(random.chance(50) ? "(\(condition(depth: depth + 1)))" : "flag")"
    case ..<89: return "\(condition(depth: depth + 1)) and (\(condition(depth: depth + 1)))"
    case ..<97: return "(\(condition(depth: depth + 1))) or \(condition(depth: depth + 1))"
    default: return "defined(flag)"
    }
  }
}
