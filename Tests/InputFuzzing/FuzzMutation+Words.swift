extension FuzzMutation.Language {
  /// Numbers at which readers of JSON and counters go wrong.
  static let numbers: [[UInt8]] = [
    "0", "1", "-1", "2", "255", "65536", "2147483647", "2147483648", "-2147483648", "4294967296",
    "9007199254740992", "9007199254740993", "9223372036854775806", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "18446744073709551614", "18446744073709551615",
    "18446744073709551616", "1e3", "1e308", "1e309", "-0", "0.5", "1.0", "1e-400", "null", "true", "\"1\"",
  ].map { Array($0.utf8) }

  /// Words that mean something to the readers of the language.
  var dictionary: [[UInt8]] {
    let words: [String] =
      switch self {
      case .yaml: Self.yamlWords
      case .markdown: Self.markdownWords
      case .scxml: Self.scxmlWords
      case .mermaid: Self.mermaidWords
      case .address: Self.addressWords
      case .json: Self.jsonWords
      }
    return words.map { Array($0.utf8) }
  }

  /// To YAML, to the format or to expressions.
  private static let yamlWords = [
    "statechart: 1", "id: a", "initial: a", "states:", "  a:\n", "on: {", "}", "[", "]", "- ", "? ", ": ",
    "& ", "*", "&a ", "*a", "!!str ", "!x", "|", ">", "|2-", "\"", "'", "# ", "---\n", "...\n", "%YAML 1.2\n",
    "<<: *a", "\t", "\r\n", "\r", "\u{FEFF}", "\u{85}", "\u{2028}", "\u{A0}", "👩‍👩‍👧", "\u{0}", "always:",
    "after: { 5s: a }", "done: a", "entry:", "exit:", "invoke: { service: s, timeout: 5s }",
    "failed: { any: a }", "type: parallel", "type: final", "type: history", "type: choice", "default: a",
    "guard: ", "target: a", "actions: [", "assign: { x: x + 1 }", "raise: e", "send: e", "emit: o",
    "log: 'x'", "if: true", "then: a", "foreach: xs", "as: i", "do: a", "retry: { attempts: 3 }", "context:",
    "x: { type: int, initial: 0 }", "secret: true", "clear: a", "events:", "errors:", "outputs:", "handlers:",
    "a and b or not c", "in(a)", "event.data.x", "a.b ?? c ?? 1", " ?? ", "1 == 1.0", "(((((",
    "9223372036854775807",
    "-9223372036854775808", "1e309", "0.1", "99999999999999999999d", "500ms", "x-", "done.state.a", "error.*",
    "e.*", "# lint:disable unused-event -- x", "{a: {a: {a: {a: ", "[[[[[[[[",
  ]

  private static let markdownWords = [
    "<!-- statechart: charts/registration.yaml view=diagram -->\n", "<!-- /statechart -->\n", "```\n",
    "````\n", "~~~\n", "    ", "> ", "- ", "<!--", "-->", "view=states", "view=", "state=a", "depth=2",
    "depth=99999999999999999999", "title=\"", "title=\"a\" ", "run=x.jsonl", "notes=errors", "active=a",
    "direction=right", "\r\n", "\r", "\t", "\u{FEFF}", "\u{0}", "\u{2028}", "|", "#",
  ]

  private static let scxmlWords = [
    "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0' datamodel='ecmascript'>", "</scxml>",
    "<state id='a'>", "</state>", "<parallel id='p'>", "</parallel>", "<final id='f'/>",
    "<history type='deep'><transition target='a'/></history>", "<initial><transition target='a'/></initial>",
    "<transition event='e' target='a b' cond='In(\"a\")'>", "</transition>", "<onentry>", "</onentry>",
    "<onexit>", "</onexit>", "<datamodel><data id='x' expr='1'/></datamodel>",
    "<assign location='x' expr='x+1'/>",
    "<if cond='x'>", "<elseif cond='x'/>", "<else/>", "</if>", "<foreach array='xs' item='i' index='j'>",
    "</foreach>", "<raise event='e'/>", "<send event='e' delay='1s' id='s'/>", "<cancel sendid='s'/>",
    "<log expr='x'/>", "<script>x = 1</script>", "<invoke type='scxml' id='i'><content><scxml>",
    "<param name='n' expr='1'/>", "<donedata>", "<finalize/>", "initial='a b'", "event='*'", "event='e.* f'",
    "datamodel='null'", "datamodel='xpath'", "type='internal'", "autoforward='true'", "delayexpr='x'",
    "&lt;", "&amp;", "&#x41;", "&#0;", "&#xD800;", "&#1114112;", "&x;", "<!DOCTYPE scxml [<!ENTITY x 'y'>]>",
    "<![CDATA[", "]]>", "<!--", "-->", "<?xml version='1.0' encoding='UTF-16'?>", "<?x y?>", "xmlns:s='x'",
    "s:", "\"", "'", "<", ">", "/>", "_event.data.x", "x === 1", "x?.y ?? 1", "typeof x", "((((((((",
    "[[[[[[[[", "{a:{a:",
    "x ? y : z", "!x", "-x", "'\\u0041'", "/a/", "function(){}", "9007199254740993", "1e309", "\u{0}",
    "\u{FEFF}", "\u{FFFE}", "\r\n", "99999999999999999999s",
  ]

  private static let mermaidWords = [
    "stateDiagram-v2\n", "stateDiagram\n", "[*] --> a\n", "a --> [*]\n", "a --> b : e\n",
    "a --> b : e [g] / x\n",
    "state a {\n", "}\n", "--\n", "state \"A b\" as a\n", "state c <<choice>>\n", "state f <<fork>>\n",
    "state j <<join>>\n", "state h <<history>>\n", "[H]", "[H*]", "note right of a : x\n", "note left of a\n",
    "end note\n", "direction LR\n", "a : label\n", "%% comment\n", "%%{init: {}}%%\n", "---\n", "title: x\n",
    "classDef x fill:#fff\n", "class a x\n", "a:::x", "after 5s", "<br/>", "#35;", "#quot;", "&amp;", ":",
    "/",
    "[", "]", "\"", "\t", "\r\n", "\u{FEFF}", "\u{0}", "👩‍👩‍👧", "é", "end", "state", "as", "-->",
    "after 99999999999999999999d", "done.state.a", "error.x", "*",
  ]

  private static let addressWords = [
    "https://", "http://", "discourse://", "app://", "//", "/", "?", "#", "&", "=", "%", "%2", "%zz", "%00",
    "%0A",
    "%C3%28", "%25", "%3D", "%26", "+", "@", ":", ":443", ":99999999999999999999", "[::1]", "127.0.0.1",
    "localhost", "..", "./", "\\", "code=", "&code=", "state=", "&state=x&state=y", "error=access_denied",
    "iss=",
    "payload=", "oneTimePassword=", "otp=true", "site=https://example.org", "flow_id=", "ticket=", "\u{0}",
    " ",
    "\n", "é", "\u{202E}", "xn--", "//user:password@host",
  ]

  private static let jsonWords = [
    "null", "true", "false", "[]", "{}", "\"\"", "\"x\"", "\"\\u0000\"", "\"\\ud800\"", "\"\\ud83d\\ude00\"",
    "[null]", "[[]]", "{\"x\":null}", "{\"m\":{}}", "{\"n\":1}", "{\"n\":1e308}", "{\"d\":[0,0]}",
    "{\"d\":[9223372036854775807,18446744073709551615]}", "{\"d\":[-9223372036854775808,0]}",
    "[9223372036854775807,18446744073709551615]", "[-9223372036854775808,0]", "[-1,18446744073709551615]",
    "\"running\"", "\"final\"", "\"stopped\"", "\"fresh\"", "\"#_parent\"", "\"#_internal\"",
    "\"#_scxml_main\"",
    "\"restart\"", "\"deadline\"", "\"remainder\"", "\"platform\"", "\"internal\"", "\"error.execution\"",
    "\"done.state.a\"", "\"__proto__\"",
    "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"",
    "{\"requested\":{}}", "{\"endlessSteps\":{\"states\":[],\"limit\":-1}}", "{\"after\":{\"state\":\"\"}}",
  ]
}
