/// An order in which the elements of a picture are written.
///
/// Mermaid places boxes by the order in which it meets them, and no order is good for every chart. Each number is another order,
/// the same on every machine.
struct DrawingOrder {
  private let isShuffled: Bool
  private var state: UInt64

  /// Makes an order; 0 leaves everything as it is.
  init(_ number: Int) {
    isShuffled = number != 0
    state = UInt64(clamping: number)
  }

  /// The elements in this order, which is another one each time.
  mutating func arranged<Element>(_ elements: [Element]) -> [Element] {
    guard isShuffled else { return elements }
    var result = elements
    for place in result.indices.dropFirst().reversed() {
      // A linear congruential generator; its upper bits are the better ones.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      result.swapAt(place, Int((state >> 33) % UInt64(place + 1)))
    }
    return result
  }
}
