/// A list that is filled again for each step. Emptying it keeps its memory.
struct ReusedList<Element: Sendable>: Sendable, RandomAccessCollection, MutableCollection {
  private var elements = ContiguousArray<Element>()
  private(set) var endIndex = 0

  init() {}

  var startIndex: Int { 0 }

  subscript(_ place: Int) -> Element {
    get {
      assert(place < endIndex)
      return elements[place]
    }
    set {
      assert(place < endIndex)
      elements[place] = newValue
    }
  }

  /// All elements.
  var slice: ArraySlice<Element> { elements[..<endIndex] }

  /// Adds an element at the end.
  @inline(__always)
  mutating func append(_ element: Element) {
    if endIndex < elements.count { elements[endIndex] = element } else { elements.append(element) }
    endIndex &+= 1
  }

  /// Takes all elements out.
  @inline(__always)
  mutating func removeAll() { endIndex = 0 }

  /// Takes those out for which a test holds, and keeps the order of the others.
  mutating func removeAll(where isOut: (Element) -> Bool) {
    var kept = 0
    for place in 0..<endIndex where !isOut(elements[place]) {
      elements[kept] = elements[place]
      kept += 1
    }
    endIndex = kept
  }
}
