import CPreviewPage

/// A file of the page, which is a part of the program.
struct PageFile: Sendable {
  let type: String
  let bytes: [UInt8]

  /// The files by their names in addresses.
  static let all: [String: PageFile] = {
    var count = 0
    let files = UnsafeBufferPointer(start: previewPageFiles(&count), count: count)
    var all: [String: PageFile] = [:]
    for file in files {
      let name = String(cString: file.name)
      let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.size))
      all[name == "index.html" ? "" : name] = PageFile(type: type(of: name), bytes: bytes)
    }
    return all
  }()

  private static func type(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "svg": "image/svg+xml"
    default: "text/javascript; charset=utf-8"
    }
  }
}
