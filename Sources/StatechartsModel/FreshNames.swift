/// Names in use, and new ones that differ from them all. A new name costs as much as there are letters in it, however many
/// begin alike.
package struct FreshNames {
  private var taken: Set<String> = []
  /// By the beginning of new names: the number of the last one.
  private var counts: [String: Int] = [:]

  /// Starts with some names.
  package init(_ taken: Set<String> = []) { self.taken = taken }

  /// How many names are in use.
  package var count: Int { taken.count }

  /// Whether a name is in use.
  package func contains(_ name: String) -> Bool { taken.contains(name) }

  /// Notes that a name is in use.
  package mutating func insert(_ name: String) { taken.insert(name) }

  /// A name that is in use from now on: the beginning, else with a number behind the sign.
  package mutating func new(_ beginning: String, _ sign: String, ending: String = "") -> String {
    var name = beginning + ending
    var number = counts[name, default: 1]
    while !taken.insert(name).inserted {
      // proven: there are fewer names than a file has bytes, so this ends.
      number &+= 1
      name = "\(beginning)\(sign)\(number)\(ending)"
    }
    counts[beginning + ending] = number
    return name
  }
}
