import StatechartsYAML

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files below the current folder, to find one that was moved or renamed.
struct MovedFiles {
  /// How many entries of folders are looked at: a suggestion is not worth a long search.
  private static let mostEntries = 10_000

  /// The first file of each name.
  private var names: [String: String] = [:]
  /// The first file of each name in one spelling.
  private var spellings: [String: String] = [:]

  /// Searches the folders in the current folder; hidden ones and links are passed over.
  init() {
    for path in Self.files() {
      let name = Self.name(of: path)
      if names[name] == nil { names[name] = path }
      if spellings[Self.spelling(of: name)] == nil { spellings[Self.spelling(of: name)] = path }
    }
  }

  /// The path of the file that is most likely meant: one of the same name, or of a name that is spelled differently.
  func suggestion(for path: String) -> String? {
    let name = Self.name(of: path)
    return names[name] ?? spellings[Self.spelling(of: name)]
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

  private static func name(of path: String) -> String {
    String(path.dropFirst(ChartPath.folder(of: path).count))
  }

  /// `sign-in` and `signIn` are spellings of the same name.
  private static func spelling(of name: String) -> String {
    name.lowercased().filter { $0 != "-" && $0 != "_" }
  }
}
