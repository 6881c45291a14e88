/// The paths of the files of a site, and the addresses of one in another.
enum SiteNames {
  /// The path of each page in the site: its path below the folder that all pages share, as HTML.
  static func names(of paths: [[String]]) -> [String] {
    let shared = root(of: paths)
    // Some file systems ignore case.
    var taken: Set = ["index.html", "all.html"]
    return paths.map { path in
      var name = path.dropFirst(shared.count).joined(separator: "/")
      if name.hasSuffix(".md") { name.removeLast(3) }
      while !taken.insert(name.lowercased() + ".html").inserted { name += "-page" }
      return name + ".html"
    }
  }

  /// The folder that all pages share.
  static func root(of paths: [[String]]) -> [String] {
    var shared = paths.first.map { Array($0.dropLast()) } ?? []
    for path in paths {
      let count = zip(shared, path.dropLast()).prefix { $0 == $1 }.count
      shared = Array(shared.prefix(count))
    }
    return shared
  }

  /// The relative address from one file of the site to another.
  static func relativeAddress(from: String, to: String) -> String {
    let start = from.split(separator: "/").dropLast()
    let end = to.split(separator: "/")
    let shared = zip(start, end.dropLast()).prefix { $0 == $1 }.count
    let up = String(repeating: "../", count: start.count - shared)
    return up + address(end.dropFirst(shared).joined(separator: "/"))
  }

  /// A path or an id as a link of a page means it, with what stands after percent signs read once.
  static func decoded(_ address: Substring) -> String {
    func digit(_ byte: UInt8?) -> UInt8? {
      byte.flatMap { Character(Unicode.Scalar($0)).hexDigitValue }.flatMap { UInt8(exactly: $0) }
    }
    var bytes: [UInt8] = []
    var rest = address.utf8
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = digit(rest.first), let low = digit(rest.dropFirst().first) {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A path or an id as it stands in an address.
  static func address(_ path: String) -> String {
    var result = ""
    for byte in path.utf8 {
      let isPlain = byte.isLetterOrDigit || "/-_.~".utf8.contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      result += isPlain ? String(Unicode.Scalar(byte)) : "%" + (digits.count < 2 ? "0" : "") + digits
    }
    return result
  }
}
