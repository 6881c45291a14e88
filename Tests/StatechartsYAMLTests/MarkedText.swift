import StatechartsRepair
import StatechartsYAML
import Testing

/// A text in which `⟦` and `⟧` stand around the places where findings are expected, in their order.
struct MarkedText {
  var text = ""
  var ranges: [SourceRange] = []

  init(_ marked: String) {
    var start = 0
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "⟦": start = text.utf8.count
      case "⟧": ranges.append(start..<text.utf8.count)
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  func read(limits: YAMLLimits = .default) -> YAMLReading {
    YAMLDocument.read(SourceText(text: text), limits: limits, explainer: .advising)
  }
}

/// One row of the policy: a text with its mistake, and what is said about it.
struct PolicyRow: CustomTestStringConvertible, Sendable {
  var marked: String
  var rule: YAMLRule
  var severity: Diagnostic.Severity
  var message: String
  var help: String

  init(_ marked: String, _ rule: YAMLRule, _ message: String, help: String) {
    self.init(marked, rule, .error, message, help: help)
  }

  init(
    _ marked: String, _ rule: YAMLRule, _ severity: Diagnostic.Severity, _ message: String, help: String
  ) {
    self.marked = marked
    self.rule = rule
    self.severity = severity
    self.message = message
    self.help = help
  }

  var testDescription: String { marked.debugDescription }
}
