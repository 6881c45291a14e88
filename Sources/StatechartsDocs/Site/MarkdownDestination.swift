/// Reads where a link or an image of Markdown leads.
enum MarkdownDestination {
  /// No address is longer; a limit keeps texts full of brackets from being read again and again.
  private static let longestAddress = 1_000

  /// The address in parentheses that begin at a place, and the place after them. A title behind the address is not shown.
  static func read(_ text: [Character], from parenthesis: Int) -> (String, Int)? {
    guard parenthesis < text.count, text[parenthesis] == "(" else { return nil }
    let start = parenthesis + 1
    let end = min(text.count, start + Self.longestAddress)
    let isInAngles = start < end && text[start] == "<"
    var place = isInAngles ? start + 1 : start
    let first = place
    var depth = 0
    loop: while place < end {
      switch text[place] {
      case "\n": return nil
      case ">" where isInAngles: break loop
      case " " where !isInAngles: break loop
      case ")" where !isInAngles && depth == 0: break loop
      case "(": depth += 1
      case ")": depth -= 1
      default: break
      }
      place += 1
    }
    guard place < end else { return nil }
    let address = String(text[first..<place])
    if isInAngles { place += 1 }
    while place < end, text[place] == " " { place += 1 }
    if place < end, let quote = ["\"", "'"].first(where: { $0 == text[place] }) {
      place = text[(place + 1)..<end].firstIndex(of: quote).map { $0 + 1 } ?? end
    }
    guard place < end, text[place] == ")" else { return nil }
    return (address, place + 1)
  }
}
