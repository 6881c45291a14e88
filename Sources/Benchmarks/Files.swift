#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Temporary files.
enum Files {
  /// Makes a folder of its own for one run.
  static func temporaryFolder() throws -> String {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? P_tmpdir
    // Six times X is what mkdtemp replaces.
    let name = "\(parent)/statechart-benchmarks-" + String(repeating: "X", count: 6)
    var template = name.utf8CString.map { $0 }
    guard mkdtemp(&template) != nil else { throw CheckFailure("no temporary folder could be made") }
    return String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Writes a file.
  static func save(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw CheckFailure("`\(path)` cannot be written") }
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
      throw CheckFailure("`\(path)` cannot be written")
    }
  }

  /// Removes a folder with the files in it.
  static func remove(_ folder: String, files: [String]) {
    for file in files { unlink(folder + "/" + file) }
    rmdir(folder)
  }

  /// Whether a program is there.
  static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// Prints to the standard error.
  static func complain(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = write(2, bytes, bytes.count)
  }
}
