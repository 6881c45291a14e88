import TestSupport
import Testing

/// The test of the tests that look for secrets.
@Suite("Looking for secrets")
struct SecretSearchTests {
  @Test(
    "a secret is found in every form in which it could be written",
    arguments: ["c4n4ry-P4ass0rd!!", "444985"])
  func finds(secret: String) {
    for form in SecretSearch.forms(of: secret) {
      #expect(SecretSearch.leaks("… \(form) …", [secret]) == [secret])
      #expect(SecretSearch.leaks(form, [secret]) == [secret])
    }
    #expect(SecretSearch.leaks("nothing", [secret]).isEmpty)
    #expect(SecretSearch.leaks("", [secret]).isEmpty)
  }

  @Test("the digits of a code within a longer number are no code; by itself behind one, it is")
  func codes() {
    #expect(SecretSearch.leaks("9675f0343d567444985a42", ["444985"]).isEmpty)
    #expect(SecretSearch.leaks("14449851, then 444985", ["444985"]) == ["444985"])
  }
}
