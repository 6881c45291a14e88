import Statecharts
import StatechartsYAML

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Looks for a file that was moved or renamed, below the current folder.
struct MovedFile {
  /// How many entries of folders are looked at: a suggestion is not worth a long search.
  private static let mostEntries = 10_000
  /// How many charts are opened to see their ids.
  private static let mostReads = 200

  private let name: String
  /// The files with the same extension, in the order of their depth and names.
  private let candidates: [String]

  /// Searches the folders in the current folder; hidden ones and links are passed over.
  init(_ path: String) {
    name = String(path.dropFirst(ChartPath.folder(of: path).count))
    guard let dot = name.lastIndex(of: "."), name[..<dot].count > 0 else {
      candidates = []
      return
    }
    let ending = name[dot...]
    let manager = FileManager.default
    var found: [String] = []
    var folders = [""]
    var count = 0
    while !folders.isEmpty, count < Self.mostEntries {
      var next: [String] = []
      for folder in folders {
        let names = (try? manager.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        for name in names.sorted() where !name.hasPrefix(".") {
          count += 1
          let type = (try? manager.attributesOfItem(atPath: folder + name))?[.type] as? FileAttributeType
          if type == .typeDirectory { next.append(folder + name + "/") }
          if type == .typeRegular, name.hasSuffix(ending) { found.append(folder + name) }
        }
        if count >= Self.mostEntries { break }
      }
      folders = next
    }
    candidates = found
  }

  /// The path of the file that is most likely meant: one of the same name, of a name that is spelled differently, or a chart
  /// whose id is the name.
  var suggestion: String? {
    let wanted = Self.letters(base(name))
    return candidates.first { fileName($0) == name }
      ?? candidates.first { Self.letters(base(fileName($0))) == wanted }
      ?? candidates.lazy.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.prefix(Self.mostReads)
      .first { Self.id(of: $0).map(Self.letters) == wanted }
  }

  private func fileName(_ path: String) -> String { String(path.dropFirst(ChartPath.folder(of: path).count)) }

  private func base(_ name: String) -> String { String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)]) }

  /// `sign-in` and `signIn` are spellings of the same name.
  private static func letters(_ name: String) -> String {
    name.lowercased().filter { $0 != "-" && $0 != "_" }
  }

  /// The id of a chart, as far as it stands on a line of its own near the beginning.
  private static func id(of path: String) -> String? {
    guard let text = try? SourceText.read(file: path, inside: ".") else { return nil }
    for line in String(decoding: text.bytes.prefix(4_096), as: UTF8.self).split(separator: "\n")
    where line.hasPrefix("id:") {
      return String(line.dropFirst(3).filter { !" \t\r'\"".contains($0) })
    }
    return nil
  }
}
