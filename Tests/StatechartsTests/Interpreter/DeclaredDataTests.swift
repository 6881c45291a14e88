import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

@Suite("Data and their declarations")
struct DeclaredDataTests {
  private func machine(_ value: Value?, _ action: Action) -> Statechart {
    chart(
      context: [
        ContextVariable(Field("unknown", .any), isInput: true),
        ContextVariable(Field("maybe", .optional(.int)), isInput: true), variable("after", .int, "0"),
      ],
      events: [EventDeclaration("note", payload: [Field("n", .int)])],
      outputs: [OutputDeclaration("told", payload: [Field("n", .int)])],
      handlers: HandlerCatalogue(actions: [HandlerDeclaration("store", arguments: [Field("n", .int)])]),
      [
        State(
          "a", on: [on("error.execution", "failed"), on("note", "noted")],
          entry: [action, .assign("after", "1")]),
        State("failed"), State("noted"),
      ])
  }

  @Test("data whose type only running can tell are held to the declaration of what takes them")
  func checked() throws {
    for name in ["unknown", "maybe"] {
      let data = [field("n", Expression(name))]
      for action in [
        Action.raise("note", data), Action(.send(.init("note", data: data))), .emit("told", data),
        Action(.handler("store", arguments: data)),
      ] {
        let machine = machine(nil, action)
        for input in name == "unknown" ? [["unknown": "text"], [:]] : [[:]] as [[String: Value]] {
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
    let record = ValueType.record([Field("n", .int), Field("t", .optional(.string))])
    let same = ValueType.record([Field("n", .int, description: "other words")])
    #expect(ValueType.number.isProven(by: .int))
    #expect(record.isProven(by: same))
    #expect(ValueType.optional(.list(.number)).isProven(by: .list(.int)))
    #expect(!ValueType.int.isProven(by: .optional(.int)))
    #expect(!ValueType.int.isProven(by: .any))
    #expect(!same.isProven(by: record))
    #expect(!record.isProven(by: .map))
  }

  @Test("types that nest too deeply are a problem, not a crash")
  func deepTypes() {
    func rules(_ levels: Int) -> [ModelProblem.Rule] {
      var type = ValueType.int
      for level in 0..<levels { type = level % 2 == 0 ? .list(type) : .record([Field("inner", type)]) }
      return chart(context: [variable("deep", type)], [State("a")]).problems().map(\.rule)
    }
    #expect(rules(63).isEmpty)
    #expect(rules(64) == [.limit])
    #expect(rules(2_000) == [.limit])
  }
}
