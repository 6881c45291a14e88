import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

@Suite("Data and their declarations")
struct DeclaredDataTests {
  private func machine(_ value: ChartValue?, _ action: ChartAction) -> Statechart {
    chart(
      context: [
        ContextVariable(FieldDeclaration("unknown", .any), isInput: true),
        ContextVariable(FieldDeclaration("maybe", .optional(.int)), isInput: true),
        variable("after", .int, "0"),
      ],
      events: [EventDeclaration("note", payload: [FieldDeclaration("n", .int)])],
      outputs: [OutputDeclaration("told", payload: [FieldDeclaration("n", .int)])],
      handlers: HandlerCatalogue(actions: [
        HandlerDeclaration("store", arguments: [FieldDeclaration("n", .int)])
      ]),
      [
        StateNode(
          "a", on: [on("error.execution", "failed"), on("note", "noted")],
          entry: [action, .assign("after", "1")]),
        StateNode("failed"), StateNode("noted"),
      ])
  }

  @Test("data whose type only running can tell are held to the declaration of what takes them")
  func checked() throws {
    for name in ["unknown", "maybe"] {
      let data = [field("n", ChartExpression(name))]
      for action in [
        ChartAction.raise("note", data), ChartAction(.send(.init("note", data: data))), .emit("told", data),
        ChartAction(.handler("store", arguments: data)),
      ] {
        let machine = machine(nil, action)
        for input in name == "unknown" ? [["unknown": "text"], [:]] : [[:]] as [[String: ChartValue]] {
          let report = try started(machine, input: input).1
          #expect(report.configuration == ["failed"])
          #expect(report["after"] == 0)
          #expect(report.outputs.isEmpty && report.actions.isEmpty)
        }
        let fine = try started(machine, input: [name: 3]).1
        #expect(fine["after"] == 1)
        #expect(fine.configuration != ["failed"])
      }
    }
  }

  @Test("what is proven is not looked at again")
  func proven() {
    let record = ChartValueType.record([
      FieldDeclaration("n", .int), FieldDeclaration("t", .optional(.string)),
    ])
    let same = ChartValueType.record([FieldDeclaration("n", .int, description: "other words")])
    #expect(ChartValueType.number.isProven(by: .int))
    #expect(record.isProven(by: same))
    #expect(ChartValueType.optional(.list(.number)).isProven(by: .list(.int)))
    #expect(!ChartValueType.int.isProven(by: .optional(.int)))
    #expect(!ChartValueType.int.isProven(by: .any))
    #expect(!same.isProven(by: record))
    #expect(!record.isProven(by: .map))
  }

  @Test("types that nest too deeply are a problem, not a crash")
  func deepTypes() {
    func rules(_ levels: Int) -> [ModelProblem.Rule] {
      var type = ChartValueType.int
      for level in 0..<levels {
        type = level % 2 == 0 ? .list(type) : .record([FieldDeclaration("inner", type)])
      }
      return chart(context: [variable("deep", type)], [StateNode("a")]).problems().map(\.rule)
    }
    #expect(rules(63).isEmpty)
    #expect(rules(64) == [.limit])
    #expect(rules(2_000) == [.limit])
  }
}
