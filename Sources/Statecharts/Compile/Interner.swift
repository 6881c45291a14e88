/// Gives each name a number, in the order of first use. Passes that use the same names share one.
final class Interner {
  private(set) var names = ContiguousArray<String>()
  private var numbers: [String: Int] = [:]

  /// The name's number, a new one the first time.
  func number(of name: String) -> Int {
    if let known = numbers[name] { return known }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }

  /// The name's number, if it has one.
  func existing(_ name: String) -> Int? { numbers[name] }
}
