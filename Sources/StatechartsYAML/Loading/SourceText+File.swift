#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension SourceText {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: the file, as messages shall call it.
  ///   - limit: the most bytes that are taken; never more are held in memory.
  /// - Throws: `FileProblem` when there is no such file, or it cannot be read or is too large. What Linux says of
  ///   processes in `/proc` is no file: it may hold their secrets.
  public static func read(
    file path: String, limit: Int = YAMLLimits.default.fileBytes
  ) throws(FileProblem) -> SourceText {
    guard !path.utf8.isEmpty, !path.utf8.contains(0) else { throw FileProblem(path: path, reason: .missing) }
    // A pipe that nobody writes to would hold the command for ever. What the shell hands over lies in /dev.
    let mode = path.hasPrefix("/dev/") ? 0 : O_NONBLOCK
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | mode)
    guard descriptor >= 0 else {
      let reason = reason(errno)
      // This sign stands where bytes of a name are no UTF-8.
      let isForeign = reason == .missing && path.unicodeScalars.contains("\u{FFFD}")
      throw FileProblem(path: path, reason: isForeign ? .nameNotUTF8 : reason)
    }
    defer { close(descriptor) }
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0 {
      let kind = status.st_mode & S_IFMT
      if mode != 0, kind != S_IFREG {
        throw FileProblem(path: path, reason: kind == S_IFDIR ? .folder : .notAFile)
      }
      if describesProcess(status) { throw FileProblem(path: path, reason: .notAFile) }
    }
    return SourceText(name: path, bytes: try contents(of: descriptor, path, limit))
  }

  /// Reads a file, unless a link on its path leads out of the link's package or to something hidden.
  ///
  /// - Throws: `FileProblem` for such a link, or when it cannot be read.
  package static func read(linked path: String) throws(FileProblem) -> SourceText {
    if let problem = FileTree.foreignLink(in: path) { throw problem }
    return try read(file: path)
  }

  /// Reads a file that a page, a chart or a folder names.
  ///
  /// - Parameters:
  ///   - folder: The folder that it belongs to; nil when somebody named the file on the command line.
  ///   - isSetting: Whether it is a file of settings, which may be hidden.
  /// - Throws: `FileProblem` when it lies outside of the package around the folder, or of the folder where there is none,
  ///   or is hidden, or cannot be read.
  package static func read(
    file path: String, limit: Int = YAMLLimits.default.fileBytes, inside folder: String?,
    isSetting: Bool = false
  ) throws(FileProblem) -> SourceText {
    if let folder {
      // Decision: Docs/decisions/tooling-and-tests.md#links-and-markers-stay-inside-the-package
      guard FileTree(around: folder).contains(path) else { throw FileProblem(path: path, reason: .outside) }
      guard isSetting || !FileTree.isHidden(path, from: folder) else {
        throw FileProblem(path: path, reason: .hidden)
      }
    }
    return try read(file: path, limit: limit)
  }

  /// Reads the standard input to its end.
  ///
  /// - Parameters:
  ///   - name: what messages call it.
  ///   - limit: the most bytes that are taken.
  /// - Throws: `FileProblem` when it cannot be read or is too large.
  public static func readStandardInput(
    as name: String = "<stdin>", limit: Int = YAMLLimits.default.fileBytes
  ) throws(FileProblem) -> SourceText {
    SourceText(name: name, bytes: try contents(of: STDIN_FILENO, name, limit))
  }

  /// Waits for the next bytes of the standard input; empty at its end.
  ///
  /// - Throws: `FileProblem` when it cannot be read.
  package static func readStandardInputChunk(as name: String = "<stdin>") throws(FileProblem) -> [UInt8] {
    try chunk(of: STDIN_FILENO, name)
  }

  private static func contents(
    of descriptor: Int32, _ path: String, _ limit: Int
  ) throws(FileProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let chunk = try chunk(of: descriptor, path)
      if chunk.isEmpty { return bytes }
      guard bytes.count + chunk.count <= limit else {
        throw FileProblem(path: path, reason: .tooLarge(limit: limit))
      }
      // Nearly all files come in one piece.
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
    }
  }

  /// The next bytes; empty at the end.
  private static func chunk(of descriptor: Int32, _ path: String) throws(FileProblem) -> [UInt8] {
    while true {
      var code: Int32 = 0
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        let length = unsafe fill(buffer, from: descriptor)
        if length < 0 { code = errno }
        count = max(length, 0)
      }
      if code == 0 { return chunk }
      if code != EINTR { throw FileProblem(path: path, reason: reason(code)) }
    }
  }

  private static func reason(_ code: Int32) -> FileProblem.Reason {
    switch code {
    case ENOENT, ENOTDIR, ENAMETOOLONG: .missing
    case EISDIR: .folder
    case EACCES, EPERM: .notPermitted
    case ELOOP: .endlessLink
    case EBADF: .closed
    default: .unreadable(code: code)
    }
  }
}

/// Whether a file is one of those with which Linux describes processes, such as their environment.
private func describesProcess(_ file: stat) -> Bool {
  var process = stat()
  return unsafe stat("/proc/self", &process) == 0 && process.st_dev == file.st_dev
}

/// Reads the next bytes; the number of bytes, 0 at the end, or less than 0 with `errno` set.
private func fill(_ buffer: UnsafeMutableBufferPointer<UInt8>, from descriptor: Int32) -> Int {
  // A buffer's address and size belong together, and the system writes no more than the size.
  unsafe read(descriptor, buffer.baseAddress, buffer.count)
}
