package import FlowTransport

/// A store that can fail.
package final class BenchStore: SecretStore {
  package struct Broken: Error {}

  /// How a call fails.
  package enum Fault: CaseIterable, Sendable {
    /// Nothing was done.
    case before
    /// It was done, and is said to have failed: as where the folder could not be forced to the disk.
    case after
    /// Nothing was done, by this call and the two behind it.
    case lasting
  }

  /// What is kept, whatever fails.
  package let memory: MemorySecretStore
  /// Which calls fail, by their names: `read`, `keep`, `remove`.
  package let broken = Locked<Set<String>>([])
  /// Which call of `keep` from now on fails; 1 is the next.
  package let brokenKeep = Locked<Int?>(nil)
  /// Which calls fail, by their number; the first is 0.
  package let faults: [Int: Fault]
  /// Gets the number of each call before it is done; the first is 0.
  package let onCall = Locked<(@Sendable (Int) -> Void)?>(nil)
  /// The calls so far.
  package let calls = Locked<[String]>([])
  /// Everything that was kept, in order.
  package let history = Locked<[Secret]>([])

  package init(_ memory: MemorySecretStore = MemorySecretStore(), faults: [Int: Fault] = [:]) {
    self.memory = memory
    self.faults = faults
  }

  /// Notes a call, and fails where nothing is to be done.
  ///
  /// - Returns: whether it fails afterwards.
  private func check(_ call: String) throws -> Bool {
    let number = calls.withLock { calls in
      calls.append(call)
      return calls.count - 1
    }
    onCall.withLock { $0 }?(number)
    if broken.withLock({ $0.contains(call) }) { throw Broken() }
    let isLasting = (number - 2...number).contains { faults[$0] == .lasting }
    if isLasting || faults[number] == .before { throw Broken() }
    return faults[number] == .after
  }

  package func secret(_ name: String) throws -> Secret? {
    if try check("read") { throw Broken() }
    return memory.secret(name)
  }

  package func keep(_ secret: Secret, as name: String) throws {
    let isBrokenAfter = try check("keep")
    let isBroken = brokenKeep.withLock { number in
      number = number.map { $0 - 1 }
      return number == 0
    }
    if isBroken { throw Broken() }
    history.withLock { $0.append(secret) }
    memory.keep(secret, as: name)
    if isBrokenAfter { throw Broken() }
  }

  package func remove(_ name: String) throws {
    let isBrokenAfter = try check("remove")
    memory.remove(name)
    if isBrokenAfter { throw Broken() }
  }
}
