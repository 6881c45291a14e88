#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The lines of the standard input, of which a terminal gives none to a job in the background.
enum TypedLines {
  /// The next line, without its end; nil at the end of the input.
  ///
  /// A job that reads in the background is stopped (SIGTTIN) until it comes to the front. But the threads on which tasks run
  /// take no signals, so that reading would fail there as if the input were over; while it reads, this one takes that signal.
  static func next() -> String? {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTTIN)
    var before = sigset_t()
    pthread_sigmask(SIG_UNBLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return readLine()
  }

  /// The next line, for a program that has work to do in the background too: it waits there until it comes to the front.
  static func nextInFront() async -> String? {
    while true {
      while isBehind {
        do { try await Task.sleep(for: .milliseconds(500)) } catch { return nil }
      }
      if let line = readLine() { return line }
      // Else the terminal has refused to be read by a job that was sent to the background meanwhile.
      guard isBehind else { return nil }
    }
  }

  /// Whether the standard input is the terminal from which jobs are controlled, and another one has it.
  private static var isBehind: Bool {
    let front = tcgetpgrp(STDIN_FILENO)
    return front != -1 && front != getpgrp()
  }
}
