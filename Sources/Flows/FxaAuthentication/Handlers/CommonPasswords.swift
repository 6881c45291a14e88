/// A list of passwords that too many people use.
///
/// The list is front coded: the first sign of a line is a digit of base 36, how many characters are the same as at the
/// beginning of the entry before, and the rest of the line follows them. So `0word` and `3ld` are "word" and "world".
/// Characters are bytes here: entries are compared exactly, upper and lower case included.
public struct CommonPasswords: Sendable {
  /// The entries.
  private let entries: Set<[UInt8]>

  /// How many there are.
  public var count: Int { entries.count }

  /// Reads a front-coded list.
  ///
  /// - Throws: `CommonPasswordsProblem` with the line that does not decode.
  public init(frontCoded text: some StringProtocol) throws(CommonPasswordsProblem) {
    let (entries, problem) = Self.read(text)
    if let problem { throw problem }
    self.entries = entries
  }

  /// Reads up to the first line that does not decode.
  private static func read(
    _ text: some StringProtocol
  ) -> (entries: Set<[UInt8]>, problem: CommonPasswordsProblem?) {
    var entries: Set<[UInt8]> = []
    var entry: [UInt8] = []
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // The newline of the last line begins no other.
    if lines.last?.isEmpty == true { lines.removeLast() }
    for (number, line) in lines.enumerated() {
      guard let first = line.first, let shared = digit(first), shared <= entry.count,
        number > 0 || shared == 0
      else { return (entries, CommonPasswordsProblem(line: number + 1)) }
      entry = Array(entry.prefix(shared)) + line.dropFirst()
      entries.insert(entry)
    }
    return (entries, nil)
  }

  private init(_ entries: Set<[UInt8]>) { self.entries = entries }

  /// The list that comes with the module: what zxcvbn, which is under the MIT licence, takes for common, from 8 characters
  /// on. All of it is in lower case.
  public static let shipped: CommonPasswords = {
    // Decision: Docs/decisions/flow-mozilla-vpn.md#common-passwords-come-from-zxcvbn
    let (entries, problem) = read(shippedText)
    // A test reads it. Should a line be damaged all the same, the ones before it still count.
    assert(problem == nil, problem?.description ?? "")
    return CommonPasswords(entries)
  }()

  /// Whether the list has exactly this password.
  public func contains(_ password: String) -> Bool { entries.contains(Array(password.utf8)) }

  private static func digit(_ sign: UInt8) -> Int? {
    switch sign {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(sign - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(sign - UInt8(ascii: "a")) + 10
    default: nil
    }
  }
}

/// A list of common passwords that can't be read.
public struct CommonPasswordsProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The first line that does not decode; the first is 1.
  public let line: Int

  /// One plain sentence.
  public var description: String {
    "Line \(line) must start with a base-36 digit: how many characters it shares with the line before."
  }
}
