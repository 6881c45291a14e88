/// How long and how much a transport waits for.
public struct TransportLimits: Hashable, Sendable {
  /// The time from sending a request to the last byte of its answer.
  public var deadline: Duration
  /// The bytes of a body, after unpacking.
  public var maximumBytes: Int

  /// Makes limits.
  public init(deadline: Duration = .seconds(15), maximumBytes: Int = 256 << 10) {
    self.deadline = deadline
    self.maximumBytes = maximumBytes
  }
}

/// Does something with a deadline. When that is over the task of the body is canceled, and the failure is
/// `.timedOut` whatever the body still says. The body has to end when it is canceled.
package func withDeadline<Value: Sendable>(
  _ limit: Duration, _ clock: any Clock<Duration>,
  _ body: @escaping @Sendable () async throws(TransportFailure) -> Value
) async throws(TransportFailure) -> Value {
  let sleep = sleeping(limit, clock)
  let result = await withTaskGroup(of: Result<Value, TransportFailure>?.self) { group in
    group.addTask {
      do throws(TransportFailure) {
        return .success(try await body())
      } catch {
        return .failure(error)
      }
    }
    group.addTask {
      do { try await sleep() } catch { return nil }
      return .failure(.timedOut)
    }
    defer { group.cancelAll() }
    for await result in group {
      if let result { return result }
    }
    return .failure(.cancelled)
  }
  return try result.get()
}

/// A wait until a deadline that is fixed now, not when the waiting begins.
private func sleeping<C: Clock<Duration>>(
  _ limit: Duration, _ clock: C
) -> @Sendable () async throws -> Void {
  let deadline = clock.now.advanced(by: limit)
  return { try await clock.sleep(until: deadline, tolerance: nil) }
}
