#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A value that one task at a time reads or changes.
///
/// The standard library's `Mutex` needs macOS 15 and iOS 18. Unchecked, for the compiler cannot see that the lock guards
/// the value.
package final class Locked<Value>: @unchecked Sendable, CustomReflectable {
  // Decision: Docs/decisions/engine.md#a-lock-of-our-own
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  package init(_ value: sending Value) {
    self.value = value
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Runs the body while no other task has the value. The body must not use the lock again.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Nothing: dumping what holds it does not read past the lock.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
