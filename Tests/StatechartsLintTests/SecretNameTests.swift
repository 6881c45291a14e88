import Testing

@testable import StatechartsLint

@Suite("Secrets by their names")
struct SecretNameTests {
  private func found(_ rule: String, _ body: String) -> [String] {
    reportedLines(lint("statechart: 1\nid: door\n" + body)).filter { $0.contains(" \(rule) ") }
  }

  @Test(
    "names of secrets are known in every spelling",
    arguments: [
      "password", "newPassword", "new_password", "NEW_PASSWORD", "userAPIKey", "TOTPCode", "APIToken",
      "password2", "password_2", "apiKey", "API_KEY", "accessToken", "OAuthToken", "totpCode1", "sessionJWT",
    ])
  func secrets(_ name: String) { #expect(SecretWords.isSecret(name)) }

  @Test(
    "names that only hold such a word are no secrets",
    arguments: [
      "passwordLength", "pageToken", "nextPageToken", "next_token", "hasPassword2Set", "tokenCount", "keys",
      "countryCode", "CODE", "2", "_", "tokens2Show", "spin", "cursorToken2",
    ])
  func others(_ name: String) { #expect(!SecretWords.isSecret(name)) }

  @Test("words are told by capitals, also where they stand in a row")
  func words() {
    #expect(SecretWords.words(of: "userAPIKey") == ["user", "api", "key"])
    #expect(SecretWords.words(of: "TOTPCode") == ["totp", "code"])
    #expect(SecretWords.words(of: "sha256Sum_Of-a.B12") == ["sha256", "sum", "of", "a", "b"])
    #expect(SecretWords.words(of: "API") == ["api"])
    #expect(SecretWords.words(of: "").isEmpty)
  }

  @Test("fields of records are looked at however deep they lie; inside a secret all is secret")
  func records() {
    func chart(_ payload: String) -> Int {
      found(
        "unmarked-secret",
        "events: { enter: { payload: { \(payload) } } }\ninitial: a\nstates:\n  a: { on: { enter: b } }\n  b: { type: final }\n"
      ).count
    }
    #expect(chart("user: { type: { name: string, password: string } }") == 1)
    #expect(chart("users: [{ name: string, password: string }]") == 1)
    #expect(chart("user: { type: { keys: { type: { pin: string, otp: string } } } }") == 2)
    #expect(chart("user: { type: { name: string, password: { type: string, secret: true } } }") == 0)
    #expect(chart("user: { type: { name: string, password: string }, secret: true }") == 0)
  }

  @Test("only an assignment clears a secret, not an argument or a field of the same name")
  func cleared() {
    func chart(_ action: String) -> Int {
      found(
        "uncleared-secret",
        """
        context: { code: { type: string, optional: true, secret: true, input: true } }
        initial: a
        states:
          a: { on: { go: { guard: defined(code), target: b, actions: \(action) } } }
          b: { type: final }
        """
      ).count
    }
    #expect(chart("{ assign: { code: unset } }") == 0)
    #expect(chart("{ assign: { code: \"''\" } }") == 0)
    #expect(chart("{ show: { code: unset } }") == 1)
    #expect(chart("{ raise: enter, data: { code: unset } }") == 1)
    #expect(chart("{ emit: shown, data: { code: \"''\" } }") == 1)
  }
}
