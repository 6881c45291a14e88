import DiscourseDelegatedAuthFlow
import FlowTransport
import Foundation
import Testing

/// What an address says with which a site calls the app (the reference's section 10).
@Suite("Addresses with which a site calls the app")
struct CallbackTests {
  static let redirect = "discourse://auth_redirect"

  private func content(_ text: String, _ redirect: String = CallbackTests.redirect) -> DiscourseCallback
    .Content?
  {
    DiscourseCallback(text, redirect: redirect)?.content
  }

  @Test("a key, with and without a one-time password")
  func key() {
    #expect(
      content("discourse://auth_redirect?payload=ab%2Bc%0A") == .key(payload: SealedText("ab+c\n"), otp: nil))
    #expect(
      content("DISCOURSE://Auth_Redirect?x=1&payload=ab&oneTimePassword=cd")
        == .key(payload: SealedText("ab"), otp: SealedText("cd")))
  }

  @Test("a plus sign is a space, as servers read it")
  func plus() {
    #expect(content("discourse://auth_redirect?payload=a+b") == .key(payload: SealedText("a b"), otp: nil))
  }

  @Test("a one-time password alone, and the wish for one")
  func otp() {
    #expect(content("discourse://auth_redirect?oneTimePassword=cd") == .otp(SealedText("cd")))
    #expect(content("discourse://auth_redirect?otp=true") == .otpRequested)
    #expect(
      DiscourseCallback("discourse://auth_redirect?otp=true&site=a.example", redirect: Self.redirect)?.site
        == "a.example")
  }

  @Test("the form of the first design, where the parameters stand in place of the host")
  func oddForm() {
    let odd = DiscourseCallback("discourse://otp=true&site=meta.discourse.org", redirect: Self.redirect)
    #expect(odd?.content == .otpRequested)
    #expect(odd?.site == "meta.discourse.org")
    for text in [
      "discourse://otp=true", "discourse://otp=false&site=a", "discourse://otp=true&site=a?payload=x",
      "discourse://otp=true&site=a/b", "discourse://payload=x&site=a", "other://otp=true&site=a",
    ] { #expect(content(text) == nil, "\(text)") }
    #expect(content("discourse://otp=true&site=a", "other://app") == nil)
  }

  @Test(
    "parts that are missing, double or contradict each other",
    arguments: [
      "", "?", "?x=1", "?payload=", "?payload", "?oneTimePassword=", "?payload=a&payload=a",
      "?payload=a&payload=b",
      "?payload=a&oneTimePassword=b&oneTimePassword=b", "?otp=true&otp=true", "?otp=true&oneTimePassword=a",
      "?otp=true&payload=a", "?otp=1", "?otp=TRUE", "?otp=false", "?otp", "?payload=%", "?payload=%4",
      "?payload=%zz", "?payload=%ff", "?payload=a#b", "?payload=a#", "?payload=a&site=",
      "?payload=a&site=b&site=b",
      "?Payload=a", "?%zz=1&payload=a",
    ])
  func malformed(query: String) { #expect(content(Self.redirect + query) == .malformed) }

  @Test(
    "addresses that lead elsewhere",
    arguments: [
      "discourse://auth_redirect/?payload=a", "discourse://auth_redirect/x?payload=a",
      "discourse://auth_redirectx?payload=a", "discourse://x.auth_redirect?payload=a",
      "discourse://auth_redirect:1?payload=a", "discourse://u@auth_redirect?payload=a",
      "discourse:auth_redirect?payload=a", "discourse:/auth_redirect?payload=a",
      "discourse:///auth_redirect?payload=a", "discourse://?payload=a",
      "discoursee://auth_redirect?payload=a",
      "discours://auth_redirect?payload=a", "https://auth_redirect?payload=a",
      "https://forum.example.org/?payload=a", "javascript:discourse://auth_redirect?payload=a",
      "//auth_redirect?payload=a", "auth_redirect?payload=a", "?payload=a", "", ":", "://",
      " discourse://auth_redirect?payload=a", "discourse ://auth_redirect?payload=a",
      "discourse://auth%5Fredirect?payload=a", "discourse://auth_redirect%00?payload=a",
      "discourse://auth_redirect\u{0}?payload=a", "discourse://\u{FF41}uth_redirect?payload=a",
      "discourse://evil?discourse://auth_redirect?payload=a", "discourse://auth_redirect\\?payload=a",
    ])
  func elsewhere(text: String) { #expect(content(text) == nil) }

  @Test("an address that is longer than any site makes is not looked at")
  func long() {
    let most = DiscourseCallback.longest - Self.redirect.utf8.count - 9
    let query = "?payload=" + String(repeating: "a", count: most)
    #expect(content(Self.redirect + query) != nil)
    #expect(content(Self.redirect + query + "a") == nil)
  }

  @Test("a query of the app's own address stays in front, with both ways in which sites put theirs behind it")
  func ownQuery() {
    let redirect = "app://back/to?x=1"
    #expect(content("app://back/to?x=1&payload=a", redirect) == .key(payload: SealedText("a"), otp: nil))
    #expect(content("app://back/to?x=1?oneTimePassword=a", redirect) == .otp(SealedText("a")))
  }

  @Test("an address on the web without a path is the same as with a slash, as browsers write it")
  func root() {
    let key = DiscourseCallback.Content.key(payload: SealedText("a"), otp: nil)
    for scheme in ["http", "https", "HTTP"] {
      #expect(
        content(scheme + "://127.0.0.1:7777/?payload=a", "http://127.0.0.1:7777")
          == (scheme == "https" ? nil : key))
      #expect(
        content(scheme + "://127.0.0.1:7777?payload=a", "https://127.0.0.1:7777/")
          == (scheme == "https" ? key : nil))
    }
    #expect(content("http://127.0.0.1:7777//?payload=a", "http://127.0.0.1:7777") == nil)
    #expect(content("http://127.0.0.1:7777/x?payload=a", "http://127.0.0.1:7777") == nil)
    #expect(content("http:///?payload=a", "http://127.0.0.1:7777") == nil)
    #expect(content("app://back/?payload=a", "app://back") == nil)
    // The names of this machine are one, and no other machine's.
    #expect(content("http://localhost:7777/?payload=a", "http://127.0.0.1:7777") == key)
    #expect(content("http://localhost/?payload=a", "http://app.example.org") == nil)
  }

  @Test("nothing of an address is printed")
  func quiet() {
    let callback = DiscourseCallback(
      "discourse://auth_redirect?payload=c4n4ry&oneTimePassword=c4n4ry2", redirect: Self.redirect)
    var dumped = ""
    dump(callback, to: &dumped)
    #expect(!dumped.contains("c4n4ry"))
    #expect(!String(describing: callback as Any).contains("c4n4ry"))
    let content = callback.map { String(reflecting: $0.content) } ?? "c4n4ry"
    #expect(!content.contains("c4n4ry"))
  }

  @Test("any bytes are read without harm")
  func anything() {
    var state: UInt64 = 1
    func random(_ most: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % most
    }
    let pieces = [
      "discourse", "://", "auth_redirect", "?", "&", "=", "payload", "oneTimePassword", "otp", "true", "site",
      "#",
      "%", "%2", "%2B", "+", "/", "a", "\u{0}", "é", "\n", ":", "@",
    ]
    for _ in 0..<20_000 {
      let text = (0..<random(12)).map { _ in pieces[random(pieces.count)] }.joined()
      for prefix in ["", Self.redirect + "?"] {
        _ = DiscourseCallback(prefix + text, redirect: Self.redirect)
        _ = DiscourseSite(term: prefix + text)
      }
    }
  }
}
