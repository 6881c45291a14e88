import Foundation

/// A form of a page that is sent with `POST`.
package struct HTMLForm: Sendable {
  /// Where it goes; empty for the page itself.
  package let action: String
  /// Its fields with what stands in them, in order.
  package let fields: [(name: String, value: String)]

  /// Whether it has a field.
  package func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

  /// The forms of a page.
  package static func all(in html: String) -> [HTMLForm] {
    html.components(separatedBy: "<form").dropFirst().compactMap { text in
      let inside = text.components(separatedBy: "</form>").first ?? ""
      let form = attributes(inside)
      guard form["method"]?.lowercased() == "post" else { return nil }
      let fields = inside.components(separatedBy: "<input").dropFirst().compactMap { input in
        let input = attributes(input)
        return input["name"].map { (name: $0, value: input["value"] ?? "") }
      }
      return HTMLForm(action: form["action"] ?? "", fields: fields)
    }
  }

  /// The attributes of a tag, from behind its name.
  private static func attributes(_ text: String) -> [String: String] {
    var found: [String: String] = [:]
    var rest = text[...]
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "/" }
      guard let first = rest.first, first != ">" else { return found }
      let name = rest.prefix { $0 != "=" && $0 != ">" && !$0.isWhitespace && $0 != "/" }
      guard !name.isEmpty else { return found }
      rest = rest.dropFirst(name.count)
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst()
      guard let quote = rest.first, quote == "\"" || quote == "'" else { return found }
      rest = rest.dropFirst()
      let value = rest.prefix { $0 != quote }
      rest = rest.dropFirst(value.count + 1)
      found[name.lowercased()] = unescaped(String(value))
    }
  }

  private static func unescaped(_ text: String) -> String {
    var text = text
    for (mark, sign) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#10;", "\n"), ("&#x2F;", "/"),
      ("&amp;", "&"),
    ] {
      text = text.replacingOccurrences(of: mark, with: sign)
    }
    return text
  }
}
