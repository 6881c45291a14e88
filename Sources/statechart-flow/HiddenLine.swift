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

  /// The line; nil when nobody types any more, or the terminal cannot hide it.
  func read() -> String? {
    var usual = termios()
    guard tcgetattr(STDIN_FILENO, &usual) == 0 else { return nil }
    hide(usual)
    defer {
      show(usual)
      FileHandle.standardOutput.write(Data("\n".utf8))
    }
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
        // ^C, ^Z and ^\ do what they always do; after ^Z it goes on.
        show(usual)
        let number = byte == 0x03 ? SIGINT : byte == 0x1A ? SIGTSTP : SIGQUIT
        // To the process: the thread that reads may have its signals blocked.
        signal(number, SIG_DFL)
        kill(getpid(), number)
        hide(usual)
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
}
