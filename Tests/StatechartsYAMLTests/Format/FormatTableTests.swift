import Statecharts
import StatechartsModel
import StatechartsYAML
import Testing

@Suite("The table of keys")
struct FormatTableTests {
  /// A chart around one entry of a mapping of each kind.
  private func chart(_ entry: String, in object: FormatObject, of key: FormatKey) -> String {
    let others = companions(of: object, besides: key)
    let mapping = "{ " + ([entry] + others).joined(separator: ", ") + " }"
    let head = "statechart: 1\nid: test\ninitial: asking\n"
    let states = "states: { asking: {}, checking: {} }\n"
    let versioned = head + states + "context: { tries: int? }\nversion: 2\nmigrations: "
    func state(_ text: String) -> String { head + "states: { asking: \(text) }\n" }
    switch object {
    case .chart:
      var lines = ["statechart: 1", "id: test", "initial: asking", "states: { asking: {} }"]
      lines.removeAll { $0.hasPrefix(key.name.text + ":") }
      // A parallel chart has no initial state.
      if entry == key.example, key.name == .type { lines.removeAll { $0.hasPrefix("initial") } }
      return (lines + [entry]).joined(separator: "\n") + "\n"
    case .state: return state(mapping)
    case .initial: return state("{ initial: \(mapping), states: { asking: {} } }")
    case .transition:
      return state(key.name == .resume ? "{ after: { 1s: \(mapping) } }" : "{ on: { go: \(mapping) } }")
    case .migration: return versioned + "[\(mapping)]\n"
    case .stateMigration: return versioned + "[{ from: 1, states: \(mapping) }]\n"
    case .variableMigration: return versioned + "[{ from: 1, context: \(mapping) }]\n"
    case .invoke: return state("{ invoke: \(mapping) }")
    case .retry: return state("{ invoke: { service: s, retry: \(mapping) } }")
    case .variable: return head + states + "context: { x: \(mapping) }\n"
    case .field: return head + states + "events: { x: { payload: { f: \(mapping) } } }\n"
    case .type: return head + states + "context: { x: [\(mapping)] }\n"
    case .event: return head + states + "events: { x: \(mapping) }\n"
    case .error: return head + states + "errors: { x: \(mapping) }\n"
    case .output: return head + states + "outputs: { x: \(mapping) }\n"
    case .handlers: return head + states + "handlers: \(mapping)\n"
    case .guardHandler: return head + states + "handlers: { guards: { x: \(mapping) } }\n"
    case .actionHandler: return head + states + "handlers: { actions: { x: \(mapping) } }\n"
    case .service: return head + states + "handlers: { services: { x: \(mapping) } }\n"
    case .query: return head + states + "handlers: { queries: { x: \(mapping) } }\n"
    case .assign, .raise, .send, .cancel, .emit, .log, .choose, .forEach, .action:
      return state("{ entry: \(mapping) }")
    }
  }

  /// The entries without which a mapping is not right.
  private func companions(of object: FormatObject, besides key: FormatKey) -> [String] {
    if object == .state {
      if key.kinds == .compound { return ["states: { asking2: {} }"] }
      if key.kinds == .history {
        return (key.name == .default ? [] : ["default: asking"]) + ["type: history"]
      }
      if key.kinds == .final { return ["type: final"] }
      if key.kinds == .composite {
        return (key.name == .states ? [] : ["states: { asking2: {} }"]) + ["initial: asking"]
      }
      return []
    }
    var result = object.keys.filter { $0.isRequired && $0.name != key.name }.map(\.example)
    if object == .send, key.name == .resume { result.append("delay: 5m") }
    if let group = object.exclusiveGroup, group.isRequired, !group.names.contains(key.name) {
      result.append(key.name == .among ? "chart: (x)" : "service: s")
    }
    return result
  }

  private static let cases = FormatObject.allCases.flatMap { object in object.keys.map { (object, $0) } }

