extension Macrostep {
  /// What differs between two macrosteps, in words; for comparing a run with a step cache and one without.
  package func differences(from other: Macrostep) -> [String] {
    var found: [String] = []
    if outcome != other.outcome { found.append("outcome") }
    if effects != other.effects { found.append("effects") }
    if actions != other.actions { found.append("actions") }
    if logs != other.logs { found.append("logs") }
    if turns != other.turns { found.append("order") }
    if failures != other.failures { found.append("failures") }
    if unhandledErrors != other.unhandledErrors { found.append("unhandled errors") }
    let isSame = microsteps.elementsEqual(other.microsteps) {
      $0.event == $1.event && $0.exitedNumbers == $1.exitedNumbers && $0.takenNumbers == $1.takenNumbers
        && $0.enteredNumbers == $1.enteredNumbers
    }
    if !isSame { found.append("steps") }
    return found
  }

  /// Adds a failure.
  package mutating func note(_ failure: String) { failures.append(failure) }
}
