import Statecharts
import StatechartsModel

/// A chart whose names are hard for Swift: its words, names that differ only in what separates their words, names of the
/// engine's types, names of members that generated types have, and texts that want to break out.
enum OddNamesChart {
  static let stateIDs = [
    "default", "self", "init", "Type", "foo-bar", "fooBar", "foo_bar", "FOO_BAR", "rawValue", "allCases",
    "class",
    "INPUT", "URLOpened", "x", "X", "HTTP", "in-out", "Any", "protocol", "nil", "is_2fa", "some", "any",
    "async",
    "description", "Machine",
  ]

  static var chart: Statechart {
    let words: [ChartName] = [
      "default", "self", "init", "in", "inout", "let", "var", "case", "Type", "description", "hash", "name",
      "data",
      "event", "foo.bar", "foo-bar", "fooBar", "shownFields",
    ]
    let fields = [
      "self", "inout", "let", "var", "case", "default", "init", "description", "chartValue", "foo_bar",
      "fooBar",
      "context", "call", "handlers", "String", "Value", "code", "name", "title", "values", "hash",
    ].map { FieldDeclaration(ChartName($0), .string, isSecret: $0 == "let") }
    let few = Array(fields.prefix(3))
    let handlers = [
      "repeat", "init", "self", "Type", "foo_bar", "fooBar", "handlers", "handling", "guard", "_hidden",
    ]
    var root = StateNode("Machine", initial: InitialTransition(["default"]))
    root.states = stateIDs.map {
      StateNode(
        ChartName($0), title: "*/ \"\u{202E}odd\u{2028}let x = 1", description: "///\n\n```\nlet x = \"\"\"")
    }
    root.on = [EventTransition("foo.bar", ChartTransition(["class"]))]
    root.states[0].invoke = [
      ChartInvocation(.service("State"), input: fields.map { NamedExpression($0.name, "'x'") })
    ]
    return Statechart(
      "Machine", title: "Odd\r\nnames",
      description: "Ends in a quote \"\"\" and \\(interpolation) \u{0}\u{7}",
      context: fields.map { field in
        var field = field
        field.type = .optional(.string)
        return ContextVariable(field, isInput: true)
      } + [
        ContextVariable(
          FieldDeclaration(
            "action", .string,
            values: ["", " ", "a b", "a-b", "ab", "1", "ä", "\"", "\\", "\n", "self", "default", "init"]),
          initial: "'a b'")
      ],
      events: words.map { EventDeclaration($0, payload: $0 == "in" ? fields : []) },
      errors: (["code", "data", "timeout", "default", "init", "foo-bar", "foo_bar"] as [ChartName]).map {
        ErrorDeclaration($0, payload: $0 == "default" ? fields : [])
      },
      outputs: (["name", "init", "default", "out-put", "outPut"] as [ChartName]).map {
        OutputDeclaration($0, payload: $0 == "default" ? fields : [])
      },
      handlers: HandlerCatalogue(
        guards: handlers.map { HandlerDeclaration(ChartName($0), arguments: $0 == "repeat" ? fields : []) },
        actions: handlers.map { HandlerDeclaration(ChartName($0 + "_")) },
        services: [
          HandlerDeclaration(
            "State", arguments: fields, result: .record(few),
            errors: ["code", "default", "foo-bar", "foo_bar"],
            sends: ["in", "foo.bar", "foo-bar"]),
          HandlerDeclaration("state", result: .list(.record([FieldDeclaration("error", .error)]))),
        ],
        queries: [HandlerDeclaration("Event", arguments: fields, result: .record(few))]),
      root: root)
  }
}
