import Statecharts
import StatechartsModel

extension ChartGenerator {
  /// A service that a state runs.
  mutating func invocation(_ id: ChartName, _ number: Int) -> ChartInvocation {
    var invocation = ChartInvocation(.service(ChartName(random.pick(["w0", "w1", "w2"]))), id: id)
    if random.chance(60) {
      invocation.input = [
        NamedExpression("x", ChartExpression(random.chance(25) ? "event.data.v" : integer()))
      ]
    }
    if random.chance(35) { invocation.timeout = .literal(.milliseconds(500 * random.number(1...6))) }
    if random.chance(35) {
      invocation.retry = ChartInvocation.Retry(
        attempts: random.number(1...2),
        backoff: random.chance(60) ? .literal(.milliseconds(500 * random.number(1...3))) : nil,
        codes: random.chance(40) ? [ChartName(random.pick(Self.codes + ["timeout"]))] : [])
    }
    for _ in 0..<random.pick([0, 1, 1, 2]) {
      invocation.done.append(randomTransition(number, guardChance: 30))
    }
    for _ in 0..<random.pick([0, 1, 1, 2, 3]) {
      let code = random.pick(Self.codes + ["timeout", "execution", "busy"])
      invocation.failed.append(
        .init(random.chance(70) ? ChartName(code) : nil, bounded(randomTransition(number, guardChance: 25))))
    }
    invocation.finalize = someActions(35)
    invocation.forwardsEvents = random.chance(25)
    return invocation
  }
}
