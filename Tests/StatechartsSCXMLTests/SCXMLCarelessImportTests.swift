import Statecharts
import StatechartsModel
import StatechartsSCXML
import StatechartsTesting
import Testing

@Suite("Importing careless and hostile SCXML")
struct SCXMLCarelessImportTests {
  @Test(
    "what an attribute cannot be, and what excludes something else, is named at its place",
    arguments: [
      ("<transition event='e' target='s' type='Internal'/>", 34),
      ("<transition event='e' target=''/>", 23),
      ("<history type='Deep'><transition target='t'/></history>", 10),
      ("<onentry><if cond='true'><else/><log/><else/><log/></if></onentry>", 39),
      ("<onentry><if cond='true'><else/><elseif cond='true'/></if></onentry>", 33),
      ("<onentry><send event='e'>text</send></onentry>", 26),
      ("<onentry><send event='e' eventexpr='&quot;f&quot;'/></onentry>", 16),
      ("<onentry><send event='e' target='#_internal' targetexpr='&quot;#_internal&quot;'/></onentry>", 26),
      ("<onentry><send event='e'><param name='x' expr='1' location='a'/></send></onentry>", 51),
      ("<onentry><send event='e'><content expr='1'>2</content></send></onentry>", 44),
      ("<onentry><assign location='a' expr='1'>2</assign></onentry>", 40),
      ("<datamodel><data id='b' expr='1'>2</data></datamodel>", 34),
      ("<datamodel>text<data id='b' expr='1'/></datamodel>", 12),
      ("<invoke src='kid.scxml' autoforward='yes'/>", 25),
      ("<invoke src='kid.scxml'>text</invoke>", 25),
      ("<invoke src='kid.scxml'><content expr='1'/></invoke>", 25),
      ("<invoke src='kid.scxml'><finalize/><finalize/></invoke>", 36),
      ("<datamodel><data id='b' expr='1'/><data id='b' expr='2'/></datamodel>", 35),
      ("<initial><transition target='t'/></initial><initial><transition target='t'/></initial>", 44),
      (
        "<state id='u' initial='v'><initial><transition target='v'/></initial><state id='v'/></state>", 27
      ),
      ("<onentry><cancel/></onentry>", 10),
    ])
  func wrongValues(_ content: String, _ column: Int) {
    let child = "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0'><state id='w'/></scxml>"
    let result = SCXMLImportTests().read(
      "<datamodel><data id='a' expr='1'/></datamodel><state id='s'><state id='t'/>\n\(content)</state>",
      files: ["kid.scxml": child])
    #expect(result.remarks.map(\.severity) == [.lost], "\(result.remarks)")
    #expect(result.remarks.first?.place == TextPlace(line: 3, column: column), "\(result.remarks)")
  }

  @Test("a delay on the way to the own queue is named, for SCXML has none there")
  func internalDelay() {
    let result = SCXMLImportTests().read(
      "<state id='s'><onentry><send event='e' target='#_internal' delay='1s'/></onentry></state>")
    #expect(result.remarks.map(\.severity) == [.differs], "\(result.remarks)")
  }

  @Test("a binding that is none is named, and counts as early")
  func wrongBinding() {
    let result = SCXMLImportTests().read(
      "<state id='s'/>", attributes: "datamodel='ecmascript' binding='laet'")
    #expect(result.remarks.map(\.severity) == [.lost])
    #expect(result.remarks.first?.place?.line == 1)
    #expect(result.remarks.first?.message.contains("`laet` is treated as `early`") == true)
  }

  @Test("of two `else` the first one is what is done")
  func twoElse() throws {
    let result = SCXMLImportTests().read(
      "<datamodel><data id='n' expr='0'/></datamodel><state id='s'><onentry><if cond='false'><else/>"
        + "<assign location='n' expr='1'/><else/><assign location='n' expr='2'/></if></onentry></state>")
    var simulation = try Simulation(try CompiledChart(try #require(result.chart)))
    #expect(simulation.start().context.first?.value == 1)
  }

  @Test("documents beyond the limit are neither read nor named one by one")
  func documentLimit() {
    let child = "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0'><state id='w'/></scxml>"
    let inline = (0..<2_000).map { _ in "<invoke><content>\(child)</content></invoke>" }.joined()
    let files = (0..<2_000).map { "<invoke src='./\($0)/kid.scxml'/>" }.joined()
    for invocations in [inline, files] {
      let calls = CallCount()
      let text =
        "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0'><state id='s'>\(invocations)</state></scxml>"
      let importer = SCXMLImporter { _ in
        calls.add()
        return Array(child.utf8)
      }
      let result = importer.read(Array(text.utf8), name: "test.scxml", base: "test")
      #expect(result.chart == nil)
      #expect(result.remarks.filter { $0.severity == .error }.count == 1, "\(result.remarks.prefix(3))")
      #expect(result.remarks.allSatisfy { $0.place?.line == 1 })
      #expect(calls.value <= 100)
    }
    let hundred = (0..<100).map { _ in "<invoke><content>\(child)</content></invoke>" }.joined()
    #expect(SCXMLImportTests().read("<state id='s'>\(hundred)</state>").children.count == 100)
  }

  @Test("a file that is no document is read once, however often it is invoked")
  func wrongFile() {
    let calls = CallCount()
    let invocations = (0..<500).map { _ in "<invoke src='wrong.scxml'/>" }.joined()
    let text =
      "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0'><state id='s'>\(invocations)</state></scxml>"
    let importer = SCXMLImporter { _ in
      calls.add()
      return Array("<scxml".utf8)
    }
    let result = importer.read(Array(text.utf8), name: "test.scxml", base: "test")
    #expect(result.remarks.map(\.severity) == [.error])
    #expect(calls.value == 1)
  }

  @Test("names that become alike stay short and apart, however many they are")
  func alikeNames() {
    // Each of them becomes a name of nothing but underlines.
    let ids = (0..<3_000).map { String(UnicodeScalar(UInt32(0x4E00 + $0)) ?? "a") }
    // A chart has at most 1,000 inputs.
    let data = "<datamodel>\(ids.prefix(1_000).map { "<data id='\($0)'/>" }.joined())</datamodel>"
    let written = ids.map { "<state id='\($0)'/>" }.joined()
    let sends = ids.map { "<send id='\($0)' event='e' delay='1s'/>" }.joined()
    let result = SCXMLImportTests().read("\(data)<state id='s'><onentry>\(sends)</onentry></state>\(written)")
    let names = result.chart?.context.map(\.name.text) ?? []
    let states = result.chart?.root.states.map(\.id.text) ?? []
    #expect(Set(names).count == 1_000 && Set(states).count == ids.count + 1)
    #expect((names + states).allSatisfy { $0.utf8.count < 16 })
    let remarks = result.remarks.filter { $0.message.utf8.count > 200 }
    #expect(remarks.isEmpty)
  }
}
