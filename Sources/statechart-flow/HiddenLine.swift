import Dispatch
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Reads a line from the terminal that does not show. `getpass` would do, but takes ^C for a part of the password.
struct HiddenLine {
  /// What nobody types.
  private static let longest = 1 << 16

  /// What is asked; it stands there again when the command goes on after ^Z.
  let question: String
  let terminal: Terminal

  /// The line; nil when nobody types any more, or the terminal cannot hide it.
  func read() -> String? {
    var usual = termios()
    guard tcgetattr(STDIN_FILENO, &usual) == 0 else { return nil }
    // If another process ends the command, the terminal is restored.
    let ends = [SIGTERM, SIGHUP].compactMap { atEnd($0, usual) }
    hide(usual)
    defer {
      show(usual)
      for end in ends { end.cancel() }
      terminal.say("")
    }
    terminal.write("\(question) ")
    var bytes: [UInt8] = []
    defer { for index in bytes.indices { bytes[index] = 0 } }
    while true {
      guard let byte = (try? FileHandle.standardInput.read(upToCount: 1))?.first else { return nil }
      switch byte {
      case 0x0A, 0x0D: return String(decoding: bytes, as: UTF8.self)
      case 0x04:
        // ^D is the end where nothing was typed, and ends the line elsewhere.
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
      case 0x03, 0x1A, 0x1C:
        // ^C, ^Z and ^\ do what they always do; after ^Z the command continues with an empty line.
        let number = byte == 0x03 ? SIGINT : byte == 0x1A ? SIGTSTP : SIGQUIT
        if Self.isIgnored(number) { continue }
        show(usual)
        Self.raise(number)
        hide(usual)
        bytes.removeAll(keepingCapacity: true)
        terminal.write("\(question) ")
      case 0x08, 0x7F:
        while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
      case 0x15: bytes.removeAll(keepingCapacity: true)
      default: if bytes.count < Self.longest { bytes.append(byte) }
      }
    }
  }

  private func hide(_ usual: termios) {
    var hidden = usual
    hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
  }

  private func show(_ usual: termios) {
    var usual = usual
    tcsetattr(STDIN_FILENO, TCSADRAIN, &usual)
  }

  // MARK: Signals

  /// Shows what is typed again before a signal ends the command; nil where it is ignored.
  private func atEnd(_ number: Int32, _ usual: termios) -> (any DispatchSourceSignal)? {
    guard !Self.isIgnored(number) else { return nil }
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler {
      show(usual)
      signal(number, SIG_DFL)
      kill(getpid(), number)
    }
    source.setCancelHandler { signal(number, SIG_DFL) }
    source.resume()
    return source
  }

  /// Whether the command was started with a signal ignored, as by `nohup`. If not, the signal gets its default action.
  private static func isIgnored(_ number: Int32) -> Bool {
    let before = signal(number, SIG_DFL)
    guard unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) else { return false }
    signal(number, SIG_IGN)
    return true
  }

  /// Sends a signal to this thread, and comes back when it has done what it does: for ^Z, when the command goes on. A signal
  /// to the process could come when the line is hidden again.
  private static func raise(_ number: Int32) {
    var meant = sigset_t()
    sigemptyset(&meant)
    sigaddset(&meant, number)
    var before = sigset_t()
    pthread_sigmask(SIG_UNBLOCK, &meant, &before)
    pthread_kill(pthread_self(), number)
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
