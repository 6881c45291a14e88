import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Programs that the command starts.
enum ChildProcess {
  /// Starts a program and does not wait for it. Without such a program, nothing happens.
  static func start(_ name: String, _ arguments: [String]) {
    guard let process = spawn(name, arguments, output: nil) else { return }
    // Else the system would remember the process until the command ends.
    DispatchQueue.global().async { _ = waitpid(process, nil, 0) }
  }

  /// What a program writes to its standard output; nil if it does not exist, fails, writes too much or takes too long.
  ///
  /// - Parameters:
  ///   - limit: In bytes.
  ///   - seconds: The longest time until it ends.
  static func output(of name: String, _ arguments: [String], limit: Int, seconds: Int32 = 5) -> [UInt8]? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process = spawn(name, arguments, output: ends[1])
    close(ends[1])
    defer { close(ends[0]) }
    guard let process else { return nil }
    var bytes: [UInt8] = []
    var isComplete = false
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var waiting = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    let end = ContinuousClock.now + .seconds(seconds)
    while bytes.count <= limit, ContinuousClock.now < end, poll(&waiting, 1, seconds * 1_000) > 0 {
      let count = read(ends[0], &buffer, buffer.count)
      if count > 0 { bytes += buffer[..<count] }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        isComplete = count == 0
        break
      }
    }
    // With the processes that it has started.
    if !isComplete { kill(-process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return isComplete && status == 0 && bytes.count <= limit ? bytes : nil
  }

  /// Starts a program, with nothing to read and nowhere to write messages.
  private static func spawn(_ name: String, _ arguments: [String], output: Int32?) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
    // A browser that is started with this must not get the terminal's Ctrl-C.
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    var words = ([name] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    return posix_spawnp(&process, name, &actions, &attributes, words, environ) == 0 ? process : nil
  }
}

/// Does work that takes long, or waits, on a thread of its own: the few threads of tasks answer other requests meanwhile.
func onThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: work()) }
  }
}
