import StatechartsSCXML
import Testing

@Suite("Reading XML")
struct XMLReaderTests {
  struct Hostile: Sendable, CustomTestStringConvertible {
    var text: String
    var kind: XMLProblem.Kind
    var line: Int
    var column: Int
    var testDescription: String { String(text.prefix(40)) }

    init(_ text: String, _ kind: XMLProblem.Kind, _ line: Int, _ column: Int) {
      (self.text, self.kind, self.line, self.column) = (text, kind, line, column)
    }
  }

  static let hostile = [
    Hostile("", .syntax, 1, 1),
    Hostile("<a>", .syntax, 1, 1),
    Hostile("<a>\n  <b></a>", .syntax, 2, 6),
    Hostile("</a>", .syntax, 1, 1),
    Hostile("<a/><b/>", .syntax, 1, 5),
    Hostile("<a/>text", .syntax, 1, 5),
    Hostile("<a b=1/>", .syntax, 1, 6),
    Hostile("<a b='1'c='2'/>", .syntax, 1, 9),
    Hostile("<a b='1' b='2'/>", .syntax, 1, 10),
    Hostile("<a b='<'/>", .syntax, 1, 7),
    Hostile("<a>\u{1}</a>", .syntax, 1, 4),
    Hostile("<a>]]></a>", .syntax, 1, 4),
    Hostile("<a><!-- x</a>", .syntax, 1, 4),
    Hostile("<a><!--></a>", .syntax, 1, 4),
    Hostile("<a>a & b</a>", .syntax, 1, 6),
    Hostile("<x:a/>", .syntax, 1, 1),
    Hostile("<é><a</é>", .syntax, 1, 6),
    Hostile("<!DOCTYPE a [<!ENTITY b \"bbbb\">]>\n<a>&b;</a>", .documentType, 1, 1),
    Hostile("<a>\n &b;</a>", .entity, 2, 2),
    Hostile("<a>&#0;</a>", .entity, 1, 4),
    Hostile("<a>&#xD800;</a>", .entity, 1, 4),
    Hostile("<?xml version='1.0' encoding='ISO-8859-1'?><a/>", .encoding, 1, 1),
    Hostile("<?xml version='1.0' encoding='ISO-8859-1'?>\n<a>\u{E9}</a>", .encoding, 1, 1),
    Hostile("<a>\n<!-- a -- b --></a>", .syntax, 2, 8),
    Hostile("<a><!-- a ---></a>", .syntax, 1, 11),
    Hostile("<a/>\n<?xml version='1.0'?>", .syntax, 2, 1),
    Hostile("<a>\u{FFFE}</a>", .syntax, 1, 4),
    Hostile(String(repeating: "<a>", count: 500), .limit, 1, 385),
  ]

  @Test("what is wrong ends in a problem with its place", arguments: hostile)
  func problems(_ hostile: Hostile) {
    let problem = #expect(throws: XMLProblem.self) { try XMLReader.read(Array(hostile.text.utf8)) }
    #expect(problem?.kind == hostile.kind)
    #expect(
      problem?.place == TextPlace(line: hostile.line, column: hostile.column), "\(problem?.message ?? "")")
    #expect(problem?.message.hasSuffix(".") == true)
  }

  @Test("a document that says it is in Latin-1 is told so, also where its bytes are")
  func latin() {
    let bytes = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0xE9] + Array("</a>".utf8)
    let problem = #expect(throws: XMLProblem.self) { try XMLReader.read(bytes) }
    #expect(problem?.message == "The encoding `ISO-8859-1` is not supported. Save the file as UTF-8.")
  }

  @Test("bytes that are not UTF-8 are refused where they stand")
  func encoding() {
    let cases: [([UInt8], TextPlace)] = [
      (Array("<a>".utf8) + [0xC3, 0x28], TextPlace(line: 1, column: 5)),
      (Array("<a>\n".utf8) + [0xFF], TextPlace(line: 2, column: 1)),
      (Array("<a>".utf8) + [0xED, 0xA0, 0x80], TextPlace(line: 1, column: 5)),
      ([0xFF, 0xFE, 0x3C, 0x00], TextPlace(line: 1, column: 1)),
    ]
    for (bytes, place) in cases {
      let problem = #expect(throws: XMLProblem.self) { try XMLReader.read(bytes) }
      #expect(problem?.kind == .encoding)
      #expect(problem?.place == place)
    }
  }

  @Test("a text larger than the limit, or with too many parts, is refused")
  func limits() {
    var limits = XMLLimits()
    limits.bytes = 10
    #expect(throws: XMLProblem.self) { try XMLReader.read(Array("<a>12345678</a>".utf8), limits: limits) }
    limits = XMLLimits()
    limits.nodes = 5
    let text = "<a>" + String(repeating: "<b/>", count: 6) + "</a>"
    #expect(throws: XMLProblem.self) { try XMLReader.read(Array(text.utf8), limits: limits) }
  }

  @Test("entities, references, sections, blanks and line breaks are read as XML says")
  func content() throws {
    let text = "\u{FEFF}<a b='x&#10;y\tz'>1&lt;2&#x41;<![CDATA[<&]]>\r\n3</a>"
    let root = try XMLReader.read(Array(text.utf8))
    #expect(root["b"] == "x\ny z")
    #expect(root.text == "1<2A<&\n3")
  }

  @Test("namespaces follow their declarations")
  func namespaces() throws {
    let root = try XMLReader.read(
      Array("<a xmlns='one' xmlns:p='two'><p:b p:c='1' c='2'/><d xmlns=''/><e/></a>".utf8))
    #expect(root.elements.map(\.namespace) == ["two", "", "one"])
    #expect(root.elements[0].attributes.map(\.namespace) == ["two", ""])
  }

  @Test("what is written is read the same")
  func writing() throws {
    let root = try XMLReader.read(
      Array("<a xmlns='n'><b c='&lt;&amp;&quot;&#10;'/><d>x &gt; &lt;y</d></a>".utf8))
    let again = try XMLReader.read(Array(XMLWriter.document(root).utf8))
    #expect(again.elements.map { $0["c"] ?? $0.text } == root.elements.map { $0["c"] ?? $0.text })
    #expect(again.namespace == "n")
  }

  @Test("every beginning of a document ends in a problem or an element, never in a crash")
  func beginnings() {
    let text = Array(
      "<?xml version='1.0'?><a x:b='&lt;' xmlns:x='u'><!-- c --><![CDATA[d]]>&#65;<b/></a>".utf8)
    for length in 0..<text.count {
      #expect(throws: XMLProblem.self) { try XMLReader.read(Array(text[..<length])) }
    }
  }

  @Test("more than 64 namespaces at once are refused: each name is looked up among them")
  func manyNamespaces() {
    let declarations = (1...65).map { " xmlns:p\($0)='u'" }.joined()
    #expect(throws: XMLProblem.self) { try XMLReader.read(Array("<a\(declarations)/>".utf8)) }
  }
}
