import ArgumentParser
import Foundation

/// When to use colours.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// Whether to use them now: the option decides, then `NO_COLOR`, then whether the output is a terminal.
  var usesColor: Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      let environment = ProcessInfo.processInfo.environment
      if let value = environment["NO_COLOR"], !value.isEmpty { return false }
      return environment["TERM"] != "dumb" && isatty(STDOUT_FILENO) == 1
    }
  }
}