  @Test("the example of every key is read without a finding")
  func examples() {
    for (object, key) in Self.cases {
      #expect(
        ChartReading.of(chart(key.example, in: object, of: key)).lines == [],
        "\(object.text).\(key.name.text)")
    }
  }

  @Test("the reader takes in the value of every key: without it the chart is another")
  func everyKeyCounts() {
    for (object, key) in Self.cases where key.name != .statechart {
      let with = ChartReading.of(chart(key.example, in: object, of: key)).chart
      let without = ChartReading.of(chart("x-none: 1", in: object, of: key)).chart
      // A bare type has no place for a description.
      if object == .type, key.name == .description { continue }
      #expect(with != without, "\(object.text).\(key.name.text)")
    }
  }

  /// What a chart with the example of a key is, and without it, where it can be read then.
  private func charts(_ object: FormatObject, _ key: FormatKey) throws -> (
    with: Statechart, without: Statechart?
  ) {
    let with = try #require(ChartReading.of(chart(key.example, in: object, of: key)).chart)
    return (with, ChartReading.of(chart("x-none: 1", in: object, of: key)).chart)
  }

  @Test("the model has a name for each action of the table")
  func actions() {
    #expect(ChartAction.builtInNames == FormatObject.actionForms.map(\.verb.text))
  }

  @Test("the value of every key is written")
  func everyKeyIsWritten() throws {
    for (object, key) in Self.cases where key.name != .statechart {
      // A bare type has no place for a description.
      if object == .type, key.name == .description { continue }
      let (with, without) = try charts(object, key)
      let text = ChartWriter().text(of: with)
      #expect(text != without.map { ChartWriter().text(of: $0) }, "\(object.text).\(key.name.text)")
    }
  }

  @Test("stored sessions notice the value of every key but of those that only describe")
  func everyKeyIsInTheDigest() throws {
    let describing: Set<FormatName> = [.title, .description, .label, .ending]
    // A migration is made for other charts, and a query changes nothing.
    let others: Set<FormatObject> = [.migration, .stateMigration, .variableMigration, .query]
    var unnoticed: [String] = []
    for (object, key) in Self.cases where key.name != .statechart {
      if describing.contains(key.name) || others.contains(object) { continue }
      let (with, without) = try charts(object, key)
      if with.digest == without?.digest { unnoticed.append("\(object.text).\(key.name.text)") }
    }
    #expect(
      unnoticed == ["chart.version", "chart.migrations", "state.errors", "state.queries", "handlers.queries"])
  }

  @Test("a required key that is missing is reported, another is not")
  func requiredKeys() {
    for (object, key) in Self.cases where key.name != .states {
      let isVerb = FormatObject.actionForms.contains { $0.object == object && $0.verb == key.name }
      // Without its first key an action is no such action.
      if isVerb { continue }
      // A mapping without its type is a record.
      if [.variable, .field, .type].contains(object), key.name == .type { continue }
      // A computed chart needs it, and only that.
      if key.name == .among { continue }
      let reading = ChartReading.of(chart("x-none: 1", in: object, of: key))
      let isNeeded =
        key.isRequired || key.name == .initial && object == .chart
        || object.exclusiveGroup.map { $0.isRequired && $0.names.contains(key.name) } == true
        || key.name == .initial && object == .state
      #expect(
        reading.diagnostics.contains { $0.rule == "missing-key" } == isNeeded,
        "\(object.text).\(key.name.text)")
    }
  }

  @Test("no mapping has a key twice, and every text is a sentence")
  func texts() {
    for object in FormatObject.allCases {
      #expect(Set(object.keys.map(\.name)).count == object.keys.count)
      for key in object.keys {
        #expect(key.meaning.hasSuffix("."), "\(key.meaning)")
        #expect(key.example.hasPrefix(key.name.text + ":"), "\(key.example)")
      }
    }
  }
}
