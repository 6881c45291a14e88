import Testing

@testable import StatechartsLint

@Suite("Names")
struct NameRuleTests {
  @Test(
    "one wrong, missing, doubled or swapped letter inside a word is a slip",
    arguments: [
      ("checkAccount", "checkAcount"), ("verifyingEmail", "verifyngEmail"), ("waiting", "waitting"),
      ("signingIn", "singingIn"), ("enterPassword", "enterPasword"), ("timedOut", "tiemdOut"),
    ])
  func slips(_ left: String, _ right: String) {
    #expect(SimilarNames.isSlip(left, right))
    #expect(SimilarNames.isSlip(right, left))
  }

  @Test(
    "plurals, endings, word beginnings, other words and equal names are none",
    arguments: [
      ("code", "codes"), ("codeSent", "codesSent"), ("sendCode", "sentCode"), ("getToken", "setToken"),
      ("signIn", "signUp"), ("verifyCode", "verifyMode"), ("validateEmail", "validatedEmail"),
      ("stepA", "stepB"), ("same", "same"), ("locked", "unlocked"), ("", "a"), ("a", "b"),
    ])
  func meant(_ left: String, _ right: String) {
    #expect(!SimilarNames.isSlip(left, right))
    #expect(!SimilarNames.isSlip(right, left))
  }

  @Test("capitals, hyphens, underscores and dots do not tell names apart")
  func folded() {
    let all = ["signIn", "SignIn", "sign-in", "sign_in", "sign.in"].map(SimilarNames.folded)
    #expect(Set(all).count == 1)
  }

  @Test(
    "names are rewritten word by word",
    arguments: [
      ("locked_up", NamingStyle.Style.camel, "lockedUp"), ("LockedUp", .camel, "lockedUp"),
      ("locked-up", .snake, "locked_up"), ("deviceID", .kebab, "device-id"),
      ("LOCKED_UP", .camel, "lockedUp"),
      ("key.turned_twice", .camel, "key.turnedTwice"), ("lockedUp", .upper, "LOCKED_UP"),
    ])
  func rewritten(_ name: String, _ style: NamingStyle.Style, _ expected: String) {
    #expect(NamingStyle.rewritten(name, in: style) == expected)
  }

  @Test(
    "an expression's names and texts are told from fields, keys and numbers",
    arguments: [
      ("isOpen and count < 3", ["isOpen", "and", "count"], []),
      ("event.data.email == 'a \\' b'", ["event"], ["a \\' b"]),
      ("hasRole(role: 'x') or in(sign-in)", ["hasRole", "or", "in", "sign-in", "sign"], ["x"]),
      ("a-b + 30s", ["a-b", "a", "b"], []), ("'unclosed", [], ["unclosed"]), ("\"a\\", [], ["a\\"]),
      ("", [], []),
    ] as [(String, Set<String>, Set<String>)])
  func words(_ text: String, _ names: Set<String>, _ texts: Set<String>) {
    let words = ExpressionWords(text)
    #expect(words.names == names)
    #expect(words.texts == texts)
  }
}
