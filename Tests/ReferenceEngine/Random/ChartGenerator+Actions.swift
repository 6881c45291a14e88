import Statecharts
import StatechartsModel

extension ChartGenerator {
  /// No actions, or a few.
  mutating func someActions(_ percent: Int, depth: Int = 0) -> [Action] {
    guard random.chance(percent) else { return [] }
    return (0..<random.pick([1, 1, 1, 2, 2, 3])).map { _ in Action(action(depth)) }
  }

  private mutating func action(_ depth: Int) -> Action.Kind {
    if isPlain, random.chance(92) { return plainAction() }
    if !invocationIDs.isEmpty, random.chance(6) { return sendToInvocation() }
    switch random.below(100) {
    case ..<45: return mark()
    case ..<62: return assignment()
    case ..<67: return bounded(.raise(Name(random.pick(Self.eventNames)), data: data()))
    case ..<69: return bounded(.send(.init(Name(random.pick(Self.eventNames)), data: data())))
    case ..<71: return bounded(computedSend())
    case ..<80:
      return .send(
        .init(
          Name(random.pick(Self.eventNames)), data: data(),
          delay: .literal(.milliseconds(500 * random.number(0...6))),
          id: random.chance(60) ? Name(random.pick(["k0", "k1"])) : nil))
    case ..<82: return .cancel(Name(random.pick(["k0", "k1"])))
    case ..<83: return .cancelComputed(Expression("(\(text()))"))
    case ..<87: return .emit("out", data: data())
    case ..<92: return .log(Expression(anything()))
    case ..<97 where depth < 2: return choose(depth)
    case ..<99 where depth < 2:
      // A loop's names are its own, also inside another loop.
      let item = Name("item\(depth)")
      let index: Name? = random.chance(50) ? Name("place\(depth)") : nil
      let seen = [item, index].compactMap { $0 }.map { Action(.log(Expression($0.text))) }
      return .forEach(
        item: item, index: index, list: Expression("[\(integer(depth: 1)), \(integer(depth: 1))]"),
        body: someActions(100, depth: depth + 1) + seen)
    case ..<100 where depth < 2: return .block(someActions(100, depth: depth + 1))
    default: return mark()
    }
  }

  /// A call without arguments, or now and then an event that is raised without data.
  private mutating func plainAction() -> Action.Kind {
    if random.chance(16) { return .raise(Name(random.pick(Self.plainNames)), data: []) }
    markCount += 1
    return .handler(Name("do\(markCount)"), arguments: [])
  }

  private mutating func sendToInvocation() -> Action.Kind {
    .send(
      .init(
        Name(random.pick(Self.eventNames)), data: data(),
        delay: random.chance(25) ? .literal(.milliseconds(500 * random.number(0...4))) : nil,
        id: random.chance(30) ? "k0" : nil, destination: .invocation(Name(random.pick(invocationIDs)))))
  }

  /// A send of which the name, the receiver or the whole payload is computed.
  private mutating func computedSend() -> Action.Kind {
    var send = Action.Send(Name(random.pick(Self.eventNames)))
    if random.chance(50) {
      send.computedEvent = Expression(random.chance(20) ? "(event.name)" : "(\(text()))")
    }
    if random.chance(60) { send.destination = .computed(Expression("(\(text()))")) }
    if random.chance(50) { send.content = Expression(anything()) } else { send.data = data() }
    if random.chance(40) {
      send.delay = .literal(.milliseconds(500 * random.number(0...6)))
      send.id = random.chance(60) ? Name(random.pick(["k0", "k1"])) : nil
    }
    return .send(send)
  }

  /// A call that both engines record, with a name of its own and data that show the moment.
  private mutating func mark() -> Action.Kind {
    markCount += 1
    let arguments = random.chance(45) ? [NamedExpression("x", Expression(anything()))] : []
    return .handler(Name("do\(markCount)"), arguments: arguments)
  }

  private mutating func assignment() -> Action.Kind {
    if random.chance(15) { return .assign([NamedExpression("flag", Expression(condition()))]) }
    if random.chance(15) { return .assign([NamedExpression("word", Expression(text()))]) }
    let variable = Name(random.pick(Self.variables))
    return .assign([NamedExpression(variable, Expression(integer()))])
  }

  static let counting = Action(.assign([NamedExpression("count", "count + 1")]))

  /// Mostly done a few times only in a run, so that few charts run in circles.
  private mutating func bounded(_ action: Action.Kind) -> Action.Kind {
    guard random.chance(96) else { return action }
    return .choose(
      [.init(Expression("count < \(random.number(2...9))"), [Self.counting, Action(action)])], otherwise: [])
  }

  private mutating func choose(_ depth: Int) -> Action.Kind {
    var branches = [Action.Branch(Expression(condition()), someActions(100, depth: depth + 1))]
    if random.chance(30) {
      branches.append(.init(Expression(condition()), someActions(100, depth: depth + 1)))
    }
    return .choose(branches, otherwise: someActions(50, depth: depth + 1))
  }

  private mutating func data() -> [NamedExpression] {
    random.chance(40) ? [NamedExpression("v", Expression(integer(depth: 1)))] : []
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
