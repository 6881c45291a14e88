import Statecharts
import StatechartsModel
import StatechartsSCXML
import StatechartsTesting
import Testing

@Suite("Importing SCXML")
struct SCXMLImportTests {
  func read(
    _ content: String, attributes: String = "datamodel='ecmascript'", files: [String: String] = [:]
  ) -> SCXMLImport {
    let text =
      "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0' \(attributes)>\n\(content)\n</scxml>"
    return SCXMLImporter { reference in files[reference].map { Array($0.utf8) } }
      .read(Array(text.utf8), name: "test.scxml", base: "test")
  }

  /// What an expression becomes as the guard of a transition, and what is said of it.
  func guardText(_ condition: String) -> (text: String?, remarks: [SCXMLRemark.Severity]) {
    let escaped = condition.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
      "\"", with: "&quot;")
    let result = read(
      """
      <datamodel><data id='a'/><data id='b' expr='1'/><data id='l' expr='[]'/><data id='t' expr='&quot;&quot;'/></datamodel>
      <state id='s'><transition event='e' cond="\(escaped)" target='s'/></state>
      """)
    return (result.chart?.root.states[0].on[0].transition.guard?.text, result.remarks.map(\.severity))
  }

  @Test("all data have their values before the document's script runs")
  func scriptsAfterData() throws {
    let result = read(
      """
      <datamodel><data id='x' expr='1'/></datamodel><script>x = 5</script>
      <state id='s'><datamodel><data id='y' expr='x'/></datamodel></state>
      """)
    var simulation = try Simulation(CompiledChart(try #require(result.chart)))
    let report = simulation.start()
    #expect(report.context.contains { $0.name == "y" && $0.value.description == "1" }, "\(report.context)")
    #expect(report.context.contains { $0.name == "x" && $0.value.description == "5" }, "\(report.context)")
  }

  @Test(
    "what stands where nothing may stand is named as lost",
    arguments: [
      "<if cond='true'><else><raise event='a'/></else></if>",
      "<if cond='true'><elseif cond='true'>text</elseif></if>",
      "<log expr='1'><raise event='a'/></log>", "<raise event='a'>text</raise>",
      "<cancel sendid='a'>text</cancel>",
    ])
  func contentOfEmptyElements(_ content: String) {
    let result = read("<state id='s'><onentry>\(content)</onentry></state>")
    #expect(result.remarks.map(\.severity) == [.lost], "\(result.remarks)")
  }

  @Test("an `if` with more branches than a chart can nest is refused where there are too many")
  func tooManyBranches() {
    func read(_ count: Int) -> SCXMLImport {
      let others = String(repeating: "\n<elseif cond='true'/>", count: count)
      return self.read("<state id='s'><onentry><if cond='true'>\(others)</if></onentry></state>")
    }
    #expect(read(59).chart != nil)
    let result = read(60)
    #expect(result.chart == nil)
    #expect(result.remarks.map { "\($0.severity) \($0.place?.line ?? 0)" } == ["error 62"])
  }

  @Test("a `cancel` of what is no text cancels nothing, and the block goes on")
  func cancelOfNumber() throws {
    let result = read(
      """
      <datamodel><data id='w' expr='1'/><data id='never'/></datamodel>
      <state id='s'><onentry><cancel sendidexpr='w'/><cancel sendidexpr='never'/><raise event='on'/></onentry>
      <transition event='on' target='t'/></state><state id='t'/>
      """)
    var simulation = try Simulation(CompiledChart(try #require(result.chart)))
    #expect(simulation.start().configuration == ["t"])
  }

  @Test("data that a child is not given have no value, and need none")
  func dataWithoutValue() throws {
    let result = read(
      "<datamodel><data id='q'/></datamodel><state id='s'><transition cond='!q' target='t'/></state><state id='t'/>"
    )
    let chart = try #require(result.chart)
    #expect(chart.context.map(\.initial?.text) == ["unset"])
    let export = SCXMLExport(chart, name: "test.yaml")
    #expect(export.text.contains("<data id=\"q\"/>"), "\(export.text)")
  }

  @Test("a transition whose `event` names nothing is named as lost")
  func emptyEvent() {
    let result = read("<state id='s'><transition event=' ' target='s'/></state>")
    #expect(result.remarks.map(\.severity) == [.lost])
  }

  @Test(
    "of the names of a transition's `event` those are left that no other one covers",
    arguments: [
      ("f f.g", ["f"]), ("f.g f", ["f"]), ("a a", ["a"]), ("a.* a. a", ["a.*"]), ("a * b", ["*"]),
      ("b a-x a.x a ab a.x.y", ["b", "a-x", "a", "ab"]), ("a.b b a.c", ["a.b", "b", "a.c"]),
    ])
  func coveredDescriptors(_ event: String, _ expected: [String]) throws {
    let result = read("<state id='s'><transition event='\(event)' target='s'/></state>")
    #expect(result.remarks.isEmpty)
    #expect(try #require(result.chart).root.states[0].on.map(\.event.name.text) == expected)
  }

  @Test("a condition that fails is asked once for an event that two names of its transition answer")
  func oneEvaluation() throws {
    let result = read(
      """
      <datamodel><data id='n' expr='0'/></datamodel>
      <state id='s'>
        <transition event='f f.g' cond='_event.data.x.y === 1'/>
        <transition event='error.execution'><assign location='n' expr='n + 1'/></transition>
      </state>
      """)
    var simulation = try Simulation(try CompiledChart(try #require(result.chart)))
    _ = simulation.start()
    #expect(simulation.send("f.g").context.first?.value == 1)
  }

  @Test("each `datamodel` that a state has is set in order with late binding")
  func severalDataModels() throws {
    let result = read(
      """
      <state id='s'>
        <datamodel><data id='a' expr='1'/></datamodel>
        <datamodel><data id='b' expr='a + 1'/></datamodel>
      </state>
      """, attributes: "datamodel='ecmascript' binding='late'")
    var simulation = try Simulation(try CompiledChart(try #require(result.chart)))
    #expect(simulation.start().context.prefix(2).map(\.value) == [1, 2])
  }

  @Test("sends whose ids have to change keep apart, but it is said what they are called")
  func sendIDs() {
    let result = read(
      "<state id='s'><onentry><send id='a.b' event='x' delay='1s'/><send id='a_b' event='y' delay='1s'/>"
        + "<send id='a:b' event='z' delay='1s'/><cancel sendid='a.b'/></onentry></state>")
    #expect(result.remarks.map(\.severity) == [.differs, .differs])
    let ids = result.chart?.root.states[0].entry.compactMap { action -> String? in
      switch action.kind {
      case .send(let send): send.id?.text
      case .cancel(let id): "cancel \(id.text)"
      default: nil
      }
    }
    #expect(Set(ids ?? []).count == 4)
    #expect(ids?.last == "cancel \(ids?.first ?? "")")
  }

  @Test("an expression of many chains within chains is refused, and does not end the process")
  func chainsInChains() {
    var text = "e"
    for _ in 0..<12 {
      let chains = ["*1", "+1", "&lt;1", "==1", "&amp;&amp;1", "||1"].map { String(repeating: $0, count: 47) }
      text = "(" + text + chains.joined() + ")"
    }
    let result = read("<state id='s'><onentry><log expr='\(text)'/></onentry></state>")
    #expect(result.remarks.contains { $0.severity == .lost || $0.severity == .error })
  }

  @Test(
    "conditions of ECMAScript are rendered in the expression language",
    arguments: [
      ("a === 1", "a == 1"), ("a !== 'x'", "a != 'x'"), ("b == 1 && !(b == 2)", "b == 1 and not b == 2"),
      ("b == 1 || b == 2 && b == 3", "b == 1 or b == 2 and b == 3"),
      ("(b == 1 || b == 2) && b == 3", "(b == 1 or b == 2) and b == 3"),
      ("In('s')", "in(s)"), ("!In('s')", "not in(s)"), ("_event.name == 'x'", "event.name == 'x'"),
      ("_event.data.x === 'y'", "event.data.x == 'y'"),
      ("_event.sendid === undefined", "not defined(event.sendID)"),
      ("typeof a !== 'undefined'", "defined(a)"), ("typeof _event === 'undefined'", "not defined(event)"),
      ("Math.max(b, 2) >= Math.abs(-1)", "max(b, 2) >= abs(-1)"), ("a instanceof Array", "isList(a)"),
      ("l.length > 2", "length(l) > 2"), ("t.indexOf('x') === 0", "startsWith(t, 'x')"),
      ("t.indexOf('x') == -1", "not contains(t, 'x')"), ("b - (b - 1) == 0", "b - (b - 1) == 0"),
      ("_event.data['x-y'] === \"it's\"", "event.data['x-y'] == 'it\\'s'"),
      ("a === 'n' + b", "a == 'n' + text(b)"),
      ("a", "defined(a) and a != false and a != 0 and a != ''"), ("true", "true"),
      ("null == a", "not defined(a)"),
      ("_sessionid === a", "session.id == a"), ("b == .5", "b == 0.5"),
      ("_event == null", "not defined(event)"), ("undefined !== _event", "defined(event)"),
      ("!_event", "not defined(event)"), ("_event && b == 1", "defined(event) and b == 1"),
      ("Array.from(t).length > 1", "length(t) > 1"), ("Array.from(l).length > 1", "length(l) > 1"),
    ])
  func conditions(_ source: String, _ expected: String) {
    let result = guardText(source)
    #expect(result.text == expected)
    #expect(result.remarks.isEmpty)
  }

  @Test(
    "what cannot be carried over is named and fails when it is run",
    arguments: [
      "a ? 1 : 2", "Math.sqrt(a) == 1", "a.foo()", "new Date() > a", "a & 1", "/x/.test(a)",
      "typeof a == 'x'",
    ]
  )
  func losses(_ source: String) {
    let result = guardText(source)
    #expect(result.text == "fail()")
    #expect(result.remarks == [.lost])
  }

  @Test(
    "what is no expression at all refuses the document",
    arguments: ["!", "a ==", "'x", "(a", "a b", "return 1"])
  func refusals(_ source: String) {
    let result = guardText(source)
    #expect(result.text == nil)
    #expect(result.remarks == [.error])
  }

  /// What is said of a document with some data and one `onentry`.
  private func remarks(data: String, entry: String) -> [String] {
    read("<datamodel>\(data)</datamodel>\n<state id='s'><onentry>\n\(entry)\n</onentry></state>").remarks
      .map { "\($0.place?.line ?? 0) \($0.severity.rawValue)" }
  }

  @Test("the kinds of variables come from everything that sets them")
  func kinds() {
    let data = "<data id='n' expr='1'/><data id='t'/>"
    // Always a number.
    #expect(remarks(data: data, entry: "<assign location='n' expr='n + 1'/><log expr='n % 2'/>").isEmpty)
    // A text from elsewhere.
    #expect(
      remarks(data: data, entry: "<log expr='n % 2'/>\n<assign location='n' expr='\"a\"'/>") == [
        "4 may differ"
      ])
    // Doubled for ever.
    #expect(remarks(data: data, entry: "<assign location='n' expr='n * 2'/>") == ["4 may differ"])
    #expect(remarks(data: data, entry: "<assign location='n' expr='n + n'/>") == ["4 may differ"])
    // A list whose elements are numbers.
    let loop = "<foreach array='[1, 2]' item='t'><assign location='n' expr='n + 1'/></foreach>"
    #expect(remarks(data: data, entry: loop).isEmpty)
  }

  @Test("kinds that are still spreading when assignments were followed long enough count as unknown")
  func longChains() {
    let data = (0...140).map { "<data id='v\($0)' expr='\($0 == 140 ? "\"a\"" : "1")'/>" }.joined()
    let chain = (0..<140).map { "<assign location='v\($0)' expr='v\($0 + 1)'/>" }.joined()
    #expect(remarks(data: data, entry: "<log expr='v0 % 2'/>" + chain) == ["4 may differ"])
  }

  @Test("a comment ends at every line break that ECMAScript knows, and a text goes on over U+2028")
  func lineBreaks() throws {
    let result = read(
      """
      <datamodel><data id='a' expr='0'/><data id='b' expr='0'/><data id='c' expr='0'/></datamodel>
      <state id='s'><onentry><script>a = 1 // one&#x2028;b = 2 /* two&#x2029;*/ c = "&#x2028;" // three&#13;a = 3&#x2029;b = 4
      </script></onentry></state>
      """)
    #expect(result.remarks.isEmpty)
    var simulation = try Simulation(try CompiledChart(try #require(result.chart)))
    #expect(simulation.start().context.map(\.value) == [3, 4, "\u{2028}"])
  }

  @Test("before the first event `_event` has no value")
  func noEvent() throws {
    let result = read(
      """
      <state id='s'><transition cond='!_event' target='t'/></state>
      <state id='t'><transition event='go' cond='_event' target='u'/></state><state id='u'/>
      """)
    #expect(result.remarks.isEmpty)
    var simulation = try Simulation(try CompiledChart(try #require(result.chart)))
    #expect(simulation.start().configuration == ["t"])
    #expect(simulation.send("go").configuration == ["u"])
    #expect(guardText("_event === null").remarks == [.differs])
    #expect(
      remarks(data: "<data id='a'/>", entry: "<assign location='a' expr='_event'/>") == ["4 may differ"])
  }

  @Test("`null` and no value are told apart only where a document has both")
  func null() {
    let data = "<data id='a' expr='1'/><data id='b' expr='2'/>"
    #expect(remarks(data: data, entry: "<log expr='_event.data === undefined'/>").isEmpty)
    let both = "<log expr='_event.data === undefined'/><assign location='a' expr='null'/>"
    #expect(remarks(data: data, entry: both) == ["4 may differ"])
  }

  @Test("a value that may fail inside `param`, `content` and `if` is named, for it takes more with it here")
  func failures() {
    let data = "<data id='a' expr='1'/>"
    let may = ["4 may differ"]
    #expect(
      remarks(data: data, entry: "<send event='e'><param name='x' expr='_event.data.y'/></send>") == may)
    #expect(remarks(data: data, entry: "<send event='e'><content expr='_event.data.y'/></send>") == may + may)
    #expect(remarks(data: data, entry: "<if cond='_event.data.y === 1'><log expr='1'/></if>") == may)
    #expect(remarks(data: data, entry: "<send event='e'><param name='x' expr='a + 1'/></send>").isEmpty)
    #expect(remarks(data: data, entry: "<log expr='_event.data.y'/>").isEmpty)
  }

  @Test("data that are read before they are set have no value in SCXML, which is named")
  func order() {
    #expect(remarks(data: "<data id='a' expr='b'/>\n<data id='b' expr='1'/>", entry: "") == ["2 may differ"])
    #expect(remarks(data: "<data id='b' expr='1'/>\n<data id='a' expr='b'/>", entry: "").isEmpty)
  }

  @Test("the addresses of other sessions are named")
  func sessions() {
    #expect(remarks(data: "", entry: "<send event='e' target='#_scxml_other'/>") == ["4 may differ"])
    #expect(
      remarks(data: "", entry: "<send event='e' targetexpr='&quot;#_scxml_&quot; + _event.name'/>") == [
        "4 may differ"
      ])
  }

  @Test("what stands inside an element is JSON or else a text")
  func inlineData() throws {
    let result = read(
      "<datamodel><data id='a'>{ \"x\": [1, true] }</data><data id='b'> 1 +  1 </data><data id='c'>'q'</data></datamodel>"
        + "<state id='s'/>")
    let chart = try #require(result.chart)
    #expect(chart.context.map(\.initial?.text) == ["{ x: [1, true] }", "'1 + 1'", "'\\'q\\''"])
  }

  /// What a text inside `data` becomes, and what is said of it.
  private func inline(_ text: String) -> (value: String?, remarks: [SCXMLRemark.Severity]) {
    let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    let result = read("<datamodel><data id='a'>\(escaped)</data></datamodel><state id='s'/>")
    return (result.chart?.context.first?.initial?.text, result.remarks.map(\.severity))
  }

  @Test(
    "what only looks like JSON is a text",
    arguments: [
      "0x1F", ".5", "5.", "01", "+1", "- 5", "1e", "[1,2,]", "[,1]", "[1", "{a: 1}", "{\"a\": 1,}", "{\"a\"}",
      "1 2", "True",
      "nullx", "Infinity", "[1}", "\"a", "[1] // one", "\u{A0}1",
    ])
  func noJSON(_ text: String) {
    let result = inline(text)
    #expect(result.value == "'\(text)'")
    #expect(result.remarks.isEmpty)
  }

  @Test("an escape that only ECMAScript knows, or a line break, makes a text of something in double quotes")
  func noJSONText() {
    #expect(inline("\"\\x41\"").value == "'\"\\\\x41\"'")
    #expect(inline("\"a\nb\"").value == "'\"a b\"'")
  }

  @Test("JSON is the value that `JSON.parse` makes of it")
  func json() {
    for (text, value) in [
      ("-0.5e+1", "-5"), ("1E2", "100"), ("[ ]", "[]"), ("{}", "{}"),
      ("{\"a\":1,\"b\":2,\"a\":3}", "{ a: 3, b: 2 }"),
      ("[[1],{\"x-y\":[null,{}]}]", "[[1], { 'x-y': [unset, {}] }]"),
      ("\"\\ud83d\\uDE00\\u0041\\/\"", "'\u{1F600}A/'"),
      ("\"\\n\\t\\\"\\\\\"", "'\\n\\t\"\\\\'"), (" true\n", "true"), ("\"\"", "''"),
    ] {
      let result = inline(text)
      #expect(result.value == value, "\(text)")
      #expect(result.remarks.isEmpty, "\(text)")
    }
  }

  @Test("JSON that a chart cannot hold is a loss, and no text")
  func heldJSON() {
    let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    let long = "[" + String(repeating: "1,", count: 40_000) + "1]"
    let endless = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    for text in [
      "\"a\\r\\nb\"", "{\"k\":\"a\\u0000b\"}", "{\"__proto__\":1}", "\"\\ud800\"", "1e400", deep, long,
      endless,
    ] {
      let result = inline(text)
      #expect(result.value == nil, "\(text.prefix(40))")
      #expect(result.remarks == [.lost], "\(text.prefix(40))")
    }
  }

  @Test("the kinds of variables come from what stands inside an element as it is read there")
  func inlineKinds() {
    let entry = "<log expr='a + \"x\"'/>"
    #expect(remarks(data: "<data id='a'>[1,2,]</data>", entry: entry).isEmpty)
    #expect(remarks(data: "<data id='a'>[1,2]</data>", entry: entry) == ["4 may differ"])
  }

  @Test("what becomes `fail()` is a loss, and what a compiler of charts refuses an error at its place")
  func notesOfFailures() {
    #expect(remarks(data: "", entry: "<log expr='missing'/>") == ["4 lost"])
    #expect(remarks(data: "", entry: "<assign location='missing' expr='1'/>") == ["4 lost"])
    #expect(remarks(data: "", entry: "<log expr='[1] - 1'/>") == ["4 lost"])
  }

  @Test("other names of events stay others, in all documents alike, and match by their parts as before")
  func eventNames() throws {
    let result = read(
      """
      <state id='s'>
        <onentry><raise event='ü'/></onentry>
        <invoke src='kid.scxml'/>
        <transition event='ö 1.x s1.x .y' target='b'/>
        <transition event='ü.x' target='b'/>
        <transition event='ü' target='c'/>
      </state>
      <state id='b'/><state id='c'/>
      """,
      files: [
        "kid.scxml": """
        <scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0'>
          <state id='k'><transition event='ü s__' target='k'/></state>
        </scxml>
        """
      ])
    let chart = try #require(result.chart, "\(result.remarks)")
    // `s__` is a name in the other document.
    #expect(
      chart.root.states[0].on.map(\.event.name.text) == [
        "s___3", "s1_2.x", "s1.x", "s.y", "s___2.x", "s___2",
      ])
    #expect(result.children[0].chart.root.states[0].on.map(\.event.name.text) == ["s___2", "s__"])
    #expect(Set(result.remarks.map(\.severity)) == [.lost])
  }

  @Test("ids of work that charts cannot have become different ones")
  func workIDs() throws {
    let kid = "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0'><final id='f'/></scxml>"
    let result = read(
      """
      <state id='s'><invoke id='ö' src='k.scxml'/><invoke id='ü' src='./k.scxml'/>
        <transition event='done.invoke.ü' target='s'/></state>
      """, files: ["k.scxml": kid, "./k.scxml": kid])
    let state = try #require(result.chart, "\(result.remarks)").root.states[0]
    #expect(state.invoke.map(\.id?.text) == ["s__", "s___2"])
    #expect(state.on[0].event.name.text == "done.invoke.s___2")
    // Both name one document.
    #expect(result.children.map(\.path) == ["k.yaml"])
  }

  @Test(
    "an `invoke` that is lost fails when its state is entered",
    arguments: [
      "src='missing.scxml'", "src='http://example.com/x.scxml'", "srcexpr='u'",
      "srcexpr='&quot;k&quot; + &quot;.scxml&quot;'",
      "",
    ])
  func lostInvokes(_ source: String) throws {
    let result = read(
      """
      <datamodel><data id='u' expr='0'/></datamodel>
      <state id='s'><onentry><assign location='u' expr='1'/></onentry>
      <invoke \(source)/><transition event='error.execution' target='e'/></state><state id='e'/>
      """)
    #expect(result.remarks.map { "\($0.place?.line ?? 0) \($0.severity)" } == ["4 lost"])
    var simulation = try Simulation(try CompiledChart(try #require(result.chart)))
    let report = simulation.start()
    #expect(report.configuration == ["e"])
    #expect(report.context.first?.value == 1)
  }

  @Test("documents are invoked inside each other as deep as charts may be, and no deeper", arguments: [8, 9])
  func deepDocuments(_ levels: Int) {
    let inner = String(repeating: "<state id='s'><invoke><content><scxml version='1.0'>", count: levels - 1)
    let end = String(repeating: "</scxml></content></invoke></state>", count: levels - 1)
    let result = read(inner + "<final id='f'/>" + end)
    #expect((result.chart == nil) == (levels > SCXMLImporter.deepestDocument), "\(result.remarks)")
    #expect(result.remarks.map(\.severity) == (levels > 8 ? [.error] : []))
  }

  @Test("a transition from inside a state to a history that may stand for states further inside is named")
  func historyFromInside() {
    func remarks(_ history: String, source: String = "b", kind: String = "state") -> [String] {
      let result = read(
        """
        <\(kind) id='p'><history id='h' \(history)<state id='c'><state id='a'/>
        <state id='b'>\(source == "b" ? "<transition event='x y' target='h'/>" : "")</state></state></\(kind)>
        <state id='o'><transition event='x' target='h'/></state>
        """)
      return result.remarks.map { "\($0.place?.line ?? 0) \($0.severity.rawValue)" }
    }
    #expect(remarks("type='deep'><transition target='a'/></history>") == ["3 may differ"])
    #expect(remarks("type='deep'><transition target='a'/></history>", source: "o") == [])
    #expect(remarks("><transition target='c'/></history>") == [])
    #expect(remarks("><transition target='c'/></history>", kind: "parallel") == ["3 may differ"])
  }

  @Test("a parallel or final state directly in a parallel one is named where it makes a difference")
  func parallelInParallel() {
    func remarks(_ event: String, _ region: String) -> [String] {
      read("<parallel id='p'><transition event='\(event)' target='o'/>\n\(region)</parallel><state id='o'/>")
        .remarks
        .map { "\($0.place?.line ?? 0) \($0.severity.rawValue)" }
    }
    let inner = "<parallel id='q'><state id='r'/></parallel>"
    #expect(remarks("done.state.p", inner) == ["3 may differ"])
    #expect(remarks("done", inner) == ["3 may differ"])
    #expect(remarks("x", inner) == [])
    #expect(remarks("done.state.p", "<state id='r'/>") == [])
    #expect(remarks("x", "<state id='r'/><final id='f'/>") == ["3 may differ"])
  }

  @Test(
    "what a chart cannot have is told at its place in the document",
    arguments: [
      ("<state id='s'/>\n<state id='p' initial='s'><state id='q'/></state>", 3),
      (
        "<state id='s'>\n<state id='a'><transition event='x' target='a b'/></state>\n<state id='b'/></state>",
        3
      ),
      ("<state id='s'/><final id='f'>\n<state id='b'/></final>", 3),
      ("<state id='s'/>\n<history id='h'><transition target='s'/></history>", 3),
      (
        (0..<17).map { "<state id='s\($0)'>\n" }.joined() + String(repeating: "</state>", count: 17), 18
      ),
    ])
  func placesOfErrors(_ content: String, _ line: Int) {
    let result = read(content)
    #expect(
      result.remarks.map { "\($0.place?.line ?? 0) \($0.severity.rawValue)" } == ["\(line) error"],
      "\(result.remarks)")
  }

  @Test("the wrong namespace is named")
  func namespace() {
    let text = "<scxml xmlns='http://www.w3.org/2005/07/SCXML' version='1.0'><state id='a'/></scxml>"
    let result = SCXMLImporter().read(Array(text.utf8), name: "x", base: "x")
    #expect(result.remarks[0].message.contains("`http://www.w3.org/2005/07/SCXML` is not the one of SCXML"))
  }

  @Test("elements and attributes that are not known are named with their line")
  func unknown() {
    let result = read(
      """
      <state id='s' colour='red'>
        <onentry><blink/></onentry>
        <sub xmlns='urn:x'/>
      </state>
      """)
    #expect(result.remarks.map(\.severity) == [.lost, .lost, .lost])
    #expect(result.remarks.map { $0.place?.line } == [2, 3, 4])
    #expect(result.hasLosses)
  }

  @Test("each onentry is a block of its own")
  func blocks() throws {
    let result = read(
      """
      <datamodel><data id='n' expr='0'/></datamodel>
      <state id='s'>
        <onentry><log expr='fail()'/><assign location='n' expr='100'/></onentry>
        <onentry><assign location='n' expr='n + 1'/></onentry>
      </state>
      """)
    var simulation = try Simulation(try CompiledChart(try #require(result.chart)))
    #expect(simulation.start().context.first?.value == 1)
  }

  @Test("document order of transitions survives, also where an event comes again after another")
  func documentOrder() throws {
    let result = read(
      """
      <state id='s'>
        <transition event='go' cond='false' target='a'/>
        <transition event='*' target='b'/>
        <transition event='go' target='a'/>
      </state>
      <state id='a'/><state id='b'/>
      """)
    var simulation = try Simulation(try CompiledChart(try #require(result.chart)))
    _ = simulation.start()
    #expect(simulation.send("go").configuration == ["b"])
  }

  @Test("late binding sets a state's data when it is entered first, and not again")
  func lateBinding() throws {
    let result = read(
      """
      <state id='s'><transition event='go' target='t'/></state>
      <state id='t'>
        <datamodel><data id='n' expr='7'/></datamodel>
        <transition event='change'><assign location='n' expr='n + 1'/></transition>
        <transition event='again' target='t'/>
      </state>
      """, attributes: "datamodel='ecmascript' binding='late'")
    var simulation = try Simulation(try CompiledChart(try #require(result.chart)))
    #expect(simulation.start().context.first?.value == .unset)
    #expect(simulation.send("go").context.first?.value == 7)
    _ = simulation.send("change")
    #expect(simulation.send("again").context.first?.value == 8)
  }

  @Test("a document that is invoked becomes a chart of its own, and is given only data that it has")
  func children() throws {
    let result = read(
      """
      <datamodel><data id='x' expr='1'/></datamodel>
      <state id='s'>
        <invoke id='kid' src='kid.scxml' namelist='x'><param name='y' expr='2'/></invoke>
        <transition event='done.invoke.kid' target='e'/>
      </state>
      <final id='e'/>
      """,
      files: [
        "kid.scxml": """
        <scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0' datamodel='ecmascript'>
          <datamodel><data id='y'/></datamodel>
          <state id='w'><transition cond='y == 2' target='f'/></state><final id='f'/>
        </scxml>
        """
      ])
    #expect(result.children.map(\.path) == ["kid.yaml"])
    #expect(result.remarks.map(\.severity) == [.note])
    var charts: [String: CompiledChart] = [:]
    for child in result.children { charts[child.path] = try CompiledChart(child.chart) }
    var simulation = try Simulation(try CompiledChart(try #require(result.chart)), children: charts)
    #expect(simulation.start().isFinal)
  }

  @Test("documents that are none are refused", arguments: ["<a/>", "<scxml version='1.0'/>", "<scxml"])
  func foreign(_ text: String) {
    let result = SCXMLImporter().read(Array(text.utf8), name: "x", base: "x")
    #expect(result.chart == nil)
    #expect(result.remarks.map(\.severity) == [.error])
  }

  @Test("a target that does not exist and an unknown data model refuse the document")
  func errors() {
    #expect(read("<state id='s'><transition event='e' target='nowhere'/></state>").chart == nil)
    #expect(read("<state id='s'/>", attributes: "datamodel='xpath'").chart == nil)
    #expect(read("<state id='s'/>", attributes: "datamodel='statechart'").chart == nil)
    #expect(read("<state id='s'/><state id='s'/>").chart == nil)
  }

  @Test("ids and names that charts cannot have are changed and named")
  func names() throws {
    let result = read("<state id='a.b'><transition event='done.state.a.b' target='a.b'/></state>")
    #expect(try #require(result.chart).root.states[0].id == "a_b")
    #expect(try #require(result.chart).root.states[0].on[0].event == "done.state.a_b")
    #expect(result.hasLosses)
  }
}
