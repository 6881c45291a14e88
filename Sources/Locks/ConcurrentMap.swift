import Dispatch

/// What a function makes of the elements of a list, in their order. It is called for as many at a time as there are cores.
package func concurrentMap<Element: Sendable, Result: Sendable>(
  _ elements: [Element], _ transform: @Sendable (Element) -> Result
) -> [Result] {
  let results = Locked([Result?](repeating: nil, count: elements.count))
  DispatchQueue.concurrentPerform(iterations: elements.count) { number in
    let result = transform(elements[number])
    results.withLock { $0[number] = result }
  }
  return results.withLock { $0.compactMap(\.self) }
}
