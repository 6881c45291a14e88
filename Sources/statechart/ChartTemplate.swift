#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

import Statecharts
import StatechartsRepair
import StatechartsYAML

/// A first chart of a kind, with comments for people who write their first one.
struct ChartTemplate {
  /// What the flow is about.
  enum Kind: String, CaseIterable {
    case code, form, approval, parallel
  }

  /// The id of a state with its title.
  struct NamedState {
    var id: String
    var title: String
  }

  var title: String
  /// The states whose titles a person may choose, in the order of the chart.
  var states: [NamedState]
  /// An id that fits the title.
  let id: String
  /// What the kind is for, in a few words.
  let summary: String
  private let text: String

  /// The template of a kind.
  init(_ kind: Kind) {
    switch kind {
    case .code:
      self.init(
        "Sign-in with a code", id: "signIn", summary: "sign-in with a code that comes by mail", Self.code,
        [
          ("askingEmail", "Asking for the email address"), ("sendingCode", "Sending the code"),
          ("askingCode", "Asking for the code"), ("checkingCode", "Checking the code"),
          ("signedIn", "Signed in"),
        ])
    case .form:
      self.init(
        "Contact form", id: "contactForm", summary: "a form whose data is checked and saved", Self.form,
        [
          ("fillingIn", "Filling in the form"), ("checking", "Is the form complete?"),
          ("saving", "Saving the form"), ("saved", "Form saved"), ("canceled", "Form canceled"),
        ])
    case .approval:
      self.init(
        "Approval", id: "approval", summary: "a request that somebody approves within a time limit",
        Self.approval,
        [
          ("writing", "Writing the request"), ("sending", "Sending the request"),
          ("waiting", "Waiting for the approval"), ("unanswered", "Not answered yet"),
          ("reminded", "Approver reminded"), ("approved", "Approved"), ("rejected", "Rejected"),
          ("expired", "Expired"), ("withdrawn", "Withdrawn"),
        ])
    case .parallel:
      self.init(
        "Account setup", id: "accountSetup", summary: "two things that go on at the same time", Self.parallel,
        [
          ("settingUp", "Setting up"), ("profile", "Profile"), ("askingName", "Asking for the name"),
          ("confirmingName", "Confirming the name"), ("nameConfirmed", "Name confirmed"),
          ("account", "Account"), ("creatingAccount", "Creating the account"),
          ("accountFailed", "Account not created"), ("accountCreated", "Account created"),
          ("ready", "Ready"),
        ])
    }
  }

  private init(
    _ title: String, id: String, summary: String, _ text: String, _ states: [(id: String, title: String)]
  ) {
    self.title = title
    self.id = id
    self.summary = summary
    self.text = text
    self.states = states.map { NamedState(id: $0.id, title: $0.title) }
  }

  /// The chart as YAML.
  ///
  /// - Parameters:
  ///   - id: The chart's id, which must be an identifier.
  ///   - firstLines: Comments above the chart.
  func chart(id: String, firstLines: String) -> String {
    var values = ["id": Self.isReserved(id) ? "\"\(id)\"" : id, "title": Self.scalar(title)]
    for state in states { values[state.id] = Self.scalar(state.title) }
    var parts = text.components(separatedBy: "{{").makeIterator()
    var result = firstLines + (parts.next() ?? "")
    while let part = parts.next() {
      let ends = part.components(separatedBy: "}}")
      // One that stays is seen in the chart, and by the tests.
      result += (values[ends[0]] ?? "{{\(ends[0])}}") + ends.dropFirst().joined(separator: "}}")
    }
    return result
  }

  /// A text of one line as a value in YAML, in quotes where it could be read as something else.
  private static func scalar(_ text: String) -> String {
    let isPlain =
      text.first?.isLetter == true && text.last?.isWhitespace == false
      && text.allSatisfy { $0.isLetter || $0.isNumber || " ,.?!()-'/".contains($0) }
      && !isReserved(text)
    if isPlain { return text }
    let escaped = text.map { character in
      switch character {
      case "\"": "\\\""
      case "\\": "\\\\"
      default: String(character)
      }
    }
    return "\"\(escaped.joined())\""
  }

  /// Whether YAML, or an old version of it, reads a word as something else than a text.
  private static func isReserved(_ word: String) -> Bool {
    ["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(word.lowercased())
  }

  /// An id made of a title's words; nil if the title has letters of another alphabet.
  static func id(from title: String) -> String? {
    let text = Transliteration.plain(title) ?? title
    // Another alphabet gives no words.
    if text.contains(where: { $0.isLetter && !$0.isASCII }) { return nil }
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    guard let first = words.first, first.first?.isLetter == true else { return nil }
    // A word that is written like an id stays as it is.
    if words.count == 1, first.count == title.count, first.first?.isLowercase == true { return String(first) }
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
    return String(([first.lowercased()] + rest).joined().prefix(40))
  }
}
