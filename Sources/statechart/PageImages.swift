import Statecharts
import StatechartsDocs
import StatechartsLint
import StatechartsYAML

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The image files that pages show, read for a site.
final class PageImages {
  /// The most bytes of one image.
  private static let maximumBytes = 10 << 20
  /// The most bytes of all images.
  private static let mostBytesOfAll = 200 << 20

  private var rest = mostBytesOfAll
  private var left: [String] = []

  /// The content of an image; nil if it cannot be read or is too large.
  func read(_ path: String) -> [UInt8]? {
    do throws(FileProblem) {
      // Messages name files as pages do, from the current folder.
      let folder = FileManager.default.currentDirectoryPath + "/"
      let path = path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
      let source = try SourceText.read(file: path, limit: min(Self.maximumBytes, rest), inside: ".")
      let bytes = source.bytes
      if path.lowercased().hasSuffix(".svg"), let script = ImageScript(in: bytes) {
        let place = source.position(at: script.offset)
        left.append(
          "\(VisibleText.escaped(path)):\(place.line):\(place.column): The image has \(script.what), which could run as a script."
        )
        return nil
      }
      rest -= bytes.count
      return bytes
    } catch {
      left.append(VisibleText.escaped(error.message))
      return nil
    }
  }

  /// Says which images are not on the site.
  func report() {
    guard !left.isEmpty else { return }
    Output.report(
      "note: \(left.count) image\(left.count == 1 ? " was" : "s were") not copied. The site shows their alternative text:"
    )
    for message in left.prefix(20) { Output.report("  \(message)") }
    if left.count > 20 { Output.report("  … and \(left.count - 20) more") }
  }
}
