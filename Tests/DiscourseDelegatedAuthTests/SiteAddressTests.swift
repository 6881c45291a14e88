import DiscourseDelegatedAuthFlow
import FlowTransport
import Foundation
import Testing

/// The addresses on a site.
@Suite("Addresses on a Discourse site")
struct SiteAddressTests {
  static let app = DiscourseApp(name: "A & B", clientID: "c1", authRedirect: "discourse://auth_redirect")

  @Test(
    "what a person types becomes an address",
    arguments: [
      ("meta.discourse.org", "https://meta.discourse.org"),
      (" meta.discourse.org/ \n", "https://meta.discourse.org"),
      ("https://a.example/forum//", "https://a.example/forum"), ("http://a.example", "https://a.example"),
      ("http://127.0.0.1:9000/", "http://127.0.0.1:9000"), ("http://localhost:3000", "http://localhost:3000"),
      ("a.example:8443", "https://a.example:8443"), ("HTTPS://A.example", "https://a.example"),
      // A phone's keyboard begins with a large letter.
      ("Meta.Discourse.org", "https://meta.discourse.org"), ("a.example:443", "https://a.example"),
      ("http://a.example:80", "https://a.example"), ("http://a.example:443/", "https://a.example"),
      ("https://a.example:80", "https://a.example:80"), ("HTTP://LocalHost:80", "http://localhost"),
      ("http://localhost:443", "http://localhost:443"), ("https://[::1]:443", "https://[::1]"),
      ("a.example:", "https://a.example"), ("https://A.example/Forum", "https://a.example/Forum"),
    ])
  func terms(term: String, address: String) throws {
    #expect(DiscourseSite(term: term)?.name == address)
    // The same as from where it was kept.
    #expect(DiscourseSite(address)?.name == address)
  }

  @Test(
    "an address that was kept, or to which a site has led, has one spelling",
    arguments: [
      ("HTTPS://A.Example:443/Forum", "https://a.example/Forum"), ("https://a.example", "https://a.example"),
      ("HTTP://127.0.0.1:80", "http://127.0.0.1"), ("https://a.example:8443", "https://a.example:8443"),
    ])
  func kept(text: String, address: String) { #expect(DiscourseSite(text as String?)?.name == address) }

  @Test(
    "what is no address of a site",
    arguments: [
      "", " ", "/", "https://", "ftp://a.example", "file:///etc", "javascript://x", "a b",
      "https://u@a.example",
      "https://u:p@a.example", "a.example?x=1", "a.example#x", "discourse://auth_redirect",
    ])
  func noTerms(term: String) { #expect(DiscourseSite(term: term) == nil) }

  @Test("asks for a key with the documented parameters, everything but unreserved characters escaped")
  func authorize() throws {
    let site = try #require(DiscourseSite(term: "a.example"))
    let url = site.authorize(
      Self.app, publicKey: "-----BEGIN\n+/=", nonce: Secret("n1"),
      scopes: ["notifications", "one_time_password"])
    #expect(
      url?.absoluteString
        == "https://a.example/user-api-key/new?application_name=A%20%26%20B&client_id=c1"
        + "&scopes=notifications%2Cone_time_password&public_key=-----BEGIN%0A%2B%2F%3D&nonce=n1"
        + "&auth_redirect=discourse%3A%2F%2Fauth_redirect&discourse_app=1")
    let other = DiscourseApp(
      name: "A", clientID: "c", authRedirect: "x://y", pushURL: "https://p", padding: .oaep)
    let query = site.authorize(other, publicKey: "k", nonce: Secret("n"), scopes: ["read"])?.query ?? ""
    #expect(query.contains("&push_url=https%3A%2F%2Fp&padding=oaep"))
  }

  @Test("asks for a one-time password, and opens the site, with their parameters")
  func others() throws {
    let site = try #require(DiscourseSite(term: "a.example/forum"))
    #expect(
      try #require(site.authorizeOTP(Self.app, publicKey: "k")).absoluteString
        == "https://a.example/forum/user-api-key/otp?application_name=A%20%26%20B&public_key=k"
        + "&auth_redirect=discourse%3A%2F%2Fauth_redirect")
    #expect(
      try #require(site.open(Self.app, publicKey: "k")).absoluteString
        == "https://a.example/forum/?user_api_public_key=k&auth_redirect=discourse%3A%2F%2Fauth_redirect")
    #expect(site.openPlainly()?.absoluteString == "https://a.example/forum/?discourse_app=1")
  }

  @Test("only 32 digits become a page of a one-time password")
  func otp() throws {
    let site = try #require(DiscourseSite(term: "a.example"))
    let token = "0123456789abcdef0123456789abcdef"
    #expect(site.logOn(otp: Secret(token))?.absoluteString == "https://a.example/session/otp/" + token)
    for wrong in ["", "0", token + "0", "../" + token.dropFirst(3), "g" + token.dropFirst(), token + "\n"] {
      #expect(site.logOn(otp: Secret(wrong)) == nil, "\(wrong)")
    }
  }

  @Test(
    "the two parameters are removed, and nothing else",
    arguments: [
      ("https://a/?user_api_public_key=k&auth_redirect=r", "https://a/"),
      ("https://a/t/1?x=%2B&user_api_public_key=k&y&auth_redirect=r#z", "https://a/t/1?x=%2B&y#z"),
      ("https://a/?user%5Fapi_public_key=k", "https://a/"), ("https://a/?x=1", "https://a/?x=1"),
      ("https://a/", "https://a/"), ("https://a/#x", "https://a/#x"),
      ("https://a/?user_api_public_keys=k", "https://a/?user_api_public_keys=k"),
    ])
  func strips(text: String, stripped: String) throws {
    #expect(DiscourseSite.stripped(try #require(URL(string: text))).absoluteString == stripped)
  }

  @Test("pages of others are not on the site")
  func contains() throws {
    let site = try #require(DiscourseSite(term: "https://a.example/forum"))
    for (text, path) in [
      ("https://a.example/forum", "/"), ("https://a.example/forum/", "/"),
      ("https://A.EXAMPLE/forum/t", "/t"),
      ("https://a.example/", nil), ("https://a.example/forums", nil), ("http://a.example/forum", nil),
      ("https://a.example:444/forum", nil), ("https://a.example.org/forum", nil),
      ("https://x@a.example/forum", nil),
    ] {
      #expect(site.path(of: try #require(URL(string: text))) == path, "\(text)")
    }
  }
}
