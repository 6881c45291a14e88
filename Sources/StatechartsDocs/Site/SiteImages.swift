/// The images of a site: copies of local files that pages show.
final class SiteImages {
  // Decision: Docs/decisions/diagrams-and-pages.md#a-site-has-copies-of-the-images-of-its-pages
  /// The ends of the names of files that are copied; other files are no images that browsers show.
  private static let endings = [".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg"]

  private let read: (String) -> [UInt8]?
  /// The paths in the site by the paths of the files; nil for a file that is not copied.
  private var paths: [String: String?] = [:]
  private(set) var files: [DocumentSite.File] = []

  /// - Parameter read: Gives the content of a file by its absolute path; nil if it is not copied.
  init(_ read: @escaping (String) -> [UInt8]?) { self.read = read }

  /// The path of an image in the site; nil if it has none.
  ///
  /// - Parameter file: The path from the root of the file system.
  func path(of file: [String]) -> String? {
    guard let name = file.last, Self.endings.contains(where: { name.lowercased().hasSuffix($0) }) else {
      return nil
    }
    let key = "/" + file.joined(separator: "/")
    if let known = paths[key] { return known }
    let path = read(key).map { bytes in
      // The same name always has the same content, so that no file of a site is ever replaced by another image.
      let dot = name.lastIndex(of: ".") ?? name.endIndex
      let path = "images/\(Self.short(name[..<dot]))-\(hash(bytes))\(name[dot...].lowercased())"
      if !files.contains(where: { $0.path == path }) {
        files.append(DocumentSite.File(path: path, bytes: bytes))
      }
      return path
    }
    paths[key] = .some(path)
    return path
  }

  /// A name that each file system takes.
  private static func short(_ name: Substring) -> String {
    String(XMLText.fragment(String(name)).prefix(80))
  }

  /// A hash that is the same in each run (FNV-1a).
  private func hash(_ bytes: [UInt8]) -> String {
    String(bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
  }
}
