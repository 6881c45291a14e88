import FlowTransport
import Foundation
import RegistrationFlow
import Testing

/// Mistakes in a configuration are reported when it is used, and nothing is put in its place.
@Suite("What an app sets up", .timeLimit(.minutes(20)))
struct ConfigurationTests {
  @Test(
    "an invalid domain is reported",
    arguments: [
      "", " ", "https://example.eu.auth0.com", "example.eu.auth0.com/", "example.eu.auth0.com/x",
      "exa mple.com",
      "a@example.com", "example.com?x", "example.com#x", "example.com:", "example.com:0", "example.com:99999",
      "example.com:+1", "example..com", ".example.com", "-example.com", "example.com:1:2", "ex\u{E4}mple.com",
      "example.com\n", "[::1]", "%65xample.com", String(repeating: "a", count: 64) + ".com",
      String(repeating: "a.", count: 200) + "com",
    ])
  func domain(text: String) {
    #expect(throws: RegistrationConfigurationProblem.domain) { try Auth0Tenant(domain: text, clientID: "c") }
  }

  @Test(
    "a domain is a host, with a port or without",
    arguments: ["example.eu.auth0.com", "localhost:8443", "A-1.example"])
  func host(text: String) throws {
    let tenant = try Auth0Tenant(domain: text, clientID: "c")
    #expect(tenant.issuer == "https://\(text)/")
    #expect(tenant.redirectURI(scheme: "x.y") == "x.y://\(text)/cordova/x.y/callback")
  }

  @Test(
    "an address that tokens must not go to is reported",
    arguments: [
      "http://example.com", "file:///", "example.com", "ftp://example.com", "https://a@example.com",
      "https://example.com?x=1", "https://example.com#x", "https:///",
    ])
  func address(text: String) throws {
    let url = try #require(URL(string: text))
    #expect(throws: RegistrationConfigurationProblem.tenantAddress) {
      try Auth0Tenant(base: url, clientID: "c")
    }
    #expect(throws: RegistrationConfigurationProblem.backendAddress) {
      try RegistrationBench { $0.backend = url }
    }
    // Also where it was changed afterwards.
    #expect(throws: RegistrationConfigurationProblem.tenantAddress) {
      try RegistrationBench { $0.tenants[.passwordless]?.base = url }
    }
  }

  @Test(
    "so is one whose host no address of the app could name",
    arguments: ["http://[::1]:9000", "https://exa_mple.com", "https://example..com"])
  func unnamed(text: String) throws {
    let url = try #require(URL(string: text))
    #expect(throws: RegistrationConfigurationProblem.tenantAddress) {
      try Auth0Tenant(base: url, clientID: "c")
    }
  }

  @Test("a service that is to ask a back-end that is not there is not made")
  func backend() throws {
    #expect(throws: RegistrationConfigurationProblem.backendMissing) {
      try RegistrationBench(input: Registration.Input(backendCheck: true)) { $0.backend = nil }
    }
    _ = try RegistrationBench { $0.backend = nil }
    _ = try RegistrationBench { $0.agreedToken = nil }
    #expect(throws: RegistrationConfigurationProblem.agreedToken) {
      try RegistrationBench { $0.agreedToken = Secret("") }
    }
    #expect(throws: RegistrationConfigurationProblem.domain) {
      try RegistrationBench { $0.tenants[.social]?.domain = "example.com/x" }
    }
  }

  @Test(
    "a callback of the browser that is no port of this machine is reported",
    arguments: [
      "https://127.0.0.1:7777/x", "http://example.com:7777/x", "http://127.0.0.1/x", "http://127.0.0.1:7777",
      "http://127.0.0.1:7777/x?y=1", "http://127.0.0.1:7777/x#y", "http://a@127.0.0.1:7777/x",
      "com.clueride.player://x", "http://127.0.0.1:0/x", "http://127.0.0.1:65536/x",
    ])
  func browserCallback(text: String) throws {
    let url = try #require(URL(string: text))
    #expect(throws: RegistrationConfigurationProblem.browserCallback) {
      try RegistrationBench { $0.browserCallback = url }
    }
  }

  @Test(
    "a port of this machine can be called",
    arguments: [
      "http://127.0.0.1:7777/x", "http://[::1]:7777/", "http://localhost:7777/x/y", "http://127.0.0.1:1/x",
      "http://127.0.0.1:65535/x",
    ])
  func port(text: String) throws {
    let url = try #require(URL(string: text))
    _ = try RegistrationBench { $0.browserCallback = url }
    #expect(throws: RegistrationConfigurationProblem.ephemeralBrowser) {
      try RegistrationBench {
        $0.browserCallback = url
        $0.prefersEphemeralBrowser = true
      }
    }
  }
}
