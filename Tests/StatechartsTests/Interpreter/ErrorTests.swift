import Statecharts
import StatechartsModel
import StatechartsTesting
import Synchronization
import Testing

@Suite("Errors", .bothWays)
struct ErrorTests {
  @Test("a guard that fails does not hold and raises error.execution")
  func failingGuard() throws {
    let machine = chart(
      on: [on("error.execution", "caught")],
      [
        StateNode("a", on: [on("go", "b", if: "fail()")]), StateNode("b"), StateNode("caught"),
      ])
    var (simulation, _) = try started(machine)
    let report = simulation.send("go")
    #expect(report.configuration == ["caught"])
    #expect(report.failures.count == 1)
    #expect(report.unhandledErrors.isEmpty)
  }

  @Test("an error that nothing takes is reported")
  func unhandled() throws {
    var (simulation, _) = try started(
      chart([StateNode("a", on: [on("go", "b", if: "fail()")]), StateNode("b")]))
    let report = simulation.send("go")
    #expect(report.configuration == ["a"])
    #expect(report.unhandledErrors == ["error.execution"])
  }

  @Test("a failing action ends its own list only")
  func failingAction() throws {
    let machine = chart([
      StateNode(
        "a", on: [on("go", "b", do: ["first", .log("fail()"), "never"])], exit: [.log("fail()"), "never"]),
      StateNode("b", entry: ["entered"]),
    ])
    var (simulation, _) = try started(machine)
    let report = simulation.send("go")
    #expect(report.actionNames == ["first", "entered"])
    #expect(report.configuration == ["b"])
    #expect(report.unhandledErrors == ["error.execution", "error.execution"])
  }

  @Test("a guard without event that always fails does not keep the chart busy")
  func failingEventlessGuard() throws {
    let machine = chart(
      on: [on("error.execution", do: ["noted"])],
      [StateNode("a", always: [to("b", if: "fail()")]), StateNode("b")])
    let (_, report) = try started(machine)
    #expect(report.configuration == ["a"])
    #expect(report.actionNames == ["noted"])
    #expect(report.stopped == nil)
  }

  @Test("a failing guard of the wildcard does not answer its own error without end")
  func failingWildcardGuard() throws {
    var (simulation, _) = try started(
      chart([StateNode("a", on: [on("*", "b", if: "fail()")]), StateNode("b")]))
    let report = simulation.send("go")
    #expect(report.configuration == ["a"])
    #expect(report.failures.count == 2)
  }

  @Test("a loop over something that is no list fails")
  func badLoop() throws {
    let machine = chart(
      context: [variable("x", .any, "1")],
      [
        StateNode(
          "a", entry: [ChartAction(.forEach(item: "i", index: nil, list: "x", body: ["never"])), "neither"])
      ])
    #expect(try started(machine).1.unhandledErrors == ["error.execution"])
  }

  @Test("sending to a parent that does not exist raises error.communication")
  func noParent() throws {
    let machine = chart(
      on: [on("error.communication", "caught")],
      [
        StateNode("a", entry: [.send("x", to: .parent)]), StateNode("caught"),
      ])
    #expect(try started(machine).1.configuration == ["caught"])
  }

  @Test("a handler guard that throws is asked once in a selection, however many transitions mention it")
  func throwingGuardOnce() throws {
    let counted = Mutex(0)
    var handlers = ChartHandlers()
    handlers.guard("isReady") { () throws -> Bool in
      counted.withLock { $0 += 1 }
      throw CancellationError()
    }
    let machine = chart([
      StateNode(
        "a",
        on: [on("go", "b", if: "isReady"), on("go", "b", if: "isReady"), on("go", "b", if: "not isReady")]),
      StateNode("b"),
    ])
    var run = try Machine(CompiledChart(machine), handlers: handlers)
    _ = run.start()
    _ = run.send(ChartEvent("go"))
    #expect(counted.withLock { $0 } == 1)
  }

  @Test("asking what an event would do stops nothing, also where that is too much work")
  func foreseeingTooMuch() throws {
    let list = ChartValue.list((0..<100_000).map { .int($0) })
    let machine = chart([
      StateNode(
        "a",
        on: (0..<100).map { _ in on("go", "b", if: "event.data.l == event.data.m and false") } + [
          on("on", "b")
        ]),
      StateNode("b"),
    ])
    var run = try Machine(CompiledChart(machine))
    _ = run.start()
    _ = run.preview(ChartEvent("go", data: .map(["l": list, "m": list])))
    #expect(run.status == .running)
    #expect(run.send(ChartEvent("on")).outcome == .taken)
  }
}

