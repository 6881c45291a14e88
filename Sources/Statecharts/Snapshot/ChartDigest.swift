package import StatechartsModel

extension Statechart {
  /// SHA-256 of what the chart does, in hexadecimal digits. Titles, descriptions and the like do not count.
  package var digest: String { SHA256.hexadecimal(Array(behaviorText.utf8)) }
}
