import FlowTransport
import Foundation
import Testing

@Suite("What servers send")
struct ReadingTests {
  @Test(
    "Retry-After is understood in every form",
    arguments: [
      ("60", nil, 60), (" 60 ", nil, 60), ("0", nil, 0), ("-5", nil, 0),
      ("99999999999999999999", nil, 86_400),
      ("Sun, 06 Nov 1994 08:50:07 GMT", nil, 30), ("Sun, 06 Nov 1994 08:00:00 GMT", nil, 0),
      ("Sunday, 06-Nov-94 08:50:07 GMT", nil, 30), ("Sun Nov  6 08:50:07 1994", nil, 30),
      ("Sunday, 06-Nov-44 08:50:07 GMT", nil, 86_400), ("Sunday, 06-Nov-45 08:50:07 GMT", nil, 0),
      ("Saturday, 06-Nov-93 08:50:07 GMT", nil, 0), ("Mon Nov 14 00:00:00 1994", nil, 86_400),
      ("Sun Nov  6 08:50:07 94 GMT", nil, nil), ("Sun Nov  6 08:50:07", nil, nil),
      ("Fri, 01 Jan 2100 00:00:00 GMT", nil, 86_400), ("soon", nil, nil), ("", nil, nil), ("soon", 7, 7),
      ("60", 7, 60), (nil, 7, 7), (nil, "7", 7), (nil, .number(7.2), 8), (nil, -1, 0),
      (nil, .number(1e300), 86_400),
      (nil, true, nil), (nil, .null, nil), ("1.5", nil, nil), ("Sun, 06 Foo 1994 08:49:37 GMT", nil, nil),
      ("99999999999999999999 Nov", nil, nil), ("Sun, 06 Nov 1994 08:49:37", 3, 3),
    ] as [(String?, JSONValue?, Int?)])
  func retryAfter(header: String?, body: JSONValue?, expected: Int?) {
    #expect(RetryAfter.seconds(header: header, body: body, now: 784_111_777) == expected)
  }

  @Test("JSON is read as it came, and not at all where it lies too deep")
  func json() throws {
    let value = try #require(JSONValue.read(Array(#"{"a":[1,true,null,"x"],"n":1.5,"b":{"c":null}}"#.utf8)))
    #expect(value["a"]?.list == [1, true, .null, "x"])
    #expect(value["b"]?["c"] == nil)
    #expect(value["n"]?.int == nil)
    #expect(value["a"]?.list?.first?.bool == nil)
    #expect("\(value)" == "object")
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(JSONValue.read(nested(32)) != nil)
    #expect(JSONValue.read(nested(33)) == nil)
    #expect(JSONValue.read(nested(100_000)) == nil)
    #expect(JSONValue.read(Array(#""[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\"[[""#.utf8)) != nil)
    for bad in ["", "{", "nul", "\u{1}", #"{"a":}"#] { #expect(JSONValue.read(Array(bad.utf8)) == nil) }
  }

  @Test(
    "ambiguous JSON is refused",
    arguments: [
      #"{"a":1,"a":1}"#, #"{"a":1,"\u0061":2}"#, #"{"b":{"a":1,"a":2}}"#, #"{"a":1,}"#, "[1,]", "[,1]",
      "[1 2]",
      #"{"a" 1}"#, "{a:1}", "{'a':1}", "1 1", "{}{}", "\u{feff}{}", "/**/{}", "01", "+1", ".5", "1.", "1e",
      "-",
      "0x1", "1e999", "NaN", "Infinity", "True", "\"a", "\"\n\"", "\"\u{0}\"", #""\x""#, #""\u12""#,
      #""\u００４１""#,
      #""\ud800""#, #""\udc00""#, #""\ud800\u0041""#, #""\ud800x""#, "\"\\",
    ])
  func notJSON(_ text: String) {
    #expect(JSONValue.read(Array(text.utf8)) == nil)
  }

  @Test("texts and numbers are read in all their forms, and bytes that are no UTF-8 not at all")
  func forms() {
    func read(_ text: String) -> JSONValue? { JSONValue.read(Array(text.utf8)) }
    #expect(read(#" "\"\\\/\b\f\n\r\t\u0041\ud83d\uDE00é😀" "#) == .string("\"\\/\u{8}\u{c}\n\r\tA😀é😀"))
    #expect(
      read("[0, -0, 10, 1.5, 2e3, 2E+3, 2e-3, -1.5e1]\r\n\t")
        == .list([0, 0, 10, 1.5, 2000, 2000, 0.002, -15].map(JSONValue.number)))
    #expect(read("[]") == [] && read("{ }") == [:] && read("[ true,false , null ]") == [true, false, .null])
    let whole = Array("[\"é\"]".utf8)
    #expect(JSONValue.read(whole) == ["é"])
    for broken in [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80]]
      as [[UInt8]]
    {
      #expect(JSONValue.read([0x22] + broken + [0x22]) == nil)
    }
    #expect(JSONValue.read(Array("{}".utf16).flatMap { [UInt8($0 & 0xFF), 0] }) == nil)
    // Whatever is missing at the end, nothing is read beyond it.
    for end in whole.indices { #expect(JSONValue.read(Array(whole[..<end])) == nil) }
  }

