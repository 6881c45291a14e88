import Statecharts
import StatechartsYAML

/// Letters with accents and the like as English letters, as names need them.
package enum Transliteration {
  /// `loeschen` for `löschen`; nil for a text without such letters.
  package static func plain(_ text: String) -> String? {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    var result = ""
    var isChanged = false
    for character in text {
      let small = letters[character.lowercased()]
      isChanged = isChanged || small != nil
      let isCapital = character.isUppercase
      result += small.map { isCapital ? $0.capitalizedFirst : $0 } ?? String(character)
    }
    return isChanged ? result : nil
  }

  private static let letters: [String: String] = {
    let groups = [
      "a": "àáâãāăą", "ae": "äæ", "aa": "å", "c": "çćč", "d": "ďđð", "e": "èéêëēėęě", "g": "ğ", "i": "ìíîïī",
      "l": "ł", "n": "ñńň", "o": "òóôõōő", "oe": "öøœ", "r": "ř", "s": "śşš", "ss": "ß", "t": "ťţ", "th": "þ",
      "u": "ùúûūůű", "ue": "ü", "y": "ýÿ", "z": "źżž",
    ]
    var result: [String: String] = [:]
    for (plain, group) in groups { for letter in group { result[String(letter)] = plain } }
    return result
  }()
}
