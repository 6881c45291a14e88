import Statecharts

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A connection to a preview. It waits only by suspending its task, and so blocks no thread of the app.
final class PreviewConnection {
  /// Why there is no connection any more.
  struct Failure: Error {
    /// One plain sentence.
    var message: String

    static let lost = Failure(message: "The preview has ended the connection.")
  }

  /// How many items are sent in a row, and the pause after them: a page cannot show more, and the app is not slowed down.
  private static let batch = 50
  private static let pause = Duration.milliseconds(50)
  /// How long the preview may take nothing. Its first response may take longer, because the app waits for nothing then.
  private static let patience = Duration.seconds(5)
  private static let patienceAtStart = Duration.seconds(30)
  private static let retry = Duration.milliseconds(10)
  /// How many bytes are collected before they are written. A call of the system for each line would cost the app more.
  private static let mostCollected = 16 << 10

  private let address: PreviewAddress
  private let descriptor: Int32

  init(_ address: PreviewAddress) throws(Failure) {
    self.address = address
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, type, 0)
    guard descriptor >= 0 else { throw Failure(message: "The app has no descriptor left for a connection.") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    #if canImport(Darwin)
      var one: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  deinit { close(descriptor) }

  /// Connects, and sends what is in a queue until that is closed.
  func send(_ queue: TraceQueue) async throws(Failure) {
    try await attach()
    for await _ in queue.signals {
      var items = queue.take(Self.batch)
      while !items.isEmpty {
        try await write(items)
        try checkRefusal()
        if !queue.isOver { try await sleep(Self.pause) }
        items = queue.take(Self.batch)
      }
    }
    // The end of the queue may have come with its last lines.
    try await write(queue.take(.max))
  }

  private func write(_ items: [TraceQueue.Item]) async throws(Failure) {
    var bytes: [UInt8] = []
    for item in items {
      bytes.append(contentsOf: Self.line(item).utf8)
      guard bytes.count >= Self.mostCollected else { continue }
      try await write(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    try await write(bytes)
  }

  /// The line of an item, with its end.
  static func line(_ item: TraceQueue.Item) -> String {
    switch item {
    case .event(let event, _):
      let line = event.jsonLine
      // Decision: Docs/decisions/preview.md#an-app-drops-what-the-preview-cannot-take
      return (line.utf8.count < longestLine ? line : missing(1, .zero)) + "\n"
    case .missing(let count, let pause): return missing(count, pause) + "\n"
    }
  }

  private static func missing(_ count: Int, _ pause: Duration) -> String {
    #"{"dropped":\#(count),"paused":\#(pause.secondsText)}"#
  }

  /// In bytes, with the end of the line. The preview takes no longer one.
  static let longestLine = 64 << 10

  // MARK: The start

  /// Connects, and says who this is.
  private func attach() async throws(Failure) {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = address.port.bigEndian
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: place) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 || errno == EINPROGRESS else {
      throw Failure(message: "No preview is at this address.")
    }
    let head = """
      GET /\(address.token)/api/attach HTTP/1.1\r
      Host: 127.0.0.1:\(address.port)\r
      Connection: Upgrade\r
      Upgrade: statechart-trace\r
      \r

      """
    try await write(Array(head.utf8))
    let answer = try await readHead().split(separator: " ").dropFirst().first
    switch answer {
    case "101"?: break
    case "403"?: throw Failure(message: "The preview does not know the token of this address.")
    case "503"?: throw Failure(message: "Too many apps are connected to the preview.")
    default: throw Failure(message: "This version of the preview does not take apps.")
    }
    try await write(Array(Self.hello(Self.app, process: getpid()).utf8))
  }

  /// The first line.
  static func hello(_ app: String, process: Int32) -> String {
    #"{"statechartTrace":1,"app":"\#(app)","process":\#(process)}"# + "\n"
  }

  /// The name of the program, without what is not plain text.
  private static var app: String {
    let name = (CommandLine.arguments.first ?? "").split(separator: "/").last ?? ""
    let plain = name.unicodeScalars.filter { !$0.isUnsafeInLine && $0 != "\"" && $0 != "\\" }
    return String(String.UnicodeScalarView(plain.prefix(100)))
  }

  private func readHead() async throws(Failure) -> String {
    var head = ""
    let end = ContinuousClock.now + Self.patienceAtStart
    while !head.contains("\r\n\r\n") {
      guard let more = try read() else {
        guard ContinuousClock.now < end else { throw Failure(message: "The preview does not answer.") }
        try await sleep(Self.retry)
        continue
      }
      head += more
      guard head.utf8.count < 4_096 else { throw .lost }
    }
    return head
  }

  // MARK: Bytes

  /// Reports why the preview has ended the connection, if it has.
  private func checkRefusal() throws(Failure) {
    guard let line = try read() else { return }
    let reason = line.filter { !$0.isNewline }.prefix(500)
    throw Failure(message: "The preview has ended the connection: \(reason)")
  }

  /// What has arrived; nil if nothing has.
  private func read() throws(Failure) -> String? {
    var buffer = [UInt8](repeating: 0, count: 1_024)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count <= 0 else { return String(decoding: buffer[..<count], as: UTF8.self) }
    guard count < 0, Self.isTemporary(errno) else { throw .lost }
    return nil
  }

  private func write(_ bytes: [UInt8]) async throws(Failure) {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = bytes[...]
    var end = ContinuousClock.now + Self.patience
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count, flags) }
      if count > 0 {
        rest = rest.dropFirst(count)
        end = ContinuousClock.now + Self.patience
      } else {
        let error = errno
        guard count < 0, Self.isTemporary(error) else {
          if error == ECONNREFUSED { throw Failure(message: "No preview is at this address.") }
          try checkRefusal()
          throw .lost
        }
        guard ContinuousClock.now < end else { throw Failure(message: "The preview takes nothing any more.") }
        try await sleep(Self.retry)
      }
    }
  }

  /// Whether the same call may succeed later. A socket that is still connecting is not connected on Apple's systems.
  private static func isTemporary(_ error: Int32) -> Bool {
    [EAGAIN, EWOULDBLOCK, EINTR, ENOTCONN, EINPROGRESS].contains(error)
  }

  /// Suspends the task, which is cancelled when the app waits for its end no longer.
  private func sleep(_ duration: Duration) async throws(Failure) {
    try? await Task.sleep(for: duration)
    if Task.isCancelled { throw Failure(message: "The preview did not take the last lines in time.") }
  }
}

/// The function of the system, whose name a method of the connection has too.
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int
{
  send(descriptor, bytes, count, flags)
}
