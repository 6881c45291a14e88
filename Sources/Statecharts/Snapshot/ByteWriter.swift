/// Writes values as bytes. Different values have different bytes.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ text: String) {
    number(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  mutating func number(_ value: Int) {
    var rest = UInt(bitPattern: value)
    while rest > 127 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func list<Element>(_ elements: [Element], _ body: (inout ByteWriter, Element) -> Void) {
    number(elements.count)
    for element in elements { body(&self, element) }
  }
}
