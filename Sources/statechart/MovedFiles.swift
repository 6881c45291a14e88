import Statecharts
import StatechartsYAML

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files below the current folder, to find one that was moved or renamed.
struct MovedFiles {
  /// How many entries of folders are looked at: a suggestion is not worth a long search.
  private static let mostEntries = 10_000
  /// How many charts are opened to see their ids.
  private static let mostReads = 200
  /// How much of a chart is read to see its id.
  private static let mostBytes = 4_096

  /// The first file of each name.
  private var names: [String: String] = [:]
  /// The first file of each name in one spelling, with its extension.
  private var spellings: [String: String] = [:]
  /// The first chart of each id in one spelling, with the extension of its file.
  private var ids: [String: String] = [:]

  /// Searches the folders in the current folder; hidden ones and links are passed over.
  init() {
    var reads = 0
    for path in Self.files() {
      guard let (name, base, ending) = Self.parts(path) else { continue }
      if names[name] == nil { names[name] = path }
      let spelling = Self.letters(base) + ending
      if spellings[spelling] == nil { spellings[spelling] = path }
      guard ending == ".yaml" || ending == ".yml", reads < Self.mostReads else { continue }
      reads += 1
      guard let id = Self.id(of: path).map({ Self.letters($0) + ending }), ids[id] == nil else { continue }
      ids[id] = path
    }
  }

  /// The path of the file that is most likely meant: one of the same name, of a name that is spelled differently, or a chart
  /// whose id is the name.
  func suggestion(for path: String) -> String? {
    guard let (name, base, ending) = Self.parts(path) else { return nil }
    let spelling = Self.letters(base) + ending
    return names[name] ?? spellings[spelling] ?? ids[spelling]
  }

  /// The files, in the order of their depth and names.
  private static func files() -> [String] {
    let manager = FileManager.default
    var found: [String] = []
    var folders = [""]
    var count = 0
    while !folders.isEmpty {
      var next: [String] = []
      for folder in folders {
        let names = (try? manager.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        for name in names.sorted() where !name.hasPrefix(".") {
          guard count < mostEntries else { return found }
          count += 1
          let type = (try? manager.attributesOfItem(atPath: folder + name))?[.type] as? FileAttributeType
          if type == .typeDirectory { next.append(folder + name + "/") }
          if type == .typeRegular { found.append(folder + name) }
        }
      }
      folders = next
    }
    return found
  }

  /// The name of a file, and the same in front of its extension and from there on; nil without an extension.
  private static func parts(_ path: String) -> (name: String, base: Substring, ending: Substring)? {
    let name = String(path.dropFirst(ChartPath.folder(of: path).count))
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    return (name, name[..<dot], name[dot...])
  }

  /// `sign-in` and `signIn` are spellings of the same name.
  private static func letters(_ name: some StringProtocol) -> String {
    name.lowercased().filter { $0 != "-" && $0 != "_" }
  }

  /// The id of a chart, as far as it stands on a line of its own near the beginning.
  private static func id(of path: String) -> String? {
    // It may have become a link or a pipe since it was found.
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: mostBytes)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    for line in String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n")
    where line.hasPrefix("id:") {
      return String(line.dropFirst(3).filter { !" \t\r'\"".contains($0) })
    }
    return nil
  }
}
