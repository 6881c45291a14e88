import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

@Suite("What failed, in words", .bothWays)
struct FailureTests {
  /// What is told of a chart's failures after the start and after `go`.
  private func failures(_ machine: Statechart) throws -> [String] {
    var (simulation, report) = try started(machine)
    return report.failures + simulation.send("go").failures
  }

  private let numbers = [variable("zero", .int, "0"), variable("list", .list(.any), "[1, 'a']")]

  private static let divide = ChartAction.assign("zero", "1 % zero")

  @Test("the list, the action, the part of the expression and the reason are named")
  func places() throws {
    let machine = chart(
      context: numbers, entry: [Self.divide],
      [
        StateNode(
          "a", on: [on("go", "b", do: [.log("7 + (1 / zero) + 2")])], entry: [Self.divide],
          exit: [.emit("out", [field("x", "list[7]")])]),
        compound(
          "b", initialActions: [.raise("y", [field("x", "zero / zero")])], entry: [.send("x", after: nil)],
          [
            StateNode(
              "c",
              always: [to("d", do: [ChartAction(.send(ChartAction.Send("x", data: [field("v", "fail()")])))])]
            )
          ]
        ),
        StateNode("d"),
      ])
    #expect(
      try failures(machine) == [
        "`assign` to `zero` in `entry` of `chart` failed at `1 % zero`: division by zero.",
        "`assign` to `zero` in `entry` of `a` failed at `1 % zero`: division by zero.",
        "`emit` of `out` in `exit` of `a` failed at `list[7]`: the list has no element at this index.",
        "`log` in the transition `go` of `a` failed at `(1 / zero)`: division by zero.",
        "`raise` of `y` in `initial` of `b` failed at `zero / zero`: division by zero.",
        "`send` of `x` in an `always` transition of `c` failed at `fail()`: fail() was called.",
      ])
  }

  @Test("inside loops, branches and blocks the innermost action is named")
  func inside() throws {
    let body = [ChartAction(.choose([.init("true", [.log("x + 1")])], otherwise: []))]
    let loop = ChartAction(.forEach(item: "x", index: nil, list: "list", body: body))
    let notList = ChartAction(.forEach(item: "y", index: nil, list: "event.data", body: []))
    let machine = chart(
      context: numbers,
      [StateNode("a", entry: [ChartAction(.block([loop])), ChartAction(.block([notList]))])])
    #expect(
      try failures(machine) == [
        "`log` in `entry` of `a` failed at `x + 1`: `+` cannot be applied to text and an integer.",
        "The list of `foreach` in `entry` of `a` failed: foreach cannot be applied to something that is not a list.",
      ])
  }

  @Test("a guard is named by its transition, and a handler by its name")
  func handlers() throws {
    struct Broken: Error {}
    let machine = chart(
      context: numbers,
      [
        StateNode(
          "a", on: [on("go", "b", if: "zero == 0 and 1 / zero > 0"), on("go", "b", if: "isFree")],
          exit: ["ring"]), StateNode("b"),
      ])
    var handlers = ChartHandlers()
    handlers.guard("isFree") { _ in true }
    handlers.action("ring") { _ in throw Broken() }
    var running = try Machine(CompiledChart(machine), handlers: handlers)
    _ = running.start()
    #expect(
      running.send(ChartEvent("go")).failures == [
        "The guard of the transition `go` of `a` failed at `1 / zero`: division by zero.",
        "The action `ring` in `exit` of `a` failed: the handler `ring` threw an error of the type Broken.",
      ])
  }

  @Test("no value is told, and long expressions are cut")
  func short() throws {
    let long = (0..<40).map { "'\($0)'" }.joined(separator: " +\n  ") + " + pin + 1"
    var pin = variable("pin", .any, "'1234'")
    pin.field.isSecret = true
    let machine = chart(
      context: [pin, variable("n", .any)],
      [StateNode("a", entry: [.log(ChartExpression(long)), .log("pin * 2")])])
    let told = try failures(machine)
    #expect(told.count == 1)
    #expect(told.allSatisfy { !$0.contains("1234") && $0.utf8.count < 200 && !$0.contains("\n") })
    #expect(told.first?.contains("…`: ") == true)
  }
}
