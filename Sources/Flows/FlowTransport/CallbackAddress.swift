import Foundation

/// An address in its parts, as they are written (RFC 3986, appendix B). Nothing is decoded or made the same.
package struct CallbackAddress: Hashable, Sendable {
  /// Before the colon.
  package let scheme: String
  /// The text after two slashes; nil without slashes.
  package let authority: String?
  /// Up to the question mark.
  package let path: String
  /// The text after the question mark; nil without a question mark.
  package let query: String?
  /// The text after the hash; nil without a hash.
  package let fragment: String?

  /// Takes an address apart; nil when it has no scheme.
  package init?(_ text: String) {
    var rest = Substring(text)
    guard let colon = rest.firstIndex(of: ":"), colon != rest.startIndex else { return nil }
    scheme = String(rest[..<colon])
    guard scheme.utf8.allSatisfy(Self.isOfScheme) else { return nil }
    rest = rest[rest.index(after: colon)...]
    (rest, fragment) = Self.cut(rest, at: "#")
    (rest, query) = Self.cut(rest, at: "?")
    guard rest.hasPrefix("//") else {
      authority = nil
      path = String(rest)
      return
    }
    rest = rest.dropFirst(2)
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    authority = String(rest[..<slash])
    path = String(rest[slash...])
  }

  /// Whether scheme and authority are the same in any case, and the path exactly.
  ///
  /// On the web, the usual port counts as written, and so does the slash of an address without a path (RFC 3986, 6.2.3).
  /// The names of this machine count as one: what listens there is the app.
  package func leadsToSamePlace(as other: CallbackAddress) -> Bool {
    guard let origin, let wanted = other.origin else {
      return scheme.lowercased() == other.scheme.lowercased()
        && authority?.lowercased() == other.authority?.lowercased()
        && path.utf8.elementsEqual(other.path.utf8)
    }
    return origin.scheme == wanted.scheme && origin.port == wanted.port
      && (origin.host == wanted.host || origin.isLoopback && wanted.isLoopback)
      && (path.isEmpty ? "/" : path).utf8.elementsEqual((other.path.isEmpty ? "/" : other.path).utf8)
  }

  /// The server of an address on the web.
  private var origin: WebOrigin? {
    authority.flatMap { URL(string: "\(scheme)://\($0)") }.flatMap { WebOrigin($0) }
  }

  private static func cut(_ text: Substring, at mark: Character) -> (Substring, String?) {
    guard let place = text.firstIndex(of: mark) else { return (text, nil) }
    return (text[..<place], String(text[text.index(after: place)...]))
  }

  private static func isOfScheme(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "+"):
      true
    default: false
    }
  }
}
