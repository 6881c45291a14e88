import Foundation
import StatechartsLint
import StatechartsYAML
import Testing

/// Typos in a chart without mistakes: what is reported, and that following the help fixes it.
@Suite("Typos in a chart without mistakes")
struct SignInTypoTests {
  /// The example, with the same transitions for all errors of a service.
  private static let chart: String = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Docs/examples/sign-in-with-code.yaml")
    let edits = [
      ("  notChecked: { title: We could not check the code. }\n", ""),
      ("[wrongCode, notChecked]", "[wrongCode]"),
      ("        wrongCode:\n          - guard", "        any:\n          - guard"),
      (
        "        any:\n          target: askingCode\n          actions: { emit: showError, data: { error: notChecked } }\n",
        ""
      ),
    ]
    return edits.reduce((try? String(contentsOf: file, encoding: .utf8)) ?? "") { text, edit in
      text.replacing(edit.0, with: edit.1)
    }
  }()

  /// The chart with each text put in the place of another, which must be there.
  private func edited(_ edits: [(String, String)]) -> String {
    edits.reduce(Self.chart) { text, edit in
      #expect(text.contains(edit.0), "\(edit.0)")
      return text.replacing(edit.0, with: edit.1)
    }
  }

  private func found(_ edits: (String, String)...) -> [String] { reportedLines(lint(edited(edits))) }

  private static let elseBranch = "- { target: askingEmail, label: third wrong code }"

  @Test(
    "a misspelled key is one finding, however much is below it",
    arguments: [
      ("\ncontext:", "\nContext:"), ("\noutputs:", "\nOutputs:"), ("\nstates:", "\nsttaes:"),
      ("{ payload: { error: error } }", "{ paylod: { error: error } }"),
    ])
  func misspelledKeys(_ key: String, _ typo: String) {
    let lines = found((key, typo))
    #expect(lines.count == 1, "\(lines)")
    #expect(lines.first?.contains("unknown-key") == true)
  }

  // MARK: Answers that only guards take

  @Test(
    "a failure for which all guards may say no is reported at the last of them",
    arguments: [
      ("", "72:20"), ("- { guard: attempts < 5, target: askingEmail }", "77:22"),
      ("- { guard: event.error == 'timeout', target: askingEmail }", "77:22"),
    ])
  func openFailure(_ last: String, _ place: String) {
    let lines = found((Self.elseBranch, last))
    #expect(lines.count == 1 && lines[0].hasPrefix("\(place) unhandled-error "), "\(lines)")
    #expect(lines.first?.contains("`checkCode` can fail with `wrongCode`") == true)
    #expect(lines.first?.contains("`timeout`") == !last.contains("timeout"))
  }

  @Test(
    "only the codes that the service may fail with are reported, each with its own branches and those of `any`"
  )
  func codes() {
    let lines = found(
      (
        "        any:\n          - guard: attempts < 2", "        wrongCode:\n          - guard: attempts < 2"
      ),
      (Self.elseBranch, ""))
    #expect(
      lines.contains { $0.hasPrefix("66:16 unhandled-error ") && $0.contains("with `timeout` in ") },
      "\(lines)")
    #expect(
      lines.contains {
        $0.contains(" with `wrongCode` while no guard is true, and no transition handles that.")
      }, "\(lines)")
    #expect(lines.count == 2)
  }

  @Test(
    "guards that cover everything together leave nothing open",
    arguments: [
      "- { guard: attempts >= 2, target: askingEmail }",
      "- { guard: not (attempts < 2), target: askingEmail }",
      "- { guard: attempts == 2 or attempts > 2, target: askingEmail }",
      "- { guard: event.error == 'wrongCode', target: askingEmail }\n"
        + "          - { guard: event.error == 'timeout', target: signedIn }",
    ])
  func covered(_ last: String) {
    let lines = found((Self.elseBranch, last))
    #expect(lines.isEmpty, "\(lines)")
  }

  @Test(
    "another way out of the state, or another answer, is enough",
    arguments: [
      "    on: { cancel: askingEmail }\n", "    after: { 1m: askingEmail }\n",
      "    on: { error.*: askingEmail }\n", "    on: { '*': askingEmail }\n",
      "    always: { guard: attempts > 3, target: askingEmail }\n",
    ])
  func otherWays(_ way: String) {
    let event = (
      "  resendCode: { title: new code asked for }", "  resendCode: { title: new code asked for }\n  cancel:"
    )
    let title = "    title: Checking the code\n"
    let lines = found((Self.elseBranch, ""), event, (title, title + way)).filter {
      !$0.contains("unused-event")
    }
    #expect(lines.isEmpty, "\(lines)")
  }

  @Test("an event, a timer or a failure that a state around answers is enough too; a region beside it is not")
  func around() {
    func body(_ outer: String, _ group: String) -> [String] {
      reportedLines(
        lint(
          """
          statechart: 1
          id: door
          context: { pushes: { type: int, initial: 0 } }
          initial: group
          states:
            group:
          \(group)
              \(outer)
              states:
                one:
                  invoke:
                    service: look
                    timeout: 5s
                    done: { target: there, actions: { assign: { pushes: pushes + 1 } } }
                    failed: { any: { guard: pushes < 2, target: there } }
                other: { on: { push: { actions: ring } } }
            there: { type: final }

          """)
      ).filter { $0.contains("unhandled-error") }
    }
    let plain = "    initial: one"
    #expect(body("title: Group", plain).count == 1)
    #expect(body("on: { leave: there }", plain).isEmpty)
    #expect(body("after: { 1m: there }", plain).isEmpty)
    #expect(body("on: { error: there }", plain).isEmpty)
    #expect(body("title: Group", "    type: parallel").count == 1)
  }

  @Test(
    "an end for which all guards may say no is reported",
    arguments: [
      "{ guard: attempts < 1, target: signedIn }",
      "[{ guard: attempts < 1, target: signedIn }, { guard: attempts > 5, target: askingEmail }]",
      "{ guard: isFine, target: signedIn }",
    ])
  func openEnd(_ done: String) {
    let lines = found(("done: signedIn", "done: \(done)"))
    #expect(lines.count == 1 && lines[0].contains(" unanswered-service "), "\(lines)")
  }

  @Test(
    "an end is answered where the guards leave nothing open, or it cannot be told whether they do",
    arguments: [
      "[{ guard: isFine, target: signedIn }, { guard: not isFine, target: askingEmail }]",
      "[{ guard: event.data.at == true, target: signedIn }, { guard: event.data.at == false, target: askingEmail }]",
      "[{ guard: hasRole(role: 'one'), target: signedIn }, { guard: hasRole(role: 'two'), target: askingEmail }]",
      "[{ guard: attempts < event.data.n, target: signedIn }, { guard: attempts >= event.data.n, target: askingEmail }]",
    ])
  func answeredEnd(_ done: String) {
    let result = ("title: check the code", "title: check the code\n      result: { at: bool, n: int }")
    let lines = found(result, ("done: signedIn", "done: \(done)"))
    #expect(!lines.contains { $0.contains("unanswered-service") }, "\(lines)")
  }

  // MARK: Variables without a value

  @Test(
    "a counter without `initial` is reported at its declaration, with the place that needs it, and the help fixes it"
  )
  func unset() {
    let edit = ("type: int, initial: 0,", "type: int,")
    let file = lint(edited([edit]))
    let lines = reportedLines(file)
    #expect(lines.count == 1 && lines[0].hasPrefix("9:3 unset-variable "), "\(lines)")
    #expect(lines.first?.contains("Write `initial: 0` next to `type: int`.") == true)
    #expect(file.findings.first?.relatedLocations.map(\.start.line) == [72])
  }

  @Test(
    "a variable that may be without a value, comes from the app or is set elsewhere is in order",
    arguments: [
      ("type: int, initial: 0,", "type: int, input: true,", ""),
      (
        "type: int, initial: 0, clear: askingEmail,", "type: int,",
        "    entry: { assign: { attempts: 0 } }\n"
      ),
      (
        "type: int, initial: 0,", "type: int,",
        "    entry: { if: defined(attempts), then: { log: attempts } }\n"
      ),
    ])
  func set(_ old: String, _ new: String, _ entry: String) {
    let title = "    title: Asking for the email address\n"
    let lines = found((old, new), (title, title + entry))
    #expect(lines.isEmpty, "\(lines)")
  }

  // MARK: What is no action and no guard

  @Test(
    "what is declared as something else, or is another tool's word, is told where an action stands",
    arguments: [
      ("sendCode", "invoke: { service: sendCode }"), ("showError", "{ emit: showError }"),
      ("{ set: { attempts: 0 } }", "Write `assign`"),
      ("{ update: { attempts: 0 } }", "Write `assign`"),
      ("{ actions: { assign: { attempts: 0 } } }", "Delete the key `actions:`"),
      ("[{ if: attempts > 0, then: sendCode }]", "invoke: { service: sendCode }"),
    ])
  func noAction(_ action: String, _ help: String) {
    let title = "    title: Asking for the code\n"
    let lines = found((title, title + "    entry: \(action)\n"))
    #expect(
      lines.count == 1 && lines[0].hasPrefix("56:") && lines[0].contains(" mistaken-handler "), "\(lines)")
    #expect(lines.first?.contains(help) == true)
    #expect(lines.first?.contains("list all its actions under `actions:`") == true)
    let declared = (
      "handlers:\n",
      "handlers:\n  actions: { sendCode: , showError: , submitCode: , set: { arguments: { attempts: int } } }\n"
    )
    let fixed = found(declared, (title, title + "    entry: \(action)\n"))
    #expect(!fixed.contains { $0.contains("mistaken-handler") }, "\(fixed)")
  }

  @Test(
    "a guard that is a service is reported; an action with its event's name, or with a variable's, is in order"
  )
  func guards() {
    let lines = found(("submitCode: checkingCode", "submitCode: { guard: sendCode, target: checkingCode }"))
    #expect(lines.count == 1 && lines[0].hasPrefix("58:28 mistaken-handler "), "\(lines)")
    #expect(
      found(
        (
          "submitCode: checkingCode",
          "submitCode: { target: checkingCode, actions: [submitCode, { keep: { attempts: attempts } }] }"
        )
      ).isEmpty)
  }

  @Test("`assign attempts 0` is reported as an action of the format")
  func assignWords() {
    let title = "    title: Asking for the code\n"
    let lines = found((title, title + "    entry: assign attempts 0\n"))
    #expect(lines.count == 1 && lines[0].contains("Write `{ assign: { attempts: 0 } }`."), "\(lines)")
    #expect(found((title, title + "    entry: { assign: { attempts: 0 } }\n")).isEmpty)
  }

  // MARK: Secrets

  @Test("what goes into a secret is to be declared one, whatever it is called")
  func unmarked() {
    let lines = found(
      ("payload: { code: { type: string, secret: true } }", "payload: { code: { type: string } }"))
    #expect(lines.count == 1 && lines[0].hasPrefix("13:47 unmarked-secret "), "\(lines)")
    let variable = found(
      ("input: { code: event.data.code }", "input: { code: typed }"),
      ("context:\n", "context:\n  typed: { type: string, initial: \"''\" }\n"))
    #expect(variable.contains { $0.hasPrefix("9:3 unmarked-secret ") }, "\(variable)")
  }

  @Test("a secret is not compared with a text that stands in the chart; with an empty one it may be")
  func compared() {
    func lines(_ text: String) -> [String] {
      found(
        (
          "submitCode: checkingCode",
          "submitCode: { guard: event.data.code == \(text), target: checkingCode }"
        ))
    }
    #expect(lines("\"123456\"").map { String($0.prefix(23)) } == ["58:47 hard-coded-secret"])
    #expect(lines("''").isEmpty)
  }

  // MARK: No end, and no time

  @Test("a forgotten `type: final` is noted where the chart has no other end")
  func noEnd() {
    let file = lint(edited([("\n    type: final\n    ending: success", "")]))
    #expect(
      reportedLines(file).count == 1 && reportedLines(file)[0].hasPrefix("79:3 never-left "),
      "\(reportedLines(file))")
    #expect(file.findings.first?.diagnostic.severity == .note)
  }

  @Test("a state that a timer of no time leaves is reported as one that `always` leaves")
  func noTime() {
    let lines = found(("10m: askingEmail", "0s: askingEmail"))
    #expect(lines.count == 1 && lines[0].hasPrefix("61:11 passing-state "), "\(lines)")
    #expect(found(("10m: askingEmail", "0s: { guard: attempts > 1, target: askingEmail }")).isEmpty)
  }

  // MARK: Small ones

  @Test(
    "one slip is one finding with what to write",
    arguments: [
      (
        "      resendCode: askingEmail", "      // resendCode: askingEmail",
        "Comments begin with `#`. Write `#` instead"
      ),
      ("    title: Signed in", "    // the end\n    title: Signed in", "Comments begin with `#`"),
      ("    title: Signed in", "    // title: Signed in", "Comments begin with `#`. Write `#` instead"),
      ("resendCode: askingEmail", "resendCode: askingEmail // back", "Write `askingEmail # back`."),
      ("any:\n          - guard", "Any:\n          - guard", "Write `any`."),
      ("any:\n          - guard", "else:\n          - guard", "Write `any`."),
      ("any:\n          - guard", "\"*\":\n          - guard", "Write `any`."),
      ("any:\n          - guard", "other:\n          - guard", "Write `any`."),
      ("any:\n          - guard", "error:\n          - guard", "Write `any`."),
      ("resendCode: askingEmail", "resendCode: sendCode", "Write `sendingCode`, the state that runs it"),
      ("resendCode: askingEmail", "resendCode: submitCode", "`submitCode` is an event"),
      ("- guard: attempts < 2", "- unless: attempts < 2", "Write `guard: not …`."),
      ("guard: attempts < 2", "guard: [attempts < 2, attempts > 0]", "Join conditions with `and`"),
      ("attempts < 2", "attempts < 2 and", "Write a value after `and`, or remove it."),
      ("attempts < 2", "attempts is empty", "Write `attempts == ''`, or `not defined(attempts)`"),
      ("attempts < 2", "the code is wrong", "A condition compares values"),
      ("    title: Asking for the code", "    invoke: sendCode", "Write `invoke: { service: sendCode }`."),
      (
        "emit: showError, data: { error: mailNotSent", "emit: showEror, data: { error: mailNotSent",
        "`showError`"
      ),
      ("data: { error: mailNotSent }", "data: { eror: mailNotSent }", "`error`"),
      (
        "address: event.data.address", "address: address",
        "For the data of the event, write `event.data.address`; for the text, write it in inner quotes"
      ),
    ])
  func small(_ old: String, _ new: String, _ help: String) {
    let lines = found((old, new))
    #expect(lines.count == 1 && lines[0].contains(help), "\(lines)")
  }

  @Test("a group with an end inside that leads nowhere lacks `done`")
  func groupWithoutDone() {
    func chart(_ done: String) -> String {
      """
      statechart: 1
      id: e
      initial: a
      states:
        a: { on: { go: g, quit: z } }
        g:
          initial: g1\(done)
          states:
            g1: { on: { ok: g2 } }
            g2: { type: final }
        z: { type: final }

      """
    }
    let lines = reportedLines(lint(chart("")))
    #expect(lines.count == 1 && lines[0].contains("Add `done: STATE` to `g`"), "\(lines)")
    #expect(reportedLines(lint(chart("\n    done: z"))).isEmpty)
  }

  @Test("`guard: yes` is reported without a fix, which would ask a handler that nobody has")
  func truthWordAsGuard() {
    let file = lint(edited([("guard: attempts < 2", "guard: yes")]))
    #expect(reportedLines(file).contains { $0.contains("unquoted-scalar") && $0.contains("remove `guard`") })
    #expect(file.findings.allSatisfy { $0.diagnostic.fix == nil })
  }

  @Test("`else` for `any` is fixed by a fix, but not where `any` is there too")
  func fixedAny() {
    let file = lint(edited([("any:\n          - guard", "else:\n          - guard")]))
    let fixed = FixedText(file) { Linter().lint($0) }
    #expect(fixed.count == 1)
    #expect(String(decoding: fixed.source.bytes, as: UTF8.self) == Self.chart)
    let both = lint(
      edited([("        any:\n          target", "        else: askingCode\n        any:\n          target")])
    )
    #expect(reportedLines(both).contains { $0.contains("`any` is already here") })
    #expect(both.findings.allSatisfy { $0.diagnostic.fix == nil })
  }

  @Test("a transition that could not be read whole hides none, and its state is not passed")
  func brokenTransition() {
    let text =
      "statechart: 1\nid: door\ninitial: open\nstates:\n  open: { always: { unless: isFree, target: shut }, on: { push: shut } }\n  shut: { type: final }\n"
    let lines = reportedLines(lint(text))
    #expect(lines.count == 1 && lines[0].contains("unknown-key"), "\(lines)")
  }

  // MARK: Values

  @Test(
    "a try limit that the place of `clear`, or what is assigned, makes void is reported once",
    arguments: [
      (
        "clear: askingEmail", "clear: checkingCode",
        "`attempts` is only 0 or 1 here, so `attempts < 2` is always true."
      ),
      (
        "clear: askingEmail", "clear: askingCode",
        "`attempts` is always 0 here, so `attempts < 2` is always true."
      ),
      (
        "clear: askingEmail", "clear: [askingEmail, checkingCode]",
        "is cleared when the flow leaves `checkingCode`."
      ),
      (
        "attempts: attempts + 1", "attempts: 1",
        "`attempts` is only 0 or 1, so `attempts < 2` is always true."
      ),
      ("guard: attempts < 2", "guard: not (attempts >= 2)", ""),
      ("clear: askingEmail", "clear: [askingEmail, sendingCode]", ""),
    ])
  func voidLimit(_ old: String, _ new: String, _ told: String) {
    let file = lint(edited([(old, new)]))
    let lines = file.findings.map { "\($0.diagnostic.message) \($0.diagnostic.help ?? "")" }
    #expect(lines.count == (told.isEmpty ? 0 : 1) && lines.allSatisfy { $0.contains(told) }, "\(lines)")
  }

  @Test(
    "what is asked elsewhere with another answer, asked of a group, set from outside, or asked for safety is not reported",
    arguments: [
      ("clear: checkingCode", "resendCode: askingEmail", "attempts < 2", 1),
      ("clear: checkingCode", "resendCode: { guard: attempts == 0, target: askingEmail }", "attempts < 2", 1),
      ("clear: askingCode", "resendCode: { guard: attempts < 1, target: askingEmail }", "attempts < 1", 0),
      ("clear: askingCode", "resendCode: { guard: attempts >= 1, target: askingEmail }", "attempts < 1", 0),
      ("clear: checkingCode, input: true", "resendCode: askingEmail", "attempts < 2", 0),
      (
        "clear: checkingCode", "resendCode: { actions: { assign: { attempts: 7 } } }", "attempts < 2", 0
      ),
    ])
  func silence(_ clear: String, _ resend: String, _ limit: String, _ count: Int) {
    let lines = found(
      ("clear: askingEmail", clear), ("resendCode: askingEmail", resend), ("attempts < 2", limit)
    ).filter { $0.contains(" constant-condition ") }
    #expect(lines.count == count, "\(lines)")
  }
}
