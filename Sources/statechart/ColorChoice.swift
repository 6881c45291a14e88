import ArgumentParser

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// When to use colors.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// Whether to use them now: the option decides, then `NO_COLOR`, then whether the output is a terminal.
  var usesColor: Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if let value = getenv("NO_COLOR"), value.pointee != 0 { return false }
      return getenv("TERM").map { String(cString: $0) } != "dumb" && isatty(STDOUT_FILENO) == 1
    }
  }
}
