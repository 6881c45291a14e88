/// Whether two texts are the same, scalar by scalar. `==` would also equate composed and decomposed letters, and
/// signs such as U+212A with a plain `K`.
func isIdentical(_ left: String, _ right: String) -> Bool {
  // Texts that are not even canonically equal cannot be identical; this is the fast way out.
  guard left.utf8.count == right.utf8.count, left == right else { return false }
  let same = left.utf8.withContiguousStorageIfAvailable { left in
    right.utf8.withContiguousStorageIfAvailable { right in left.elementsEqual(right) }
  }
  if let same, let same { return same }
  return left.utf8.elementsEqual(right.utf8)
}

/// Whether a text is the same as one in ASCII. Whatever is canonically equal to a text in ASCII and is not that text has
/// more bytes, because the few signs that stand for an ASCII character (U+212A for `K`) take two or three.
func isSame(_ text: String, asASCII other: String) -> Bool {
  text.utf8.count == other.utf8.count && text == other
}