  @Test("JSON that is written is read again")
  func written() {
    let value: JSONValue = ["a": ["\"\\\n\u{1}é👍", 7, true, .null], "b": ["c": .number(1.5)]]
    #expect(JSONValue.read(value.bytes) == value)
    #expect(String(decoding: (["b": 1, "a": "x"] as JSONValue).bytes, as: UTF8.self) == #"{"a":"x","b":1}"#)
  }

  @Test("an origin is scheme, host and port, whatever they are written like")
  func origins() throws {
    func origin(_ text: String) -> WebOrigin? { URL(string: text).flatMap(WebOrigin.init) }
    #expect(origin("https://Example.com") == origin("HTTPS://example.COM:443/path?x#y"))
    #expect(origin("https://example.com") != origin("https://example.com:444"))
    #expect(origin("https://example.com") != origin("http://example.com:443"))
    #expect(origin("https://example.com") != origin("https://example.com.evil.org"))
    for none in [
      "file:///x", "vpn://example.com", "/x", "https://", "https://example.com@evil.org/", "javascript:x",
    ] {
      #expect(origin(none) == nil, "\(none)")
    }
    #expect(origin("http://127.0.0.1:80/")?.isSafe == true)
    #expect(origin("http://127.0.0.1.evil.org/")?.isSafe == false)
    #expect(origin("http://example.com")?.isSafe == false)
  }

  /// Carries requests to any address.
  private struct CarelessTransport: HTTPTransport {
    let sent = Locked<[URL]>([])

    func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
      sent.withLock { $0.append(request.url) }
      return TransportResponse(status: 200)
    }
  }

  @Test("secrets go to safe addresses only, whatever carries the request")
  func safely() async throws {
    let transport = CarelessTransport()
    for text in ["http://example.com/", "ftp://127.0.0.1/", "https://ada@example.com/", "/x"] {
      let request = TransportRequest(.post, try #require(URL(string: text)))
      await #expect(throws: TransportFailure.insecure, "\(text)") {
        try await transport.sendSafely(request) { $0 }
      }
    }
    #expect(transport.sent.withLock { $0.isEmpty })
    let safe = try ["https://example.com/", "http://localhost:1/"].map { try #require(URL(string: $0)) }
    for url in safe { _ = try await transport.sendSafely(TransportRequest(.post, url)) { $0 } }
    #expect(transport.sent.withLock { $0 } == safe)
  }

  @Test("headers are found whatever their case, and show only their names")
  func headers() {
    var headers: TransportHeaders = ["Content-Type": "a", "Authorization": "Bearer c4n4ry"]
    #expect(headers["content-type"] == "a")
    headers["CONTENT-TYPE"] = "b"
    #expect(headers["Content-Type"] == "b")
    #expect(headers.fields.count == 2)
    var dumped = ""
    dump(headers, to: &dumped)
    #expect(!"\(headers)\(String(reflecting: headers))\(dumped)".contains("c4n4ry"))
  }
}
