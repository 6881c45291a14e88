#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where results and complaints go.
enum Terminal {
  /// Writes a result to standard output at once, so that a program at the other end of a pipe gets each answer.
  static func print(_ text: String, terminator: String = "\n") {
    Swift.print(text, terminator: terminator)
    fflush(nil)
  }

  /// Writes a complaint or progress to standard error.
  static func complain(_ text: String) {
    var bytes = Array("\(text)\n".utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard written > 0 else { return }
      bytes = bytes.dropFirst(written)
    }
  }
}
