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
}
