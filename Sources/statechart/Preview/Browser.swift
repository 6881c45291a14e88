#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The browser of the user.
enum Browser {
  /// Opens a page. Without a browser, nothing happens.
  static func open(_ address: String) {
    #if canImport(Darwin)
      ChildProcess.start("open", [address])
    #else
      // Without a desktop, `xdg-open` starts a browser of the terminal, which would take the place of the messages.
      guard getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil else { return }
      ChildProcess.start("xdg-open", [address])
    #endif
  }
}
