import StatechartsYAML

/// The lines of the standard input, one after the other as they come.
///
/// Unlike `readLine`, it distinguishes the end of the input from a failure, repairs nothing, and has a limit.
struct InputLines {
  /// Why there is no next line.
  enum Problem: Error {
    /// The standard input cannot be read.
    case unreadable(FileProblem)
    /// The line has more than `longest` bytes, and nothing after it is read.
    case tooLong
    /// The line is not UTF-8; the next one can be read.
    case noText
  }

  /// The longest line, in bytes.
  static let longest = YAMLLimits.default.fileBytes

  private var pending: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// Whether nothing was taken yet, so that a byte order mark may stand there.
  private var isAtBegin = true

  /// The next line without its end; nil after the last one.
  ///
  /// - Throws: `Problem` when the input cannot be read, or the line is too long or is not UTF-8.
  mutating func next() throws(Problem) -> String? {
    var searched = start
    while true {
      if let end = pending[searched...].firstIndex(of: 0x0A) { return try take(upTo: end, next: end + 1) }
      searched = pending.count
      if isAtEnd {
        return start < pending.count ? try take(upTo: pending.count, next: pending.count) : nil
      }
      guard pending.count - start <= Self.longest else { throw .tooLong }
      if start > 0 {
        pending.removeFirst(start)
        searched -= start
        start = 0
      }
      do throws(FileProblem) {
        let more = try SourceText.readStandardInputChunk()
        isAtEnd = more.isEmpty
        pending += more
      } catch {
        throw .unreadable(error)
      }
    }
  }

  private mutating func take(upTo end: Int, next: Int) throws(Problem) -> String {
    var line = pending[start..<end]
    start = next
    if line.last == 0x0D { line = line.dropLast() }
    if isAtBegin, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
    isAtBegin = false
    let text = String(decoding: line, as: UTF8.self)
    // Decoding puts replacements in the place of what is wrong, which are other bytes.
    guard text.utf8.elementsEqual(line) else { throw .noText }
    return text
  }
}
