/// One thing that decides in a situation, such as the value of a variable, as a number.
struct Fact: Hashable, Comparable {
  /// The number; odd for facts of other regions and timers.
  fileprivate let number: Int

  /// Whether it goes on beside the screen, so that it counts by itself alone.
  var isBeside: Bool { number & 1 == 1 }

  /// Its place among all.
  var place: Int { number >> 1 }

  static func < (one: Fact, other: Fact) -> Bool { one.number < other.number }
}

/// Gives each thing that decides a number, the same each time. Numbers are compared and kept faster than texts.
struct FactNumbers {
  /// What is known of a value; all values of which the same is known are one.
  struct Known: Hashable {
    enum Kind {
      case unset, bool, int, fraction, text, time, count
    }

    var kind: Kind
    var code: Int
  }

  /// A variable or a part of one, with what was known of its values.
  private struct Part {
    /// The place of the variable.
    var variable: Int
    var facts: [(known: Known, fact: Fact)] = []
    /// The parts for the fields; nil for fields that decide nothing.
    var fields: [String: Int?] = [:]
    var elements: [Int] = []
  }

  private var parts: [Part]
  private var named: [String: Fact] = [:]
  /// The variable of each fact; -1 where it is of none.
  private(set) var variables: [Int] = []

  /// - Parameter variables: How many variables there are; they are the first parts.
  init(variables: Int) { parts = (0..<variables).map { Part(variable: $0) } }

  /// The number for what is known of a part.
  mutating func fact(_ known: Known, of part: Int) -> Fact {
    // Values are grouped by what conditions compare with, so each part has few. They are found faster than by a hash.
    if let old = parts[part].facts.first(where: { $0.known == known }) { return old.fact }
    let fact = Fact(number: variables.count << 1)
    variables.append(parts[part].variable)
    parts[part].facts.append((known, fact))
    return fact
  }

  /// The number for what has a name and is no variable.
  mutating func fact(named name: String, isBeside: Bool) -> Fact {
    if let old = named[name] { return old }
    let fact = Fact(number: variables.count << 1 | (isBeside ? 1 : 0))
    variables.append(-1)
    named[name] = fact
    return fact
  }

  /// The part for a field, whose own part is nil if it decides nothing; nil if the field is not known yet.
  func field(_ name: String, of part: Int) -> Int?? { parts[part].fields[name] }

  /// Adds a field.
  mutating func addField(_ name: String, of part: Int, decides: Bool) -> Int? {
    let new: Int? = decides ? addPart(of: part) : nil
    parts[part].fields[name] = .some(new)
    return new
  }

  /// The part for an element of a list; only the first few are asked for.
  mutating func element(_ place: Int, of part: Int) -> Int {
    while parts[part].elements.count <= place {
      let new = addPart(of: part)
      parts[part].elements.append(new)
    }
    return parts[part].elements[place]
  }

  private mutating func addPart(of part: Int) -> Int {
    parts.append(Part(variable: parts[part].variable))
    return parts.count - 1
  }
}

/// Which facts were there, and which were there together.
struct FactPairs {
  /// For each fact those that were there with it, as bits; empty for one that was not there.
  private var rows: [[UInt64]] = []
  private var beside: Set<Fact> = []
  /// For each fact whether an earlier start of the chart had it. Empty during the first start.
  private var isOld: [Bool] = []

  /// Begins the next start of the chart.
  mutating func beginStart() { isOld = rows.map { !$0.isEmpty } }

  /// The facts that were never there together with a given one. Empty unless the current start introduced the given fact, in
  /// an earlier situation.
  func unmet(by given: Fact, among facts: [Fact]) -> [Fact] {
    guard !isOld.isEmpty, given.place >= isOld.count || !isOld[given.place], given.place < rows.count else {
      return []
    }
    let row = rows[given.place]
    guard !row.isEmpty else { return [] }
    return facts.filter { fact in
      guard !fact.isBeside else { return false }
      let word = fact.place >> 6
      return word >= row.count || row[word] & (1 << UInt64(fact.place & 63)) == 0
    }
  }

  /// Adds the facts of a situation.
  ///
  /// - Returns: Whether one of them is new, and else whether two meet that have not met.
  mutating func add(_ facts: [Fact]) -> (hasNewValue: Bool, hasNewPair: Bool) {
    var hasNewValue = false
    var hasNewPair = false
    var bits: [UInt64] = []
    for fact in facts {
      // What goes on beside the screen counts by itself alone.
      if fact.isBeside {
        if beside.insert(fact).inserted { hasNewValue = true }
        continue
      }
      let word = fact.place >> 6
      while bits.count <= word { bits.append(0) }
      bits[word] |= 1 << UInt64(fact.place & 63)
    }
    while rows.count < bits.count << 6 { rows.append([]) }
    for fact in facts where !fact.isBeside {
      if rows[fact.place].isEmpty {
        hasNewValue = true
        rows[fact.place] = bits
        continue
      }
      while rows[fact.place].count < bits.count { rows[fact.place].append(0) }
      for word in bits.indices where bits[word] & ~rows[fact.place][word] != 0 {
        hasNewPair = true
        rows[fact.place][word] |= bits[word]
      }
    }
    return (hasNewValue, hasNewPair)
  }
}
