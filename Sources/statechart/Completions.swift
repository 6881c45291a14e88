import ArgumentParser
import StatechartsLint

/// What shells offer for the arguments of several commands.
enum Completions {
  static let charts = CompletionKind.file(extensions: ["yaml", "yml"])
  static let runs = CompletionKind.file(extensions: ["jsonl"])
  static let rules = CompletionKind.list(RuleRegistry.standard.all.map(\.id))
}