@Suite("Actions")
struct ActionTests {
  @Test("conditions run the first branch that holds")
  func branches() throws {
    func machine(_ value: Int) -> Statechart {
      chart(
        context: [variable("n", .int, ChartExpression("\(value)"))],
        [
          StateNode(
            "a",
            entry: [
              ChartAction(
                .choose(
                  [
                    .init("n == 1", ["one"]), .init("n == 2", ["two", .assign("n", "1")]),
                    .init("n == 1", ["again"]),
                  ],
                  otherwise: ["other"])), "last",
            ])
        ])
    }
    #expect(try started(machine(1)).1.actionNames == ["one", "last"])
    #expect(try started(machine(2)).1.actionNames == ["two", "last"])
    #expect(try started(machine(3)).1.actionNames == ["other", "last"])
  }

  @Test("loops go over a copy of the list, with names that only the body knows")
  func loops() throws {
    let machine = chart(
      context: [variable("list", .list(.int), "[1, 2, 3]"), variable("sum", .int, "0")],
      [
        StateNode(
          "a",
          entry: [
            ChartAction(
              .forEach(
                item: "each", index: "at", list: "list",
                body: [
                  .assign("list", "concat(list, [9])"), .assign("sum", "sum + each * at"),
                  ChartAction(.handler("seen", arguments: [field("value", "each")])),
                ]))
          ])
      ])
    let report = try started(machine).1
    #expect(report["sum"] == 8)
    #expect(report["list"] == [1, 2, 3, 9, 9, 9])
    #expect(report.actions.map(\.arguments) == [1, 2, 3].map { [NamedValue("value", .int($0))] })
  }

  @Test("a loop's names are its own: neither variables nor names of a loop around it")
  func loopVariable() throws {
    func loop(_ item: ChartName, _ index: ChartName?, _ body: [ChartAction] = []) -> ChartAction {
      ChartAction(.forEach(item: item, index: index, list: "[4, 5]", body: body))
    }
    func rules(_ action: ChartAction) -> [ModelProblem.Rule] {
      chart(context: [variable("kept", .string, "'a'")], [StateNode("a", entry: [action])]).problems().map(
        \.rule)
    }
    #expect(rules(loop("kept", nil)) == [.duplicateName])
    #expect(rules(loop("each", "kept")) == [.duplicateName])
    #expect(rules(loop("each", "each")) == [.duplicateName])
    #expect(rules(loop("each", nil, [loop("each", nil)])) == [.duplicateName])
    #expect(rules(loop("each", "at", [loop("other", nil)])).isEmpty)
    let machine = chart(
      context: [variable("kept", .int)],
      [StateNode("a", entry: [loop("each", nil, [.assign("kept", "each")])])])
    #expect(try started(machine).1["kept"] == 5)
  }

  @Test("outputs carry their data, without fields that have no value")
  func outputs() throws {
    let machine = chart(
      context: [variable("none", .optional(.int))],
      [
        StateNode("a", entry: [.emit("told", [field("x", "1"), field("y", "none")]), .emit("bare")])
      ])
    let report = try started(machine).1
    #expect(report.outputs.map(\.name) == ["told", "bare"])
    #expect(report.outputs.map(\.data) == [["x": 1], .unset])
  }

  @Test("a variable is reset when the state is left that clears it")
  func clear() throws {
    var code = variable("code", .string, "'none'")
    code.clearedOnExitOf = ["p"]
    let machine = chart(
      context: [code],
      [
        compound(
          "p", on: [on("out", "q")],
          [
            StateNode("a", on: [on("set", "b", do: [.assign("code", "'x'")])]), StateNode("b"),
          ]), StateNode("q"),
      ])
    var (simulation, _) = try started(machine)
    #expect(simulation.send("set")["code"] == "x")
    #expect(simulation.send("out")["code"] == "none")
  }

  @Test("a value that does not fit its variable is not assigned")
  func wrongType() throws {
    let machine = chart(
      context: [variable("n", .int, "1"), variable("x", .any, "'text'")],
      [
        StateNode("a", entry: [.assign("n", "x")])
      ])
    let report = try started(machine).1
    #expect(report["n"] == 1)
    #expect(report.unhandledErrors == ["error.execution"])
  }
}
